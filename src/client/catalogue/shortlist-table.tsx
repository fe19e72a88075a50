'use client';

import { useAtomValue, useSetAtom } from 'jotai';
import { type ReactNode, useEffect, useRef } from 'react';
import type { shortlist } from '#shared/content/shortlist.ts';
import { formatPounds, formatPrice } from '#shared/lib/money/money.ts';
import { type PricedProject, refusalText } from '#shared/lib/money/quote.ts';
import { type ShortlistLine, shortlistAddress, tonnesField, tonnesPrefix } from '#shared/lib/shortlist.ts';
import { typedTonnesLength } from '#shared/schemas/limits.ts';
import type { TonnesByIssuance } from '#shared/schemas/portfolio.ts';
import type { Project } from '#shared/schemas/project.ts';
import { ErrorText } from '#src/ui/controls/form.tsx';
import { InlineLink, ProjectName } from '#src/ui/controls/links.tsx';
import { Table } from '#src/ui/table.tsx';
import { fill, formatCount } from '#verify/text.ts';
import { type LineNow, type ListedLine, lineErrorsAtom, quoteFormId, typedAtom, useListed } from './listed-lines.ts';

type ListedProject = PricedProject & Pick<Project, 'location' | 'verificationStandard'> & { statedUnits: string };

type ShortlistTableProps = {
  texts: (typeof shortlist)['table'];
  lines: ListedLine<ListedProject>[];
  /** The day by which the credits are needed, if it was said before. */
  neededBy: string | undefined;
  /** The id of the notice that says what was removed. */
  notice: string;
};

/**
 * The shortlist as a bill: its sums follow the tonnes as they are typed. The fields of the tonnes belong to the form for a quote below, so
 * that what is seen is what is sent. Without scripts, a button of that form works out the sums.
 */
export function ShortlistTable({ texts, lines: served, neededBy, notice }: ShortlistTableProps) {
  const { lines, ...sums } = useListed(served);
  const setTyped = useSetAtom(typedAtom);
  const table = useRef<HTMLDivElement>(null);
  // Adopt what was typed before hydration, or put back by the browser or src/page-scripts/shortlist.ts.
  useEffect(() => {
    const fields = [...(table.current?.querySelectorAll<HTMLInputElement>(`[name^="${tonnesPrefix}"]:not([type=hidden])`) ?? [])];
    const typed = fields.filter(({ value, defaultValue }) => value !== defaultValue);
    setTyped(Object.fromEntries(typed.map(({ name, value }) => [name.slice(tonnesPrefix.length), value])));
  }, [setTyped]);
  const listed = served.map(({ project: { slug }, tonnes }) => ({ slug, tonnes }));
  const addressWith = (line: ShortlistLine) => shortlistAddress(listed, { edited: [line], by: neededBy });
  const addressWithout = (removed: typeof listed) => {
    const left = listed.filter((line) => !removed.includes(line));
    return `${shortlistAddress(left, { removed, by: neededBy })}#${notice}`;
  };
  const { columns } = texts;
  return (
    <div ref={table}>
      <Table
        caption={texts.caption}
        look="bill"
        columns={[
          { name: columns.project, cell: (line) => <LineName {...{ line, texts }} addressOf={addressWith} />, className: 'wide:min-w-60' },
          { name: columns.price, cell: (line) => formatPrice(stateOf(line).project), kind: 'count', named: 'beside' },
          { name: columns.tonnes, cell: (line) => <LineTonnes line={line} texts={texts} />, named: 'beside' },
          {
            name: columns.line,
            cell: ({ quoted }) => (quoted?.cost ? formatPounds(quoted.cost) : '–'),
            kind: 'count',
            named: 'beside',
            className: 'text-[1.125rem]',
          },
          {
            name: columns.change,
            cell: ({ served: { project } }) => (
              <Removal href={addressWithout(listed.filter(({ slug }) => slug === project.slug))} className="md:min-h-0">
                {texts.remove}
                <span className="sr-only"> {project.title}</span>
              </Removal>
            ),
            kind: 'controls',
          },
        ]}
        rows={lines}
        row={({ served }) => ({ key: served.project.slug })}
        // Where nothing can be bought there is no total: nothing costs £0.00.
        totals={
          sums.tonnes.total > 0
            ? [
                ...tonnesSums(texts.tonnes, sums.tonnes, lines),
                { name: texts.subtotal, values: [formatPounds(sums.subtotal)] },
                { name: texts.vat, values: [formatPounds(sums.vat)] },
                { name: texts.total, values: [formatPounds(sums.total)], isStrong: true },
              ]
            : []
        }
      />
      <p role="status" className="sr-only">
        {lines.some(({ isTyped }) => isTyped) && sums.tonnes.total > 0 && `${texts.total}: ${formatPounds(sums.total)}`}
      </p>
      <div className="mt-6 flex flex-wrap items-center justify-between gap-4 print:hidden">
        <Removal href={addressWithout(listed)}>{texts.clear}</Removal>
        <p className="flex flex-wrap gap-3">
          {/* Enter in a field presses the first button of its form: this one. Where no tonnes can be typed, the page has no such form. */}
          {lines.some(hasField) && (
            <button type="submit" form={quoteFormId} name="calculate" value="1" className="btn-outline [@media(scripting:enabled)]:hidden">
              {texts.update}
            </button>
          )}
          {sums.tonnes.total > 0 && (
            <a href="#quote" className="btn-primary">
              {texts.quote}
            </a>
          )}
        </p>
      </div>
    </div>
  );
}

