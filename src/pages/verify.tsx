import { lookUpWays } from '#server/domain/record/read/lookup.ts';
import { pageContext, unlessFailed } from '#server/http/page/page.ts';
import { entry } from '#shared/content/record/index.ts';
import { verify } from '#shared/content/record/verify.ts';
import { VerifyForm } from '#src/client/verify/verify-form.tsx';
import { PageHead } from '#src/pages/_components/page-head.tsx';
import { CheckSteps, EnteredWords } from '#src/ui/routes/record/check-steps.tsx';
import { FoundInRecord } from '#src/ui/routes/record/found-in-record.tsx';
import { CompactHead } from '#src/ui/sections/frames.tsx';
import type { CheckResult } from '#verify/check-entry.ts';
import { readCertificateNumber } from '#verify/file.ts';
import { kindOfEntered } from '#verify/serials.ts';
import { canonicalNumber, fill } from '#verify/text.ts';

export default async function VerifyPage({ query }: { query: string }) {
  const form = pageContext()?.formResult;
  const posted = form?.values.record;
  const parameters = new URLSearchParams(query);
  const numberInAddress = numberIn(parameters);
  // A serial number or words are no certificate: the form did not check them (server/api/rest/verify.ts).
  const searched = form?.checked ? '' : (posted ?? '');
  const kind = kindOfEntered(searched);
  const lookup = kind === 'serial' && (await unlessFailed('verify', lookUpWays(searched), 'Could not look up a serial'));
  // A serial number that could not be looked up is a check that could not be finished.
  const result: CheckResult | undefined = kind === 'serial' && !lookup ? { verdict: 'unfinished', steps: [] } : form?.checked;
  return (
    <>
      <PageHead meta={verify.meta} path="/verify" isIndexed={parameters.size === 0} />
      <CompactHead back={entry.back} title={verify.title} lede={verify.lede} />
      <div className="page pt-6 pb-16">
        {(lookup || result || kind === 'words') && (
          // biome-ignore lint/a11y/noAutofocus: as with scripts, what was found is read first.
          <div tabIndex={-1} autoFocus data-outcome="" className="mb-8">
            {lookup && <FoundInRecord q={searched} {...lookup} />}
            {kind === 'words' && (
              <div role="status">
                <EnteredWords texts={verify.words} words={searched.trim()} />
              </div>
            )}
            {result && <CheckSteps texts={verify} result={result} by={verify.byServer} />}
          </div>
        )}
        <VerifyForm
          texts={verify}
          initialText={posted ?? numberInAddress}
          isEmpty={form?.errors.record !== undefined}
          checksAtOnce={posted === undefined && numberInAddress !== ''}
        />
        <noscript>
          <p className="mt-4 max-w-[46rem] text-ink-soft">{verify.noScripts}</p>
        </noscript>
      </div>
    </>
  );
}

/** Returns the number of the certificate or entry that the address names, as somebody would type it. What is no number stays as it is. */
function numberIn(parameters: URLSearchParams): string {
  const [certificate, entryText] = [parameters.get('certificate'), parameters.get('entry') ?? ''];
  if (certificate !== null) return readCertificateNumber(certificate) ?? certificate;
  const number = canonicalNumber(entryText);
  return number ? fill(verify.entryNumber, { number: String(number) }) : entryText;
}
