/** The year, or the years, of a vintage. */
export function vintageOf({ vintageStart, vintageEnd }: { vintageStart: string; vintageEnd: string }): string {
  return [...new Set([vintageStart.slice(0, 4), vintageEnd.slice(0, 4)])].join(' to ');
}
