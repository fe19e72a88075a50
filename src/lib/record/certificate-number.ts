/** Returns the number of the certificate of an entry. */
export function certificateNumber(entry: number): string {
  return `CR-${String(entry).padStart(6, '0')}`;
}
