import { containsWords } from '#server/domain/projects/carbon-projects.ts';
import { projectIdOf } from '#server/domain/projects/find.ts';
import { currentCheckpoint, findCheckpoint, type SignedCheckpoint } from '#server/domain/record/log/checkpoint.ts';
import { nodeReader } from '#server/domain/record/log/log.ts';
import { findWitnessed, withCosignatures } from '#server/domain/record/log/witnesses.ts';
import { allOf, type Fragment, inTransaction, type Query, query, sql } from '#server/platform/database/query.ts';
import type { ShownProject } from '#verify/certificate.ts';
import { type OperationKind, projectsOf, type RecordEntry, type RelatedEntry, type TextField, textFields } from '#verify/entry.ts';
import type { ProvedFile, ProvedText } from '#verify/file.ts';
import { proveInclusion, writeProof } from '#verify/signed-tree.ts';

/** An entry of the log, with the texts that are stored beside it. */
export type ReadEntry = {
  index: number;
  entry: RecordEntry;
  /** The exact bytes of the entry in the log, as text. */
  canonical: string;
  /** The texts whose hashes are in the entry. */
  texts: Partial<Record<TextField, ProvedText>>;
  /** The projects concerned, by the names that they had at the entry. */
  projects: ShownProject[];
  /** Of a correction or a confirmation: the number of the certificate that it is about, also through another entry. Null: of none. */
  aboutCertificate: string | null;
  /** Its corrections and confirmations, and those of these, in the order of the log. */
  related: (RelatedEntry & Pick<StoredRelated, 'canonical'>)[];
};

type ListOptions = {
  limit: number;
  /** Only entries before this index. */
  before?: number | undefined;
  kind?: OperationKind | undefined;
  /** Only entries with a certificate: retirements, and deliveries that retire units at once. `and later`: also entries about such. */
  certified?: boolean | 'and later';
  /** Only entries of these certificates, by their numbers. */
  certificates?: readonly string[];
  /** The slug of the project, or one that it had before. */
  project?: string | undefined;
  /** Leaves out what was said about the entries after the log had so many. */
  size?: number | undefined;
  /** Only entries whose beneficiary's name has these words, whole or in part. */
  beneficiary?: string | undefined;
};
type Row = {
  index: number;
  entry: Buffer;
  /** The projects that the entry is about, as they are called today. */
  today: { id: number; slug: string }[] | null;
  texts: { field: TextField; text: string; salt: string }[] | null;
  aboutCertificate: string | null;
  related: StoredRelated[] | null;
  erased: TextField[] | null;
};
type StoredRelated = { index: number; canonical: string; checkerName: string | null };

/** Lists entries, the newest first. @param db the transaction to read in. */
export async function listEntries(options: ListOptions, db: Query = query): Promise<ReadEntry[]> {
  const { limit, before, kind, certified = false, certificates, project, beneficiary, size } = options;
  const conditions = [
    before !== undefined && sql`entries.index < ${before}`,
    kind !== undefined && sql`entries.kind = ${kind}`,
    certified === true && isCertified,
    certified === 'and later' && sql`(${isCertified} or ${certificateMeant} is not null)`,
    certificates && isIn(sql`record_certificates`, sql`number = any(${certificates}::text[])`),
    project !== undefined && isIn(sql`record_entry_projects`, sql`project_id = ${projectIdOf(project)}`),
    beneficiary !== undefined && isIn(sql`record_texts`, isBeneficiary(beneficiary)),
  ].filter((condition) => condition !== undefined && condition !== false);
  const rows = await db<Row[]>`
    ${selectEntries(size)} where ${allOf([sql`true`, ...conditions])} order by entries.index desc limit ${limit}
  `;
  return rows.map(readRow);
}

/**
 * Passes the newest `limit` retirements to `work`, the newest first, a few hundred at a time and from one snapshot.
 * @throws whatever `work` throws.
 */
export function withRetirements<Result>(limit: number, work: (chunks: AsyncIterable<ReadEntry[]>) => Promise<Result>): Promise<Result> {
  return inTransaction('isolation level repeatable read read only', (db) => {
    async function* chunks() {
      const read = db.inBatches<Row>(500)`
        ${selectEntries()}
        where ${isCertified}
        order by entries.index desc
        limit ${limit}
      `;
      for await (const rows of read) yield rows.map(readRow);
    }
    return work(chunks());
  });
}

/** Returns the condition that a row of `record_texts` is the name of a beneficiary with these words, whole or in part. */
export function isBeneficiary(words: string): Fragment {
  return sql`field = 'beneficiary' and ${containsWords(sql`folded`, words)}`;
}

const isCertified = sql`exists (select from record_certificates where entry_index = entries.index)`;
/** Returns the condition that a table has a row about an entry for which `condition` holds. */
const isIn = (table: Fragment, condition: Fragment) => sql`entries.index in (select entry_index from ${table} where ${condition})`;

/** The number of the certificate that an entry is about, also through other entries; null without one. */
const certificateMeant = sql`(
  with recursive earlier as (
    select entries.about as index where entries.about is not null
    union all
    select before.about from earlier join record_entries as before on before.index = earlier.index where before.about is not null
  )
  select number from earlier join record_certificates on entry_index = earlier.index
)`;

