import type { figures, search } from '#shared/content/record/index.ts';
import { fill } from '#shared/lib/text/fill.ts';
import { isolate } from '#shared/lib/text/isolate.ts';
import { countOf, formatCount } from '#shared/lib/text/numbers.ts';
import type { UnitStatus } from '#shared/schemas/record.ts';
import { TextLink } from '#src/ui/controls/links.tsx';
import { Table } from '#src/ui/table.tsx';
import type { RetirementPeriod } from '#verify/entry.ts';
import { readCertificateNumber } from '#verify/file.ts';
import { registryName } from '#verify/registries.ts';
import { describeRetired } from '#verify/words.ts';
import { ProjectLinks } from './entries.tsx';

type Project = { slug: string; title: string };
type Beneficiary = { beneficiary: string; certificates: number; quantity: number };
type Retirement = { number: string; beneficiary: string | null; quantity: number; period: RetirementPeriod; projects: Project[] };
type Found =
  | { kind: 'certificate'; number: string }
  | {
      kind: 'serials';
      places: {
        batch: number;
        serial: string;
        registry: string;
        project: string;
        projectTitle: string;
        first: number;
        status: UnitStatus;
        entry: number;
        certificate: string | null;
      }[];
    }
  | { kind: 'names'; beneficiaries: Beneficiary[]; retirements: Retirement[]; isWhole: boolean; projects: Project[] }
  | { kind: 'nothing' };

type Names = Extract<Found, { kind: 'names' }>;
type FoundProps = { texts: typeof search; states: (typeof figures)['states']; q: string };

/** The results of a search of the record. */
export function FoundInRecord({ texts, states, q, found }: FoundProps & { found: Found | undefined }) {
  return (
    <div role="status" className="mt-6 border-y border-ink py-4 [overflow-wrap:anywhere]">
      <Result texts={texts} states={states} q={q} found={found ?? { kind: 'nothing' }} />
    </div>
  );
}

function Result({ texts, states, q, found }: FoundProps & { found: Found }) {
  if (found.kind === 'names') {
    return (
      <>
        {found.beneficiaries.length > 0 && <Retirements texts={texts} q={q} found={found} />}
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
              <span className="figure break-all">{serial}</span> ({registryName(registry)}): <strong>{states[status].name}</strong>,{' '}
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
function Retirements({ texts, q, found: { beneficiaries, retirements, isWhole } }: { texts: typeof search; q: string; found: Names }) {
  const { columns } = texts;
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
      <Table
        caption={fill(texts.retirements, { q: isolate(q) })}
        columns={[
          { name: columns.certificate, cell: ({ number }) => <CertificateLink number={number} />, className: 'whitespace-nowrap' },
          { name: columns.beneficiary, cell: ({ beneficiary }) => <bdi>{beneficiary}</bdi>, className: 'order-3 col-span-2' },
          {
            name: columns.projects,
            cell: ({ projects }) => (
              <ProjectLinks projects={projects.map(({ slug, title }) => ({ title, today: { slug } }))} className="text-link text-canopy" />
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
            cell: ({ period }) => describeRetired(period),
            className: 'order-5 col-span-2 text-[0.875rem] text-ink-soft wide:whitespace-nowrap',
          },
        ]}
        rows={retirements}
        row={() => ({ className: 'grid-cols-[minmax(0,1fr)_auto] gap-x-4' })}
      />
      {!isWhole ? (
        <p className="mt-2">
          {fill(texts.newest, { count: formatCount(retirements.length) })}
          <a href={`/api/v1/record/retirements?beneficiary=${encodeURIComponent(q)}`} className="text-link break-all text-canopy">
            {`/api/v1/record/retirements?beneficiary=${encodeURIComponent(q)}`}
          </a>
        </p>
      ) : (
        beneficiaries.length === 1 && (
          <TextLink href={`/record/disclosure?c=${retirements.map(({ number }) => number).join(',')}`}>{texts.pack}</TextLink>
        )
      )}
    </>
  );
}

function CertificateLink({ number }: { number: string }) {
  return (
    <TextLink href={`/certificates/${number}`} className="figure">
      {number}
    </TextLink>
  );
}
