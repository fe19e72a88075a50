import { isListed } from '#server/domain/projects/columns.ts';
import { query } from '#server/platform/database/query.ts';
import { countryName } from '#src/lib/projects/countries.ts';
import { projectCount } from '#src/lib/text/numbers.ts';
import boxes from './country-boxes.json' with { type: 'json' };

/** A country as a place on a map: the centre of its bounding box, with the address of its projects. */
export type CountryPlace = {
  slug: string;
  title: string;
  location: string;
  standard: string;
  href: string;
  latitude: number;
  longitude: number;
};

/** Lists the countries with the most projects, at most `limit`, for maps of a catalogue without coordinates. */
export async function listCountryPlaces({ limit }: { limit: number }): Promise<CountryPlace[]> {
  const rows = await query<{ country: string; total: number }[]>`
    select country, count(*)::int as total
    from carbon_projects
    where country is not null and ${isListed}
    group by country
    order by total desc, country
    limit ${limit}
  `;
  return rows.flatMap(({ country, total }) => {
    const box = (boxes as Record<string, number[]>)[country];
    const [west, south, east, north] = box ?? [];
    if (west === undefined || south === undefined || east === undefined || north === undefined) return [];
    return [
      {
        slug: `country-${country.toLowerCase()}`,
        title: countryName(country),
        location: projectCount(total),
        standard: '',
        href: `/projects?country=${country}`,
        latitude: (south + north) / 2,
        longitude: (west + east) / 2,
      },
    ];
  });
}
