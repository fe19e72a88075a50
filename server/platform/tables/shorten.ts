/** Returns a text on one line, at most 60 characters of it. */
export function shortened(value: string): string {
  const line = value.replace(/\s+/g, ' ');
  return [...line].length > 60 ? `${[...line].slice(0, 60).join('')}…` : line;
}

/** Shortens a text to `max` characters: to its first parts if it is a list with semicolons, else at a space. */
export function shortenedTo(value: string, max: number): string {
  const start = [...value].slice(0, max - 1).join('');
  const [list, space] = [start.lastIndexOf(';'), start.search(/\s\S*$/)];
  return list > 0 ? start.slice(0, list).trim() : `${start.slice(0, space > max / 2 ? space : undefined).trim()}…`;
}
