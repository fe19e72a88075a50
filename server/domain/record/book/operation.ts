import { z } from 'zod';
import type { Texts } from '#server/domain/record/log/texts.ts';
import { findCertificate } from '#server/domain/record/read/certificates.ts';
import { findEntry, type ReadEntry } from '#server/domain/record/read/entries.ts';
import type { Transaction } from '#server/platform/database/query.ts';
import { own } from '#shared/lib/input/own.ts';
import { fieldErrors } from '#shared/schemas/problem.ts';
import { entryFields, type OperationRequest, operations, type RequestField } from '#shared/schemas/record.ts';
import type { OperationKind, RecordEntry } from '#verify/entry.ts';
import { readCertificateNumber, readEntryNumber } from '#verify/file.ts';
import { entryNamed } from '#verify/text.ts';

/** Who carries out an operation: a bearer key or, with a command or a job, the operator, who may act on all units. */
export type Actor = { keyId: number; isForAnyOwner: boolean } | 'operator';

/** What an operation is decided with: a transaction that holds the lock of the log, its actor, and the time of its entry. */
export type DecisionContext = { transaction: Transaction; actor: Actor; time: string };

/** What is decided about an operation. Nothing is written yet. */
export type Decision = {
  /** What is particular to its entry, besides the facts that its request states. */
  entry: Partial<RecordEntry>;
  /** Texts besides those that its request states. */
  texts?: Texts;
};

/** The codes, from the table of problems, with which the book alone rejects operations. */
export const bookProblems = [
  ...(['units_not_available', 'units_not_claimable', 'units_overlap', 'issuance_missing', 'owner_differs', 'record_unknown'] as const),
  ...(['record_not_appendable', 'record_busy'] as const),
] as const;
type RecordProblemCode = (typeof bookProblems)[number] | 'validation_failed' | 'idempotency_key_reused';

/** A sentence, or what follows the field's name. It names entries with `entry`: by number to people, by index to programs. */
export type Sentence = string | ((entry: (index: number) => string) => string);

/** An operation was rejected. `field` is the field of the request at fault, if any; `forPrograms`: its message to them. */
export class RecordProblem extends Error {
  readonly code: RecordProblemCode;
  readonly field: string | undefined;
  readonly forPrograms: string;
  constructor(code: RecordProblemCode, sentence: Sentence, field?: string) {
    const withEntries = (name: (index: number) => string) => (typeof sentence === 'string' ? sentence : sentence(name));
    super(withEntries(entryNamed));
    this.code = code;
    this.field = field;
    this.forPrograms = withEntries((index) => `the entry with index ${index}`);
  }
}

/** A field of the request is wrong. */
export const invalid = (sentence: Sentence, field?: string) => new RecordProblem('validation_failed', sentence, field);
/** The units are not there, or not in a state, to be taken. */
export const unavailable = (sentence: Sentence, field?: string) => new RecordProblem('units_not_available', sentence, field);

type Reader = (text: string, field: string) => unknown;

/** Returns a reader of lists whose parts stand between commas and match a pattern. `form`: how a refusal describes that pattern. */
const listOf =
  (form: string, pattern: RegExp, read: (...groups: string[]) => unknown): Reader =>
  (text, field) =>
    text.split(',').map((part) => {
      const [, ...groups] = pattern.exec(part.trim()) ?? [];
      if (groups.length === 0) throw invalid(`"${part.trim()}" is not ${form}`, field);
      return read(...groups);
    });

const readIndex: Reader = (text, field) => {
  const read = indexNamed(text);
  if ('reason' in read) throw invalid(read.reason, field);
  return read.value;
};

