import { unstable_notFound as notFound } from 'waku/router/server';
import { listBatches, readMovements, readRecordFigures } from '#server/domain/record/read/book.ts';
import { countUnconfirmed, readRetirementsByMonth } from '#server/domain/record/read/certificates.ts';
import { listEntries } from '#server/domain/record/read/entries.ts';
import { lookUpWays, searchLength } from '#server/domain/record/read/lookup.ts';
import { findWitnessing, listOwnKeys, ownsRecord } from '#server/domain/record/read/own-log.ts';
import { unlessFailed } from '#server/http/page/page.ts';
import { env } from '#server/platform/env.ts';
import * as words from '#shared/content/record/index.ts';
import { countOf } from '#shared/lib/text/numbers.ts';
import { storableText } from '#shared/schemas/storable-text.ts';
import { PageHead } from '#src/pages/_components/page-head.tsx';
import { RecordNotices } from '#src/pages/_components/record-notices.tsx';
import { RetirementsByMonth } from '#src/ui/charts.tsx';
import { Failure, SubmitButton, TextLink } from '#src/ui/controls/links.tsx';
import { Fold, Heading, RuledItems, Summary } from '#src/ui/controls/texts.tsx';
import { LogEntryTable } from '#src/ui/routes/record/entries.tsx';
import { FoundInRecord } from '#src/ui/routes/record/found-in-record.tsx';
import { BatchTable, GroupTable, StatusFigures, shownBatches } from '#src/ui/routes/record/units.tsx';
import { CompactHead, NamedSection } from '#src/ui/sections/frames.tsx';
import { FigureStrip } from '#src/ui/sections/sheets.tsx';
import { keyText, type LogKey } from '#verify/signed-tree.ts';
import { canonicalNumber, entryNumber, fill, formatCount, formatUtcInstant } from '#verify/text.ts';

const shownEntries = 10;

export default async function RecordPage({ query }: { query: string }) {
  const { group } = words.figures.columns;
  const parameters = new URLSearchParams(query);
  const q = storableText((parameters.get('q') ?? '').trim(), searchLength);
  const before = canonicalNumber(parameters.get('before') ?? '');
  if (!before && parameters.has('before')) notFound();
  const record = await unlessFailed('record', readRecord(q, before), 'Could not read the record');
  const search = new URLSearchParams({ ...(q && { q }), ...(before && { before: String(before) }) }).toString();
  const address = `/record${search && `?${search}`}`;
  const entriesTitle = before === undefined ? words.entries.title : fill(words.entries.before, { number: String(before) });
  return (
    <>
      <PageHead meta={words.meta} path="/record" isIndexed={q === '' && before === undefined} />
      <CompactHead {...words.head} sample={record?.figures?.isSample && words.sample} printed={[env().PUBLIC_URL + address]} />
      <div className="page pt-6 pb-16">
        <RecordNotices />
        <search>
          <form action="/record" method="get" aria-label={words.search.label} className="max-w-[46rem]">
            <label htmlFor="record-q" className="mb-1.5 block font-semibold">
              {words.search.field}
            </label>
            <div className="flex">
              <input id="record-q" type="search" name="q" defaultValue={q} maxLength={searchLength} className="field min-w-0 flex-1" />
              <SubmitButton label={words.search.button} className="btn-primary shrink-0 px-5" />
            </div>
          </form>
        </search>
        {!record && <Failure {...words.failed} address={address} className="mt-8 border-y border-rule py-10" />}
        {record?.found && <FoundInRecord q={q} {...record.found} />}
        {record && !record.figures && <p className="lede mt-8">{words.figures.empty}</p>}
        {record?.figures && (
          <>
            <NamedSection titleId="record-figures" title={words.figures.title} titleClass="display-3 mb-3" className="mt-8">
              <StatusFigures units={record.figures.units} unconfirmed={record.unconfirmed} forSale={record.figures.forSale} />
            </NamedSection>
            <RetirementsByMonth months={record.months} />
            {/* Of the last twelve months and, of these, of the last 30 days. */}
            <NamedSection
              titleId="record-movements"
              title={words.movements.title}
              titleClass="display-3 mb-3"
              className="mt-12 print:break-inside-avoid"
            >
              <FigureStrip
                figures={record.movements.map(({ kind, month, year }) => ({
                  value: formatCount(year),
                  label: words.entries.kinds[kind],
                  note: fill(words.movements.month, { units: formatCount(month) }),
                }))}
              />
              <p className="mt-2 text-[0.9375rem] text-ink-soft">{words.movements.note}</p>
            </NamedSection>
            <NamedSection titleId="record-entries" title={entriesTitle} titleClass="display-3 mb-3" className="mt-12">
              <LogEntryTable entries={record.entries.slice(0, shownEntries)} title={entriesTitle} />
              <p className="mt-3 flex flex-wrap gap-x-6 print:hidden">
                {before !== undefined && <TextLink href="/record#record-entries">{words.entries.newest}</TextLink>}
                {record.entries.length > shownEntries && (
                  <TextLink href={`/record?before=${entryNumber(record.entries[shownEntries - 1]?.index ?? 0)}#record-entries`}>
                    {words.entries.older}
                  </TextLink>
                )}
                {retirementFiles.map((link) => (
                  <TextLink key={link.href} link={link} />
                ))}
              </p>
              {record.ownsTables && <p className="mt-3 text-ink-soft">{words.ownTables}</p>}
            </NamedSection>
          </>
        )}
        <div className="mt-12 border-b border-rule">
          {record?.figures && (
            <>
              <Fold title={words.batches.title}>
                <p className="mb-3 text-ink-soft">{words.batches.intro}</p>
                <BatchTable batches={record.batches} />
              </Fold>
              <Fold title={words.figures.byGroup}>
                <div className="grid gap-x-12 gap-y-8 pb-6 lg:grid-cols-2">
                  <GroupTable title={words.figures.byRegistry} name={group.registry} groups={record.figures.byRegistry} />
                  <GroupTable title={words.figures.byVintage} name={group.vintage} groups={record.figures.byVintage} />
                </div>
              </Fold>
            </>
          )}
          {record && <LogTrust keys={record.keys} witnessing={record.witnessing} />}
        </div>
      </div>
      <HowToCheck />
    </>
  );
}

