import { unstable_notFound as notFound } from 'waku/router/server';
import { findEntry, proveEntry, type ReadEntry } from '#server/domain/record/read/entries.ts';
import { findOwnLog } from '#server/domain/record/read/own-log.ts';
import { unlessFailed } from '#server/http/page/page-context.ts';
import {
  certificate as certificateTexts,
  entries as entryTexts,
  figures,
  later,
  sample,
  entry as texts,
} from '#shared/content/record/index.ts';
import { canonicalNumber } from '#shared/lib/input/canonical-number.ts';
import { type FactName, factNames, facts as stated } from '#shared/schemas/record.ts';
import { PageHead } from '#src/pages/_components/page-head.tsx';
import { Summary } from '#src/ui/controls/fold.tsx';
import { RecordLink, TextLink } from '#src/ui/controls/links.tsx';
import { FactList } from '#src/ui/controls/texts.tsx';
import { Confirmations, CorrectionNotice, LineTable, ProjectLinks } from '#src/ui/routes/record/entries.tsx';
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
import { entryNumber, entryPath, fill, formatCount, formatDay, formatUtcInstant } from '#verify/text.ts';

export default async function EntryPage({ number: numberText }: { number: string }) {
  const number = canonicalNumber(numberText);
  const found = number === undefined ? undefined : await findEntry(number - 1);
  if (!found) notFound();
  const { index, entry, texts: plainTexts, projects, related } = found;
  const [proof, log] = await Promise.all([unlessFailed('record-entry', proveEntry(index), 'Could not prove an entry'), findOwnLog()]);
  const title = fill(texts.title, { index: entryNumber(index) });
  const corrections = correctionsOf(index, related);
  const lines = entry.confirmed ?? entry.lines;
  const units = unitsOf(entry);
  const { facts } = texts;
  return (
    <>
      <PageHead
        meta={{
          title: `${title} on the record | Carma`,
          description: `${entryTexts.kinds[entry.kind]}: ${formatCount(units)} units. An entry in Carma’s public log, with its proof.`,
        }}
        path={entryPath(index)}
        name={title}
      />
      <CompactHead back={texts.back} title={`${title}: ${entryTexts.kinds[entry.kind]}`} sample={entry.sample ? sample : undefined} />
      <div className="page grid gap-x-14 gap-y-10 pt-6 pb-16 lg:grid-cols-[minmax(0,7fr)_minmax(0,5fr)]">
        <div className="min-w-0">
          <CorrectionNotice title={later.corrected} index={index} corrections={corrections} />
          <FactList
            facts={[
              [facts.kind, entryTexts.kinds[entry.kind]],
              [facts.units, units > 0 && <span className="figure text-[1.375rem]">{formatCount(units)}</span>],
              [
                projects.length > 1 ? facts.projects : facts.project,
                projects.length > 0 && <ProjectLinks key="projects" projects={projects} className="text-link text-canopy" hasId />,
              ],
              [
                facts.when,
                <time key="when" dateTime={entry.time}>
                  {formatUtcInstant(new Date(entry.time))}
                </time>,
              ],
              [
                facts.index,
                <span key="index" className="figure">
                  {index}
                </span>,
              ],
              [facts.expected, entry.expected !== undefined && <span className="figure">{formatCount(entry.expected)}</span>],
              [facts.verified, entry.verified !== undefined && <span className="figure">{formatCount(entry.verified)}</span>],
              ...factNames.map((name) => [labels[name], shown(name, entry, plainTexts)] as const),
              [facts.refersTo, entry.refersTo !== null && <EntryLink index={entry.refersTo} />],
              [facts.certificate, entry.certificate && <RecordLink to="certificates" id={entry.certificate} />],
              [
                certificateTexts.labels.atRegistry,
                entry.certificate && (
                  <Confirmations key="registry" quantity={retirementIn(entry).quantity} confirmations={confirmationsOf(index, related)} />
                ),
              ],
            ]}
          />
          {entry.owners && <OwnerTable owners={entry.owners} />}
          {lines.length > 0 && <LineTable lines={lines} showsStatus />}
        </div>
        <ProofPanel
          index={index}
          size={proof?.checkpoint.size ?? log?.size ?? 0}
          canonical={found.canonical}
          files={proof ? { json: `${entryPath(index)}.json`, proof: `${entryPath(index)}.tlog-proof` } : undefined}
        />
      </div>
    </>
  );
}

const labels: Record<FactName, string> = texts.stated;

/** Shows a fact that was stated with an operation; undefined if it was not. */
function shown(name: FactName, entry: RecordEntry, plainTexts: ReadEntry['texts']) {
  const { [name]: value } = entry;
  const { is } = stated[name];
  const text = plainTexts[name as TextField];
  if (text) return <bdi>{textOr(text, texts)}</bdi>;
  if (value === undefined) return undefined;
  if (is === 'day') return formatDay(value);
  if (is !== 'address') return <bdi>{value}</bdi>;
  return (
    <a href={value} rel="nofollow noopener" className="text-link break-all text-canopy">
      {value}
    </a>
  );
}

function EntryLink({ index }: { index: number }) {
  return (
    <RecordLink to="entries" id={index} className="mr-3">
      {fill(texts.entryName, { index: entryNumber(index) })}
    </RecordLink>
  );
}

/** Who gets how many units of a delivery, in the order of service. */
function OwnerTable({ owners }: { owners: ServedOwner[] }) {
  const { title, columns, nobody, entry: name } = texts.owners;
  return (
    <section className="mt-8">
      <h2 className="display-3 mb-3">{title}</h2>
      <Table
        caption={title}
        columns={[
          {
            name: columns.owner,
            cell: ({ owner }) =>
              owner === null ? (
                nobody
              ) : (
                <RecordLink to="entries" id={owner}>
                  {fill(name, { index: entryNumber(owner) })}
                </RecordLink>
              ),
          },
          { name: columns.status, cell: ({ status }) => figures.states[status].name },
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
  size: number;
  canonical: string;
  /** Addresses; undefined if the log cannot sign at the moment. */
  files: { json: string; proof: string } | undefined;
};

/** The proof of an entry as files, and the exact text of the entry. */
function ProofPanel({ index, size, canonical, files }: ProofPanelProps) {
  const { proof } = texts;
  return (
    <aside className="min-w-0 self-start bg-paper-deep p-5 md:p-7 print:hidden">
      <h2 className="display-3">{proof.title}</h2>
      {files ? (
        <>
          <p className="mt-2 text-[0.9375rem] text-ink-soft">{fill(proof.body, { index: entryNumber(index), size: formatCount(size) })}</p>
          <p className="mt-2 flex flex-col items-start">
            <TextLink href={files.json} download="">
              {proof.json}
            </TextLink>
            <TextLink href={files.proof} download="">
              {proof.proof}
            </TextLink>
            <TextLink href={`/verify?entry=${entryNumber(index)}`}>{proof.verify}</TextLink>
          </p>
        </>
      ) : (
        <p className="mt-2 text-clay">{proof.none}</p>
      )}
      <details className="group mt-3 border-t border-rule">
        <Summary className="min-h-11 gap-4">{proof.canonical}</Summary>
        <pre className="overflow-x-auto whitespace-pre-wrap break-all font-mono text-[0.75rem] leading-relaxed">{canonical}</pre>
      </details>
    </aside>
  );
}
