import { findLog } from '#server/domain/record/log/origin.ts';
import type { Transaction } from '#server/platform/database/transaction.ts';

/** Returns the number of the certificate that the next entry may have. The log must be locked, so that no other gets its index. */
export async function nextCertificate(transaction: Transaction): Promise<string> {
  const size = (await findLog(transaction))?.size;
  return `CR-${String(size).padStart(6, '0')}`;
}

/** Stores the number of an entry's certificate. */
export async function storeCertificate(transaction: Transaction, number: string, entry: number): Promise<void> {
  await transaction`insert into record_certificates (number, entry_index) values (${number}, ${entry})`;
}
