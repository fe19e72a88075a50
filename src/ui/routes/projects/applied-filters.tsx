import type { list as listContent } from '#src/content/projects/index.ts';
import { own } from '#src/lib/input/own.ts';
import { formatPounds } from '#src/lib/money/money.ts';
import { countryName } from '#src/lib/projects/countries.ts';
import { fill } from '#src/lib/text/fill.ts';
import { formatCount } from '#src/lib/text/numbers.ts';
import { type CatalogueQuery, catalogueSearch, type FacetName, facetNames } from '#src/schemas/catalogue-query.ts';
import { TextLink } from '#src/ui/controls/text-link.tsx';

type AppliedFiltersProps = { content: typeof listContent; query: CatalogueQuery };

/** The applied filters, each a link that removes it (`data-filter`: with scripts in place, src/page-scripts/catalogue.ts). */
export function AppliedFilters({ content, query }: AppliedFiltersProps) {
  const chips = appliedFilters(content, query);
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
      <TextLink data-filter="" href={`/projects${catalogueSearch({ ...query, ...nothing })}#found`} className="-mx-2 px-2">
        {clear}
      </TextLink>
    </nav>
  );
}

const nothing = {
  ...(Object.fromEntries(facetNames.map((name) => [name, []])) as unknown as Pick<CatalogueQuery, (typeof facetNames)[number]>),
  q: '',
  min: undefined,
  max: undefined,
  available: undefined,
  unanswered: undefined,
  impact: undefined,
  page: 1,
} satisfies Partial<CatalogueQuery>;

type Applied = { text: string; without: Partial<CatalogueQuery> };

/** Returns the applied filters: each one's text, and the change that removes it. */
function appliedFilters({ bounds, filters, values }: typeof listContent, query: CatalogueQuery): Applied[] {
  const { q, min, max, available, unanswered, impact } = query;
  const format = (text: string, value: string) => fill(text, { value });
  const labelOf = (name: FacetName, value: string) => {
    const label = own(values[name] ?? {}, value) ?? value;
    // Two filters have it.
    const isAmbiguous = value === 'not stated' || (name === 'category' && query.type.includes(value));
    return isAmbiguous ? `${filters[name]}: ${label}` : label;
  };
  return [
    ...(q ? [{ text: format(bounds.q, q), without: { q: '' } }] : []),
    ...facetNames.flatMap((name) =>
      query[name].map((value) => ({
        text: name === 'country' ? countryName(value) : labelOf(name, value),
        without: { [name]: query[name].filter((other) => other !== value) },
      })),
    ),
    ...(min === undefined ? [] : [{ text: format(bounds.min, formatPounds(min)), without: { min: undefined } }]),
    ...(max === undefined ? [] : [{ text: format(bounds.max, formatPounds(max)), without: { max: undefined } }]),
    ...(available === undefined ? [] : [{ text: format(bounds.available, formatCount(available)), without: { available: undefined } }]),
    ...(unanswered === undefined
      ? []
      : [{ text: format(bounds.unanswered, own(values.unanswered ?? {}, unanswered) ?? unanswered), without: { unanswered: undefined } }]),
    ...(impact === undefined ? [] : [{ text: format(bounds.impact, formatCount(impact)), without: { impact: undefined } }]),
  ];
}
