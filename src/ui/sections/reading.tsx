import type { ReactNode } from 'react';
import type { Editorial } from '#shared/content/types.ts';
import { type ContentsEntry, contentsOf, withNamedCells } from '#shared/lib/text/prose-html.ts';
import { Actions, LinkList } from '#src/ui/controls/links.tsx';
import { Paragraphs, RuledItems, Summary } from '#src/ui/controls/texts.tsx';
import { Section } from './frames.tsx';

type ReadingColumnProps = {
  /** First-party HTML from shared/content, without classes, styles or scripts, as a test of prose-html.ts checks. */
  html: string;
  /** The style of the first paragraph: a lede in articles, the date of the last change in legal pages. */
  opening: 'prose-lede' | 'prose-date';
  contentsTitle: string;
  children?: ReactNode;
};

/** A long text from an HTML file in a readable column, beside its contents list. Only here does a page take HTML from a file as it is. */
export function ReadingColumn({ html, opening, contentsTitle, children }: ReadingColumnProps) {
  return (
    <div className="page grid gap-10 py-10 md:py-16 lg:(grid-cols-[14rem_minmax(0,42rem)] gap-x-20)">
      <SideContents title={contentsTitle} entries={contentsOf(html)} />
      <div className="min-w-0">
        {/* biome-ignore lint/security/noDangerouslySetInnerHtml: the HTML is our own, part of the build. */}
        <div className={`prose ${opening}`} dangerouslySetInnerHTML={{ __html: withNamedCells(html) }} />
        {children && <div className="mt-14 grid gap-12">{children}</div>}
      </div>
    </div>
  );
}

/** The contents list of a long text: beside it on wide screens, collapsed above it on narrow ones. */
export function SideContents({ title, entries }: { title: string; entries: ContentsEntry[] }) {
  const list = (
    <LinkList
      as="ol"
      links={entries.map(({ id, text }) => ({ label: text, href: `#${id}` }))}
      className="text-[0.875rem] leading-snug"
      itemClass="border-b border-rule last:border-b-0 lg:last:border-b"
      linkClass="flex min-h-11 items-center py-2 text-ink-soft underline-offset-4 hover:(text-ink underline) lg:min-h-9"
    />
  );
  return (
    <div className="print:hidden">
      <nav aria-label={title} className="sticky top-28 hidden lg:block">
        <p className="label border-b border-ink pb-2.5">{title}</p>
        {list}
      </nav>
      <details className="border-y border-ink lg:hidden">
        <Summary className="min-h-12 gap-4 font-semibold">{title}</Summary>
        <nav aria-label={title}>{list}</nav>
      </details>
    </div>
  );
}

/** `aside`: stands beside the text, as notes do. */
type EditorialSplitProps = { content: Editorial; ground?: 'paper' | 'canopy'; id?: string; aside?: ReactNode };

/** A wide serif heading, body text, and notes in the margin. */
export function EditorialSplit({ content, ground = 'paper', id, aside }: EditorialSplitProps) {
  return (
    <Section id={id} ground={ground}>
      {content.eyebrow && <p className="eyebrow mb-5 text-canopy dark:text-lichen">{content.eyebrow}</p>}
      <h2 className="display-2 max-w-[15.3em] lg:text-[3.75rem]">{content.title}</h2>
      <div className="mt-9 grid gap-10 lg:grid-cols-[minmax(0,40rem)_minmax(0,18rem)] lg:justify-between">
        <div className="grid content-start gap-5 text-[1.0625rem] text-ink-soft dark:text-paper/90">
          <Paragraphs texts={content.paragraphs} />
          {content.actions && (
            <div className="mt-4 text-ink dark:text-paper xl:min-w-[44rem]">
              <Actions actions={content.actions} />
            </div>
          )}
        </div>
        {aside}
        {content.notes && (
          <RuledItems
            texts={content.notes}
            className="self-start border-b border-rule text-[0.9375rem] dark:border-paper/30"
            itemClass="border-rule py-4 text-ink-soft dark:(border-paper/30 text-canopy-mist)"
          />
        )}
      </div>
    </Section>
  );
}
