import type { DisclosureTexts } from '#src/content/record/disclosure.ts';
import type { later } from '#src/content/record/index.ts';
import { own } from '#src/lib/input/own.ts';
import {
  correctedCertificates,
  type DisclosedLine,
  disclosureFiles,
  missingFacts,
  type SplitRow,
  splitsOf,
  totalOf,
  unconfirmedCertificates,
} from '#src/lib/record/disclosure.ts';
import { fill } from '#src/lib/text/fill.ts';
import { countOf, formatCount } from '#src/lib/text/numbers.ts';
import { ColumnHeads } from '#src/ui/sections/column-heads.tsx';
import { Corrections } from './corrections.tsx';

type DisclosureFiguresProps = {
  texts: DisclosureTexts;
  /** Words for what later entries say. */
  words: typeof later;
  lines: readonly DisclosedLine[];
  /** The certificate numbers as in the addresses of the files; undefined if there are no files. */
  numbers: string | undefined;
};

/** The combined figures of several certificates: the total, its breakdowns, missing facts and files. */
export function DisclosureFigures({ texts, words, lines, numbers }: DisclosureFiguresProps) {
  const certificates = [...new Set(lines.map(({ certificate }) => certificate))];
  const [corrected, unconfirmed, missing] = [correctedCertificates(lines), unconfirmedCertificates(lines), missingFacts(lines)];
  return (
    <div className="mt-10">
      <h2 className="display-3">
        {fill(texts.total, { quantity: formatCount(totalOf(lines)), certificates: countOf(certificates.length, texts.certificate) })}
      </h2>
      <p className="mt-1 flex flex-wrap gap-x-4">
        {certificates.map((number) => (
          <a key={number} href={`/certificates/${number}`} className="text-link figure inline-flex min-h-11 items-center text-canopy">
            {number}
          </a>
        ))}
      </p>
      {corrected.length > 0 && (
        <section role="note" className="mt-4 max-w-[46rem] border-l-3 border-clay bg-paper-bright px-4 py-2.5">
          <h3 className="font-semibold text-clay">{texts.corrected.title}</h3>
          <p>{texts.corrected.intro}</p>
          <ul className="mt-1">
            {corrected.map(({ certificate: number, entry, quantity, corrections }) => (
              <li key={number} className="mt-2">
                {fill(texts.corrected.one, { number, quantity: formatCount(quantity) })}
                <Corrections words={words} index={entry} corrections={corrections} />
              </li>
            ))}
          </ul>
        </section>
      )}
      <div className="mt-4 grid gap-x-14 gap-y-8 lg:grid-cols-2">
        {splitsOf(lines).map(({ split, rows }) => (
          <SplitTable key={split} title={texts.splits[split]} columns={texts.columns} names={texts.groups} rows={rows} />
        ))}
      </div>
      {unconfirmed.length > 0 && (
        <section className="mt-10 max-w-[46rem]">
          <h2 className="display-3">{texts.unconfirmed.title}</h2>
          <ul className="mt-2 border-b border-rule">
            {unconfirmed.map(({ certificate: number, quantity, open }) => (
              <li key={number} className="figure border-t border-rule py-2">
                {fill(texts.unconfirmed.one, { number, open: formatCount(open), quantity: formatCount(quantity) })}
              </li>
            ))}
          </ul>
        </section>
      )}
      {missing.length > 0 && (
        <section className="mt-10 max-w-[46rem]">
          <h2 className="display-3">{texts.missing.title}</h2>
          <p className="mt-1">{texts.missing.intro}</p>
          <ul className="mt-2 border-b border-rule">
            {missing.map(({ fact, certificates: lacking }) => (
              <li key={fact} className="border-t border-rule py-2">
                {`${texts.missing.facts[fact]}: `}
                <span className="figure">{lacking.join(', ')}</span>
              </li>
            ))}
          </ul>
        </section>
      )}
      {numbers !== undefined && (
        <section className="mt-10">
          <h2 className="display-3">{texts.files.title}</h2>
          <p className="mt-1">
            <a
              href={`/record/disclosure.zip?c=${numbers}`}
              className="text-link inline-flex min-h-11 items-center font-semibold text-canopy"
            >
              {texts.files.zip}
            </a>
          </p>
          <ul className="max-w-[46rem] border-b border-rule">
            {disclosureFiles.map((file) => (
              <li key={file} className="flex flex-wrap items-center justify-between gap-x-6 border-t border-rule py-1">
                <span>{texts.files[file]}</span>
                <span className="flex gap-x-6">
                  {texts.kinds.map(({ name, ending }) => (
                    <a
                      key={ending}
                      href={`/record/disclosure/${file}.${ending}?c=${numbers}`}
                      className="text-link inline-flex min-h-11 items-center text-canopy"
                    >
                      <span className="sr-only">{texts.files[file]}: </span>
                      {name}
                    </a>
                  ))}
                </span>
              </li>
            ))}
          </ul>
          <p className="mt-4 max-w-[46rem] text-[0.875rem] text-ink-soft">{texts.source}</p>
        </section>
      )}
    </div>
  );
}

type SplitTableProps = { title: string; columns: DisclosureTexts['columns']; names: DisclosureTexts['groups']; rows: SplitRow[] };

function SplitTable({ title, columns, names, rows }: SplitTableProps) {
  return (
    <table className="w-full border-collapse self-start text-left">
      <caption className="pb-2 text-left font-semibold">{title}</caption>
      <ColumnHeads
        columns={[
          { label: columns.name, className: 'label py-2 pr-4 font-normal' },
          { label: columns.quantity, className: 'label py-2 pl-3 text-right font-normal' },
          { label: columns.share, className: 'label py-2 pl-3 text-right font-normal' },
        ]}
      />
      <tbody>
        {rows.map(({ name, quantity, share }) => (
          <tr key={name} className="border-b border-rule">
            <th scope="row" className="py-2 pr-4 font-normal">
              <bdi>{own(names, name) ?? name}</bdi>
            </th>
            <td className="figure py-2 pl-3 text-right">{formatCount(quantity)}</td>
            <td className="figure py-2 pl-3 text-right">{`${share.toFixed(1)}%`}</td>
          </tr>
        ))}
      </tbody>
    </table>
  );
}
