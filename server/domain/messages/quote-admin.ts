import { idOf } from '#server/domain/messages/message-admin.ts';
import { listQuoteLines } from '#server/domain/messages/quote-lines.ts';
import { quotePath } from '#server/domain/messages/quote-path.ts';
import { type Quote, readQuote, readUnits } from '#server/domain/messages/read-quote.ts';
import { query } from '#server/platform/database/query.ts';
import { inTransaction } from '#server/platform/database/transaction.ts';
import { env } from '#server/platform/env.ts';
import type { QuoteState } from '#src/lib/record/quote-standing.ts';
import { fill } from '#src/lib/text/fill.ts';
import { referenceOf } from '#src/lib/text/reference.ts';

/** Returns where a request for a quote stands, and its page's address. @throws Error if there is none. */
export async function showQuote(idOrReference: string): Promise<Quote & { url: string }> {
  const id = await quoteIdOf(idOrReference);
  const quote = await readQuote(id);
  if (!quote) throw new Error(`${idOrReference} is not a request for a quote`);
  return { ...quote, url: env().PUBLIC_URL + (await quotePath(id)) };
}

/** Says that the written quote was sent, now; if that was said before, the first time stays. @throws Error if there is no such quote. */
export async function markAnswered(idOrReference: string): Promise<void> {
  await query`update contact_messages set answered_at = coalesce(answered_at, now()) where id = ${await quoteIdOf(idOrReference)}`;
}

/** What the database refuses, by its constraint. {entry}, {state}, {reference}. */
const refusals: Record<string, string> = {
  quote_entries_pkey: 'Entry {entry} is linked to a quote already: unlink it there first',
  quote_entries_entry_fkey: 'The record has no entry {entry}',
  quote_entries_kind:
    'Entry {entry} did not make credits {state}: reserved takes a reservation, sold an assignment or a transfer, retired an entry with a certificate',
  quote_entries_project: 'Entry {entry} is about a project that {reference} does not ask for',
  quote_entries_units: 'The units of entry {entry} are linked to another quote, with an entry before or after it',
};

/**
 * Links an entry of the record to a quote. `mayExceed`: the buyer has agreed to more tonnes than were asked for.
 * @throws Error that says what is wrong with it.
 */
export async function linkEntry(idOrReference: string, state: QuoteState, entry: number, mayExceed = false): Promise<void> {
  const id = await quoteIdOf(idOrReference);
  const lines = await listQuoteLines(id);
  try {
    await inTransaction('read write', async (transaction) => {
      await transaction`insert into quote_entries (entry_index, contact_message_id, state) values (${entry}, ${id}, ${state})`;
      const units = await readUnits(id, transaction);
      for (const { projectId, projectTitle, tonnes } of lines) {
        const linked = units.reduce((sum, one) => sum + (one.projectId === projectId ? one.tonnes : 0), 0);
        if (linked > tonnes && !mayExceed)
          throw new Error(
            `With entry ${entry}, ${linked} t of ${projectTitle} are linked to ${referenceOf(id)}, which asks for ${tonnes} t. If the buyer has agreed to that, add --yes`,
          );
      }
    });
  } catch (error) {
    const refusal = refusals[(error as { constraint_name?: string }).constraint_name ?? ''];
    if (!refusal) throw error;
    throw new Error(fill(refusal, { entry: String(entry), state, reference: referenceOf(id) }), { cause: error });
  }
}

/** Takes the link between a quote and an entry away. The entry stays. @throws Error if there is none. */
export async function unlinkEntry(idOrReference: string, entry: number): Promise<void> {
  const id = await quoteIdOf(idOrReference);
  const { count } = await query`delete from quote_entries where entry_index = ${entry} and contact_message_id = ${id}`;
  if (count === 0) throw new Error(`Entry ${entry} is not linked to ${referenceOf(id)}`);
}

async function quoteIdOf(idOrReference: string): Promise<string> {
  const id = await idOf(idOrReference);
  const { count } = await query`select from contact_messages where id::text = ${id} and prices_valid_until is not null`;
  if (count === 0) throw new Error(`There is no request for a quote ${idOrReference}`);
  return id;
}
