import type { Transaction } from '#server/platform/database/transaction.ts';

/** Returns the number of the certificate of an entry. */
export function certificateNumber(entry: number): string {
  return `CR-${String(entry).padStart(6, '0')}`;
}

/** Stores the number of an entry's certificate. */
export async function storeCertificate(transaction: Transaction, entry: number): Promise<void> {
  await transaction`insert into record_certificates (number, entry_index) values (${certificateNumber(entry)}, ${entry})`;
}
