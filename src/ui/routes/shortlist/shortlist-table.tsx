import type { shortlist } from '#src/content/shortlist.ts';
import { tonnesLimit } from '#src/lib/money/basket.ts';
import { formatPounds, formatPrice } from '#src/lib/money/money.ts';
import { mostTonnes, type Quote, type QuotedLine, refusalText, type TonnesByUnits } from '#src/lib/money/quote.ts';
import { type ShortlistLine, tonnesField } from '#src/lib/shortlist/shortlist-address.ts';
import { fill } from '#src/lib/text/fill.ts';
import { formatCount } from '#src/lib/text/numbers.ts';
import { unitsValues } from '#src/schemas/catalogue-query.ts';
import { BillHeads, billLine, billLines, CellName, cell, footer, Sum } from './bill.tsx';

type ShortlistTableProps = {
  texts: typeof shortlist;
  priced: Quote;
  /** The last day on which the prices of a quote requested today hold. */
  until: string;
  /** The day by which the credits are needed, if it was said before. */
  neededBy: string | undefined;
  /** Returns the address of the shortlist with a line changed. */
  addressWith: (line: ShortlistLine) => string;
  /** Returns the address of the shortlist without some of its projects. */
  addressWithout: (slugs: string[]) => string;
};

/** The shortlist as a bill. It is a GET form, so that tonnes can be edited without scripts. On a phone each line becomes a block. */
export function ShortlistTable({ texts, priced, until, neededBy, addressWith, addressWithout }: ShortlistTableProps) {
  const { columns } = texts;
  return (
    <form action="/shortlist" data-shortlist-edit="">
      {neededBy && <input type="hidden" name="by" value={neededBy} />}
      <table className="block w-full border-collapse text-left md:table print:table">
        <caption className="label block pb-3 text-left md:table-caption print:table-caption">{texts.caption}</caption>
        <BillHeads
          columns={[
            { label: columns.project, className: 'pr-6' },
            { label: columns.price, className: 'pr-6 text-right lg:pr-12' },
            { label: columns.tonnes, className: 'pr-6' },
            { label: columns.line, className: 'text-right' },
            { label: columns.change, className: 'pl-6 print:hidden' },
          ]}
        />
        <tbody className={billLines}>
          {priced.lines.map((line) => (
            <Line
              key={line.project.slug}
              line={line}
              texts={texts}
              until={until}
              addressWith={addressWith}
              removal={addressWithout([line.project.slug])}
            />
          ))}
        </tbody>
        {/* Where nothing can be bought there is no total: nothing costs £0.00. */}
        {priced.tonnes.total > 0 && (
          <tfoot className={footer}>
            <TonnesSum texts={texts.tonnes} tonnes={priced.tonnes} />
            <Sum name={texts.subtotal} pence={priced.subtotal} isEditable />
            <Sum name={texts.vat} pence={priced.vat} isEditable />
            <Sum name={texts.total} pence={priced.total} strong isEditable />
          </tfoot>
        )}
      </table>
      <div className="mt-6 flex flex-wrap items-center justify-between gap-4 print:hidden">
        <a
          href={addressWithout(priced.lines.map(({ project }) => project.slug))}
          rel="nofollow"
          data-shortlist-edit=""
          className="inline-flex min-h-11 items-center underline underline-offset-5"
        >
          {texts.clear}
        </a>
        <button type="submit" className="btn-outline">
          {texts.update}
        </button>
      </div>
    </form>
  );
}

