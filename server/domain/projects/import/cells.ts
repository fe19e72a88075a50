import { parse } from 'node-html-parser';
import { unescapeFormula } from '#server/platform/csv.ts';
import { isNoValue, withoutExcelEscapes } from '#server/platform/tables/cell-values.ts';
import type { Row } from '#server/platform/tables/read-table.ts';
import { type FieldName, storedField } from './fields.ts';
import type { Mapping } from './map-columns.ts';

/** A tag of HTML by its name, or an entity. Text such as "x < 5 & y" has neither. */
const html =
  /<\/?(?:a|b|blockquote|br|div|em|font|h[1-6]|hr|i|li|ol|p|pre|script|section|small|span|strong|style|sub|sup|table|tbody|td|th|tr|u|ul)(?:\s[^<>]*)?\/?>|&(?:[a-z][a-z0-9]{1,30}|#\d{1,7}|#x[0-9a-f]{1,6});/i;

/** Returns a cell's text: normalised (NFC), trimmed, and without characters that PostgreSQL cannot store. Null if it is empty. */
export function cellText({ cells }: Row, field: FieldName, mapping: Mapping): string | null {
  const position = mapping.positions.get(field);
  const cell = position === undefined ? undefined : cells[position];
  if (cell === undefined || cell === null) return null;
  const raw =
    typeof cell === 'object' && (holdsList(field) || !isList(cell)) ? JSON.stringify(cell) : isList(cell) ? cell.join(', ') : String(cell);
  const isLiteral = mapping.isOwnExport || mapping.completed.some((name) => name === field);
  const unescaped = mapping.hasEscapedFormulas ? unescapeFormula(raw) : raw;
  const plain = isLiteral ? unescaped : readable(unescaped, field);
  const lines = plain.replaceAll('\0', '').replace(/\r\n?/g, '\n').normalize('NFC').trim();
  // A name broken over several lines is one name; only descriptive fields have paragraphs.
  const text = isLiteral || hasParagraphs(field) ? lines : lines.replace(/\s+/g, ' ');
  if (text === '') return null;
  return !isLiteral && isNoValue(text) && !(field === 'country' && text === 'NA' && mapping.hasCountryCodes) ? null : text;
}

/** Returns text without what programs leave in it: HTML, the escapes of Excel's XML (`_x000D_`), and lists such as `['a', 'b']`. */
function readable(text: string, field: FieldName): string {
  if (holdsList(field)) return text;
  const unescaped = withoutExcelEscapes(text);
  const shown = html.test(unescaped)
    ? parse(unescaped, { blockTextElements: { script: false, style: false } }).structuredText.replaceAll('\u00a0', ' ')
    : unescaped;
  const [, inner] = /^\[\s*(['"][^[\]{}]*['"])\s*\]$/.exec(shown.trim()) ?? [];
  return inner === undefined
    ? shown
    : inner
        .split(/['"]\s*,\s*['"]/)
        .join(', ')
        .slice(1, -1);
}

function hasParagraphs(field: FieldName): boolean {
  const type = storedField(field)?.type;
  return type?.kind === 'text' && type.paragraphs;
}

/** Checks whether a field holds a list of objects. */
export function holdsList(field: FieldName): boolean {
  return storedField(field)?.type.kind === 'list';
}

/** Checks whether a cell of a JSON file is a list of values that are not lists or objects. */
function isList(cell: unknown): cell is (string | number)[] {
  return Array.isArray(cell) && cell.every((item) => typeof item === 'string' || typeof item === 'number');
}
