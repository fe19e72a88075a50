import { isListed } from '#server/domain/projects/columns.ts';
import { countryCode } from '#server/domain/projects/country-codes.ts';
import { sql } from '#server/platform/database/sql.ts';
import type { Transaction } from '#server/platform/database/transaction.ts';
import type { CatalogueQuery, FacetName, IgnoredParameter } from '#src/schemas/catalogue-query.ts';

/** Thrown if a filter has a value that no project has. */
export class UnknownValue extends Error {
  readonly parameter: FacetName;
  readonly allowed: string[];
  constructor(parameter: FacetName, allowed: string[]) {
    super(`No project has this ${parameter}`);
    this.parameter = parameter;
    this.allowed = allowed;
  }
}

/** Returns the query without the values that no project has, and those values. */
export async function dropUnknownValues(
  db: Transaction,
  query: CatalogueQuery,
): Promise<{ query: CatalogueQuery; unknown: IgnoredParameter[] }> {
  const { category, type, standard } = query;
  // People may type a country's name instead of its code.
  const country = query.country.map((name) => countryCode(name) ?? name);
  if (category.length + type.length + standard.length + country.length === 0) return { query, unknown: [] };
  const unknown = await db<(IgnoredParameter & { name: FacetName })[]>`
    select 'category' as name, value from unnest(${category}::text[]) as value
    where not exists (select from carbon_projects where category = value and ${isListed})
    union all
    select 'type', value from unnest(${type}::text[]) as value
    where not exists (select from carbon_projects where project_type = value and ${isListed})
    union all
    select 'standard', value from unnest(${standard}::text[]) as value
    where not exists (select from carbon_projects where verification_standard = value and ${isListed})
    union all
    select 'country', value from unnest(${country}::text[]) as value
    where not exists (select from carbon_projects where country = value and ${isListed})
  `;
  const known = { ...query, country: [...new Set(country)] };
  for (const { name, value } of unknown) known[name] = known[name].filter((other) => other !== value);
  return { query: known, unknown: unknown.map(({ name, value }) => ({ name, value })) };
}

/** Throws UnknownValue for the first value that no project has. Otherwise returns the query, with countries by code. */
export async function rejectUnknownValues(db: Transaction, query: CatalogueQuery): Promise<CatalogueQuery> {
  const { query: known, unknown } = await dropUnknownValues(db, query);
  const name = unknown[0]?.name as FacetName | undefined;
  if (name) throw new UnknownValue(name, await listValues(db, name));
  return known;
}

async function listValues(db: Transaction, name: FacetName): Promise<string[]> {
  const columns: Partial<Record<FacetName, string>> = { type: 'project_type', standard: 'verification_standard' };
  const column = sql(columns[name] ?? name);
  const rows = await db<{ value: string }[]>`
    select distinct ${column} as value
    from carbon_projects
    where ${column} is not null and ${isListed}
    order by value
  `;
  return rows.map(({ value }) => value);
}
