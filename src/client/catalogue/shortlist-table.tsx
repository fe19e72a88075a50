'use client';

import { useAtomValue, useSetAtom } from 'jotai';
import { useEffect, useRef } from 'react';
import type { shortlist } from '#src/content/shortlist.ts';
import { tonnesLimit } from '#src/lib/money/basket.ts';
import { formatPounds, formatPrice } from '#src/lib/money/money.ts';
import { mostTonnes, type PricedProject, refusalText, type TonnesByUnits } from '#src/lib/money/quote.ts';
import { addressNeededBy, addressWith, addressWithout, tonnesField } from '#src/lib/shortlist/shortlist-address.ts';
import { fill } from '#src/lib/text/fill.ts';
import { formatCount } from '#src/lib/text/numbers.ts';
import type { Project } from '#src/schemas/project.ts';
import { FieldError } from '#src/ui/controls/field.tsx';
import { BillHeads, billLine, billLines, CellName, cell, footer, Sum } from '#src/ui/routes/shortlist/bill.tsx';
import { type LineNow, type ListedLine, lineErrorsAtom, typedAtom, useListed } from './listed-lines.ts';

type ListedProject = PricedProject & Pick<Project, 'location' | 'verificationStandard'>;

type ShortlistTableProps = {
  texts: (typeof shortlist)['table'];
  lines: ListedLine<ListedProject>[];
  /** The last day on which the prices of a quote requested today hold. */
  until: string;
  /** The day by which the credits are needed, if it was said before. */
  neededBy: string | undefined;
  /** The fragment that tells what was removed. */
  notice: string;
};

/**
 * The shortlist as a bill: its sums follow the tonnes as they are typed. It is a GET form, so that they can be edited without scripts.
 * On a phone each line becomes a block.
 */
export function ShortlistTable({ texts, lines: served, until, neededBy, notice }: ShortlistTableProps) {
  const { lines, ...sums } = useListed(served);
  const setTyped = useSetAtom(typedAtom);
  const form = useRef<HTMLFormElement>(null);
  // Adopt what was typed before hydration, or kept by the browser.
  useEffect(() => {
    const fields = [...(form.current?.querySelectorAll<HTMLInputElement>('[name^="t."]:not([type=hidden])') ?? [])];
    const typed = fields.filter(({ value, defaultValue }) => value !== defaultValue);
    setTyped(Object.fromEntries(typed.map(({ name, value }) => [name.slice(2), value])));
  }, [setTyped]);
  const listed = served.map(({ project: { slug }, tonnes }) => ({ slug, tonnes }));
  const removal = (slugs: string[]) => `${addressNeededBy(addressWithout(listed, slugs), neededBy)}#${notice}`;
  const { columns } = texts;
  return (
    <form ref={form} action="/shortlist" data-shortlist-edit="">
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
          {lines.map((line) => {
            const { slug } = line.served.project;
            return (
              <Line
                key={slug}
                line={line}
                texts={texts}
                until={until}
                addressWith={(tonnes) => addressNeededBy(addressWith(listed, [{ slug, tonnes }]), neededBy)}
                removal={removal([slug])}
                type={(text) => setTyped((typed) => ({ ...typed, [slug]: text }))}
              />
            );
          })}
        </tbody>
        {/* Where nothing can be bought there is no total: nothing costs £0.00. */}
        {sums.tonnes.total > 0 && (
          <tfoot className={footer}>
            <TonnesSum texts={texts.tonnes} tonnes={sums.tonnes} />
            <Sum name={texts.subtotal} pence={sums.subtotal} isEditable />
            <Sum name={texts.vat} pence={sums.vat} isEditable />
            <Sum name={texts.total} pence={sums.total} strong isEditable />
          </tfoot>
        )}
      </table>
      <p role="status" className="sr-only">
        {lines.some(({ isTyped }) => isTyped) && sums.tonnes.total > 0 && `${texts.total}: ${formatPounds(sums.total)}`}
      </p>
      <div className="mt-6 flex flex-wrap items-center justify-between gap-4 print:hidden">
        <a
          href={removal(listed.map(({ slug }) => slug))}
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

type LineProps = {
  line: LineNow<ListedProject>;
  texts: ShortlistTableProps['texts'];
  until: string;
  /** Returns the address of the shortlist with other tonnes of this line. */
  addressWith: (tonnes: number) => string;
  /** The address of the shortlist without it. */
  removal: string;
  type: (text: string) => void;
};

function Line({ line: { served, isTyped, quoted }, texts, until, addressWith, removal, type }: LineProps) {
  const { project } = quoted ?? served;
  const { slug, title, location, verificationStandard } = project;
  const refusal = quoted?.refusal;
  const tooMany = refusal?.reason === 'too_many' ? refusal.available : undefined;
  const label = fill(texts.tonnesOf, { title });
  const id = tonnesField(slug);
  const error = useAtomValue(lineErrorsAtom)[slug] ?? (quoted ? undefined : texts.unreadable);
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
            {refusalText(refusal, title, texts.refused)} {!isTyped && texts.leftOut}{' '}
            {tooMany !== undefined && (
              <a
                href={addressWith(tooMany)}
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
            <input type="hidden" name={id} value={served.tonnes} />
            <span className="figure">–</span>
          </>
        ) : (
          <div className="min-w-0">
            <input
              id={id}
              name={id}
              defaultValue={served.tonnes}
              onChange={({ target }) => type(target.value)}
              aria-label={label}
              aria-invalid={error !== undefined || tooMany !== undefined || undefined}
              aria-describedby={error && `${id}-error`}
              type="number"
              inputMode="numeric"
              min={tonnesLimit.min}
              max={mostTonnes(project)}
              step={1}
              required
              className="field figure w-36 max-w-full md:w-28 print:(w-24 min-h-0 border-0 bg-transparent p-0)"
            />
            {error && <FieldError id={id}>{error}</FieldError>}
          </div>
        )}
      </td>
      <td className={`${cell} md:text-right print:text-right`}>
        <CellName>{texts.columns.line}</CellName>
        <span className="figure text-[1.125rem]">{typeof quoted?.cost === 'number' ? formatPounds(quoted.cost) : '–'}</span>
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
function TonnesSum({ texts, tonnes }: { texts: ShortlistTableProps['texts']['tonnes']; tonnes: TonnesByUnits }) {
  const kinds = (['issued', 'expected', 'not stated'] as const).filter((value) => tonnes[value] > 0);
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
