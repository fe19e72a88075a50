import { stringify } from 'csv-stringify/sync';
import { unsubscribeAddress } from '#server/domain/newsletter/unsubscribe.ts';
import { csvFile } from '#server/platform/csv.ts';
import { query } from '#server/platform/database/query.ts';

const columns = ['email', 'consent_at', 'unsubscribe'];

/**
 * Exports the current subscribers as CSV, by time of consent (UTC), each with an unsubscribe address, for the program that sends
 * the newsletter. Leaves out those whose latest welcome is held, because a script may have entered them.
 */
export async function exportSubscribers(): Promise<string> {
  const rows = await query<{ id: string; email: string; consentAt: string }[]>`
    select id, email, to_char(consent_at at time zone 'UTC', 'YYYY-MM-DD"T"HH24:MI:SS"Z"') as consent_at
    from newsletter_subscribers as subscriber
    where unsubscribed_at is null
      and 'held' is distinct from (
        select state
        from deliveries
        where newsletter_subscriber_id = subscriber.id
        order by seq desc
        limit 1
      )
    order by subscriber.consent_at, id
  `;
  const lines = [];
  for (const { id, email, consentAt } of rows) lines.push([email, consentAt, await unsubscribeAddress(id)]);
  return stringify(lines, { ...csvFile, columns });
}
