import { createHash } from 'node:crypto';
import { parse } from 'csv-parse/sync';
import type { RowError } from '#server/domain/projects/import/parse-row.ts';
import { type KeyedOperation, operateTogether, ProblemInList } from '#server/domain/record/book/operate.ts';
import { numberOf, readRequest } from '#server/domain/record/book/read-request.ts';
import { RecordProblem } from '#server/domain/record/book/record-problem.ts';
import { query } from '#server/platform/database/query.ts';
import { plainName } from '#server/platform/tables/column-names.ts';
import { own } from '#src/lib/input/own.ts';
import { readSerial, registryOf } from '#src/lib/record/serials.ts';
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

function receiveOf({
  quantity,
  beneficiary: _,
  purpose: __,
  vintageStart = '',
  vintageEnd = '',
  ...words
}: Record<string, string>): Operation {
  const { serial = '', first, last } = words;
  // Some registries have the numbers in separate columns, and their serial column holds what the units share: the series.
  const numbers: Record<string, string> = first && last && !words.series && !readSerial(serial) ? { series: serial, serial: '' } : {};
  if (serial && !words.series && !numbers.series && !readSerial(serial))
    throw new RecordProblem('validation_failed', 'This serial cannot be read: give series, first and last', 'serial');
  const request = readRequest('receive', {
    ...words,
    ...numbers,
    registry: words.registry || (registryOf(serial) ?? ''),
    vintageStart: dayOf(vintageStart, '01-01'),
    vintageEnd: dayOf(vintageEnd || vintageStart, '12-31'),
    issuance: words.issuance || 'issued',
  });
  const serials = request.serial === undefined ? request : readSerial(request.serial);
  const counted = serials?.first !== undefined && serials.last !== undefined ? serials.last - serials.first + 1 : undefined;
  const stated = quantity === undefined || quantity === '' ? undefined : countOf('quantity', quantity);
  if (stated !== undefined && counted !== undefined && stated !== counted)
    throw new RecordProblem('units_overlap', `is ${quantity}, but there are ${counted} serials`, 'quantity');
  return { kind: 'receive', request };
}

async function retireOf({
  serial = '',
  series,
  first,
  last,
  quantity = '',
  project = '',
  beneficiary = '',
  purpose = '',
}: Record<string, string>): Promise<Operation> {
  const name = series || serial;
  const read =
    readSerial(serial) ??
    (name && first && last ? { series: name, first: countOf('first', first), last: countOf('last', last) } : undefined);
  if (!read && (serial || series || first || last))
    throw new RecordProblem('validation_failed', 'This serial cannot be read, and nothing is taken by quantity instead', 'serial');
  if (!read) return { kind: 'retire', request: readRequest('retire', { project, quantity, beneficiary, purpose }) };
  const [batch] = await query<{ id: number }[]>`
    select id from credit_batches where series = ${read.series} and serials @> int8range(${read.first}, ${read.last}, '[]')
  `;
  if (!batch) throw new RecordProblem('record_unknown', 'The book has no batch with these serials', 'serial');
  const serials = `${batch.id}:${read.first}-${read.last}`;
  return { kind: 'retire', request: readRequest('retire', { serials, beneficiary, purpose }) };
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
  const registry = fields.registry || registryOf(fields.serial ?? '') || '';
  const project =
    fields.project || slugs.get(plainName(projectid)) || slugs.get(plainName((own(registryPrefix, registry) ?? '') + projectid)) || '';
  // Registries' exports do not have the unit type in our terms, but the catalogue may.
  const unitType = fields.unitType || unitTypes.get(project);
  return { ...fields, project, ...(unitType ? { unitType } : {}) };
}

/** The prefixes of registries' project ids, before the number. */
const registryPrefix: Record<string, string> = { Verra: 'VCS', 'Gold Standard': 'GS', ACR: 'ACR', CAR: 'CAR', Cercarbono: 'CDC' };

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
