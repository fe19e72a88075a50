import { certificate } from '#shared/content/record/index.ts';
import { claimsOf } from '#shared/lib/record/claims.ts';
import type { ShownProject } from '#verify/certificate.ts';
import type { RecordEntry } from '#verify/entry.ts';

type ClaimRulesProps = {
  entry: RecordEntry;
  projects: ShownProject[];
  isCorrected: boolean;
};

/** What a holder may and may not say about a retirement. */
export function ClaimRules({ entry, projects, isCorrected }: ClaimRulesProps) {
  const { claims: texts } = certificate;
  const { may, mayNot } = claimsOf(entry, projects, texts);
  return (
    <section className="mt-8 border-t border-ink pt-4">
      <h2 className="display-3">{texts.title}</h2>
      {isCorrected && <p className="mt-2 border-l-3 border-clay pl-3 font-semibold">{texts.corrected}</p>}
      <h3 className="mt-4 font-semibold">{texts.may}</h3>
      <Rules rules={may} />
      <h3 className="mt-5 font-semibold">{texts.mayNot}</h3>
      <Rules rules={mayNot} />
      <p className="mt-4 text-[0.875rem] text-ink-soft">{texts.source}</p>
    </section>
  );
}

function Rules({ rules }: { rules: string[] }) {
  return (
    <ul className="mt-1 border-b border-rule">
      {rules.map((rule) => (
        <li key={rule} className="border-t border-rule py-2 text-[0.9375rem]">
          <bdi>{rule}</bdi>
        </li>
      ))}
    </ul>
  );
}
