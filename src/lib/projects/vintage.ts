/** Formats a project's vintage as `2023` or `2023 to 2024`; undefined if the catalogue states none. */
export function statedVintage({
  vintageStart,
  vintageEnd,
}: {
  vintageStart: number | null;
  vintageEnd: number | null;
}): string | undefined {
  const years = new Set([vintageStart, vintageEnd].filter((year) => year !== null));
  return years.size === 0 ? undefined : [...years].join(' to ');
}

/** Formats the vintage of units on the record, given as ISO dates, in the same way. */
export function vintageOf({ vintageStart, vintageEnd }: { vintageStart: string; vintageEnd: string }): string {
  return [...new Set([vintageStart.slice(0, 4), vintageEnd.slice(0, 4)])].join(' to ');
}
