import type { ReactNode } from 'react';
import { isClaimShown } from '#server/company.ts';
import { site } from '#shared/content/site.ts';
import type { PageMeta, ProjectCategories, StandardId, StandardPageContent } from '#shared/content/types.ts';
import { FactList, Paragraphs } from '#src/ui/controls/texts.tsx';
import { Drawing, HeroText, NoteLine, Section } from '#src/ui/sections/frames.tsx';
import { Table } from '#src/ui/table.tsx';
import { ContentPage } from './content-page.tsx';

/** The shared layout of /vcs, /gold-standard and /woodland-carbon. `children`: the sections specific to a standard. */
export function StandardPage({ words, children }: { words: StandardPageContent & { meta: PageMeta }; children: ReactNode }) {
  return (
    <ContentPage path={`/${words.standard}`} words={words} head={<SealHero {...words} />}>
      <FactSheet content={words.facts} />
      {children}
      <CategoryTable content={words.categories} />
      {words.limit && <NoteLine content={words.limit} />}
    </ContentPage>
  );
}

/** Body text on the left; on the right, terms and details on a printed label. */
function FactSheet({ content: { title, paragraphs, sheet } }: { content: StandardPageContent['facts'] }) {
  return (
    <Section>
      <div className="grid grid-cols-1 gap-12 lg:grid-cols-[minmax(0,1fr)_minmax(0,27rem)] lg:gap-20">
        <div>
          <h2 className="display-2">{title}</h2>
          <Paragraphs texts={paragraphs} box="mt-7 grid gap-5 text-[1.0625rem] text-ink-soft" />
        </div>
        <div className="self-start border border-rule bg-paper-bright p-1.5">
          <div className="border border-rule px-5 pt-5 pb-2 md:px-6">
            <h3 className="display-3">{sheet.title}</h3>
            <FactList look="sheet" className="mt-4 border-t border-rule" facts={sheet.facts.map(({ term, detail }) => [term, detail])} />
          </div>
        </div>
      </div>
    </Section>
  );
}

/** The hero of a standard's page: its seal, large, and its figures, each before its label and what it means. */
function SealHero({ hero, standard, figures }: StandardPageContent) {
  const tone = tones[standard];
  return (
    <section className={`relative isolate overflow-clip pt-12 pb-4 md:(pt-20 pb-8) ${tone.tint}`}>
      <Seal
        standard={standard}
        isAboveFold
        className="absolute grid -top-56 -right-80 -z-1 size-96 opacity-35 md:(-top-28 -right-20 size-80) lg:(top-14 -right-24 size-[30rem] opacity-50) xl:(top-10 right-[max(-6rem,calc(50%-44rem))] size-[36rem] opacity-100)"
      />
      <div className="page">
        <HeroText content={hero} width="max-w-[8.3em] lg:max-w-[7.6em]" colours={[tone.text, 'max-w-[34rem]']} />
        {isClaimShown('standards') && (
          <ul className={`mt-14 grid border-t sm:auto-cols-fr sm:grid-flow-col md:mt-24 ${tone.edge}`}>
            {figures.map((figure) => (
              <li
                key={figure.label}
                className="grid grid-cols-[minmax(8.75rem,max-content)_minmax(0,1fr)] gap-x-3 border-t border-ink/20 py-4 first:border-t-0 sm:(grid-cols-1 content-start gap-1 border-t-0 py-6 pr-4 not-first:border-l not-first:pl-6)"
              >
                <strong
                  className={`whitespace-nowrap font-display text-[2.25rem] font-normal leading-none lg:text-[3rem] xl:text-[4rem] ${tone.text}`}
                >
                  {figure.value}
                </strong>
                <span className="text-[0.9375rem]">
                  {figure.label}
                  {figure.note && <span className="mt-1 block max-w-[18rem] text-[0.875rem] text-ink-soft">{figure.note}</span>}
                </span>
              </li>
            ))}
          </ul>
        )}
        {isClaimShown('standards') && <p className="mb-8 text-[0.875rem] text-ink-soft">{site.figures}</p>}
      </div>
    </section>
  );
}

