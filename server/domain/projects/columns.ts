import { sql } from '#server/platform/database/sql.ts';
import { defaultImage } from '#src/lib/landscape-kinds.ts';

/** The columns of a `Project`, for every query that answers one. */
export function projectColumns() {
  return sql`
    id,
    slug,
    title,
    description,
    monitoring,
    category,
    project_type,
    coalesce(image_url, ${defaultImage}) as image_url,
    price_per_credit,
    available_credits,
    verification_standard,
    location,
    country,
    latitude,
    longitude,
    impact_per_year,
    featured,
    status,
    units_status,
    permanence_years,
    external_id,
    figures_source,
    to_char(figures_as_of, 'YYYY-MM-DD') as figures_as_of,
    updated_at
  `;
}
