import { batches, confirmation, entries, entry, figures, search as texts } from '#shared/content/record/index.ts';
import { sayConfirmed } from '#shared/lib/record/disclosure.ts';
import { countOf } from '#shared/lib/text/numbers.ts';
import type { FoundOnRecord, ListedRetirement, UnitWay } from '#shared/schemas/record-api.ts';
import { Way } from '#src/ui/charts.tsx';
import { RecordLink, TextLink } from '#src/ui/controls/links.tsx';
import { Table } from '#src/ui/table.tsx';
import { describeRetired, describeYears } from '#verify/certificate.ts';
import type { UnitStatus } from '#verify/entry.ts';
import { readCertificateNumber, readEntryNumber } from '#verify/file.ts';
import { registryName } from '#verify/registries.ts';
import { entryNumber, entryPath, fill, formatCount, formatUtcDate, formatUtcInstant, isolate } from '#verify/text.ts';
import { NewestNote, ProjectLinks } from './entries.tsx';

/** The results of a search of the record, and the ways of the first units among them. `areAll`: these are the ways of all. */
export function FoundInRecord({ q, found, ways, areAll }: { q: string; found: FoundOnRecord; ways: UnitWay[]; areAll: boolean }) {
  return (
    <>
      <div role="status" className="mt-6 border-y border-ink py-4 [overflow-wrap:anywhere]">
        <Result q={q} found={found} />
      </div>
      {ways.map((way) => (
        <section key={way.serial} className="mt-6 bg-canopy-deep p-5 text-paper md:p-8">
          <h2 className="display-3 mb-5 break-words">{fill(texts.way.title, { serial: way.serial })}</h2>
          <DrawnWay {...way} />
        </section>
      ))}
      {!areAll && <p className="mt-3 text-ink-soft">{fill(texts.way.first, { count: String(ways.length) })}</p>}
    </>
  );
}

/** The lanes of states, counted from 0. Final states share the last lane, named by the one that is reached, else Retired. */
const laneOf: Record<UnitStatus, number> = {
  ...{ Held: 0, Reserved: 1, Assigned: 1, Transferred: 2, Retired: 3, Cancelled: 3, Delivered: 3, 'Not delivered': 3 },
};

/** The entries that moved units, beside a line through the states of those units. */
function DrawnWay({ steps, isWhole }: UnitWay) {
  const { lanes, labels, caption, entries: extents } = texts.way;
  const last = steps.at(-1)?.status ?? 'Held';
  return (
    <Way
      lanes={[...lanes, figures.states[laneOf[last] === laneOf.Retired ? last : 'Retired'].name]}
      caption={fill(caption, { entries: isWhole ? extents.all : fill(extents.last, { count: String(steps.length) }) })}
      steps={steps.map(({ index, kind, status, since, certificate }, at) => ({
        when: formatUtcInstant(since),
        title: entries.kinds[kind],
        facts: [
          [labels.status, figures.states[status].name],
          [labels.entry, <RecordLink key="entry" to="entries" id={index} className="!text-lichen" />],
          [labels.certificate, certificate && <RecordLink key="certificate" to="certificates" id={certificate} className="!text-lichen" />],
        ],
        from: at === 0 ? undefined : laneOf[steps[at - 1]?.status ?? 'Held'],
        to: laneOf[status],
        outcome: laneOf[status] === laneOf.Retired ? 'final' : 'written',
      }))}
    />
  );
}

function Result({ q, found }: { q: string; found: FoundOnRecord }) {
  if (found.kind === 'names')
    return (
      <>
        {found.beneficiaries.length > 0 && <Retirements q={q} found={found} />}
        {found.projects.length > 0 && (
          <>
            <p className="not-first:mt-5">{texts.projects}</p>
            <ul>
              {found.projects.map(({ slug, title }) => (
                <li key={slug}>
                  <TextLink href={`/projects/${slug}#record`}>
                    <bdi>{title}</bdi>
                  </TextLink>
                </li>
              ))}
            </ul>
            {!found.areAllProjects && <p className="mt-2">{texts.moreNames}</p>}
          </>
        )}
      </>
    );
  if (found.kind === 'certificate') return <CertificateLink number={found.number} />;
  if (found.kind === 'entry')
    return (
      <TextLink href={entryPath(found.index)}>
        {fill(entry.title, { entry: entryNumber(found.index) })}: {entries.kinds[found.operation]}
      </TextLink>
    );
  if (found.kind === 'serials')
    return (
      <>
        <p>{texts.serials}</p>
        <ul className="mt-2 border-b border-rule">
          {found.places.map(({ batch, serial, registry, projectTitle, first, status, certificate }) => (
            <li key={`${batch}-${first}`} className="border-t border-rule py-2">
              <span className="figure break-all">{serial}</span> ({registryName(registry)}): <strong>{figures.states[status].name}</strong>,{' '}
              <bdi>{projectTitle}</bdi>. <TextLink href={`/record/batches/${batch}`}>{fill(batches.name, { id: String(batch) })}</TextLink>{' '}
              {certificate && <CertificateLink number={certificate} />}
            </li>
          ))}
        </ul>
        {!found.isWhole && <p className="mt-2">{texts.moreSerials}</p>}
      </>
    );
  const isNumber = readCertificateNumber(q) !== undefined || readEntryNumber(q) !== undefined;
  return <p>{fill(isNumber ? texts.unknown : texts.nothing, { q: isolate(q) })}</p>;
}

