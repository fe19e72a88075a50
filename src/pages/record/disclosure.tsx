import { readDisclosure } from '#server/domain/record/read/certificates.ts';
import { unlessFailed } from '#server/http/page/page.ts';
import { formErrors } from '#shared/content/form-errors.ts';
import { disclosure as texts } from '#shared/content/record/disclosure.ts';
import { confirmation, entry as entryTexts, sample } from '#shared/content/record/index.ts';
import {
  beneficiariesOf,
  certificatesOf,
  type DisclosedLine,
  disclosureFiles,
  missingFacts,
  readPack,
  sayConfirmed,
  sayLeftOut,
  sayYears,
  splitsOf,
  sumOf,
} from '#shared/lib/record/disclosure.ts';
import { countOf } from '#shared/lib/text/numbers.ts';
import { PageHead } from '#src/pages/_components/page-head.tsx';
import { Choice, ErrorSummary, Field } from '#src/ui/controls/form.tsx';
import { SubmitButton, TextLink } from '#src/ui/controls/links.tsx';
import { Notes, RuledItems } from '#src/ui/controls/texts.tsx';
import { Corrections } from '#src/ui/routes/record/entries.tsx';
import { CertificateTable } from '#src/ui/routes/record/found-in-record.tsx';
import { CompactHead } from '#src/ui/sections/frames.tsx';
import { Table } from '#src/ui/table.tsx';
import { fill, formatCount } from '#verify/text.ts';

export default async function DisclosurePage({ query }: { query: string }) {
  const parameters = new URLSearchParams(query);
  const { numbers, isTogether, beyondLimit, ignored } = readPack(parameters);
  const disclosure = await unlessFailed('disclosure', readDisclosure(numbers), 'Could not read certificates for a disclosure');
  const beneficiaryCount = beneficiariesOf(disclosure?.lines ?? []).length;
  const isRefused = beneficiaryCount > 1 && !isTogether;
  // The files are asked for without the numbers that have no certificate: the notes say which these are.
  const certified = certificatesOf(disclosure?.lines ?? []).map(({ number }) => number);
  const notes = [
    ...(disclosure ? [] : [texts.failed]),
    ...sayLeftOut({ beyondLimit, ignored, unknown: disclosure?.unknown ?? [] }, texts),
    ...(isRefused ? [fill(texts.different, { count: String(beneficiaryCount) })] : []),
    ...(beneficiaryCount > 1 && isTogether ? [fill(texts.added, { count: String(beneficiaryCount) })] : []),
    ...(disclosure && !isRefused ? sayYears(disclosure.lines, texts.years) : []),
  ];
  const error = parameters.has('c') && numbers.length === 0 ? texts.empty : undefined;
  const isSample = disclosure?.lines.some((line) => line.isSample);
  return (
    <>
      <PageHead meta={texts.meta} path="/record/disclosure" isError={error !== undefined} isIndexed={parameters.size === 0} />
      <CompactHead back={entryTexts.back} title={texts.title} lede={texts.lede} sample={isSample && sample} />
      <div className="page pt-6 pb-16">
        <form action="/record/disclosure" method="get" className="max-w-[46rem]">
          {error && <ErrorSummary texts={formErrors} problems={[{ text: texts.field, href: '#numbers' }]} />}
          <Field id="numbers" label={texts.field} hint={texts.hint} error={error}>
            {(control) => <textarea {...control} name="c" rows={3} defaultValue={numbers.join(', ')} className="field figure" />}
          </Field>
          <Choice type="checkbox" name="together" value="1" label={texts.together} defaultChecked={isTogether} />
          <SubmitButton label={texts.button} className="btn-primary mt-4" />
        </form>
        <div className="mt-6">
          <Notes texts={notes} />
        </div>
        {disclosure && disclosure.lines.length > 0 && (
          <DisclosureFigures
            lines={disclosure.lines}
            isSummed={!isRefused}
            filesQuery={beyondLimit.length > 0 ? undefined : `c=${certified.join(',')}${isTogether ? '&together=1' : ''}`}
          />
        )}
      </div>
    </>
  );
}

