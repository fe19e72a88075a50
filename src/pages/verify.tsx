import { findCertificate } from '#server/domain/record/read/certificates.ts';
import { findEntry } from '#server/domain/record/read/entries.ts';
import { type Found, lookUp } from '#server/domain/record/read/lookup.ts';
import { findOwnKeys, findOwnPolicy } from '#server/domain/record/read/own-log.ts';
import { readProvedFile } from '#server/domain/record/read/proved-file.ts';
import { pageContext } from '#server/http/page/page-context.ts';
import { reportPageError } from '#server/http/page/report-page-error.ts';
import { VerifyForm } from '#src/client/verify/verify-form.tsx';
import { entry, figures, search } from '#src/content/record/index.ts';
import { verify } from '#src/content/record/verify.ts';
import { canonicalNumber } from '#src/lib/input/canonical-number.ts';
import { readCertificateNumber } from '#src/lib/record/certificate-number.ts';
import type { CheckResult } from '#src/lib/record-log/check-result.ts';
import { readSearched } from '#src/lib/registries/serials.ts';
import { PageHead } from '#src/pages/_components/page-head.tsx';
import { CheckSteps } from '#src/ui/routes/record/check-steps.tsx';
import { FoundInRecord } from '#src/ui/routes/record/found-in-record.tsx';
import { CompactHead } from '#src/ui/sections/compact-head.tsx';

export default async function VerifyPage({ query }: { query: string }) {
  const form = pageContext()?.formResult;
  const posted = form?.values.record;
  const parameters = new URLSearchParams(query);
  const [keys, policy, text, units] = await Promise.all([
    orNull(findOwnKeys(), 'Could not read the keys of the log'),
    orNull(findOwnPolicy(), 'Could not read the policy of the log'),
    posted ?? orNull(readFile(parameters), 'Could not read what is to be checked'),
    posted !== undefined && readSearched(posted) && !form?.checked ? orNull(lookUp(posted), 'Could not look up a serial') : undefined,
  ]);
  const result = units === null ? unanswered : (form?.checked as CheckResult | undefined);
  return (
    <>
      <PageHead meta={verify.meta} path="/verify" indexed={parameters.size === 0} />
      <CompactHead back={entry.back} title={verify.title} lede={verify.lede} />
      <div className="page pt-6 pb-16">
        {units && <FoundInRecord texts={search} states={figures.states} q={posted ?? ''} found={units satisfies Found} />}
        {result && (
          <div className="mb-8">
            <CheckSteps texts={verify} result={result} by={verify.byServer} />
          </div>
        )}
        <VerifyForm
          texts={verify}
          initialText={text ?? ''}
          isEmpty={posted?.trim() === '' && !result}
          ownLog={{ keys: keys ?? null, policy: policy ?? null }}
        />
        <noscript>
          <p className="mt-4 max-w-[46rem] text-ink-soft">{verify.noScripts}</p>
        </noscript>
      </div>
    </>
  );
}

const unanswered: CheckResult = { headline: 'unfinished', steps: [] };

/** Reads the certificate or entry named by the address, as the file that its page offers for download. */
async function readFile(parameters: URLSearchParams): Promise<string | undefined> {
  const [named, index] = [parameters.get('certificate') ?? '', canonicalNumber(parameters.get('entry') ?? '')];
  const number = readCertificateNumber(named);
  const found = number ? await findCertificate(number) : index === undefined ? undefined : await findEntry(index);
  const file = found && (await readProvedFile(found));
  return file ? JSON.stringify(file, null, 2) : number;
}

/** @returns null if the database did not answer. */
async function orNull<Value>(reading: Promise<Value>, failed: string): Promise<Value | null> {
  try {
    return await reading;
  } catch (error) {
    reportPageError('verify', error, failed);
    return null;
  }
}
