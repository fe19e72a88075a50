import type { Transaction } from '#server/platform/database/transaction.ts';
import { certificateNumber } from '#verify/file.ts';

/** Returns the number of the certificate of the next entry: its index, beyond the numbers that lost entries may have. */
export function nextCertificate({ nextEntry, lostEntries }: { nextEntry: number; lostEntries: number }): string {
  return certificateNumber(nextEntry + lostEntries);
}

/** Stores the numbers of entries' certificates. */
export async function storeCertificates(
  transaction: Transaction,
  certificates: readonly { entry: number; number: string }[],
): Promise<void> {
  await transaction`
    insert into record_certificates (number, entry_index)
    select number, entry
    from unnest(${certificates.map(({ number }) => number)}::text[], ${certificates.map(({ entry }) => entry)}::bigint[]) as given (number, entry)
  `;
}
