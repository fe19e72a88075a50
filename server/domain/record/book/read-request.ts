import { RecordProblem } from '#server/domain/record/book/record-problem.ts';
import { own } from '#src/lib/input/own.ts';
import { fieldErrors } from '#src/schemas/problem.ts';
import { type OperationKind, type OperationRequest, operations } from '#src/schemas/record.ts';

const numbers = new Set([
  ...['batch', 'quantity', 'first', 'last', 'entry', 'reservation', 'assignment', 'transfer', 'verified', 'retire'],
]);
const readers: Readonly<Record<string, (text: string) => unknown>> = {
  serials: serialsOf,
  projects: projectsOf,
  issued: issuedOf,
  ownersFirst: (text) => text.split(',').map(numberOf),
  sameSerials: (text) => (text.trim() === 'true' ? true : text),
};

/**
 * Parses the request of an operation from texts as people or files write them: numbers with or without commas, serials as
 * `BATCH:FIRST-LAST`, projects as `SLUG:QUANTITY`, issued units as the registry's serial or `SERIES:FIRST-LAST`, several separated by
 * commas.
 * @throws RecordProblem that names the first unknown, missing or invalid field.
 */
export function readRequest<Kind extends OperationKind>(kind: Kind, words: Record<string, string>): OperationRequest<Kind> {
  const known = Object.keys(operations[kind].shape);
  const unknown = Object.keys(words).find((name) => !known.includes(name));
  if (unknown !== undefined) throw new RecordProblem('validation_failed', `is no field of ${kind}, which has ${known.join(', ')}`, unknown);
  const nonEmpty = Object.entries(words).filter(([, value]) => value.trim() !== '');
  const request = Object.fromEntries(
    nonEmpty.map(([name, value]) => [name, own(readers, name)?.(value) ?? (numbers.has(name) ? numberOf(value) : value.trim())]),
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

function serialsOf(text: string): unknown {
  return text.split(',').map((part) => {
    const [, batch, first, last] = /^\s*(\d{1,9}):(\d{1,15})-(\d{1,15})\s*$/.exec(part) ?? [];
    if (batch === undefined) throw new RecordProblem('validation_failed', `"${part.trim()}" is not BATCH:FIRST-LAST`, 'serials');
    return { batch: Number(batch), first: Number(first), last: Number(last) };
  });
}

function issuedOf(text: string): unknown {
  return text.split(',').map((part) => {
    const [, series, first, last] = /^\s*(\S.*):(\d{1,15})-(\d{1,15})\s*$/.exec(part) ?? [];
    return series === undefined ? { serial: part.trim() } : { series, first: Number(first), last: Number(last) };
  });
}

function projectsOf(text: string): unknown {
  return text.split(',').map((part) => {
    const [, project, quantity] = /^\s*([a-z0-9-]{1,120}):(\d{1,15})\s*$/.exec(part) ?? [];
    if (project === undefined) throw new RecordProblem('validation_failed', `"${part.trim()}" is not SLUG:QUANTITY`, 'projects');
    return { project, quantity: Number(quantity) };
  });
}
