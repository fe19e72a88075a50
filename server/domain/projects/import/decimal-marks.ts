import { type DecimalMark, decimalMarkOf, markBy } from '#server/platform/tables/numbers.ts';
import type { Table } from '#server/platform/tables/read-table.ts';
import { projectFields } from '#src/schemas/project-fields.ts';
import type { FieldName } from './fields.ts';
import type { Mapping } from './map-columns.ts';
import { bareNumber } from './parse-field.ts';

/** Columns of a file in which thousands may be grouped. Coordinates and shares never are. */
export function mayBeGrouped(field: FieldName): boolean {
  return field === 'price' || isWhole(field);
}

function isWhole(field: FieldName): boolean {
  const kind = field in projectFields ? projectFields[field as keyof typeof projectFields].type.kind : undefined;
  return kind === 'pence' || kind === 'wholeNumber';
}

/** Returns the decimal mark that the cells of each column settle, where they do; 'both' where they contradict each other. */
export function decimalMarksOf(positions: Map<FieldName, number>, { rows }: Table): Map<FieldName, DecimalMark | 'both'> {
  const marks = new Map<FieldName, DecimalMark | 'both'>();
  for (const [field, position] of positions) {
    if (!mayBeGrouped(field)) continue;
    const mark = decimalMarkOf(
      rows.map(({ cells }) => cells[position]).flatMap((cell) => (typeof cell === 'string' ? [bareNumber(cell)] : [])),
    );
    if (mark) marks.set(field, mark);
  }
  return marks;
}

/**
 * Returns the mark by which a number of a column is read if it has two readings: as the other cells of the column say, else as
 * is usual in the file. Undefined if that is unknown.
 */
export function markFor(field: FieldName, text: string, { decimalMark, decimalMarks, convention }: Mapping): DecimalMark | undefined {
  return markBy(text, { settled: decimalMark ?? decimalMarks.get(field), convention, isWhole: isWhole(field) });
}
