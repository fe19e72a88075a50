import { findCertificate } from '#server/domain/record/read/certificates.ts';
import { findEntry } from '#server/domain/record/read/entries.ts';
import { type Found, lookUp } from '#server/domain/record/read/lookup.ts';
import { findOwnKey } from '#server/domain/record/read/own-log.ts';
import { readProvedFile } from '#server/domain/record/read/proved-file.ts';
import { pageContext } from '#server/http/page/page-context.ts';
import { reportPageError } from '#server/http/page/report-page-error.ts';
import { VerifyForm } from '#src/client/verify/verify-form.tsx';
import { entry, figures, search, verify } from '#src/content/record/index.ts';
import { canonicalNumber } from '#src/lib/input/canonical-number.ts';
import { certificateNumber, checkFile } from '#src/lib/record-log/verify-file.ts';
import { readSearched } from '#src/lib/registries/serials.ts';
import { PageHead } from '#src/pages/_components/page-head.tsx';
import { CheckSteps } from '#src/ui/routes/record/check-steps.tsx';
import { FoundInRecord } from '#src/ui/routes/record/found-in-record.tsx';
import { RecordHead } from '#src/ui/routes/record/record-head.tsx';

export default async function VerifyPage({ query }: { query: string }) {
  const posted = pageContext()?.formResult?.values.record;
  const parameters = new URLSearchParams(query);
  const number = posted === undefined ? undefined : certificateNumber(posted);
  const lookup = number ? new URLSearchParams({ certificate: number }) : parameters;
  const [ownKey, found] = await Promise.all([readOwnKey(), posted === undefined || number ? readFile(lookup) : undefined]);
  const text = found ?? posted;
  const unfinished = { holds: null, steps: [], entry: undefined };
  const units = posted !== undefined && readSearched(posted) ? await findUnits(posted) : undefined;
  const isUnfinished = found === null || units === null;
  const isChecked = !units && posted?.trim();
  const result = isChecked ? (isUnfinished ? unfinished : await checkFile(text ?? '', ownKey ?? undefined)) : undefined;
  return (
    <>
      <PageHead meta={verify.meta} path="/verify" indexed={parameters.size === 0} />
      <RecordHead back={entry.back} title={verify.title} lede={verify.lede} sample={undefined} />
      <div className="page pt-6 pb-16">
        {units && <FoundInRecord texts={search} states={figures.states} q={posted ?? ''} found={units} />}
        {result && (
          <div className="mb-8">
            <CheckSteps
              texts={verify}
              steps={result.steps}
              holds={result.holds}
              isSample={result.entry?.sample ?? false}
              by={verify.byServer}
            />
          </div>
        )}
        <VerifyForm texts={verify} initialText={text ?? ''} isEmpty={posted?.trim() === ''} ownKey={ownKey} />
        <noscript>
          <p className="mt-4 max-w-[46rem] text-ink-soft">{verify.noScripts}</p>
        </noscript>
      </div>
    </>
  );
}

/**
 * Reads the certificate or entry named by the address, as the file that its page offers for download. @returns null if the database
 * did not answer.
 */
async function readFile(parameters: URLSearchParams): Promise<string | null | undefined> {
  const [number, index] = [parameters.get('certificate') ?? '', canonicalNumber(parameters.get('entry') ?? '')];
  try {
    const found = /^CR-\d{6,15}$/.test(number) ? await findCertificate(number) : index === undefined ? undefined : await findEntry(index);
    const file = found && (await readProvedFile(found));
    return file && JSON.stringify(file, null, 2);
  } catch (error) {
    reportPageError('verify', error, 'Could not read what is to be checked');
    return null;
  }
}

/** Says where units with this serial are. @returns null if the database did not answer. */
async function findUnits(serial: string): Promise<Found | null> {
  try {
    return await lookUp(serial);
  } catch (error) {
    reportPageError('verify', error, 'Could not look up a serial');
    return null;
  }
}

async function readOwnKey(): Promise<string | null> {
  try {
    return (await findOwnKey()) ?? null;
  } catch (error) {
    reportPageError('verify', error, 'Could not read the key of the log');
    return null;
  }
}
