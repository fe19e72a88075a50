import { RecordProblem } from '#server/domain/record/book/record-problem.ts';
import { type OperationKind, type OperationRequest, operations } from '#src/schemas/record.ts';

const numbers = new Set(['batch', 'quantity', 'first', 'last', 'entry']);

/**
 * Parses the request of an operation from texts as people or files write them: numbers with or without commas, serials as
 * `BATCH:FIRST-LAST`, projects as `SLUG:QUANTITY`, several separated by commas.
 * @throws RecordProblem that names the first unknown, missing or invalid field.
 */
export function readRequest<Kind extends OperationKind>(kind: Kind, words: Record<string, string>): OperationRequest<Kind> {
  const known = Object.keys(operations[kind].shape);
  const unknown = Object.keys(words).find((name) => !known.includes(name));
  if (unknown !== undefined) throw new RecordProblem('record_unknown', `is no field of ${kind}, which has ${known.join(', ')}`, unknown);
  const nonEmpty = Object.entries(words).filter(([, value]) => value.trim() !== '');
  const request = Object.fromEntries(
    nonEmpty.map(([name, value]) => [
      name,
      name === 'serials' ? serialsOf(value) : name === 'projects' ? projectsOf(value) : numbers.has(name) ? numberOf(value) : value.trim(),
    ]),
  );
  const parsed = operations[kind].safeParse(request);
  if (parsed.success) return parsed.data as OperationRequest<Kind>;
  const [issue] = parsed.error.issues;
  throw new RecordProblem('record_unknown', issue?.message ?? 'is wrong', issue?.path.join('.') || undefined);
}

function numberOf(text: string): number | string {
  const digits = text.trim().replace(/[,_ ]/g, '');
  return /^\d{1,15}$/.test(digits) ? Number(digits) : text;
}

function serialsOf(text: string): unknown {
  return text.split(',').map((part) => {
    const [, batch, first, last] = /^\s*(\d{1,9}):(\d{1,15})-(\d{1,15})\s*$/.exec(part) ?? [];
    return batch === undefined ? part : { batch: Number(batch), first: Number(first), last: Number(last) };
  });
}

function projectsOf(text: string): unknown {
  return text.split(',').map((part) => {
    const [, project, quantity] = /^\s*([a-z0-9-]{1,120}):(\d{1,15})\s*$/.exec(part) ?? [];
    return project === undefined ? part : { project, quantity: Number(quantity) };
  });
}
