import { Fragment, type ReactNode } from 'react';
import { activeFilters, type FacetCount, withoutFilter } from '#server/domain/projects/search.ts';
import { audit } from '#shared/content/projects/audit.ts';
import { list as content } from '#shared/content/projects/index.ts';
import { own } from '#shared/lib/input/own.ts';
import { formatPounds } from '#shared/lib/money/money.ts';
import { countryName } from '#shared/lib/projects/facts.ts';
import { countOf } from '#shared/lib/text/numbers.ts';
import {
  type CatalogueQuery,
  catalogueSearch,
  emptyCatalogueQuery,
  type FacetName,
  facetNames,
  maxFilterLength,
  poundsField,
  pricesCross,
} from '#shared/schemas/catalogue-query.ts';
import { Choice, Options, TextInput } from '#src/ui/controls/form.tsx';
import { InlineLink, SubmitButton, TextLink } from '#src/ui/controls/links.tsx';
import { OpenMarker, Summary } from '#src/ui/controls/texts.tsx';
import { fill, formatCount } from '#verify/text.ts';

/** How many values of a filter are in view. A filter with at most two more shows them all. */
const valuesInView = 8;
/** The filters that most buyers need. The price stands among them, and the other filters are behind a summary. */
const firstFacets: readonly FacetName[] = ['type', 'units', 'country'];
const otherFacets = facetNames.filter((name) => !firstFacets.includes(name));

/**
 * Search and filters as one GET form, whose state is the address of the page. With scripts, a change replaces the list in place
 * (src/page-scripts/catalogue.ts).
 */
export function CatalogueForm({ query, facets }: { query: CatalogueQuery; facets: Record<FacetName | 'impact', FacetCount[]> }) {
  const { form, filters } = content;
  const chosenCount = otherFacets.flatMap((name) => query[name]).length + [query.available, query.impact].filter(Boolean).length;
  const facetOf = (name: FacetName) => ({ name, chosen: query[name], values: facets[name] });
  return (
    <form
      id="catalogue"
      action="/projects#found"
      method="get"
      aria-label={form.label}
      className="catalogue-form grid content-start gap-3 self-start lg:gap-5 print:hidden"
    >
      <input type="hidden" name="view" value={query.view === emptyCatalogueQuery.view ? '' : query.view} />
      <input type="hidden" name="unanswered" value={query.unanswered ?? ''} />
      <div>
        <label htmlFor="catalogue-q" className="sr-only font-semibold lg:(not-sr-only block)">
          {form.q}
        </label>
        <div className="flex lg:mt-1.5">
          <input
            id="catalogue-q"
            type="search"
            name="q"
            defaultValue={query.q}
            maxLength={maxFilterLength}
            placeholder={form.placeholder}
            className="field min-w-0 flex-1"
          />
          <SubmitButton label={form.go} className="btn-primary shrink-0 px-5 lg:px-4" />
        </div>
      </div>
      <div className="flex flex-wrap gap-2 lg:(block border-t border-ink)">
        {firstFacets.map((name) => (
          <Fragment key={name}>
            {name === 'country' && <PriceGroup query={query} />}
            <FirstGroup legend={filters[name]} isEmpty={facets[name].length === 0}>
              <Values {...facetOf(name)} />
            </FirstGroup>
          </Fragment>
        ))}
        <details className="group/all open:w-full lg:border-y lg:border-rule">
          <summary className={`${pill} lg:(flex min-h-12 justify-between border-0 px-0 font-semibold)`}>
            <span data-more="">{chosenCount === 0 ? form.summary : fill(form.summarySet, { count: formatCount(chosenCount) })}</span>
            <OpenMarker />
          </summary>
          <div>
            {/* Each is open if a value is chosen. Without values it is hidden rather than left out: the next search may bring some. */}
            {otherFacets.map((name) => (
              <details key={name} open={query[name].length > 0} hidden={facets[name].length === 0} className="border-t border-rule">
                <Summary className="label min-h-12">{filters[name]}</Summary>
                <Values {...facetOf(name)} />
              </details>
            ))}
            <div className="border-t border-rule py-4">
              <NumberField name="available" label={form.available} typed={String(query.available ?? '')} />
            </div>
            <fieldset data-group="impact" className="border-t border-rule py-4">
              <legend className="label float-left mb-1 w-full">{filters.impact}</legend>
              <div className="clear-both">
                <Choice type="radio" name="impact" value="" label={form.anyImpact} defaultChecked={query.impact === undefined} />
                {facets.impact.map(({ value, count }) => (
                  <Choice
                    key={value}
                    type="radio"
                    name="impact"
                    value={value}
                    label={fill(form.fromImpact, { count: formatCount(Number(value)) })}
                    count={count}
                    defaultChecked={String(query.impact) === value}
                  />
                ))}
              </div>
            </fieldset>
          </div>
        </details>
      </div>
      {/* Sticky, to stay within reach however long the filters are. On narrow screens it is shown only while a filter is open; on wide ones
          only where no script (data-catalogue: src/page-scripts/catalogue.ts) changes the list by itself. */}
      <div className="catalogue-apply sticky flex flex-wrap items-center gap-x-6 gap-y-3 border-t border-rule bg-paper py-3 max-lg:[form:not(:has(details[open]))>&]:hidden lg:[[data-catalogue]_&]:hidden">
        <SubmitButton label={form.submit} />
        <InlineLink link={{ label: form.clear, href: '/projects' }} className="inline-flex min-h-12 items-center" />
      </div>
    </form>
  );
}

