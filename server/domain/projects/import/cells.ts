import { unescapeFormula } from '#server/platform/csv.ts';
import { type ProjectField, projectFields } from '#src/schemas/project-fields.ts';
import type { FieldName } from './fields.ts';
import type { Mapping } from './map-columns.ts';
import type { Row } from './read-rows.ts';

/** Cells that mean that there is no value. */
const emptyValue = /^(|-+|–|—|n\/?a|#n\/a|null|none|nan|nil|tbc|tbd|unknown|undefined|not (available|applicable|stated|known))$/i;

/** Returns a cell's text: normalised (NFC), trimmed, and without characters that PostgreSQL cannot store. Null if it is empty. */
export function cellText({ cells }: Row, field: FieldName, mapping: Mapping): string | null {
  const position = mapping.positions.get(field);
  const cell = position === undefined ? undefined : cells[position];
  if (cell === undefined || cell === null) return null;
  const raw = typeof cell === 'object' && holdsList(field) ? JSON.stringify(cell) : isList(cell) ? cell.join(', ') : String(cell);
  const unescaped = mapping.hasEscapedFormulas ? unescapeFormula(raw) : raw;
  const lines = unescaped.replaceAll('\0', '').replace(/\r\n?/g, '\n').normalize('NFC').trim();
  // A name broken over several lines is one name; only descriptive fields have paragraphs.
  const text = mapping.isOwnExport || hasParagraphs(field) ? lines : lines.replace(/\s+/g, ' ');
  if (text === '') return null;
  return !mapping.isOwnExport && emptyValue.test(text) && !(field === 'country' && text === 'NA' && mapping.hasCountryCodes) ? null : text;
}

function hasParagraphs(field: FieldName): boolean {
  const type = typeOf(field);
  return type?.kind === 'text' && type.paragraphs;
}

/** Checks whether a field holds a list of objects. */
export function holdsList(field: FieldName): boolean {
  return typeOf(field)?.kind === 'list';
}

function typeOf(field: FieldName): ProjectField['type'] | undefined {
  return (projectFields as Partial<Record<FieldName, ProjectField>>)[field]?.type;
}

/** Checks whether a cell of a JSON file is a list of values that are not lists or objects. */
export function isList(cell: unknown): cell is (string | number)[] {
  return Array.isArray(cell) && cell.every((item) => typeof item === 'string' || typeof item === 'number');
}
