/** Returns the position of a duration on a logarithmic scale from 0 (`least`) to 1 (`most`), all in the same unit. */
export function logShare(duration: number, { least, most }: { least: number; most: number }): number {
  const share = Math.log(duration / least) / Math.log(most / least);
  return Math.max(0, Math.min(1, share));
}