const readers: Readonly<Partial<Record<RequestField, Reader>>> = {
  certificate: (text) => readCertificateNumber(text) ?? text,
  serials: listOf('BATCH:FIRST-LAST', /^(\d{1,9}):(\d{1,15})-(\d{1,15})$/, (batch, first, last) => ({
    ...{ batch: Number(batch), first: Number(first), last: Number(last) },
  })),
  projects: listOf('PROJECT:QUANTITY', /^(\S.{0,199}):(\d{1,15})$/, (project, quantity) => ({ project, quantity: Number(quantity) })),
  issued: listOf('a serial or SERIES:FIRST-LAST', /^(?:(\S.*):(\d{1,15})-(\d{1,15})|(.*))$/, (series, first, last, serial) =>
    serial === undefined ? { series, first: Number(first), last: Number(last) } : { serial },
  ),
  ...Object.fromEntries(entryFields.map((field) => [field, readIndex])),
  ownersFirst: (text, field) => text.split(',').map((one) => readIndex(one, field)),
  sameSerials: (text) => (text.trim() === 'true' ? true : text),
};

/** Returns the index of the entry that a person names by its number, which counts from 1; for other texts, what is wrong with them. */
export function indexNamed(text: string): { value: number } | { reason: string } {
  const value = readEntryNumber(`entry ${asNumber(text.replace(/^\s*entry\s/i, ''))}`);
  return value === undefined ? { reason: `takes the number that an entry has on its page, from 1, not "${text.trim()}"` } : { value };
}

/** Finds an entry by its certificate or, unless `kind` asks for a certificate, by its own number. @throws Error if there is none. */
export async function findEntryNamed(id: string, kind: 'entry' | 'certificate' = 'entry'): Promise<ReadEntry> {
  const [certificate, read] = [readCertificateNumber(id), indexNamed(id)];
  const isNumber = kind === 'entry' && certificate === undefined && 'value' in read;
  const found = await (isNumber ? findEntry(read.value) : findCertificate(certificate ?? id));
  if (!found) throw new Error(`The record has no ${kind} ${id}`);
  return found;
}

/**
 * Parses the request of an operation from texts as people write them: numbers with or without commas, entries by their numbers, serials as
 * `BATCH:FIRST-LAST`, projects as `PROJECT:QUANTITY`, issued units as `SERIES:FIRST-LAST` or as the registry's serial. Commas separate the
 * parts of a list, so none of these serials and quantities can have one.
 * @throws RecordProblem that names the first unknown, empty, missing or invalid field.
 */
export function readRequest<Kind extends OperationKind>(kind: Kind, words: Record<string, string>): OperationRequest<Kind> {
  const shape: Readonly<Record<string, z.ZodType>> = operations[kind].shape;
  const unknown = Object.keys(words).find((name) => !Object.hasOwn(shape, name));
  if (unknown !== undefined) throw invalid(`is no field of ${kind}, which has ${Object.keys(shape).join(', ')}`, unknown);
  const isNumber = (schema: z.ZodType | undefined): boolean =>
    schema instanceof z.ZodOptional ? isNumber(schema.unwrap() as z.ZodType) : schema instanceof z.ZodNumber;
  // Such as `quantity=$TONNES` where the shell has no TONNES: without the field, all units of a reservation would be taken.
  const given = Object.entries(words);
  const [empty] = given.find(([, value]) => value.trim() === '') ?? [];
  if (empty !== undefined) throw invalid('is empty: leave it out, or give it a value', empty);
  const request = Object.fromEntries(
    given.map(([name, value]) => [name, own(readers, name)?.(value, name) ?? (isNumber(shape[name]) ? asNumber(value) : value.trim())]),
  );
  const parsed = operations[kind].safeParse(request);
  if (parsed.success) return parsed.data as OperationRequest<Kind>;
  const [error] = fieldErrors(parsed.error);
  throw invalid(error?.message ?? 'is wrong', error?.field || undefined);
}

/** Returns the number that a text is, in decimal digits with or without separators of thousands; any other text as it is. */
function asNumber(text: string): number | string {
  const digits = text.trim();
  return /^(\d{1,15}|[1-9]\d{0,2}([,_ ])\d{3}(\2\d{3}){0,3})$/.test(digits) ? Number(digits.replace(/\D/g, '')) : text;
}
