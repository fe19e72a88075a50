import type { figures, search } from '#src/content/record/index.ts';
import { registryName } from '#src/lib/registries/registries.ts';
import { fill } from '#src/lib/text/fill.ts';
import { isolate } from '#src/lib/text/isolate.ts';
import type { UnitStatus } from '#src/schemas/record.ts';

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
  | { kind: 'beneficiary'; certificates: string[] }
  | { kind: 'projects'; projects: { slug: string; title: string }[] }
  | { kind: 'nothing' };

type FoundProps = { texts: typeof search; states: (typeof figures)['states']; q: string };

const link = 'text-link inline-flex min-h-11 items-center text-canopy';

/** The results of a search of the record. */
export function FoundInRecord({ texts, states, q, found }: FoundProps & { found: Found | undefined }) {
  return (
    <div role="status" className="mt-6 border-y border-ink py-4 break-words">
      <Result texts={texts} states={states} q={q} found={found ?? { kind: 'nothing' }} />
    </div>
  );
}

function Result({ texts, states, q, found }: FoundProps & { found: Found }) {
  if (found.kind === 'projects') {
    return (
      <>
        <p>{texts.projects}</p>
        <ul>
          {found.projects.map(({ slug, title }) => (
            <li key={slug}>
              <a href={`/projects/${slug}#record`} className={link}>
                <bdi>{title}</bdi>
              </a>
            </li>
          ))}
        </ul>
      </>
    );
  }
  if (found.kind === 'certificate') return <CertificateLink number={found.number} />;
  if (found.kind === 'beneficiary') {
    return (
      <>
        <p>{fill(texts.certificates, { q: isolate(q) })}</p>
        <ul>
          {found.certificates.map((number) => (
            <li key={number}>
              <CertificateLink number={number} />
            </li>
          ))}
        </ul>
      </>
    );
  }
  if (found.kind === 'serials') {
    return (
      <>
        <p>{texts.serials}</p>
        <ul className="mt-2 border-b border-rule">
          {found.places.map(({ batch, serial, registry, projectTitle, first, status, certificate }) => (
            <li key={`${batch}-${first}`} className="border-t border-rule py-2">
              <span className="figure break-all">{serial}</span> ({registryName(registry)}): <strong>{states[status].name}</strong>,{' '}
              <bdi>{projectTitle}</bdi>.{' '}
              <a href={`/record/batches/${batch}`} className={link}>
                Batch {batch}
              </a>{' '}
              {certificate && <CertificateLink number={certificate} />}
            </li>
          ))}
        </ul>
      </>
    );
  }
  return <p>{fill(texts.nothing, { q: isolate(q) })}</p>;
}

function CertificateLink({ number }: { number: string }) {
  return (
    <a href={`/certificates/${number}`} className={`figure ${link}`}>
      {number}
    </a>
  );
}
