import { updateProjects } from '#server/domain/record/book/operate.ts';
import { readLogKeys } from '#server/domain/record/log/keys.ts';
import { logOrigin } from '#server/domain/record/log/log.ts';
import { query } from '#server/platform/database/query.ts';
import { inTransaction } from '#server/platform/database/transaction.ts';
import { checkFile } from '#verify/check.ts';
import type { CheckResult } from '#verify/check-entry.ts';
import { isPdf, readPdf, readProvedFile } from '#verify/file.ts';
import { decodeUnicode } from '#verify/text.ts';

/**
 * Takes texts that are not on file from the file of a certificate or an entry that its holder has kept (JSON, or a PDF with it inside):
 * names, purposes, references, notes. Only from a file that holds, of an entry that the log has. What was erased stays erased.
 * @returns which came back, by field; or the check that the file did not pass.
 * @throws Error if the log does not have the entry.
 */
export async function restoreTexts(
  bytes: Uint8Array,
): Promise<{ index: number; restored: string[]; alreadyThere: string[]; erased: string[] } | { failed: CheckResult }> {
  const text = (isPdf(bytes) ? readPdf(bytes).attached : decodeUnicode(bytes)) ?? '';
  const checked = await checkFile(text, { keys: await readLogKeys(query, await logOrigin(query)) });
  const file = readProvedFile(text);
  if (checked.headline === 'failed' || !checked.fact || 'problem' in file) return { failed: checked };
  const { index, canonical, texts } = file;
  return inTransaction('read write', async (transaction) => {
    const [logged] = await transaction<{ entry: Buffer }[]>`select entry from record_entries where index = ${index}`;
    if (!logged?.entry.equals(Buffer.from(canonical, 'utf8'))) throw new Error(`The log does not have entry ${index} as in the file`);
    const commitments = JSON.parse(canonical) as Record<string, string>;
    const erasures = await transaction<{ field: string }[]>`select field from record_erasures where entry_index = ${index}`;
    const given = Object.entries(texts).flatMap(([field, one]) => ('text' in one ? [{ field, ...one }] : []));
    const isErased = ({ field }: { field: string }) => erasures.some((erasure) => erasure.field === field);
    const restored: string[] = [];
    for (const { field, text: name, salt } of given.filter((one) => !isErased(one))) {
      const { count } = await transaction`
        insert into record_texts (commitment, entry_index, field, text, salt)
        values (decode(${commitments[field] ?? ''}, 'hex'), ${index}, ${field}, ${name}, decode(${salt}, 'hex'))
        on conflict (commitment) do nothing
      `;
      if (count > 0) restored.push(field);
    }
    // Pages that said that the text is not on file are out of date.
    await updateProjects(transaction, index, index + 1);
    return {
      index,
      restored,
      alreadyThere: given.filter((one) => !isErased(one) && !restored.includes(one.field)).map(({ field }) => field),
      erased: given.filter(isErased).map(({ field }) => field),
    };
  });
}
