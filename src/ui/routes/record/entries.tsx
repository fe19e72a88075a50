import { Fragment } from 'react';
import { entry as entryWords, figures as figureWords, later, newest, entries as words } from '#shared/content/record/index.ts';
import { InlineLink, RecordLink } from '#src/ui/controls/links.tsx';
import { FactList, figure } from '#src/ui/controls/texts.tsx';
import { Table } from '#src/ui/table.tsx';
import { type Certificate, describeConfirmation, describeUnconfirmed, nameCorrection, textOr } from '#verify/certificate.ts';
import {
  type Confirmation,
  confirmationsOf,
  correctionsOf,
  type RecordEntry,
  type RecordLine,
  type RelatedEntry,
  retirementIn,
  unitsOf,
} from '#verify/entry.ts';
import { registryName } from '#verify/registries.ts';
import { printSerial } from '#verify/serials.ts';
import { entryNumber, entryPath, fill, formatCount, formatDay, isolate, unitTypeName, vintageOf } from '#verify/text.ts';

/** An entry of any kind, with the parts of a certificate. `aboutCertificate`: of a correction or a confirmation, what it is about. */
type Listed = Certificate & { aboutCertificate: string | null };

/** A table of log entries, in the order in which they are given. */
export function LogEntryTable({ entries, title = words.title }: { entries: Listed[]; title?: string }) {
  const { columns } = words;
  return (
    <Table
      caption={title}
      columns={[
        { name: columns.entry, cell: ({ index }) => <RecordLink to="entries" id={index} /> },
        {
          name: columns.what,
          cell: ({ index, entry, texts, related, aboutCertificate }) => {
            const certificate = entry.certificate ?? aboutCertificate;
            return (
              <>
                {words.kinds[entry.kind]} {certificate && <RecordLink to="certificates" id={certificate} />}
                <bdi className="block text-[0.875rem] text-ink-soft">{detailOf(entry, texts)}</bdi>
                {/* Of units retired, whether their registry has confirmed it; of any entry, how it was corrected. */}
                {entry.certificate && (
                  <span className="block text-[0.875rem] text-ink-soft">{sayWhetherConfirmed({ index, entry, related })}</span>
                )}
                {correctionsOf(index, related).map(({ index: by }) => (
                  <a key={by} href={entryPath(by)} className="block min-h-6 text-[0.875rem] text-clay underline">
                    {fill(later.correctedBy, { entry: entryNumber(by) })}
                  </a>
                ))}
              </>
            );
          },
          className: 'min-w-0',
        },
        {
          name: columns.project,
          cell: ({ projects }) => <ProjectLinks projects={projects} className="underline-offset-4 hover:underline" />,
          className: 'order-4 col-span-2 col-start-2 min-w-0 text-[0.9375rem]',
        },
        { name: columns.units, cell: ({ entry }) => unitsOf(entry) > 0 && formatCount(unitsOf(entry)), kind: 'count' },
        {
          name: columns.when,
          cell: ({ entry }) => <time dateTime={entry.time}>{formatDay(entry.time)}</time>,
          className: 'order-5 col-span-2 col-start-2 text-[0.875rem] text-ink-soft wide:whitespace-nowrap',
        },
      ]}
      rows={entries}
      row={() => ({ className: 'grid-cols-[auto_1fr_auto] gap-x-4' })}
    />
  );
}

/** Of an entry with a certificate: says how much of what it retired its registry has not confirmed yet or, if nothing, that it has. */
export function sayWhetherConfirmed({ index, entry, related }: Pick<Listed, 'index' | 'entry' | 'related'>): string {
  return describeUnconfirmed(retirementIn(entry).quantity, confirmationsOf(index, related)) ?? later.confirmed;
}

function detailOf(entry: RecordEntry, { beneficiary }: Listed['texts']): string {
  if (entry.certificate) return fill(words.for, { beneficiary: isolate(beneficiary ? textOr(beneficiary, words) : words.erased) });
  if (entry.until) return fill(words.until, { date: formatDay(entry.until) });
  return (
    entry.registryRetirementId ??
    entry.source ??
    entry.reason ??
    entry.correction ??
    (entry.lines[0] ? registryName(entry.lines[0].registry) : '')
  );
}

type LineListProps = {
  lines: RecordLine[];
  /** Whether a line that states the later status of its units shows it. */
  showsStatus?: boolean;
};