async function readRecord(q: string, before: number | undefined) {
  const [figures, unconfirmed, movements, months, entries, batches, found, keys, witnessing, ownsTables] = await Promise.all([
    readRecordFigures(),
    countUnconfirmed(),
    readMovements(),
    readRetirementsByMonth(),
    // One more than is shown tells whether there are older ones. The address has numbers of entries, which are indexes plus one.
    listEntries({ limit: shownEntries + 1, before: before === undefined ? undefined : before - 1 }),
    listBatches({ limit: shownBatches + 1 }),
    q === '' ? undefined : lookUpWays(q),
    listOwnKeys(),
    findWitnessing(),
    ownsRecord(),
  ]);
  return { figures, unconfirmed: unconfirmed.units, movements, months, entries, batches, found, keys, witnessing, ownsTables };
}

/** `keys`: every key of the log, the current one first. */
type LogTrustProps = { keys: readonly LogKey[]; witnessing: Awaited<ReturnType<typeof findWitnessing>> };

/** Why the log can be believed: who has seen it, and which keys have signed it, from when until when. */
function LogTrust({ keys, witnessing }: LogTrustProps) {
  return (
    <Fold title={words.trust.title}>
      <div className="grid gap-x-12 gap-y-8 pb-6 lg:grid-cols-2">
        <div className="min-w-0">
          <h3 className="font-semibold">{words.trust.witnesses.title}</h3>
          <p className="mt-1 text-[0.9375rem] text-ink-soft">{words.trust.witnesses.about}</p>
          <p className="mt-3">{describeWitnesses(witnessing)}</p>
          {witnessing.witnesses.length > 0 && (
            <>
              <RuledItems texts={witnessing.witnesses} className="mt-3 break-all border-b border-rule font-mono text-[0.8125rem]" />
              <p className="mt-3 text-[0.9375rem] text-ink-soft">{words.trust.witnesses.policy}</p>
            </>
          )}
        </div>
        <div className="min-w-0">
          <h3 className="font-semibold">{words.trust.keys.title}</h3>
          <p className="mt-1 text-[0.9375rem] text-ink-soft">{words.trust.keys.about}</p>
          <ul className="mt-3 border-b border-rule">
            {keys.map((known) => (
              <li key={keyText(known.key)} className="border-t border-rule py-2.5">
                <code className="break-all font-mono text-[0.8125rem]">{keyText(known.key)}</code>
                <p className="mt-1 text-[0.9375rem] text-ink-soft">{describePeriod(known)}</p>
              </li>
            ))}
          </ul>
        </div>
      </div>
    </Fold>
  );
}

