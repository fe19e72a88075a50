import { isClaimShown } from '#server/company.ts';
import * as words from '#shared/content/resources.ts';
import { ContentPage } from '#src/pages/_components/content-page.tsx';
import { ActionButton, TextLink } from '#src/ui/controls/links.tsx';
import { Drawing, Section, SectionHeading } from '#src/ui/sections/frames.tsx';
import { Table } from '#src/ui/table.tsx';

export default function ResourcesPage() {
  const hasTestimonials = isClaimShown('testimonials');
  return (
    <ContentPage path="/resources" words={{ ...words, hero: words.hero(hasTestimonials) }} aside={bookshelves}>
      <ShelfList shelves={words.shelves(hasTestimonials)} />
      <DownloadShelf />
      <QuestionTable />
    </ContentPage>
  );
}

const bookshelves = <Drawing name="bookshelves" size={[400, 420]} isAboveFold className="hidden w-[25rem] lg:block" />;

/** The parts of the library: each one's status, contents and, if it is not open yet, an alternative. */
function ShelfList({ shelves }: { shelves: words.Shelves }) {
  return (
    <Section heading={shelves}>
      <ul className="mt-10 border-b border-ink">
        {shelves.shelves.map(({ title, status, open, body, link }) => (
          <li
            key={title}
            className="grid gap-x-10 gap-y-3 border-t border-ink py-7 md:grid-cols-[9rem_minmax(0,1fr)] lg:grid-cols-[9rem_20rem_minmax(0,1fr)]"
          >
            <p>
              <span className={`figure inline-block px-2.5 py-1 text-[0.8125rem] ${open ? 'bg-lichen' : 'bg-clay-soft text-[#7A3318]'}`}>
                {status}
              </span>
            </p>
            <h3 className="font-display text-[2rem] leading-[1.05] tracking-[-0.012em] md:text-[2.5rem]">{title}</h3>
            <div className="md:col-start-2 lg:col-start-auto">
              <p className="copy text-ink-soft">{body}</p>
              <TextLink link={link} className="mt-2" />
            </div>
          </li>
        ))}
      </ul>
    </Section>
  );
}

function DownloadShelf() {
  return (
    <Section ground="canopy">
      <div className="grid gap-x-16 gap-y-10 lg:grid-cols-[minmax(0,20fr)_minmax(0,46fr)]">
        <SectionHeading content={words.downloads} />
        <ul className="grid gap-6 sm:grid-cols-2">
          {words.downloads.downloads.map((download) => (
            <li key={download.title} className="relative flex flex-col bg-paper p-6 pt-7 text-ink md:p-8">
              {/* The folded corner of a page. */}
              <svg viewBox="0 0 48 48" aria-hidden="true" className="absolute top-0 right-0 size-12">
                <path d="M0 0h48v48Z" className="fill-canopy-deep" />
                <path d="M0 0v48h48Z" className="fill-canopy-mist" />
              </svg>
              <p className="label">{download.format}</p>
              <h3 className="display-3 mt-10 md:mt-20">{download.title}</h3>
              <p className="mt-3 mb-7 border-t border-rule pt-3 text-pretty leading-[1.6] text-ink-soft">{download.body}</p>
              <div className="mt-auto grid">
                <ActionButton action={download.link} />
              </div>
            </li>
          ))}
        </ul>
      </div>
    </Section>
  );
}

/** An index of questions, with the pages that answer them. */
function QuestionTable() {
  const { title, columns, rows } = words.answers;
  return (
    <Section id="answers" heading={words.answers}>
      <Table
        caption={title}
        className="mt-10"
        columns={[
          { name: columns.question, cell: ({ question }) => question, className: 'text-[1.0625rem]' },
          { name: columns.page, cell: ({ page }) => <TextLink link={page} />, headClass: 'w-[34%]' },
        ]}
        rows={rows}
      />
    </Section>
  );
}
