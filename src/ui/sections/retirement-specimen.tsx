import type { CertificateWords } from '#src/content/types.ts';
import { formatCount } from '#src/lib/text/numbers.ts';
import { Mark } from '#src/ui/site/mark.tsx';

type RetirementSpecimenProps = {
  content: CertificateWords;
  project: { title: string; location: string; verificationStandard: string };
};

/** An example of a retirement certificate for a real project. It is marked as a specimen, and leaves blank what only a real one has. */
export function RetirementSpecimen({ content, project }: RetirementSpecimenProps) {
  const { labels, blanks } = content;
  return (
    <figure>
      <div className="relative isolate overflow-hidden border border-ink bg-paper-bright p-2 text-ink">
        <div className="border border-rule-strong p-5 sm:p-7">
          <img
            src="/pictures/guilloche.svg"
            alt=""
            width="400"
            height="400"
            loading="lazy"
            className="absolute -top-28 -right-28 -z-1 size-56 max-w-none sm:size-72"
          />
          <p className="flex items-center gap-2.5 font-display text-[1.25rem] text-canopy">
            <Mark />
            {content.issuer}
          </p>
          <p className="mt-8 max-w-[12ch] font-display text-[2rem] leading-[1.06] sm:text-[2.5rem]">{content.title}</p>
          <p className="mt-4 inline-block -rotate-3 border-3 border-clay bg-paper-bright px-3 py-0.5 font-mono text-[1.125rem] text-clay uppercase tracking-[0.16em]">
            {content.stamp}
          </p>
          <dl className="mt-7 grid gap-x-6 sm:grid-cols-2">
            <Line label={labels.quantity} wide>
              <span className="figure text-[2.25rem] leading-tight">{formatCount(content.quantity)}</span>{' '}
              <span className="font-mono text-[0.875rem]">{content.unit}</span>
            </Line>
            <Line label={labels.project} wide>
              <span className="display-3">{project.title}</span>
            </Line>
            <Line label={labels.place}>{project.location}</Line>
            <Line label={labels.standard}>{project.verificationStandard}</Line>
            <Line label={labels.beneficiary}>
              <Blank>{blanks.beneficiary}</Blank>
            </Line>
            <Line label={labels.retired}>
              <Blank>{blanks.retired}</Blank>
            </Line>
          </dl>
          <dl className="mt-5 grid gap-3 sm:grid-cols-3">
            {content.proofs.map(({ title, blank }) => (
              <div key={title} className="border border-dashed border-ink-faint p-3">
                <dt className="text-[0.8125rem] font-semibold leading-snug">{title}</dt>
                <dd className="mt-1 text-[0.8125rem] leading-snug text-ink-soft">{blank}</dd>
              </div>
            ))}
          </dl>
        </div>
      </div>
      <figcaption className="mt-3 text-[0.875rem]">{content.caption}</figcaption>
    </figure>
  );
}

function Line({ label, wide = false, children }: { label: string; wide?: boolean; children: React.ReactNode }) {
  return (
    <div className={`border-t border-rule py-2.5 ${wide ? 'sm:col-span-2' : ''}`}>
      <dt className="label">{label}</dt>
      <dd className="mt-0.5">{children}</dd>
    </div>
  );
}

/** A blank for what only a real certificate has. It is named, not invented. */
function Blank({ children }: { children: React.ReactNode }) {
  return <span className="text-ink-faint italic">[{children}]</span>;
}
