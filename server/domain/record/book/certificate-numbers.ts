import type { Transaction } from '#server/platform/database/transaction.ts';
import { certificateNumber } from '#src/lib/record/certificate-number.ts';

/** Stores the number of an entry's certificate. */
export async function storeCertificate(transaction: Transaction, entry: number): Promise<void> {
  await transaction`insert into record_certificates (number, entry_index) values (${certificateNumber(entry)}, ${entry})`;
}
