import { apiChanges, changelog } from '#shared/content/developers/changelog.ts';
import { PageHead } from '#src/pages/_components/page-head.tsx';
import { Heading, Paragraphs } from '#src/ui/controls/texts.tsx';
import { PageHero } from '#src/ui/sections/frames.tsx';
import { formatDay } from '#verify/text.ts';

/** What changed in the API, the newest first. */
export default function ChangelogPage() {
  const { meta, eyebrow, title, lede, feed, back } = changelog;
  return (
    <>
      <PageHead meta={meta} path="/developers/changelog" />
      <PageHero content={{ eyebrow, title, lede, actions: [feed, back] }} />
      <div className="page py-12 md:py-20">
        {apiChanges.map((change) => (
          <section
            key={change.id}
            id={change.id}
            aria-labelledby={`${change.id}-title`}
            className="grid scroll-mt-24 gap-x-16 gap-y-2 border-t border-ink pt-5 pb-10 lg:grid-cols-[15rem_minmax(0,1fr)]"
          >
            <p className="figure text-[0.9375rem] text-ink-soft">
              <time dateTime={change.date}>{formatDay(change.date)}</time>
            </p>
            <div className="grid gap-3">
              <Heading id={`${change.id}-title`} className="display-3" text={change.title} />
              <Paragraphs texts={change.body} className="copy break-words text-ink-soft" />
            </div>
          </section>
        ))}
      </div>
    </>
  );
}