/** The two limits of the price as pounds, for the placeholders of texts. */
export const priceTexts = ({ min = 0, max = 0 }: { min?: number; max?: number }) => ({ min: formatPounds(min), max: formatPounds(max) });

function PriceGroup({ query }: { query: CatalogueQuery }) {
  const { form } = content;
  const { min, max } = query;
  const wrong = (text: string) => (pricesCross(query) ? fill(text, priceTexts(query)) : undefined);
  return (
    <FirstGroup legend={form.priceShort}>
      <fieldset className="pb-4">
        <legend className="mb-2 text-[0.875rem] text-ink-faint">{form.price}</legend>
        <div className="grid grid-cols-2 gap-3">
          <NumberField name="min" label={form.min} typed={min === undefined ? '' : poundsField(min)} error={wrong(form.aboveMax)} />
          <NumberField name="max" label={form.max} typed={max === undefined ? '' : poundsField(max)} error={wrong(form.belowMin)} />
        </div>
        <p className="mt-2 text-[0.875rem] text-ink-faint">{form.priceHint}</p>
      </fieldset>
    </FirstGroup>
  );
}

const pill =
  'inline-flex min-h-11 cursor-pointer items-center gap-2 rounded-[3px] border border-rule-strong px-3 text-[0.9375rem] group-open/all:(border-ink)';

/** One of `firstFacets` or the price: behind a button on narrow screens, open beside the list on wide ones. */
function FirstGroup({ legend, isEmpty = false, children }: { legend: string; isEmpty?: boolean; children: ReactNode }) {
  return (
    <details hidden={isEmpty} className="catalogue-first group/all open:w-full lg:border-b lg:border-rule">
      <summary className={pill}>
        {legend}
        <OpenMarker />
      </summary>
      <p aria-hidden="true" className="catalogue-legend label hidden pt-4 pb-1">
        {legend}
      </p>
      {children}
    </details>
  );
}

/** The values of a filter. The most frequent and the chosen ones are in view; any other can be typed, or found in a folded list. */
function Values({ name, chosen, values }: { name: FacetName; chosen: string[]; values: FacetCount[] }) {
  const { filters, form } = content;
  const [legend, id, list] = [filters[name], `catalogue-${name}`, `catalogue-${name}-values`];
  const label = (value: string) => labelOf(name, value);
  const isShort = values.length <= valuesInView + 2;
  const inView = values.filter(({ value, count }, index) => isShort || (index < valuesInView && count > 0) || chosen.includes(value));
  const remaining = values
    .filter((value) => !inView.includes(value))
    .toSorted((a, b) => label(a.value).localeCompare(label(b.value), 'en-GB'));
  const choice = ({ value, count }: FacetCount) => (
    <Choice key={value} type="checkbox" {...{ name, value, count }} label={label(value)} defaultChecked={chosen.includes(value)} />
  );
  return (
    <fieldset data-group={name} className="pb-4">
      <legend className="sr-only">{legend}</legend>
      {form.hints[name] && <p className="text-[0.875rem] text-ink-faint">{form.hints[name]}</p>}
      {inView.map(choice)}
      {remaining.length > 0 && (
        <div className="pt-2 pb-1">
          <TextInput {...{ id, name, list }} label={form.find[name] ?? legend} maxLength={maxFilterLength} autoComplete="off" />
          <datalist id={list}>
            {/* Only the names of countries are read as their values. */}
            <Options of={remaining.map(({ value }) => [name === 'country' ? label(value) : value, label(value)])} />
          </datalist>
        </div>
      )}
      {remaining.length > 0 && (
        <details>
          <summary className="flex min-h-11 cursor-pointer items-center">
            <span className="text-link text-canopy">
              {fill(form.more, { count: formatCount(remaining.length) })}
              <span className="sr-only">, {legend}</span>
            </span>
          </summary>
          <div className="max-h-96 overflow-y-auto border-y border-rule py-1 pr-2">{remaining.map(choice)}</div>
        </details>
      )}
    </fieldset>
  );
}

/** Returns the name of a value of a filter. */
const labelOf = (name: FacetName, value: string) =>
  name === 'country' ? countryName(value) : (own(content.values[name] ?? {}, value) ?? value);

