import { listEntries } from '#server/domain/record/read/entries.ts';
import { unlessFailed } from '#server/http/page/report-page-error.ts';
import type { latestEntry } from '#src/content/home.ts';
import { entries } from '#src/content/record/index.ts';
import { fill } from '#src/lib/text/fill.ts';
import { countOf } from '#src/lib/text/numbers.ts';
import { ProjectLinks } from '#src/ui/routes/record/project-links.tsx';
import { unitsOf } from '#verify/entry.ts';
import { formatUtcInstant } from '#verify/words.ts';

/** The newest entry on the record, without names. Nothing if the record does not answer. */
export async function LatestEntry({ content }: { content: typeof latestEntry }) {
  const newest = await unlessFailed('home', listEntries({ limit: 1 }), 'Could not read the latest entry on the record');
  if (!newest) return null;
  const [found] = newest;
  return (
    <div className="self-start border-y border-paper/30 py-5">
      <h3 className="label text-canopy-mist">{content.title}</h3>
      {found ? <Entry {...found} content={content} /> : <p className="mt-3">{content.none}</p>}
    </div>
  );
}

type EntryProps = Awaited<ReturnType<typeof listEntries>>[number] & { content: typeof latestEntry };

function Entry({ index, entry, projects, content }: EntryProps) {
  const units = unitsOf(entry);
  return (
    <>
      <p className="mt-3 font-display text-[1.5rem] leading-tight">
        {units === 0 ? entries.kinds[entry.kind] : fill(content.units, { kind: entries.kinds[entry.kind], units: countOf(units, 'unit') })}
      </p>
      <p className="mt-2 break-words">
        <ProjectLinks projects={projects} className="underline underline-offset-4" />
      </p>
      <p className="mt-2 text-[0.9375rem] text-canopy-mist">
        <time dateTime={entry.time}>{formatUtcInstant(new Date(entry.time))}</time>
        {entry.sample && <strong className="ml-3 font-semibold whitespace-nowrap text-lichen">{content.sample}</strong>}
      </p>
      <p className="mt-3 flex flex-wrap gap-x-6">
        <a href={`/record/entries/${index}`} className="text-link inline-flex min-h-11 items-center">
          {content.open}
        </a>
        <a href={`${content.check.href}?entry=${index}`} className="text-link inline-flex min-h-11 items-center">
          {content.check.label}
        </a>
      </p>
    </>
  );
}
