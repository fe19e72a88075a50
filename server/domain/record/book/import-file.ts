import { createHash } from 'node:crypto';
import { parse } from 'csv-parse/sync';
import type { RowError } from '#server/domain/projects/import/parse-row.ts';
import { type KeyedOperation, operateTogether, ProblemInList } from '#server/domain/record/book/operate.ts';
import { numberOf, readRequest } from '#server/domain/record/book/read-request.ts';
import { RecordProblem } from '#server/domain/record/book/record-problem.ts';
import { query } from '#server/platform/database/query.ts';
import { plainName } from '#server/platform/tables/column-names.ts';
import { findRegistry, type RegistryKey, registries } from '#src/lib/registries/registries.ts';
import { differingFact, quantityOf, readRegistry, readSerial, type Serials, serialsOf } from '#src/lib/registries/serials.ts';
import type { Operation } from '#src/schemas/record.ts';
import type { OperationReceipt } from '#src/schemas/record-api.ts';
import { isStorable, notStorable } from '#src/schemas/storable-text.ts';

type BadRow = Omit<RowError, 'value'>;

/** Column names for each field, including those of registries' exports, as normalised by `plainName`. */
const columnNames: Record<string, string> = {
  project: 'project projectslug slug',
  projectid: 'projectid registryid gsid id externalid',
  registry: 'registry program programme standard',
  serial: 'serial serialnumber serialnumbers creditserialnumbers unitserialnumbers creditserialnumber',
  series: 'series batchseries',
  first: 'first from serialstart blockstart firstserial',
  last: 'last to serialend blockend lastserial',
  quantity: 'quantity quantityissued quantityofcredits totalcredits quantityofunits unitsretired quantityretired amount',
  vintageStart: 'vintagestart vintagefrom monitoringperiodstart vintage vintageyear',
  vintageEnd: 'vintageend vintageto monitoringperiodend',
  unitType: 'unittype',
  issuance: 'issuance unitsstatus',
  registryUrl: 'registryurl url link',
  beneficiary: 'beneficiary beneficialowner retirementbeneficiary retiredonbehalfof onbehalfof accountholder',
  purpose: 'purpose retirementreason retirementdetails reason',
  note: 'note notes',
};

/**
 * Imports a CSV file of received batches or retired units in one transaction, either as registries export them (with serials in
 * the registry's format) or with series, first and last in separate columns. `key` is the file's idempotency key, by default a
 * hash of its text.
 * @returns a receipt for each row; or the errors of all rows, and then nothing was stored.
 * @throws Error if the file is not CSV with a header, or its text cannot be stored; the driver's error.
 */
export async function importFile(
  what: 'batches' | 'retirements',
  text: string,
  { key, dryRun }: { key: string | undefined; dryRun: boolean },
): Promise<{ receipts: OperationReceipt[]; errors: BadRow[] }> {
  if (!isStorable(text)) throw new Error(`The file is no text that can be stored: ${notStorable.toLowerCase()}`);
  const rows = parse(text, {
    bom: true,
    columns: true,
    skip_empty_lines: true,
    trim: true,
    info: true,
    relax_column_count: false,
  }) as unknown as {
    record: Record<string, string>;
    info: { lines: number };
  }[];
  const fileKey = key ?? createHash('sha256').update(text).digest('hex').slice(0, 32);
  const catalogue = await readProjects();
  const errors: BadRow[] = [];
  const list: (KeyedOperation & { line: number })[] = [];
  for (const [index, { record, info }] of rows.entries()) {
    const words = fieldsOf(record, catalogue);
    const line = info.lines;
    try {
      const operation = what === 'batches' ? receiveOf(words) : await retireOf(words);
      list.push({ operation, key: `file:${fileKey}:${index}`, line });
    } catch (error) {
      if (!(error instanceof RecordProblem)) throw error;
      errors.push({ line, column: error.field ?? 'the row', reason: error.message });
    }
  }
  if (errors.length > 0) return { receipts: [], errors };
  try {
    return { receipts: await operateTogether(list, { dryRun }), errors };
  } catch (error) {
    if (!(error instanceof ProblemInList)) throw error;
    return { receipts: [], errors: [{ line: list[error.at]?.line ?? 0, column: error.problem.field ?? 'the row', reason: error.message }] };
  }
}

function receiveOf(words: Record<string, string>): Operation {
  const { quantity: _, beneficiary: __, purpose: ___, vintageStart = '', vintageEnd = '', first: ____, last: _____, ...fields } = words;
  const { registry, series, first, last } = serialsIn(words);
  const request = readRequest('receive', {
    ...fields,
    serial: isSerial(words) ? (words.serial ?? '') : '',
    ...(isSerial(words) ? {} : { series, first: String(first), last: String(last) }),
    registry: words.registry || registry,
    vintageStart: dayOf(vintageStart, '01-01'),
    vintageEnd: dayOf(vintageEnd || vintageStart, '12-31'),
    issuance: words.issuance || 'issued',
  });
  return { kind: 'receive', request };
}

