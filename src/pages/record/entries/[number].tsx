import { unstable_notFound as notFound } from 'waku/router/server';
import { findEntry, proveEntry, type ReadEntry } from '#server/domain/record/read/entries.ts';
import { unlessFailed } from '#server/http/page/page.ts';
import * as words from '#shared/content/record/index.ts';
import { countOf } from '#shared/lib/text/numbers.ts';
import { type FactName, factNames, facts as factTable } from '#shared/schemas/record.ts';
import { PageHead } from '#src/pages/_components/page-head.tsx';
import { InlineLink, RecordLink, TextLink } from '#src/ui/controls/links.tsx';
import { FactList, figure, Summary } from '#src/ui/controls/texts.tsx';
import { Confirmations, CorrectionNotice, EntryLink, LineList, ProjectLinks } from '#src/ui/routes/record/entries.tsx';
import { CompactHead } from '#src/ui/sections/frames.tsx';
import { Table } from '#src/ui/table.tsx';
import { textOr } from '#verify/certificate.ts';
import {
  confirmationsOf,
  correctionsOf,
  type RecordEntry,
  retirementIn,
  type ServedOwner,
  type TextField,
  unitsOf,
} from '#verify/entry.ts';
import { canonicalNumber, entryNumber, entryPath, fill, formatCount, formatDay, formatUtcInstant } from '#verify/text.ts';

const { entry: texts } = words;

export default async function EntryPage({ number: numberText }: { number: string }) {
  const number = canonicalNumber(numberText);
  // Entries are numbered from 1, and indexed from 0.
  const found = number === undefined ? undefined : await findEntry(number - 1);
  if (!found) notFound();
  const { index, entry, texts: plainTexts, projects, related } = found;
  const proof = await unlessFailed('record-entry', proveEntry(found), 'Could not prove an entry');
  const title = fill(texts.title, { entry: entryNumber(index) });
  const corrections = correctionsOf(index, related);
  // A confirmation has no lines of its own: it names those of the retirement.
  const lines = entry.confirmed ?? entry.lines;
  const units = unitsOf(entry);
  const { facts } = texts;
  return (
    <>
      <PageHead
        meta={{
          title: `${title} on the record | Carma`,
          description: `${words.entries.kinds[entry.kind]}${units > 0 ? `: ${countOf(units, 'unit')}` : ''}. An entry in Carma’s public log, with its proof.`,
        }}
        path={entryPath(index)}
        name={title}
      />
      <CompactHead back={texts.back} title={`${title}: ${words.entries.kinds[entry.kind]}`} sample={entry.sample && words.sample} />
      <div className="page grid gap-x-14 gap-y-10 pt-6 pb-16 lg:grid-cols-[minmax(0,7fr)_minmax(0,5fr)]">
        <div className="min-w-0">
          <CorrectionNotice title={words.later.corrected} index={index} corrections={corrections} />
          <FactList
            facts={[
              [facts.kind, words.entries.kinds[entry.kind]],
              [facts.units, units > 0 && figure(formatCount(units), 'text-[1.375rem]')],
              [
                projects.length > 1 ? facts.projects : facts.project,
                projects.length > 0 && <ProjectLinks key="projects" projects={projects} className="text-link text-canopy" showsIds />,
              ],
              [
                facts.when,
                <time key="when" dateTime={entry.time}>
                  {formatUtcInstant(new Date(entry.time))}
                </time>,
              ],
              [facts.index, figure(String(index))],
              [facts.expected, entry.expected !== undefined && figure(formatCount(entry.expected))],
              [facts.verified, entry.verified !== undefined && figure(formatCount(entry.verified))],
              ...factNames.map((name) => [labels[name], shown(name, entry, plainTexts)] as const),
              [facts.refersTo, entry.refersTo !== null && <EntryLink index={entry.refersTo} className="mr-3" />],
              [facts.certificate, entry.certificate && <RecordLink to="certificates" id={entry.certificate} />],
              [
                words.certificate.labels.atRegistry,
                entry.certificate && (
                  <Confirmations key="registry" quantity={retirementIn(entry).quantity} confirmations={confirmationsOf(index, related)} />
                ),
              ],
            ]}
          />
          {entry.owners && <OwnerTable owners={entry.owners} />}
          {lines.length > 0 && <LineList lines={lines} showsStatus />}
        </div>
        <ProofPanel index={index} size={proof?.checkpoint.size} canonical={found.canonical} />
      </div>
    </>
  );
}

const labels: Record<FactName, string> = texts.stated;

/** Shows a fact that was stated with an operation; undefined if it was not. Under the name of a text the entry itself has only a hash. */
function shown(name: FactName, entry: RecordEntry, plainTexts: ReadEntry['texts']) {
  const { [name]: value } = entry;
  const { is } = factTable[name];
  const text = plainTexts[name as TextField];
  if (text) return <bdi>{textOr(text, texts)}</bdi>;
  if (value === undefined) return undefined;
  if (is === 'day') return formatDay(value);
  if (is !== 'address') return <bdi>{value}</bdi>;
  return <InlineLink link={{ label: value, href: value }} rel="nofollow noopener" className="break-all" />;
}

/** Who gets how many units of a delivery, in the order of service. */
function OwnerTable({ owners }: { owners: ServedOwner[] }) {
  const { title, columns, nobody } = texts.owners;
  return (
    <section className="mt-8">
      <h2 className="display-3 mb-3">{title}</h2>
      <Table
        caption={title}
        columns={[
          { name: columns.owner, cell: ({ owner }) => (owner === null ? nobody : <EntryLink index={owner} />) },
          { name: columns.status, cell: ({ status }) => words.figures.states[status].name },
          { name: columns.expected, cell: ({ expected }) => formatCount(expected), kind: 'figure', named: 'above' },
          { name: columns.delivered, cell: ({ delivered }) => formatCount(delivered), kind: 'figure', named: 'above' },
        ]}
        rows={owners}
        row={() => ({ className: 'grid-cols-2 gap-x-3 gap-y-1' })}
      />
    </section>
  );
}

type ProofPanelProps = {
  index: number;
  /** The number of entries that the proof's checkpoint covers; undefined if the log cannot sign at the moment. */
  size: number | undefined;
  canonical: string;
};

/** The proof of an entry as files, and the exact text of the entry. */
function ProofPanel({ index, size, canonical }: ProofPanelProps) {
  const { proof } = texts;
  return (
    <aside className="min-w-0 self-start bg-paper-deep p-5 md:p-7 print:hidden">
      <h2 className="display-3">{proof.title}</h2>
      {size !== undefined ? (
        <>
          <p className="mt-2 text-[0.9375rem] text-ink-soft">{fill(proof.body, { entry: entryNumber(index), size: formatCount(size) })}</p>
          <p className="mt-2 flex flex-col items-start">
            <TextLink link={{ label: proof.json, href: `${entryPath(index)}.json` }} download="" />
            <TextLink link={{ label: proof.proof, href: `${entryPath(index)}.tlog-proof` }} download="" />
            <TextLink href={`/verify?entry=${entryNumber(index)}`}>{proof.verify}</TextLink>
          </p>
        </>
      ) : (
        <p className="mt-2 text-clay">{proof.none}</p>
      )}
      <details className="mt-3 border-t border-rule">
        <Summary className="min-h-11 gap-4">{proof.canonical}</Summary>
        <pre className="overflow-x-auto whitespace-pre-wrap break-all font-mono text-[0.75rem] leading-relaxed">{canonical}</pre>
      </details>
    </aside>
  );
}
