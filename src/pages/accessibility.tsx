import { company } from '#server/company.ts';
import { hero, meta, reviewed, sections } from '#shared/content/accessibility.ts';
import { PageHead } from '#src/pages/_components/page-head.tsx';
import { LinkList } from '#src/ui/controls/links.tsx';
import { Paragraphs, Points } from '#src/ui/controls/texts.tsx';
import { NamedSection, PageHero } from '#src/ui/sections/frames.tsx';
import { fill, formatDay } from '#verify/text.ts';

export default function AccessibilityPage() {
  return (
    <>
      <PageHead meta={meta} path="/accessibility" />
      <PageHero content={hero} />
      <div className="page py-12 md:py-20">
        {sections.map(({ id, title, body, points, links }) => (
          <NamedSection
            key={id}
            titleId={`${id}-title`}
            title={title}
            titleClass="display-3"
            id={id}
            className="grid scroll-mt-24 gap-x-16 gap-y-4 border-t border-ink pt-6 pb-12 lg:grid-cols-[minmax(0,1fr)_minmax(0,2fr)]"
          >
            <div className="grid gap-4">
              <Paragraphs
                texts={body.map((text) => fill(text, { email: company().contactEmail }))}
                className="copy break-words text-ink-soft"
              />
              {points && <Points texts={points} className="max-w-[46rem] gap-3" />}
              {links && <LinkList links={links} className="flex flex-wrap gap-x-8" />}
            </div>
          </NamedSection>
        ))}
        <p className="border-t border-ink pt-6 text-ink-soft">
          {reviewed.label} <time dateTime={reviewed.day}>{formatDay(reviewed.day)}</time>
        </p>
      </div>
    </>
  );
}
