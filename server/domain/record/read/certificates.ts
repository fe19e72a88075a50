import { projectIdOf } from '#server/domain/projects/find.ts';
import { type Query, query, sql } from '#server/platform/database/query.ts';
import { env } from '#server/platform/env.ts';
import { adjustmentOf, citedMethodology } from '#shared/lib/projects/facts.ts';
import type { DisclosedLine } from '#shared/lib/record/disclosure.ts';
import type { Project } from '#shared/schemas/project.ts';
import type { BeneficiaryTotal, ListedRetirement } from '#shared/schemas/record-api.ts';
import { textIn } from '#verify/certificate.ts';
import {
  confirmationsOf,
  confirmedUnits,
  correctionsOf,
  linesOfProject,
  periodOf,
  projectsOf,
  type RecordLine,
  retiredParts,
  retirementIn,
} from '#verify/entry.ts';
import { registryName } from '#verify/registries.ts';
import { printSerial } from '#verify/serials.ts';
import { isBeneficiary, listEntries, type ReadEntry } from './entries.ts';

/** Finds the retirement of a certificate by its number. Of a delivery, `entry` has only the retired units, and `canonical` the whole. */
export async function findCertificate(number: string): Promise<ReadEntry | undefined> {
  return (await listCertificates([number]))[0];
}

/** Finds the retirements of certificates by their numbers, each with only its own units. @param db the transaction to read in. */
export async function listCertificates(numbers: readonly string[], db: Query = query): Promise<ReadEntry[]> {
  return (await listEntries({ limit: numbers.length, certificates: numbers }, db)).map(asCertified);
}

/** Finds the newest retirement, be it a delivery that retires units at once, as `findCertificate`. */
export async function findNewestRetirement(): Promise<ReadEntry | undefined> {
  return (await listEntries({ limit: 1, certified: true })).map(asCertified)[0];
}

/** Returns the number of the certificate of a retirement, which has one. @throws Error for any other entry. */
export function numberOfCertificate({ entry: { certificate } }: Pick<ReadEntry, 'entry'>): string {
  if (certificate === undefined) throw new Error('An entry without a certificate is no retirement');
  return certificate;
}

/** Returns the address of the page of a certificate, by its number. */
export const addressOfCertificate = (number: string) => `${env().PUBLIC_URL}/certificates/${number}`;

/** Returns an entry with only the units that its certificate is about. */
function asCertified(found: ReadEntry): ReadEntry {
  const entry = retirementIn(found.entry);
  const todayOf = (id: number) => found.projects.find((project) => project.id === id)?.today;
  return { ...found, entry, projects: projectsOf(entry).map((project) => ({ ...project, today: todayOf(project.id) })) };
}

/** Returns the projects of a retirement, in the order of its entry, with what the catalogue says of them today. */
export async function findCertifiedProjects(retirement: ReadEntry) {
  const known = await listDisclosedProjects([retirement]);
  return retirement.projects.map((project) => {
    const { location = null, standard = null, labels = null } = known.find(({ id }) => id === project.today?.id) ?? {};
    return { ...project, location, standard, adjustment: adjustmentOf(labels, linesOfProject(retirement.entry, project)) };
  });
}

/**
 * Sums all retirements of each beneficiary whose name has these words, whole or in part; at most `limit` names, those of the newest
 * retirements first.
 */
export async function sumByBeneficiary(words: string, limit: number): Promise<BeneficiaryTotal[]> {
  return query<BeneficiaryTotal[]>`
    with found as materialized (
      select text, entry_index from record_texts where ${isBeneficiary(words)}
    ), names as (
      select text, max(entry_index) as newest from found group by text order by newest desc limit ${limit}
    ), unconfirmed as materialized (
      select certificate.entry_index, sum(upper(open.units) - lower(open.units)) as units ${fromOpenUnits} group by certificate.entry_index
    )
    select
      names.text as beneficiary, count(distinct retired.entry_index)::integer as certificates,
      sum(upper(retired.serials) - lower(retired.serials))::float8 as quantity,
      (
        select coalesce(sum(units), 0)::float8
        from unconfirmed
        where entry_index in (select entry_index from found where found.text = names.text)
      ) as open
    from names
    join found on found.text = names.text
    join unit_holdings as retired on retired.entry_index = found.entry_index and retired.status = 'Retired'
    group by names.text, names.newest
    order by names.newest desc
  `;
}

