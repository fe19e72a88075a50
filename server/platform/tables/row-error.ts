/** An invalid value in a file; `remedy`: what helps for all rows of a file at once. */
export type RowError = { line: number; column: string; value: string; reason: string; remedy?: string };

/** Returns why a value is invalid, and what helps. */
export function reasonOf({ reason, remedy }: RowError): string {
  return remedy ? `${reason}${/[.?]$/.test(reason) ? '' : '.'} ${remedy}` : reason;
}
