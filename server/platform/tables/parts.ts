import { someOf } from '#shared/lib/text/numbers.ts';
import { formatCount } from '#verify/text.ts';

const maxColumns = 1_000;

/** @throws Error for a table of more columns than anybody's list has: its rows would fill the memory. */
export function assertNotTooWide(columns: number): void {
  if (columns > maxColumns) throw new Error(`The file has more than ${formatCount(maxColumns)} columns.`);
}

/**
 * Returns the part of a file that is named, or the only one that may be meant.
 * @param noun what a part is: a sheet, a list, a table. What its `about` says stands behind its name.
 * @throws Error that names them, twenty at most.
 */
export function partNamed<Part extends { name: string; about: string }>(
  noun: string,
  parts: readonly Part[],
  named: string | undefined,
  isMeant: (part: Part) => boolean,
): Part {
  const [part, ...others] = parts.filter(named === undefined ? isMeant : ({ name }) => name === named);
  if (part && others.length === 0) return part;
  const names = parts.map(({ name, about }) => `"${name}"${about === '' ? '' : ` (${about})`}`);
  const list = someOf(names, 20);
  throw new Error(
    named === undefined ? `Name the ${noun} to read with --list: ${list}` : `There is no ${noun} "${named}". There are: ${list}`,
  );
}