/** Returns a retirement as lists show it. */
export function listedRetirementOf(found: ReadEntry): ListedRetirement {
  const { index, entry, related, texts, projects } = asCertified(found);
  return {
    number: entry.certificate ?? '',
    beneficiary: textIn(texts.beneficiary),
    quantity: entry.quantity,
    open: entry.quantity - confirmedUnits(confirmationsOf(index, related)),
    period: periodOf(retiredParts({ index, entry, related })),
    projects: projects.map(({ slug, title, today }) => ({ slug: today?.slug ?? slug, title })),
  };
}

/** Retired units that nobody has confirmed at their registry: a range of one batch. */
type UnconfirmedRange = Pick<RecordLine, 'batch' | 'registry' | 'series' | 'first' | 'last'> & {
  certificate: string;
  /** The entry of the retirement. */
  entry: number;
  retiredAt: Date;
  /** Whether the retirement was corrected. */
  isCorrected: boolean;
};

/**
 * Lists the units of retirements without a confirmation, or with one that was corrected, in the order of the log. `registries`: only
 * of these.
 */
export async function listUnconfirmed({ registries }: { registries?: readonly string[] } = {}): Promise<UnconfirmedRange[]> {
  return query<UnconfirmedRange[]>`
    select
      certificate.number as certificate, certificate.entry_index::float8 as entry, held.since as retired_at,
      exists (select from record_entries where about = certificate.entry_index and kind = 'correct') as is_corrected,
      batch.id as batch, batch.registry, batch.series, lower(open.units)::float8 as first, (upper(open.units) - 1)::float8 as last
    ${fromOpenUnits}
    where ${registries === undefined ? sql`true` : sql`batch.registry = any(${registries}::text[])`}
    order by certificate.entry_index, batch.id, open.units
  `;
}

/** Counts the retirements and the units (tCO2e) that `listUnconfirmed` lists, all or only of a batch or of a project (its slug). */
export async function countUnconfirmed({ batch, project }: { batch?: number; project?: string } = {}) {
  const [counts] = await query<[{ certificates: number; units: number }]>`
    select count(distinct certificate.number)::float8 as certificates, coalesce(sum(upper(open.units) - lower(open.units)), 0)::float8 as units
    ${fromOpenUnits}
    where ${batch === undefined ? sql`true` : sql`batch.id = ${batch}`}
      and ${project === undefined ? sql`true` : sql`batch.project_id = ${projectIdOf(project)}`}
  `;
  return counts;
}

/**
 * The ranges of units (`units` of `batch_id`) that registries show as retired: each with its `day` there and with the entry of the
 * retirement (`about`). A confirmation that was corrected has none.
 */
const confirmedRanges = sql`
  select
    confirmation.about, (line.value ->> 'batch')::integer as batch_id,
    int8range((line.value ->> 'first')::bigint, (line.value ->> 'last')::bigint, '[]') as units,
    (said.entry ->> 'registryRetiredOn')::date as day
  from record_entries as confirmation
  cross join lateral (select convert_from(confirmation.entry, 'UTF8')::jsonb) as said (entry)
  cross join lateral jsonb_array_elements(said.entry -> 'confirmed') as line
  where confirmation.about is not null and confirmation.kind = 'confirm'
    and not exists (select from record_entries as correction where correction.about = confirmation.index)
`;

/** To select from: ranges (`open.units`) of `batch` that were retired with `certificate`, and that nobody has confirmed. */
const fromOpenUnits = sql`
  from record_certificates as certificate
  join unit_holdings as held on held.entry_index = certificate.entry_index and held.status = 'Retired'
  join credit_batches as batch on batch.id = held.batch_id
  left join (
    select about, batch_id, range_agg(units) as units from (${confirmedRanges}) as shown group by about, batch_id
  ) as confirmed on confirmed.about = certificate.entry_index and confirmed.batch_id = held.batch_id
  cross join lateral unnest(int8multirange(held.serials) - coalesce(confirmed.units, '{}')) as open (units)
`;

/** What was retired in a month, given as 2026-11: units in tCO2e and the number of certificates. */
type RetiredInMonth = { month: string; units: number; certificates: number };

/**
 * Returns what was retired of one project or all in each of the last 24 months (UTC), the oldest first. The day is the registry's where it
 * is stated, else ours: the rule of `retiredParts` (verify/entry.ts) in SQL, because the entries of all retirements are too wide to read.
 */
