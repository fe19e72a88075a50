import { env } from '#server/env.ts';
import { TooManyMessages } from '#server/messages/refusal.ts';
import type { Quota } from '#server/messages/sending.ts';
import { sign } from '#server/secret.ts';
import { sql } from '#server/sql.ts';

/**
 * Counts a message against the limits of its client address and of the whole site, an hour of the clock at a time. The
 * counters are in Postgres, so all instances share them. An address over its limit does not count for the site.
 * @returns what the address has left.
 * @throws TooManyMessages
 */
export async function countMessage(clientAddress: string): Promise<Quota> {
  const { RATE_LIMIT_PER_ADDRESS_PER_HOUR, RATE_LIMIT_GLOBAL_PER_HOUR } = env();
  const subject = (await sign('client-address', clientAddress)).toString('base64url');
  const quota = await count(subject, RATE_LIMIT_PER_ADDRESS_PER_HOUR);
  await count('all', RATE_LIMIT_GLOBAL_PER_HOUR);
  return quota;
}

async function count(subject: string, limit: number): Promise<Quota> {
  const [row] = await sql()<{ hits: number; secondsLeft: number }[]>`
    insert into rate_limits as counted (subject, window_start, hits)
    values (${subject}, date_trunc('hour', now()), 1)
    on conflict (subject, window_start) do update
    set hits = least(counted.hits + 1, 1000000000)
    returning
      hits,
      ceil(extract(epoch from window_start + interval '1 hour' - now()))::integer as seconds_left
  `;
  const { hits = 1, secondsLeft = 1 } = row ?? {};
  const quota = { limit, left: Math.max(0, limit - hits), secondsLeft: Math.max(1, secondsLeft) };
  if (hits > limit) throw new TooManyMessages(quota);
  return quota;
}
