import { listBatches, readRecordFigures } from '#server/domain/record/read/book.ts';
import { listEntries } from '#server/domain/record/read/entries.ts';
import { lookUp } from '#server/domain/record/read/lookup.ts';
import { findOwnKeys, findWitnessing } from '#server/domain/record/read/own-log.ts';
import { ownsRecord } from '#server/domain/record/read/ownership.ts';
import { reportPageError } from '#server/http/page/report-page-error.ts';
import { env } from '#server/platform/env.ts';
import {
  batches as batchTexts,
  check,
  entries as entryTexts,
  failed,
  figures as figureTexts,
  files,
  head,
  later,
  meta,
  ownTables,
  sample,
  search,
  trust,
} from '#src/content/record/index.ts';
import { canonicalNumber } from '#src/lib/input/canonical-number.ts';
import { readKeys } from '#src/lib/record-log/keys.ts';
import { fill } from '#src/lib/text/fill.ts';
import { formatCount } from '#src/lib/text/numbers.ts';
import { PageHead } from '#src/pages/_components/page-head.tsx';
import { RecordNotices } from '#src/pages/_components/record-notices.tsx';
import { unitStatuses } from '#src/schemas/record.ts';
import { storableText } from '#src/schemas/storable-text.ts';
import { ReloadButton } from '#src/ui/controls/reload-button.tsx';
import { BatchTable } from '#src/ui/routes/record/batch-table.tsx';
import { FoundInRecord } from '#src/ui/routes/record/found-in-record.tsx';
import { GroupTable } from '#src/ui/routes/record/group-table.tsx';
import { HowToCheck } from '#src/ui/routes/record/how-to-check.tsx';
import { LogEntryTable } from '#src/ui/routes/record/log-entry-table.tsx';
import { LogTrust } from '#src/ui/routes/record/log-trust.tsx';
import { StateBar, StateLegend } from '#src/ui/routes/record/state-bar.tsx';
import { CompactHead } from '#src/ui/sections/compact-head.tsx';

const shownEntries = 25;
const shownBatches = 12;