/** Finds an entry by its index. With `size`, without what was said about it after the log had so many entries. */
export async function findEntry(index: number, size?: number): Promise<ReadEntry | undefined> {
  const [row] = await query<Row[]>`${selectEntries(size)} where entries.index = ${index}`;
  return row && readRow(row);
}

/** A checkpoint over `size` entries. `cosignatures`: with only so many of them, the first ones; undefined: with all. */
export type AskedCheckpoint = { size: number; cosignatures?: number | undefined };

/**
 * Returns the proof that an entry is in the log, as a `.tlog-proof` file, with the checkpoint that was `asked` for. If none was: with the
 * newest that the site's witnesses have seen and that covers the entry and all that is said about it; before there is one, with the newest
 * of all. Undefined if the checkpoint does not cover the entry, or there is none that was asked for.
 * @throws LogForked if no checkpoint that covers it can be signed.
 */
export async function proveEntry({ index, related }: Pick<ReadEntry, 'index' | 'related'>, asked?: AskedCheckpoint) {
  const last = related.at(-1)?.index ?? index;
  const found = asked && (await findCheckpoint(asked.size));
  const checkpoint = asked
    ? found && (await withCosignatures(found, asked.cosignatures))
    : ((await findWitnessed(last)) ?? (await withCosignatures(await currentCheckpoint())));
  if (!checkpoint || index >= checkpoint.size) return undefined;
  return { proof: await proveIn(index, checkpoint), checkpoint };
}

async function proveIn(index: number, { size, note }: SignedCheckpoint): Promise<string> {
  return writeProof({ index, hashes: await proveInclusion(index, size, nodeReader(query)), checkpoint: note });
}

function selectEntries(size?: number) {
  return sql`
    select
      entries.index::float8 as index,
      entries.entry,
      (
        select json_agg(json_build_object('id', project.id, 'slug', project.slug))
        from record_entry_projects as about
        join carbon_projects as project on project.id = about.project_id
        where about.entry_index = entries.index
      ) as today,
      (
        select json_agg(json_build_object('field', field, 'text', text, 'salt', encode(salt, 'hex')))
        from record_texts
        where entry_index = entries.index
      ) as texts,
      ${certificateMeant} as about_certificate,
      ${relatedTo(size)} as related,
      (select json_agg(field) from record_erasures where entry_index = entries.index) as erased
    from record_entries as entries
  `;
}

/**
 * Returns the corrections and confirmations of one of `entries`, and those of these, as a JSON array of `StoredRelated`: null without any.
 * `size`: only of a log with so many entries.
 */
function relatedTo(size: number | undefined): Fragment {
  const isInLog = size === undefined ? sql`true` : sql`later.index < ${size}`;
  return sql`(
    with recursive related as (
      select later.index, later.entry from record_entries as later where later.about = entries.index and ${isInLog}
      union all
      select later.index, later.entry from related join record_entries as later on later.about = related.index where ${isInLog}
    )
    select
      json_agg(
        json_build_object(
          'index', related.index, 'canonical', convert_from(related.entry, 'UTF8'),
          'checkerName', (select text from record_texts where entry_index = related.index and field = 'checkedBy')
        )
        order by related.index
      )
    from related
  )`;
}

function readRow({ index, entry: bytes, today, texts, erased, aboutCertificate, related: later }: Row): ReadEntry {
  const canonical = bytes.toString('utf8');
  const entry = JSON.parse(canonical) as RecordEntry;
  const fields = textFields.filter((field) => entry[field] !== undefined);
  const proved = fields.map((field): [TextField, ProvedText] => {
    const stored = texts?.find((text) => text.field === field);
    const isErased = erased?.includes(field) ?? false;
    return [field, stored ? { text: stored.text, salt: stored.salt } : isErased ? { erased: true } : { notOnFile: true }];
  });
  const projects = projectsOf(entry).map((project) => ({ ...project, today: today?.find(({ id }) => id === project.id) }));
  const related = (later ?? []).map((one) => ({ ...one, entry: JSON.parse(one.canonical) as RecordEntry }));
  return { index, entry, canonical, texts: Object.fromEntries(proved), projects, aboutCertificate, related };
}

/**
 * Returns an entry with everything needed to verify it, and what later entries say about it, with the checkpoint of `proveEntry`; undefined
 * as there.
 * @throws LogForked if no checkpoint that covers it can be signed.
 */
export async function provedFileOf(found: ReadEntry, asked?: AskedCheckpoint): Promise<ProvedFile | undefined> {
  const { index, entry, canonical, texts } = found;
  const proved = await proveEntry(found, asked);
  if (!proved) return undefined;
  const { checkpoint, proof } = proved;
  // Read after the checkpoint was signed, so none of its log is missing.
  const later = (await findEntry(index, checkpoint.size))?.related ?? [];
  return {
    format: 'carma-record@v1',
    ...(entry.certificate ? { number: entry.certificate } : {}),
    index,
    canonical,
    proof,
    texts,
    related: await Promise.all(
      later.map(async (one) => ({ index: one.index, canonical: one.canonical, proof: await proveIn(one.index, checkpoint) })),
    ),
    knownUpTo: checkpoint.size,
  };
}