function NumberField({ name, ...field }: { name: string; label: string; typed: string; error?: string }) {
  return <TextInput id={`catalogue-${name}`} name={name} {...field} inputMode="decimal" autoComplete="off" className="field figure" />;
}

/** The applied filters, each a link that removes it; with scripts, src/page-scripts/catalogue.ts follows it in place (`data-filter`). */
export function AppliedFilters({ query }: { query: CatalogueQuery }) {
  const chips = appliedFilters(query);
  if (chips.length === 0) return null;
  const { label, remove, clear } = content.chips;
  return (
    <nav aria-label={label} className="mb-4 flex flex-wrap items-center gap-x-3 gap-y-2">
      {chips.map(({ text, without }) => (
        <a
          key={catalogueSearch(query, without)}
          data-filter=""
          href={`/projects${catalogueSearch(query, { ...without, page: 1 })}#found`}
          className="inline-flex min-h-11 max-w-full items-center gap-2 border border-ink px-3 text-[0.9375rem] hover:bg-paper-deep"
        >
          <span className="sr-only">{`${remove} `}</span>
          <span className="min-w-0 break-words">{text}</span>
          <span aria-hidden="true">×</span>
        </a>
      ))}
      <TextLink
        data-filter=""
        href={`/projects${catalogueSearch(activeFilters(query).reduce(withoutFilter, query))}#found`}
        className="-mx-2 px-2"
      >
        {clear}
      </TextLink>
    </nav>
  );
}

/** Returns the applied filters: each one's text, and the change that removes it. */
function appliedFilters(query: CatalogueQuery): { text: string; without: Partial<CatalogueQuery> }[] {
  const { single, filters } = content;
  const one = <Name extends keyof typeof single>(name: Name, written: (value: NonNullable<CatalogueQuery[Name]>) => string) => {
    const value = query[name];
    if (value === undefined || value === '') return [];
    return [{ text: fill<string>(single[name], { value: written(value) }), without: { [name]: emptyCatalogueQuery[name] } }];
  };
  // Several filters may have this value: the text names the filter, too.
  const isAmbiguous = (name: FacetName, value: string) =>
    name !== 'country' && (value === 'not stated' || (name === 'category' && query.type.includes(value)));
  return [
    ...one('q', String),
    ...facetNames.flatMap((name) =>
      query[name].map((value) => ({
        text: `${isAmbiguous(name, value) ? `${filters[name]}: ` : ''}${labelOf(name, value)}`,
        without: { [name]: query[name].filter((other) => other !== value) },
      })),
    ),
    ...one('min', formatPounds),
    ...one('max', formatPounds),
    ...one('available', (credits) => countOf(credits, 'credit')),
    ...one('unanswered', (question) => audit.questions[question].name),
    ...one('impact', formatCount),
  ];
}

/** Pagination: links to the first page, the last and those around the current one. */
export function PageNumbers({ last, query }: { last: number; query: CatalogueQuery }) {
  const { pages: texts } = content;
  const { page } = query;
  if (last <= 1 || page > last) return null;
  const address = (to: number) => `/projects${catalogueSearch(query, { page: to })}#found`;
  return (
    <nav aria-label={texts.label} className="mt-8 flex flex-wrap items-center gap-x-1 gap-y-2 border-t border-ink pt-4 print:hidden">
      {page > 1 && <TextLink link={{ label: texts.previous, href: address(page - 1) }} rel="prev" className="mr-3" />}
      <ol className="flex flex-wrap items-center">
        {visiblePages(page, last).map((number, index, all) => (
          <li key={number} className="figure flex items-center">
            {index > 0 && number - (all[index - 1] ?? 0) > 1 && (
              <span aria-hidden="true" className="px-1">
                …
              </span>
            )}
            <a
              href={address(number)}
              aria-label={fill(texts.page, { page: formatCount(number) })}
              aria-current={number === page ? 'page' : undefined}
              className="inline-flex min-h-11 min-w-11 items-center justify-center px-2 hover:underline aria-[current]:(bg-canopy text-paper)"
            >
              {formatCount(number)}
            </a>
          </li>
        ))}
      </ol>
      {page < last && <TextLink link={{ label: texts.next, href: address(page + 1) }} rel="next" className="ml-3" />}
    </nav>
  );
}

/** Returns at most seven page numbers: the first, the last and those around `page`. A gap would never stand for one page alone. */
function visiblePages(page: number, last: number): number[] {
  const middle = Math.min(Math.max(page, 3), last - 2);
  const around = [1, middle - 1, middle, middle + 1, last].filter((number) => number >= 1 && number <= last);
  // The page that alone would be in a gap.
  const between = [2, last - 1].filter((number) => Math.abs(number - middle) === 2);
  return [...new Set([...around, ...between])].sort((a, b) => a - b);
}