export function readRetirementsByMonth(slug?: string): Promise<RetiredInMonth[]> {
  const isOfProject = slug ? sql`held.batch_id in (select id from credit_batches where project_id = ${projectIdOf(slug)})` : sql`true`;
  const begin = sql`(select min(month) at time zone 'UTC' from months)`;
  return query<RetiredInMonth[]>`
    with today as (select date_trunc('month', now() at time zone 'UTC') as month), months as (
      select generate_series(month - interval '23 months', month, interval '1 month') as month from today
    ), retired as (
      select
        date_trunc('month', coalesce(case when is_corrected then part.day end, said.day, part.day, held.since at time zone 'UTC')) as month,
        upper(part.units) - lower(part.units) as units, held.entry_index
      from unit_holdings as held
      join record_entries as retirement on retirement.index = held.entry_index
      cross join lateral (
        select
          (convert_from(retirement.entry, 'UTF8')::jsonb ->> 'registryRetiredOn')::date as day,
          exists (select from record_entries where about = retirement.index and kind = 'correct') as is_corrected
      ) as said
      cross join lateral (
        with confirmed as (
          select units * held.serials as units, day
          from (${confirmedRanges}) as shown
          where about = held.entry_index and batch_id = held.batch_id and units && held.serials
        )
        select units, day from confirmed
        union all
        select unnest(int8multirange(held.serials) - coalesce((select range_agg(units) from confirmed), '{}')), null
      ) as part
      -- No entry states a day after its own, so what was retired in these months was recorded, or confirmed, since they began.
      where held.status = 'Retired' and ${isOfProject} and (
        held.since >= ${begin}
        or exists (select from record_entries where about = held.entry_index and kind = 'confirm' and created_at >= ${begin})
      )
    )
    select to_char(month, 'YYYY-MM') as month, coalesce(sum(units), 0)::float8 as units, count(distinct entry_index)::int as certificates
    from months
    left join retired using (month)
    group by months.month
    order by months.month
  `;
}

/**
 * Returns the retirements (`certified`) and what they have retired, one line for each range of serials, both in the requested order.
 * `unknown` lists the numbers that have no certificate.
 */
export async function readDisclosure(numbers: readonly string[]) {
  const retirements = new Map((await listCertificates(numbers)).map((one) => [one.entry.certificate, one]));
  const projects = await listDisclosedProjects([...retirements.values()]);
  return {
    certified: numbers.flatMap((number) => retirements.get(number) ?? []),
    lines: numbers.flatMap((number) => projects.flatMap((project) => linesOf(retirements.get(number), project))),
    unknown: numbers.filter((number) => !retirements.has(number)),
  };
}

/** Lists what the catalogue says today of the projects of retirements, in the order of their slugs. */
function listDisclosedProjects(retirements: readonly ReadEntry[]): Promise<DisclosedProject[]> {
  const ids = retirements.flatMap(({ projects }) => projects.flatMap(({ today }) => today?.id ?? []));
  return query<DisclosedProject[]>`
    select
      id, registry_url, country, location, verification_standard as standard, methodology, methodology_version, verifier, labels,
      coalesce(project_type, category) as project_type
    from carbon_projects
    where id = any(${ids}::integer[])
    order by slug
  `;
}

type DisclosedProject = Pick<Project, 'methodologyVersion' | 'labels'> &
  Pick<DisclosedLine, 'registryUrl' | 'country' | 'location' | 'standard' | 'methodology' | 'verifier' | 'projectType'> & { id: number };

function linesOf(found: ReadEntry | undefined, { id, labels, methodologyVersion, ...project }: DisclosedProject): DisclosedLine[] {
  const named = found?.projects.find(({ today }) => today?.id === id);
  if (!found || !named) return [];
  const { index, entry, related, texts } = found;
  const parts = retiredParts({ index, related, entry: { ...entry, lines: linesOfProject(entry, named) } });
  const corrections = correctionsOf(index, related);
  return parts.map((part) => ({
    ...project,
    ...part,
    methodology: citedMethodology(project.methodology, methodologyVersion) ?? null,
    project: named.title,
    registryId: named.registryId,
    certificate: entry.certificate ?? '',
    entry: index,
    beneficiary: textIn(texts.beneficiary),
    purpose: textIn(texts.purpose),
    isSample: entry.sample ?? false,
    registry: registryName(part.registry),
    serial: printSerial(part),
    adjustment: adjustmentOf(labels, [part]),
    corrections,
  }));
}
