import { duplicateKey } from '#verify/text.ts';
import { BadCell } from './cell-values.ts';
import type { Table } from './read-table.ts';

/**
 * Reads a list of objects, or an object with such a list. Objects within them become columns such as `location.latitude`; lists
 * stay as they are.
 * @throws Error that explains what is not valid.
 */
export function jsonTable(text: string, assertNotTooWide: (columns: number) => void): Pick<Table, 'columns' | 'rows' | 'titles'> {
  const { list, beside } = listIn(parsed(text));
  const notObject = list.findIndex((item) => !isObject(item));
  if (notObject >= 0) throw new Error(`Entry ${notObject + 1} of the list is not an object.`);
  const names = new Set<string>();
  const items = (list as Record<string, unknown>[]).map((item) => {
    const cells = new Map(flattened(item));
    for (const name of cells.keys()) names.add(name);
    assertNotTooWide(names.size);
    return cells;
  });
  const columns = [...names];
  const rows = items.map((cells, index) => ({ line: index + 1, cells: columns.map((column) => cells.get(column)), extra: 0 }));
  return { columns, rows, titles: beside };
}

function parsed(text: string): unknown {
  let data: unknown;
  try {
    data = JSON.parse(text);
  } catch (cause) {
    throw new Error(`The file is not valid JSON: ${(cause as Error).message}`, { cause });
  }
  const repeated = duplicateKey(text);
  if (repeated !== undefined) throw new Error(`The file has "${repeated}" twice: it is unclear which value is meant.`);
  return data;
}

/** A field beside a list that leads to the rest of it, and one that counts all of it. */
const next = /(^|[._])next(_?(page|cursor|token|url|link|href))?([._]href)?$/i;
const total = /(^|[._])(total|count|total_?(count|results|elements))$/i;

/** Returns the list, and what stands beside it, which may say something about every row. @throws Error for a page of a longer list. */
function listIn(data: unknown): { list: unknown[]; beside: string[] } {
  if (Array.isArray(data)) return { list: data, beside: [] };
  const lists = isObject(data) ? Object.values(data).filter(Array.isArray) : [];
  if (isObject(data) && lists.length === 1 && lists[0]) {
    const list = lists[0];
    const fields = [...flattened(data)].filter(([, value]) => !Array.isArray(value));
    const more = fields.find(([name, value]) => (next.test(name) && value) || (total.test(name) && Number(value) > list.length));
    if (more)
      throw new Error(
        `The file is a part of a longer list: it has ${list.length} entries, and "${more[0]}" is ${JSON.stringify(more[1])}. Put all parts into one list.`,
      );
    return { list, beside: fields.map(([name, value]) => `${name} ${String(value)}`) };
  }
  throw new Error('The file is neither a list nor an object with one list, such as { "projects": [...] }.');
}

function* flattened(item: Record<string, unknown>, prefix = ''): Generator<[string, unknown]> {
  for (const [name, value] of Object.entries(item))
    if (isObject(value)) yield* flattened(value, `${prefix}${name}.`);
    else if (typeof value === 'number' && Math.abs(value) > Number.MAX_SAFE_INTEGER)
      yield [prefix + name, new BadCell(String(value), 'has more digits than a number of JSON keeps: write it as text')];
    else yield [prefix + name, value];
}

function isObject(value: unknown): value is Record<string, unknown> {
  return typeof value === 'object' && value !== null && !Array.isArray(value);
}
