import { type Fragment, query, sql } from '#server/platform/database/query.ts';
import { misread } from '#shared/schemas/readable-text.ts';
import { isListed } from './carbon-projects.ts';
import countryBoxes from './country-boxes.json' with { type: 'json' };

/** How much a finding matters: what a buyer is told is wrong, may be wrong, or is not stated. */
export const severities = ['wrong', 'doubtful', 'missing'] as const;
/** What looks wrong about a listed project. `kind`: words that follow its slug; `details`: empty where there are none. */
type Finding = { slug: string; severity: (typeof severities)[number]; kind: string; details: string };

/** How far (degrees) a place may lie outside its country's box: outlines are rough, and some projects are at sea. */
const margin = 1;
/** Prices are compared with their category's median if at least this many projects have one. */
const minPrices = 5;
/** A lost or misread letter, as PostgreSQL writes a pattern. */
const garbled = `�|${misread.source.replaceAll('\\p{L}', '[[:alpha:]]')}`;

/** Lists what looks wrong about listed projects, worst first, then by kind and slug. `status` is stated, `sale_status` what buyers see. */
export async function checkCatalogue(): Promise<Finding[]> {
  return query<Finding[]>`
    with medians as (
      select category, percentile_cont(0.5) within group (order by price_per_credit) as median
      from carbon_projects
      where price_per_credit is not null and ${isListed}
      group by category
      having count(*) >= ${minPrices}
    ), boxes as (
      select
        key as country,
        (value ->> 0)::float8 as west,
        (value ->> 1)::float8 as south,
        (value ->> 2)::float8 as east,
        (value ->> 3)::float8 as north
      from jsonb_each(${sql.json(countryBoxes)}::jsonb)
    )
    select slug, severity, kind, details
    from (
      select *, count(*) over (partition by latitude, longitude) as together, count(*) over (partition by catalogue_fold(title)) as namesakes
      from carbon_projects where ${isListed}
    ) as project
    left join medians using (category)
    left join boxes using (country)
    cross join lateral (
      values
        ('wrong', sale_status = 'On sale' and units_status is null, 'is on sale, but does not state whether its credits are issued', ''),
        (
          'wrong',
          concat_ws(' ', title, description, monitoring) ~ ${garbled},
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
        ('doubtful', namesakes > 1, 'has the title of other projects', (namesakes - 1)::text),
        ('doubtful', together > 5 and (latitude <> 0 or longitude <> 0), 'lies exactly where five or more others do: in the middle of a country?', latitude || ', ' || longitude),
        ('doubtful', figures_as_of < current_date - interval '2 years', 'figures are older than two years', figures_as_of::text),
        ('doubtful', catalogue_fold(description) = catalogue_fold(title), 'description only repeats the title', ''),
        ('doubtful', char_length(title) > 150, 'title has more than 150 characters', char_length(title)::text),
        ('missing', latitude is null, 'has no coordinates', ''),
        ('missing', country is null, 'has no country', ''),
        ('missing', figures_source is null, 'has no source for its figures', ''),
        ('missing', figures_as_of is null, 'has no date for its figures', '')
      union all
      select 'wrong', is_so, kind, concat_ws(', not ', value, other) from ${contradictions(sql`project`, sql`project.id`)}
    ) as findings (severity, is_so, kind, details)
    where is_so
    order by array_position(${[...severities]}::text[], severity), kind, slug
  `;
}

/**
 * Returns SQL that compares what a row of the catalogue states with its own figures, and with the units on the record of the project with
 * this id. A row for each contradiction that there may be: the field's name (`column`), whether it is so, the kind of finding, the value,
 * and what the record says instead, if it does. Years are compared with those of the units for sale; a year stated alone is both.
 */
export const contradictions = (row: Fragment, id: Fragment) => sql`
  (
    select
      array_agg(distinct unit_type order by unit_type) as types,
      extract(year from min(vintage_start) filter (where is_held))::int as first,
      extract(year from max(vintage_end) filter (where is_held))::int as last
    from credit_batches as batch
    cross join lateral (
      select exists (select from unit_holdings where batch_id = batch.id and ended_entry is null and status = 'Held') as is_held
    ) as held
    where project_id = ${id}
  ) as units
  cross join lateral (
    select
      coalesce(${row}.vintage_start, ${row}.vintage_end) as begins,
      coalesce(${row}.vintage_end, ${row}.vintage_start) as ends,
      case when ${row}.vintage_start is null then 'vintageEnd' else 'vintageStart' end as year_field
  ) as vintage
  cross join lateral (
    values
      (
        'availableCredits', ${row}.impact_per_year > 0 and ${row}.available_credits > ${row}.impact_per_year::bigint * (ends - begins + 1),
        'has more credits for sale than its annual impact times its vintage years',
        ${row}.available_credits || ' > ' || ${row}.impact_per_year || ' × ' || (ends - begins + 1), null
      ),
      (
        'availableCredits',
        ${row}.units_status = 'issued' and ${row}.available_credits > ${row}.registry_issued - coalesce(${row}.registry_retired, 0),
        'has more issued credits for sale than its registry has issued and not retired',
        concat_ws(' − ', ${row}.available_credits || ' > ' || ${row}.registry_issued, ${row}.registry_retired), null
      ),
      (
        'registryRetired', ${row}.registry_retired > ${row}.registry_issued,
        'has more credits retired by its registry than issued', ${row}.registry_retired || ' > ' || ${row}.registry_issued, null
      ),
      (
        year_field, ${row}.units_status = 'issued' and begins > extract(year from current_date),
        'has issued credits of a vintage that has not begun', begins::text, null
      ),
      (
        'unitType', ${row}.unit_type <> all(types),
        'has another unit type than its units on the record', ${row}.unit_type, array_to_string(types, ' and ')
      ),
      (
        year_field, first < begins or last > ends,
        'has a vintage that leaves out years of its units for sale on the record',
        concat_ws('–', begins, nullif(ends, begins)), concat_ws('–', first, nullif(last, first))
      )
  ) as contradiction ("column", is_so, kind, value, other)
`;
