import { z } from 'zod';
import type { Texts } from '#server/domain/record/log/texts.ts';
import type { Transaction } from '#server/platform/database/transaction.ts';
import { own } from '#shared/lib/input/own.ts';
import { fieldErrors } from '#shared/schemas/problem.ts';
import { type OperationRequest, operations } from '#shared/schemas/record.ts';
import type { OperationKind, RecordEntry } from '#verify/entry.ts';
import { readCertificateNumber } from '#verify/file.ts';

/** Who carries out an operation. A bearer key, or the operator's command or a job, which have none and may act on all units. */
export type Actor = { keyId: number; isForAnyOwner: boolean } | undefined;

/** What an operation reads and knows while it decides: the book under the lock of the log, its actor, and the time of its entry. */
export type Desk = { transaction: Transaction; actor: Actor; time: string };

/** What an operation decides. It writes nothing. */
export type Decision = {
  /** What is particular to its entry, besides the facts that its request states. */
  entry: Partial<RecordEntry>;
  /** Texts besides those that its request states. */
  texts?: Texts;
  /** The serials of batches as their registry writes them, by batch, where the entry does not have them. */
  spellings?: ReadonlyMap<number, string>;
};

/** The codes, from the table of problems, with which an operation can be rejected. */
type RecordProblemCode =
  | 'validation_failed'
  | 'units_not_available'
  | 'units_not_claimable'
  | 'units_overlap'
  | 'issuance_missing'
  | 'owner_differs'
  | 'record_unknown'
  | 'idempotency_key_reused'
  | 'record_not_appendable'
  | 'record_busy';

/** An operation was rejected. `field` is the field of the request at fault, if any. */
export class RecordProblem extends Error {
  readonly code: RecordProblemCode;
  readonly field: string | undefined;
  constructor(code: RecordProblemCode, message: string, field?: string) {
    super(message);
    this.code = code;
    this.field = field;
  }
}

/** Returns a reader of a field with several parts, separated by commas, which are all of this form. */
const listOf = (field: string, form: string, pattern: RegExp, read: (...found: string[]) => unknown) => (text: string) =>
  text.split(',').map((part) => {
    const [, ...found] = pattern.exec(part.trim()) ?? [];
    if (found.length === 0) throw new RecordProblem('validation_failed', `"${part.trim()}" is not ${form}`, field);
    return read(...found);
  });

const readers: Readonly<Record<string, (text: string) => unknown>> = {
  certificate: (text) => readCertificateNumber(text) ?? text,
  serials: listOf('serials', 'BATCH:FIRST-LAST', /^(\d{1,9}):(\d{1,15})-(\d{1,15})$/, (batch, first, last) => ({
    ...{ batch: Number(batch), first: Number(first), last: Number(last) },
  })),
  projects: listOf('projects', 'PROJECT:QUANTITY', /^(\S.{0,199}):(\d{1,15})$/, (project, quantity) => ({
    ...{ project, quantity: Number(quantity) },
  })),
  issued: listOf('issued', '', /^(?:(\S.*):(\d{1,15})-(\d{1,15})|(.*))$/, (series, first, last, serial) =>
    serial === undefined ? { series, first: Number(first), last: Number(last) } : { serial },
  ),
  ownersFirst: (text) => text.split(',').map(numberOf),
  sameSerials: (text) => (text.trim() === 'true' ? true : text),
};

/**
 * Parses the request of an operation from texts as people or files write them: numbers with or without commas, serials as
 * `BATCH:FIRST-LAST`, projects as `PROJECT:QUANTITY`, issued units as the registry's serial or `SERIES:FIRST-LAST`, several separated by
 * commas.
 * @throws RecordProblem that names the first unknown, missing or invalid field.
 */
export function readRequest<Kind extends OperationKind>(kind: Kind, words: Record<string, string>): OperationRequest<Kind> {
  const shape: Readonly<Record<string, z.ZodType>> = operations[kind].shape;
  const unknown = Object.keys(words).find((name) => !Object.hasOwn(shape, name));
  if (unknown !== undefined)
    throw new RecordProblem('validation_failed', `is no field of ${kind}, which has ${Object.keys(shape).join(', ')}`, unknown);
  const isNumber = (schema: z.ZodType | undefined): boolean =>
    schema instanceof z.ZodOptional ? isNumber(schema.unwrap() as z.ZodType) : schema instanceof z.ZodNumber;
  const nonEmpty = Object.entries(words).filter(([, value]) => value.trim() !== '');
  const request = Object.fromEntries(
    nonEmpty.map(([name, value]) => [name, own(readers, name)?.(value) ?? (isNumber(shape[name]) ? numberOf(value) : value.trim())]),
  );
  const parsed = operations[kind].safeParse(request);
  if (parsed.success) return parsed.data as OperationRequest<Kind>;
  const [error] = fieldErrors(parsed.error);
  throw new RecordProblem('validation_failed', error?.message ?? 'is wrong', error?.field || undefined);
}

/** Returns the number that a text is, in decimal digits with or without separators of thousands; any other text as it is. */
export function numberOf(text: string): number | string {
  const digits = text.trim();
  return /^(\d{1,15}|\d{1,3}([,_ ]\d{3}){1,4})$/.test(digits) ? Number(digits.replace(/\D/g, '')) : text;
}
