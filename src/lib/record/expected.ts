import type { Batch } from '#src/schemas/record-api.ts';

/** Returns whether some units of a batch are still expected: not all were delivered under other serials, not delivered, or cancelled. */
export function isExpected({ issuance, units, first, last }: Batch): boolean {
  return issuance === 'expected' && units.Delivered + units['Not delivered'] + units.Cancelled < last - first + 1;
}