function describeWitnesses({ witnesses, needed, newest }: LogTrustProps['witnessing']): string {
  const { witnesses: texts } = words.trust;
  const counts = { count: String(witnesses.length), needed: String(needed) };
  if (witnesses.length === 0) return texts.none;
  if (!newest) return fill(texts.unseen, counts);
  const { size, newer, seenBy, at } = newest;
  const seen = fill(texts.seen, { ...counts, seen: String(seenBy), size: countOf(size, 'entry', 'entries'), time: formatUtcInstant(at) });
  return newer > 0 ? `${seen} ${fill(texts.newer, { newer: formatCount(newer) })}` : seen;
}

function describePeriod({ from: fromText, until: untilText }: LogKey): string {
  const { keys: texts } = words.trust;
  const [from, until] = [fromText, untilText].map((time) => (time === undefined ? undefined : formatUtcInstant(new Date(time))));
  if (from === undefined) return texts.announced;
  return until === undefined ? fill(texts.current, { from }) : fill(texts.ended, { from, until });
}

/** How anybody checks the record, what that proves and, for engineers, an auditor's steps with commands. */
function HowToCheck() {
  const { title, intro, verify, engineers, commands, steps, limits, formats } = words.check;
  return (
    <section id="check" aria-labelledby="check-title" className="bg-paper-deep py-14">
      <div className="page">
        <Heading id="check-title" className="display-2" text={title} />
        <p className="copy mt-3 text-ink-soft">{intro}</p>
        <TextLink link={verify} className="mt-1 print:hidden" />
        <h3 className="display-3 mt-6">{limits.title}</h3>
        <RuledItems texts={limits.items} className="mt-3 max-w-[52rem] border-b border-rule" />
        <details className="mt-8 border-y border-ink">
          <Summary className="display-3 min-h-14">{engineers}</Summary>
          <p className="copy text-ink-soft">{commands}</p>
          <ol className="mt-6 grid gap-x-12 gap-y-8 md:grid-cols-2">
            {steps.map((step, index) => (
              <li key={step.title} className="min-w-0 border-t border-rule pt-3">
                <h3 className="font-semibold">
                  <span className="figure mr-3 text-ink-faint">{index + 1}</span>
                  {step.title}
                </h3>
                <p className="mt-1 text-[0.9375rem] text-ink-soft">{step.body}</p>
                {/* biome-ignore lint/a11y/noNoninteractiveTabindex: a region that scrolls must be reachable by keyboard. */}
                <pre tabIndex={0} className="mt-3 overflow-x-auto bg-canopy-deep p-4 font-mono text-[0.8125rem] leading-relaxed text-paper">
                  <code>{fill(step.code, { origin: env().PUBLIC_URL })}</code>
                </pre>
              </li>
            ))}
          </ol>
          <p className="mt-6 flex flex-wrap gap-x-6 print:hidden">
            {logFiles.map((link) => (
              <TextLink key={link.href} link={link} />
            ))}
          </p>
          <p className="my-4 text-[0.9375rem] text-ink-soft">{formats}</p>
        </details>
      </div>
    </section>
  );
}

const retirementFiles = [
  { label: words.files.csv, href: '/record/retirements.csv' },
  { label: words.files.feed, href: '/record/retirements.xml' },
  { label: words.files.disclosure, href: '/record/disclosure' },
];

const logFiles = [
  { label: words.files.checkpoint, href: '/log/checkpoint' },
  { label: words.files.key, href: '/log/key' },
  { label: words.files.keys, href: '/log/keys' },
  { label: words.files.policy, href: '/log/policy' },
  { label: words.files.verifier, href: '/carma-verify.mjs' },
];