function Removal({ href, className = '', children }: { href: string; className?: string; children: ReactNode }) {
  return (
    <a
      href={href}
      rel="nofollow"
      data-shortlist-edit=""
      className={`inline-flex min-h-11 items-center underline underline-offset-5 ${className}`}
    >
      {children}
    </a>
  );
}

type LineProps = { line: LineNow<ListedProject>; texts: ShortlistTableProps['texts'] };

/** Returns a line's project as priced now, why the line cannot be bought, if so, and if its tonnes are too many, how many there are. */
function stateOf({ served, quoted }: LineNow<ListedProject>) {
  const refusal = quoted?.refusal;
  return { project: (quoted ?? served).project, refusal, available: refusal?.reason === 'too_many' ? refusal.available : undefined };
}

/** Checks whether a line's tonnes can be typed: some of it can be bought. */
function hasField(line: LineNow<ListedProject>): boolean {
  const { refusal, available } = stateOf(line);
  return !refusal || available !== undefined;
}

/** `addressOf`: returns the address of the shortlist with other tonnes of this line. */
function LineName({ line, texts, addressOf }: LineProps & { addressOf: (line: ShortlistLine) => string }) {
  const { project, refusal, available } = stateOf(line);
  const { slug, title, location, verificationStandard, statedUnits } = project;
  return (
    <>
      <ProjectName
        {...{ slug, title }}
        detail={[location, verificationStandard, statedUnits].filter(Boolean).join(' · ')}
        detailClass="text-[0.9375rem] [overflow-wrap:anywhere]"
      />
      {refusal ? (
        <span className="block text-[0.9375rem] text-clay">
          {refusalText(refusal, title, texts.refused)} {!line.isTyped && texts.leftOut}{' '}
          {available !== undefined && (
            <InlineLink
              href={addressOf({ slug, tonnes: available })}
              rel="nofollow"
              data-shortlist-edit=""
              className="inline-flex min-h-6 items-center print:hidden"
            >
              {fill(texts.take, { available: formatCount(available) })}
              <span className="sr-only"> {title}</span>
            </InlineLink>
          )}
        </span>
      ) : (
        <span className={`block text-[0.9375rem] ${project.unitsStatus === 'issued' ? 'text-ink-soft' : 'text-clay'}`}>
          {texts.units[project.unitsStatus ?? 'notStated']}
        </span>
      )}
    </>
  );
}

function LineTonnes({ line, texts }: LineProps) {
  const setTyped = useSetAtom(typedAtom);
  const { project, available } = stateOf(line);
  const id = tonnesField(project.slug);
  const error = useAtomValue(lineErrorsAtom)[project.slug] ?? (line.quoted ? undefined : texts.unreadable);
  if (!hasField(line)) {
    return (
      <>
        <input type="hidden" form={quoteFormId} name={id} value={line.served.tonnes} />
        <span className="figure">–</span>
      </>
    );
  }
  return (
    <>
      <input
        id={id}
        form={quoteFormId}
        name={id}
        defaultValue={line.served.posted ?? line.served.tonnes}
        // Not `onChange`: React does not call it when src/page-scripts/shortlist.ts puts back what was typed.
        onInput={({ currentTarget: { value } }) => setTyped((typed) => ({ ...typed, [project.slug]: value }))}
        aria-label={fill(texts.tonnesOf, { title: project.title })}
        // While a number cannot be read, the list is not offered to be shared or saved: `KeepShortlist` in src/pages/shortlist.tsx.
        data-unreadable={line.quoted ? undefined : ''}
        aria-invalid={error !== undefined || available !== undefined || undefined}
        aria-describedby={error && `${id}-error`}
        inputMode="numeric"
        autoComplete="off"
        maxLength={typedTonnesLength}
        required
        className="field figure w-36 max-w-full md:w-28 print:(w-24 min-h-0 border-0 bg-transparent p-0)"
      />
      {error && <ErrorText id={id}>{error}</ErrorText>}
    </>
  );
}

/** The total tonnes of the lines that have a cost and, unless all are issued, the tonnes of each kind. */
function tonnesSums(texts: ShortlistTableProps['texts']['tonnes'], tonnes: TonnesByIssuance, lines: LineNow<PricedProject>[]) {
  const kinds = (['issued', 'expected', 'notStated'] as const).filter((kind) => tonnes[kind] > 0 && tonnes.issued < tonnes.total);
  const isPartial = lines.some(({ quoted }) => !quoted || quoted.refusal);
  return ([isPartial ? 'partial' : 'total', ...kinds] as const).map((name) => ({
    name: texts[name],
    values: [`${formatCount(tonnes[name === 'partial' ? 'total' : name])} t`],
  }));
}