/** The serial ranges of an entry or a certificate, with their facts. */
export function LineList({ lines, showsStatus }: LineListProps) {
  const { columns } = entryWords;
  return (
    <section className="mt-8">
      <h2 className="display-3 mb-3">{entryWords.lines}</h2>
      <ul className="border-t border-ink">
        {lines.map((line) => (
          <li key={`${line.batch}-${line.first}`} className="break-inside-avoid border-b border-rule py-3">
            <p className="figure break-all">{printSerial(line)}</p>
            <FactList
              look={{ row: 'flex gap-2', name: 'text-ink-soft', value: '' }}
              className="mt-1 flex flex-wrap gap-x-8 gap-y-1 text-[0.9375rem]"
              facts={[
                [columns.project, line.project && <bdi key="project">{line.project.title}</bdi>],
                [columns.units, figure(formatCount(line.quantity))],
                [columns.status, showsStatus && line.status && figureWords.states[line.status].name],
                [columns.vintage, figure(vintageOf(line))],
                [columns.type, unitTypeName(line.unitType)],
                [
                  columns.batch,
                  <Fragment key="batch">
                    <RecordLink to="batches" id={line.batch} />, {registryName(line.registry)}
                  </Fragment>,
                ],
              ]}
            />
          </li>
        ))}
      </ul>
    </section>
  );
}

type ConfirmationsProps = {
  /** How many units were retired, in tCO2e. */
  quantity: number;
  confirmations: readonly Confirmation[];
};

/** The confirmations of a retirement by registries, and how much of it is not confirmed yet. */
export function Confirmations({ quantity, confirmations }: ConfirmationsProps) {
  const open = describeUnconfirmed(quantity, confirmations);
  return (
    <>
      {confirmations.map((confirmation) => {
        const { index, entry, corrections } = confirmation;
        return (
          <div key={index} className="mb-1.5 last:mb-0">
            {corrections.length > 0 && <p className="text-clay">{later.withdrawn}</p>}
            <p>
              {describeConfirmation(confirmation)} <EntryLink index={index} name={later.confirmedWith} />
            </p>
            <InlineLink href={entry.registryUrl} rel="nofollow noopener" className="inline-block min-h-6 break-all">
              {entry.registryUrl}
            </InlineLink>
            <Corrections index={index} corrections={corrections} />
          </div>
        );
      })}
      {open && <p>{open}</p>}
    </>
  );
}

type CorrectionsProps = {
  /** The entry that was corrected. */
  index: number;
  corrections: readonly RelatedEntry[];
};

/** The corrections of an entry, each with its own entry and its text. */
export function Corrections({ index, corrections }: CorrectionsProps) {
  return (
    <ul>
      {corrections.map((correction) => (
        <li key={correction.index} className="break-words">
          <RecordLink to="entries" id={correction.index}>
            {nameCorrection(correction, index)}
          </RecordLink>
          {': '}
          <bdi>{correction.entry.correction}</bdi>
        </li>
      ))}
    </ul>
  );
}

/** A notice that an entry was corrected, with the corrections. Without corrections it renders nothing. */
export function CorrectionNotice({ title, ...list }: CorrectionsProps & { title: string }) {
  return list.corrections.length === 0 ? null : (
    <div role="note" className="my-4 border-l-3 border-clay bg-paper-deep px-4 py-2.5 print:bg-transparent">
      <p className="font-semibold text-clay">{title}</p>
      <Corrections {...list} />
    </div>
  );
}

/** Says below a table that it has only the newest rows, with the address at which the API has them all. */
export function NewestNote({ count, address }: { count: number; address: string }) {
  return (
    <p className="my-2">
      {fill(newest, { count: formatCount(count) })}
      <InlineLink link={{ label: address, href: address }} className="break-all" />
    </p>
  );
}

/** A link to an entry, by its name. */
export function EntryLink({ index, name = entryWords.title, className }: { index: number; name?: string; className?: string }) {
  return (
    <RecordLink to="entries" id={index} className={className}>
      {fill(name, { entry: entryNumber(index) })}
    </RecordLink>
  );
}

/** A project of an entry: its name and registry id at the time of the entry, and its page today, if it has one. */
type LinkedProject = { title: string; today?: { slug: string } | undefined; registryId?: string | null };
type ProjectLinksProps = { projects: readonly LinkedProject[]; className: string; showsIds?: boolean };

/** The projects of an entry as links, one per line, apart enough to be pressed (WCAG 2.2, target size). `showsIds`: with registry ids. */
export function ProjectLinks({ projects, className, showsIds = false }: ProjectLinksProps) {
  return projects.map((project) => (
    <span key={project.today?.slug ?? project.title} className="block min-h-6">
      <ProjectLink {...project} registryId={showsIds ? project.registryId : null} className={className} />
    </span>
  ));
}

/** The name of one project, as a link if the project has a page, and after it the registry id, if there is one. */
export function ProjectLink({ title, today, registryId, className }: LinkedProject & { className?: string }) {
  const name = <bdi>{title}</bdi>;
  return (
    <>
      {today ? (
        <a href={`/projects/${today.slug}`} className={className}>
          {name}
        </a>
      ) : (
        name
      )}
      {registryId && ' '}
      {registryId && <bdi className="figure text-[0.875rem] text-ink-soft">{registryId}</bdi>}
    </>
  );
}