type DisclosureFiguresProps = {
  lines: readonly DisclosedLine[];
  /** Whether the certificates are added up. */
  isSummed: boolean;
  /** The query of the addresses of the files; undefined if there are none, because they would lack what is beyond the limit. */
  filesQuery: string | undefined;
};

/** Certificates, each with its beneficiary and day; and, if they are added up, their total, its breakdowns, missing facts and files. */
function DisclosureFigures({ lines, isSummed, filesQuery }: DisclosureFiguresProps) {
  const [certificates, sum] = [certificatesOf(lines), sumOf(lines)];
  const missing = missingFacts(lines);
  const corrected = certificates.filter(({ corrections }) => corrections.length > 0);
  return (
    <div className="mt-10">
      {isSummed && (
        <>
          <h2 className="display-3">
            {fill(texts.total, { quantity: formatCount(sum.quantity), certificates: countOf(certificates.length, 'certificate') })}
          </h2>
          <p className="mt-1 mb-6">{sayConfirmed(sum, confirmation)}</p>
        </>
      )}
      <CertificateTable caption={texts.certificates} certificates={certificates} />
      {corrected.length > 0 && (
        <section role="note" className="mt-4 max-w-[46rem] border-l-3 border-clay bg-paper-bright px-4 py-2.5">
          <h3 className="font-semibold text-clay">{texts.corrected.title}</h3>
          <p>{texts.corrected.intro}</p>
          <ul className="mt-1">
            {corrected.map(({ number, entry: index, quantity, corrections }) => (
              <li key={number} className="mt-2">
                {fill(texts.corrected.one, { number, quantity: formatCount(quantity) })}
                <Corrections index={index} corrections={corrections} />
              </li>
            ))}
          </ul>
        </section>
      )}
      {isSummed && (
        <>
          <div className="mt-8 grid gap-x-14 gap-y-8 lg:grid-cols-2">
            {splitsOf(lines).map(({ split, rows }) => (
              <Table
                key={split}
                caption={texts.splits[split]}
                captionClass="pb-2 text-left font-semibold"
                isNarrow
                className="self-start"
                columns={[
                  { name: texts.columns.name, cell: ({ name }) => <bdi>{name}</bdi> },
                  { name: texts.columns.quantity, cell: ({ quantity }) => formatCount(quantity), kind: 'count' },
                  { name: texts.columns.share, cell: ({ share }) => `${share.toFixed(1)}%`, kind: 'count' },
                ]}
                rows={rows}
              />
            ))}
          </div>
          {missing.length > 0 && (
            <section className="mt-10 max-w-[46rem]">
              <h2 className="display-3">{texts.missing.title}</h2>
              <p className="mt-1">{texts.missing.intro}</p>
              <RuledItems
                texts={missing.map(({ fact, certificates: lacking }) => `${texts.missing.facts[fact]}: ${lacking.join(', ')}`)}
                className="mt-2 border-b border-rule"
              />
            </section>
          )}
          {filesQuery !== undefined && (
            <section className="mt-10">
              <h2 className="display-3">{texts.files.title}</h2>
              <p className="mt-1">
                <TextLink link={{ label: texts.files.zip, href: `/record/disclosure.zip?${filesQuery}` }} className="font-semibold" />
              </p>
              <ul className="max-w-[46rem] border-b border-rule">
                {disclosureFiles.map((file) => (
                  <li key={file} className="flex flex-wrap items-center justify-between gap-x-6 border-t border-rule py-1">
                    <span>{texts.files[file]}</span>
                    <span className="flex flex-wrap gap-x-6">
                      {texts.formats.map(({ name, ending }) => (
                        <TextLink key={ending} href={`/record/disclosure/${file}.${ending}?${filesQuery}`}>
                          <span className="sr-only">{texts.files[file]}: </span>
                          {name}
                        </TextLink>
                      ))}
                    </span>
                  </li>
                ))}
              </ul>
              <p className="mt-4 max-w-[46rem] text-[0.875rem] text-ink-soft">{texts.source}</p>
            </section>
          )}
        </>
      )}
    </div>
  );
}
