import { query } from '#server/platform/database/query.ts';
import { sql } from '#server/platform/database/sql.ts';
import { isListed } from './columns.ts';
import boxes from './country-boxes.json' with { type: 'json' };

/** How much a finding matters: a buyer is told something wrong; it may be wrong; something is not stated. */
export const severities = ['wrong', 'doubtful', 'missing'] as const;
/** Something that looks wrong about a stored project: its kind, and the details in this case, or an empty text. */
type Finding = { slug: string; severity: (typeof severities)[number]; kind: string; details: string };

/** How far (degrees) a place may lie outside its country's box: outlines are rough, and some projects are at sea. */
const margin = 1;
/** Prices are compared with their category's median if at least this many projects have one. */
const minPrices = 5;

/** Lists what looks wrong about stored projects: the worst first, then by kind and slug. A project can have several findings. */
export async function checkCatalogue(): Promise<Finding[]> {
  return query<Finding[]>`
    with medians as (
      select category, percentile_cont(0.5) within group (order by price_per_credit) as median
      from carbon_projects
      where price_per_credit is not null and ${isListed}
      group by category
      having count(*) >= ${minPrices}
    ), titles as (
      select catalogue_fold(title) as folded, count(*)::int as namesakes
      from carbon_projects
      where ${isListed}
      group by catalogue_fold(title)
      having count(*) > 1
    ), boxes as (
      select
        key as country,
        (value ->> 0)::float8 as west,
        (value ->> 1)::float8 as south,
        (value ->> 2)::float8 as east,
        (value ->> 3)::float8 as north
      from jsonb_each(${sql.json(boxes)}::jsonb)
    )
    select slug, severity, kind, details
    from carbon_projects as project
    left join medians using (category)
    left join titles on titles.folded = catalogue_fold(title)
    left join boxes using (country)
    cross join lateral (
      values
        ('wrong', sale_status = 'On sale' and units_status is null, 'is on sale, but does not state whether its credits are issued', ''),
        ('wrong', ${exceedsImpact}, ${exceedsImpactKind}, ${exceedsImpactDetails}),
        (
          'wrong',
          title ~ '[�]' or description || ' ' || coalesce(monitoring, '') ~ '[�]|Ã[©¨¤¶¼]|â€',
          'text looks garbled (wrong encoding)', ''
        ),
        ('wrong', latitude = 0 and longitude = 0, 'lies at 0, 0', ''),
        (
          'wrong',
          (latitude <> 0 or longitude <> 0) and (
            latitude not between south - ${margin} and north + ${margin}
            or case
              when west <= east then longitude not between west - ${margin} and east + ${margin}
              else longitude < west - ${margin} and longitude > east + ${margin}
            end
          ),
          'coordinates are outside its country', latitude || ', ' || longitude || ' is not in ' || country
        ),
        ('wrong', figures_as_of > current_date, 'figures are dated in the future', figures_as_of::text),
        ('doubtful', status = 'On sale' and price_per_credit is null and available_credits > 0, 'has credits to sell, but no price', ''),
        ('doubtful', status = 'On sale' and price_per_credit is not null and available_credits is null, 'has a price, but no stated availability', ''),
        (
          'doubtful',
          price_per_credit > 10 * median or price_per_credit < median / 10,
          'price is more than ten times off its category''s median', ''
        ),
        ('doubtful', sale_status = 'On sale' and impact_per_year = 0, 'is on sale with an impact of 0 tCO2e a year', ''),
        ('doubtful', status = 'Not yet on sale' and available_credits > 0, 'is not yet on sale, but has credits available', available_credits::text),
        ('doubtful', namesakes is not null, 'has the title of other projects', (namesakes - 1)::text),
        ('doubtful', figures_as_of < current_date - interval '2 years', 'figures are older than two years', figures_as_of::text),
        ('doubtful', catalogue_fold(description) = catalogue_fold(title), 'description only repeats the title', ''),
        ('doubtful', char_length(title) > 150, 'title has more than 150 characters', char_length(title)::text),
        ('missing', latitude is null, 'has no coordinates', ''),
        ('missing', country is null, 'has no country', ''),
        ('missing', figures_source is null, 'has no source for its figures', ''),
        ('missing', figures_as_of is null, 'has no date for its figures', '')
    ) as findings (severity, is_so, kind, details)
    where is_so and ${isListed}
    order by array_position(${[...severities]}::text[], severity), kind, slug
  `;
}

/** The condition that more credits are for sale than the project makes in the years of the vintage, where all that is known. */
export const exceedsImpact = sql`
  (impact_per_year > 0 and available_credits > impact_per_year::bigint * (coalesce(vintage_end, vintage_start) - vintage_start + 1))
`;

/** What is wrong then. */
export const exceedsImpactKind = sql`'has more credits for sale than its annual impact times its vintage years'`;

/** Its figures. */
export const exceedsImpactDetails = sql`
  (available_credits || ' > ' || impact_per_year || ' × ' || coalesce(vintage_end, vintage_start) - vintage_start + 1)
`;