/** How much was retired for the newest beneficiaries whose name was found, and the newest retirements for any of them. */
function Retirements({ q, found }: { q: string; found: Extract<FoundOnRecord, { kind: 'names' }> }) {
  const { beneficiaries, areAllBeneficiaries, retirements, isWhole } = found;
  return (
    <>
      <ul className="mb-3">
        {beneficiaries.map(({ beneficiary, quantity, open, certificates }) => (
          <li key={beneficiary} className="font-semibold">
            {fill(texts.retired, {
              beneficiary: isolate(beneficiary),
              quantity: formatCount(quantity),
              certificates: countOf(certificates, 'certificate'),
            })}
            . {sayConfirmed({ quantity, open }, confirmation)}
          </li>
        ))}
      </ul>
      {!areAllBeneficiaries && <p className="mb-3">{texts.moreNames}</p>}
      <CertificateTable caption={fill(texts.retirements, { q: isolate(q) })} certificates={retirements} />
      {!isWhole ? (
        <NewestNote count={retirements.length} address={`/api/v1/record/retirements?beneficiary=${encodeURIComponent(q)}`} />
      ) : (
        beneficiaries.length === 1 && (
          <TextLink href={`/record/disclosure?c=${retirements.map(({ number }) => number).join(',')}`}>{texts.pack}</TextLink>
        )
      )}
    </>
  );
}

type CertificateTableProps = {
  caption: string;
  certificates: readonly (Omit<ListedRetirement, 'projects'> & { projects: { title: string; slug?: string }[] })[];
};

export function CertificateTable({ caption, certificates }: CertificateTableProps) {
  const { columns, erased, recorded } = texts.certificates;
  return (
    <Table
      caption={caption}
      columns={[
        { name: columns.certificate, cell: ({ number }) => <CertificateLink number={number} />, className: 'whitespace-nowrap' },
        { name: columns.beneficiary, cell: ({ beneficiary }) => <bdi>{beneficiary ?? erased}</bdi>, className: 'order-3 col-span-2' },
        {
          name: columns.projects,
          cell: ({ projects }) => (
            <ProjectLinks
              projects={projects.map(({ slug, title }) => ({ title, today: slug === undefined ? undefined : { slug } }))}
              className="text-link text-canopy"
            />
          ),
          className: 'order-4 col-span-2',
        },
        {
          name: columns.quantity,
          cell: ({ quantity }) => (
            <>
              {formatCount(quantity)}
              <span className="wide:hidden"> {columns.quantity}</span>
            </>
          ),
          kind: 'count',
          className: 'order-2 self-center text-right',
        },
        {
          name: columns.retired,
          cell: ({ quantity, open, period }) => (
            <>
              {!period.isOurs && describeRetired(period)}
              <span className="block">{fill(recorded, { date: formatUtcDate(new Date(period.recordedOn)) })}</span>
              <span className="block">{describeYears(period)}</span>
              {open > 0 && <span className="block text-clay">{sayConfirmed({ quantity, open }, confirmation)}</span>}
            </>
          ),
          className: 'order-5 col-span-2 text-[0.875rem] text-ink-soft',
        },
      ]}
      rows={certificates}
      row={() => ({ className: 'grid-cols-[minmax(0,1fr)_auto] gap-x-4' })}
    />
  );
}

function CertificateLink({ number }: { number: string }) {
  return <TextLink link={{ label: number, href: `/certificates/${number}` }} className="figure" />;
}