const kindClasses: Record<ProjectCategories['rows'][number]['kind'], string> = {
  Avoidance: 'border-tide text-tide',
  Reduction: 'border-tide text-tide',
  Removal: 'border-canopy text-canopy',
  Either: 'border-ink-faint text-ink-faint',
  Slow: 'border-tide text-tide',
  Slowest: 'border-ink-faint text-ink-faint',
  Faster: 'border-canopy text-canopy',
};

/** A table of project categories: what is counted, the kind of tonne, and what to ask for. */
function CategoryTable({ content }: { content: ProjectCategories }) {
  const { category, counted, kind, ask } = content.columns;
  return (
    <Section ground="deep" heading={content}>
      <Table
        caption={content.title}
        className="mt-10"
        look="words"
        columns={[
          { name: category, cell: (row) => row.category, headClass: 'w-[24%]', className: 'display-3' },
          {
            name: kind,
            cell: (row) => (
              <span className={`inline-block border px-2 py-0.5 font-mono text-[0.75rem] ${kindClasses[row.kind]}`}>{row.kind}</span>
            ),
            headClass: 'w-[12%]',
          },
          { name: counted, cell: (row) => row.counted, headClass: 'w-[32%]', className: 'text-ink-soft' },
          { name: ask, cell: (row) => row.ask, named: 'before' },
        ]}
        rows={content.rows}
      />
    </Section>
  );
}

/**
 * Each seal's initials and colour classes: for text, light backgrounds and edges. The lines of its picture have the colour of the text,
 * which has a contrast of at least 4.5:1 on paper and on its tint.
 */
export const tones: Record<StandardId, Record<'initials' | 'text' | 'tint' | 'edge', string>> = {
  'puro-earth': { initials: 'Pu', text: 'text-[#5B3B25]', tint: 'bg-[#E9DCC6]', edge: 'border-[#5B3B25]' },
  bezero: { initials: 'BZ', text: 'text-[#235A68]', tint: 'bg-tide-soft', edge: 'border-[#235A68]' },
  vcs: { initials: 'VCS', text: 'text-canopy', tint: 'bg-[#DBE6DA]', edge: 'border-canopy' },
  'gold-standard': { initials: 'GS', text: 'text-[#79530A]', tint: 'bg-[#F4E4BE]', edge: 'border-[#B3811C]' },
  'woodland-carbon': { initials: 'WCC', text: 'text-[#455F2B]', tint: 'bg-[#E1E9CD]', edge: 'border-[#6C8A4A]' },
  qms: { initials: 'QMS', text: 'text-[#8F3D1C]', tint: 'bg-clay-soft', edge: 'border-clay' },
};

type SealProps = {
  standard: StandardId;
  /** Size and position of the seal; must include `grid`, or `md:grid` to hide it on phones. */
  className: string;
  /** Whether the seal is golden, for dark backgrounds. */
  isOnDark?: boolean;
  /** Whether the seal is above the fold: it is then loaded eagerly, but with low priority. */
  isAboveFold?: boolean;
};

/** A neutral seal for a standard or partner: its initials in a pattern of our own, which imitates no logo. */
export function Seal({ standard, className, isOnDark = false, isAboveFold = false }: SealProps) {
  const { initials, text } = tones[standard];
  return (
    <span aria-hidden="true" className={`${isOnDark ? 'text-[#C9993F]' : text} ${className}`}>
      <Drawing
        name={`seals/${standard}${isOnDark ? '-on-dark' : ''}`}
        size={[200, 200]}
        isAboveFold={isAboveFold}
        className="[grid-area:1/1] size-full"
      />
      <svg viewBox="0 0 200 200" aria-hidden="true" className="[grid-area:1/1] size-full">
        <text x="100" y="101" textAnchor="middle" dominantBaseline="central" fontSize="26" fill="currentColor" className="font-display">
          {initials}
        </text>
      </svg>
    </span>
  );
}