function Line({
  line: { project, tonnes, refusal, cost },
  texts,
  until,
  addressWith,
  removal,
}: {
  line: QuotedLine;
  texts: typeof shortlist;
  until: string;
  addressWith: ShortlistTableProps['addressWith'];
  removal: string;
}) {
  const { slug, title, location, verificationStandard } = project;
  const tooMany = refusal?.reason === 'too_many' ? refusal.available : undefined;
  const label = fill(texts.tonnesOf, { title });
  return (
    <tr className={billLine}>
      <th
        scope="row"
        className="block font-normal md:(table-cell min-w-60 py-4 pr-6 align-middle) print:(table-cell py-4 pr-6 align-middle)"
      >
        <a href={`/projects/${slug}`} className="font-semibold break-words underline-offset-4 hover:underline">
          {title}
        </a>
        <span className="block text-[0.9375rem] text-ink-soft">
          {location} · {verificationStandard}
        </span>
        {refusal ? (
          <span className="block text-[0.9375rem] text-clay">
            {refusalText(refusal, title, texts.refused)} {texts.leftOut}{' '}
            {tooMany !== undefined && (
              <a
                href={addressWith({ slug, tonnes: tooMany })}
                rel="nofollow"
                data-shortlist-edit=""
                className="text-link inline-flex min-h-6 items-center text-canopy print:hidden"
              >
                {fill(texts.take, { available: formatCount(tooMany) })}
                <span className="sr-only"> {title}</span>
              </a>
            )}
          </span>
        ) : (
          <span className="block text-[0.9375rem] text-ink-soft">
            {{ issued: texts.issued, expected: texts.expected, 'not stated': texts.notStated }[project.unitsStatus ?? 'not stated']}
          </span>
        )}
      </th>
      <td className={`${cell} md:(pr-6 text-right) lg:pr-12 print:(pr-6 text-right)`}>
        <CellName>{texts.columns.price}</CellName>
        <span className="text-right">
          <span className="figure">{formatPrice(project)}</span>
          {!refusal && <span className="block text-[0.8125rem] text-ink-soft">{fill(texts.validity, { until })}</span>}
        </span>
      </td>
      <td className={`${cell} md:pr-6 print:pr-6`}>
        <CellName>{texts.columns.tonnes}</CellName>
        {refusal && tooMany === undefined ? (
          <>
            <input type="hidden" name={tonnesField(slug)} value={tonnes} />
            <span className="figure">–</span>
          </>
        ) : (
          <div className="min-w-0">
            <input
              id={tonnesField(slug)}
              name={tonnesField(slug)}
              defaultValue={tonnes}
              aria-label={label}
              type="number"
              inputMode="numeric"
              min={tonnesLimit.min}
              max={mostTonnes(project)}
              step={1}
              required
              className="field figure w-36 max-w-full md:w-28 print:(w-24 min-h-0 border-0 bg-transparent p-0)"
            />
          </div>
        )}
      </td>
      <td className={`${cell} md:text-right print:text-right`}>
        <CellName>{texts.columns.line}</CellName>
        <span className="figure text-[1.125rem]">{cost === null ? '–' : formatPounds(cost)}</span>
      </td>
      <td className="block md:(table-cell py-4 pl-6 align-middle) print:!hidden">
        <a
          href={removal}
          rel="nofollow"
          data-shortlist-edit=""
          className="inline-flex min-h-11 items-center underline underline-offset-5 md:min-h-0 print:min-h-0"
        >
          {texts.remove}
          <span className="sr-only"> {title}</span>
        </a>
      </td>
    </tr>
  );
}

/** The total tonnes, broken down into issued and expected ones. */
function TonnesSum({ texts, tonnes }: { texts: (typeof shortlist)['tonnes']; tonnes: TonnesByUnits }) {
  const kinds = unitsValues.filter((value) => tonnes[value] > 0);
  return (
    <tr className="flex flex-wrap items-baseline justify-between gap-x-4 border-b border-rule md:table-row print:table-row">
      <th scope="row" colSpan={3} className="py-3 font-normal text-ink-soft md:(pr-6 text-right) print:(pr-6 text-right)">
        {texts.total}
        {kinds.map((value) => (
          <span key={value} className="block text-[0.9375rem]">
            {texts[value]}
          </span>
        ))}
      </th>
      <td className="figure py-3 text-right text-[1.125rem]">
        {`${formatCount(tonnes.total)} t`}
        {kinds.map((value) => (
          <span key={value} className="block text-[0.9375rem] text-ink-soft">
            {formatCount(tonnes[value])}
          </span>
        ))}
      </td>
      <td className="hidden md:table-cell print:!hidden" />
    </tr>
  );
}