export default async function RecordPage({ query }: { query: string }) {
  const parameters = new URLSearchParams(query);
  const q = storableText((parameters.get('q') ?? '').trim(), 300);
  const before = canonicalNumber(parameters.get('before') ?? '');
  const record = await readRecord(q, before);
  const isUnfiltered = q === '' && before === undefined;
  return (
    <>
      <PageHead meta={meta} path="/record" indexed={isUnfiltered} />
      <CompactHead title={head.title} lede={head.lede} sample={record?.figures?.isSample ? sample : undefined} />
      <div className="page pt-6 pb-16">
        <RecordNotices />
        <search>
          <form action="/record" method="get" aria-label={search.label} className="max-w-[46rem]">
            <label htmlFor="record-q" className="mb-1.5 block font-semibold">
              {search.field}
            </label>
            <div className="flex">
              <input id="record-q" type="search" name="q" defaultValue={q} maxLength={300} className="field min-w-0 flex-1" />
              <button type="submit" className="btn-primary shrink-0 px-5">
                {search.button}
              </button>
            </div>
          </form>
        </search>
        {!record && (
          <div role="alert" className="mt-8 grid justify-items-start gap-4 border-y border-rule py-8">
            <p>{failed.text}</p>
            <ReloadButton label={failed.tryAgain} address="/record" />
          </div>
        )}
        {record && q !== '' && <FoundInRecord texts={search} states={figureTexts.states} q={q} found={record.found} />}
        {record && !record.figures && <p className="lede mt-8">{figureTexts.empty}</p>}
        {record?.figures && (
          <>
            <section aria-labelledby="record-figures" className="mt-8">
              <h2 id="record-figures" className="display-3 mb-4">
                {figureTexts.title}
              </h2>
              <StateBar
                label={`${figureTexts.bar}: ${unitStatuses.map((status) => `${figureTexts.states[status].name} ${formatCount(record.figures?.units[status] ?? 0)}`).join(', ')}`}
                parts={unitStatuses
                  .map((status) => ({ status, units: record.figures?.units[status] ?? 0 }))
                  .filter(({ units }) => units > 0)}
              />
              <StateLegend units={record.figures.units} states={figureTexts.states} />
              <p className="mt-3 text-ink-soft">
                {fill(figureTexts.forSale, {
                  issued: formatCount(record.figures.forSale.issued),
                  expected: formatCount(record.figures.forSale.expected),
                })}
              </p>
            </section>
            <section aria-labelledby="record-entries" className="mt-12">
              <h2 id="record-entries" className="display-3 mb-3">
                {entryTexts.title}
              </h2>
              <LogEntryTable entries={record.entries.slice(0, shownEntries)} texts={entryTexts} words={later} />
              <p className="mt-3 flex flex-wrap gap-x-6">
                {before !== undefined && (
                  <a href="/record#record-entries" className="text-link inline-flex min-h-11 items-center text-canopy">
                    {entryTexts.newest}
                  </a>
                )}
                {record.entries.length > shownEntries && (
                  <a
                    href={`/record?before=${record.entries[shownEntries - 1]?.index}#record-entries`}
                    className="text-link inline-flex min-h-11 items-center text-canopy"
                  >
                    {entryTexts.older}
                  </a>
                )}
                <FileLinks />
              </p>
              {record.ownsTables && <p className="mt-3 text-ink-soft">{ownTables}</p>}
            </section>
            <section aria-labelledby="record-batches" className="mt-12">
              <h2 id="record-batches" className="display-3">
                {batchTexts.title}
              </h2>
              <p className="mt-1 mb-3 text-ink-soft">{batchTexts.intro}</p>
              <BatchTable batches={record.batches} texts={batchTexts} />
            </section>
            <div className="mt-12 grid gap-x-12 gap-y-8 lg:grid-cols-2">
              <GroupTable
                title={figureTexts.byRegistry}
                name={figureTexts.columns.group.registry}
                states={figureTexts.states}
                groups={record.figures.byRegistry}
              />
              <GroupTable
                title={figureTexts.byVintage}
                name={figureTexts.columns.group.vintage}
                states={figureTexts.states}
                groups={record.figures.byVintage}
              />
            </div>
          </>
        )}
        {record?.keys && <LogTrust texts={trust} keys={record.keys} witnessing={record.witnessing} />}
      </div>
      <HowToCheck content={check} origin={env().PUBLIC_URL} />
    </>
  );
}

function FileLinks() {
  const links = [
    [files.csv, '/record/retirements.csv'],
    [files.feed, '/record/retirements.xml'],
    [files.disclosure, '/record/disclosure'],
    [files.checkpoint, '/log/checkpoint'],
    [files.key, '/log/key'],
    [files.keys, '/log/keys'],
    [files.policy, '/log/policy'],
    [files.verifier, '/carma-verify.mjs'],
  ] as const;
  return links.map(([label, href]) => (
    <a key={href} href={href} className="text-link inline-flex min-h-11 items-center text-canopy">
      {label}
    </a>
  ));
}

async function readRecord(q: string, before: number | undefined) {
  try {
    const [figures, entries, batches, found, keys, witnessing, ownsTables] = await Promise.all([
      readRecordFigures(),
      listEntries({ limit: shownEntries + 1, before }),
      listBatches({ limit: shownBatches }),
      q === '' ? undefined : lookUp(q),
      findOwnKeys(),
      findWitnessing(),
      ownsRecord(),
    ]);
    return { figures, entries, batches, found, keys: keys === undefined ? undefined : await readKeys(keys), witnessing, ownsTables };
  } catch (error) {
    reportPageError('record', error, 'Could not read the record');
    return undefined;
  }
}
