import { figures, later, search as texts } from '#shared/content/record/index.ts';
import { countOf } from '#shared/lib/text/numbers.ts';
import type { FoundOnRecord, ListedRetirement } from '#shared/schemas/record-api.ts';
import { InlineLink, TextLink } from '#src/ui/controls/links.tsx';
import { Table } from '#src/ui/table.tsx';
import { describeRetired, describeYears } from '#verify/certificate.ts';
import { readCertificateNumber } from '#verify/file.ts';
import { registryName } from '#verify/registries.ts';
import { fill, formatCount, formatDay, isolate } from '#verify/text.ts';
import { ProjectLinks } from './entries.tsx';

type Names = Extract<FoundOnRecord, { kind: 'names' }>;

/** The results of a search of the record. */
export function FoundInRecord({ q, found = { kind: 'nothing' } }: { q: string; found: FoundOnRecord | undefined }) {
  return (
    <div role="status" className="mt-6 border-y border-ink py-4 [overflow-wrap:anywhere]">
      <Result q={q} found={found} />
    </div>
  );
}

function Result({ q, found }: { q: string; found: FoundOnRecord }) {
  if (found.kind === 'names') {
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
          </>
        )}
      </>
    );
  }
  if (found.kind === 'certificate') return <CertificateLink number={found.number} />;
  if (found.kind === 'serials') {
    return (
      <>
        <p>{texts.serials}</p>
        <ul className="mt-2 border-b border-rule">
          {found.places.map(({ batch, serial, registry, projectTitle, first, status, certificate }) => (
            <li key={`${batch}-${first}`} className="border-t border-rule py-2">
              <span className="figure break-all">{serial}</span> ({registryName(registry)}): <strong>{figures.states[status].name}</strong>,{' '}
              <bdi>{projectTitle}</bdi>. <TextLink href={`/record/batches/${batch}`}>Batch {batch}</TextLink>{' '}
              {certificate && <CertificateLink number={certificate} />}
            </li>
          ))}
        </ul>
      </>
    );
  }
  const number = readCertificateNumber(q);
  return <p>{number ? fill(texts.noCertificate, { number }) : fill(texts.nothing, { q: isolate(q) })}</p>;
}

/** What was retired for each beneficiary of a name, and the newest retirements with their facts. */
function Retirements({ q, found }: { q: string; found: Names }) {
  const { beneficiaries, retirements, isWhole } = found;
  const address = `/api/v1/record/retirements?beneficiary=${encodeURIComponent(q)}`;
  return (
    <>
      <ul className="mb-3">
        {beneficiaries.map(({ beneficiary, quantity, certificates }) => (
          <li key={beneficiary} className="font-semibold">
            {fill(texts.retired, {
              beneficiary: isolate(beneficiary),
              quantity: formatCount(quantity),
              certificates: countOf(certificates, texts.certificate),
            })}
          </li>
        ))}
      </ul>
      <CertificateTable caption={fill(texts.retirements, { q: isolate(q) })} certificates={retirements} />
      {!isWhole ? (
        <p className="mt-2">
          {fill(texts.newest, { count: formatCount(retirements.length) })}
          <InlineLink link={{ label: address, href: address }} className="break-all" />
        </p>
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
  certificates: readonly (Pick<ListedRetirement, 'number' | 'beneficiary' | 'quantity' | 'period'> & {
    projects: { title: string; slug?: string }[];
  })[];
};

/** Certificates with what each says: for whom, of which projects, how much, when. */
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
          cell: ({ period }) => (
            <>
              {describeRetired(period)}
              {period.isRegistrys && <span className="block">{fill(recorded, { date: formatDay(period.recordedOn) })}</span>}
              <span className="block">{describeYears(period, later)}</span>
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
  return (
    <TextLink href={`/certificates/${number}`} className="figure">
      {number}
    </TextLink>
  );
}