async function retireOf(words: Record<string, string>): Promise<Operation> {
  const { quantity = '', project = '', beneficiary = '', purpose = '' } = words;
  // Only a row that names no serials at all takes units by quantity.
  if (![words.serial, words.series, words.first, words.last].some(Boolean))
    return { kind: 'retire', request: readRequest('retire', { project, quantity, beneficiary, purpose }) };
  const { registry, series, numbering, first, last, facts } = serialsIn(words);
  const [batch] = await query<{ id: number; series: string; first: number }[]>`
    select id, series, lower(serials)::float8 as first
    from credit_batches
    where registry = ${registry} and numbering = ${numbering} and serials @> int8range(${first}, ${last}, '[]')
  `;
  if (!batch) throw new RecordProblem('record_unknown', 'The book has no batch with these serials', 'serial');
  const held = serialsOf(registry, batch.series, batch.first, batch.first);
  const differing = 'refusal' in held ? undefined : differingFact(facts, held.facts);
  if (differing) {
    const reason = `These numbers are ${batch.series}, so the ${differing} in ${series} is another`;
    throw new RecordProblem('validation_failed', reason, 'serial');
  }
  const serials = `${batch.id}:${first}-${last}`;
  return { kind: 'retire', request: readRequest('retire', { serials, beneficiary, purpose }) };
}

/** Whether a row has its whole serial in one column. Otherwise its numbers, or one of them, have columns of their own. */
const isSerial = ({ series, first, last }: Record<string, string>) => !series && !first && !last;

/**
 * Returns the units that a row names.
 * @throws RecordProblem if they cannot be read, or are not as many as the row says.
 */
function serialsIn(words: Record<string, string>): Serials {
  const { registry: name = '', serial = '', series = '', first = '', last = '', quantity = '' } = words;
  const registry = name === '' ? undefined : readRegistry(name);
  if (registry && 'refusal' in registry) throw new RecordProblem('validation_failed', registry.refusal, 'registry');
  const read = isSerial(words) ? readSerial(serial, { registry: registry?.key }) : inColumns(registry?.key, series || serial, first, last);
  if ('refusal' in read) throw new RecordProblem('validation_failed', read.refusal, 'serial');
  const counted = quantityOf(read);
  if (quantity !== '' && countOf('quantity', quantity) !== counted)
    throw new RecordProblem('validation_failed', `is ${quantity}, but there are ${counted} serials`, 'quantity');
  return read;
}

function inColumns(stated: RegistryKey | undefined, series: string, first: string, last: string) {
  if (first === '' || last === '') return { refusal: 'Give both the first and the last number' };
  const detected = readSerial(`${series}, from 1, to 1`);
  const registry = stated ?? ('refusal' in detected ? undefined : detected.registry);
  return registry === undefined
    ? { refusal: 'Name the registry' }
    : serialsOf(registry, series, countOf('first', first), countOf('last', last));
}

function countOf(field: string, text: string): number {
  const count = numberOf(text);
  if (typeof count === 'string') throw new RecordProblem('validation_failed', 'is not a whole number in decimal digits', field);
  return count;
}

function fieldsOf(record: Record<string, string>, { slugs, unitTypes }: Projects): Record<string, string> {
  const words: Record<string, string> = {};
  for (const [field, aliases] of Object.entries(columnNames)) {
    const column = aliases.split(' ').flatMap((alias) => Object.keys(record).filter((name) => plainName(name) === alias))[0];
    if (column !== undefined) words[field] = record[column] ?? '';
  }
  const { projectid = '', ...fields } = words;
  const read = readSerial(isSerial(fields) ? (fields.serial ?? '') : `${fields.series || fields.serial}, from 1, to 1`);
  const registry = 'refusal' in read ? findRegistry(fields.registry ?? '') : read.registry;
  const prefixes = registry === undefined ? [] : registries[registry].projectIds;
  const project = fields.project || ['', ...prefixes].map((prefix) => slugs.get(plainName(prefix + projectid))).find(Boolean) || '';
  // Registries' exports do not have the unit type in our terms, but the catalogue may.
  const unitType = fields.unitType || unitTypes.get(project);
  return { ...fields, project, ...(unitType ? { unitType } : {}) };
}

type Projects = {
  /** Slugs by registry id, as normalised by `plainName`. */
  slugs: Map<string, string>;
  /** Unit types by slug, if the catalogue has them. */
  unitTypes: Map<string, string>;
};

async function readProjects(): Promise<Projects> {
  const rows = await query<{ slug: string; externalId: string | null; registryKey: string | null; unitType: string | null }[]>`
    select slug, external_id, registry_key, unit_type from carbon_projects
  `;
  const ids = ({ slug, externalId, registryKey }: (typeof rows)[number]) =>
    [externalId, registryKey].flatMap((id) => (id ? [[plainName(id), slug] as const] : []));
  return {
    slugs: new Map(rows.flatMap(ids)),
    unitTypes: new Map(rows.flatMap(({ slug, unitType }) => (unitType ? [[slug, unitType] as const] : []))),
  };
}

/** Reads an ISO date, a registry's date (31/12/2020), or a year, to which it adds `day` (month and day). @returns an ISO date. */
function dayOf(text: string, day: string): string {
  const [, date, month, year] = /^(\d{1,2})\/(\d{1,2})\/(\d{4})$/.exec(text.trim()) ?? [];
  if (date && month && year) return `${year}-${month.padStart(2, '0')}-${date.padStart(2, '0')}`;
  return /^\d{4}$/.test(text.trim()) ? `${text.trim()}-${day}` : text.trim().slice(0, 10);
}
