import { query } from '#server/platform/database/query.ts';
import { env } from '#server/platform/env.ts';
import { log } from '#server/platform/log.ts';
import { sign } from '#server/platform/secret.ts';
import { throttleByKey } from '#server/platform/throttle.ts';
import { limitSubjects } from '#server/platform/web/client-address.ts';
import { TooManyMessages } from '#server/submissions/errors.ts';
import type { Quota } from '#server/submissions/submission.ts';

const logOverLimit = throttleByKey<'all'>(60_000, (_, leftOut) =>
  log().warn(
    { event: 'messages.over-limit', leftOut },
    'More messages than RATE_LIMIT_GLOBAL_PER_HOUR: they are stored, but no mail is sent',
  ),
);

/** The sender's remaining quota, and whether the whole site exceeded its limit this hour. */
export type Counted = { quota: Quota; isSiteOverLimit: boolean };

/**
 * Counts a message against the limits of its client address and of the whole site, per clock hour. The counters are in
 * PostgreSQL, so all instances share them. A rejected message is not counted against wider networks or the site.
 * @throws TooManyMessages if the address, or a network that it belongs to, is over its limit.
 */
export async function countMessage(clientAddress: string): Promise<Counted> {
  const { RATE_LIMIT_PER_ADDRESS_PER_HOUR, RATE_LIMIT_GLOBAL_PER_HOUR } = env();
  let quota: Quota | undefined;
  for (const { subject, times } of limitSubjects(clientAddress)) {
    const signed = (await sign('client-address', subject)).toString('base64url');
    const counted = await count(signed, RATE_LIMIT_PER_ADDRESS_PER_HOUR * times);
    if (counted.hits > counted.limit) throw new TooManyMessages(counted);
    if (!quota || counted.left < quota.left) quota = counted;
  }
  if (!quota) throw new Error('An address has at least one counter');
  const site = await count('all', RATE_LIMIT_GLOBAL_PER_HOUR);
  const isSiteOverLimit = site.hits > site.limit;
  if (isSiteOverLimit) logOverLimit('all');
  return { quota, isSiteOverLimit };
}

async function count(subject: string, limit: number): Promise<Quota & { hits: number }> {
  const [row] = await query<{ hits: number; secondsLeft: number }[]>`
    insert into rate_limits as counted (subject, window_start, hits)
    values (${subject}, date_trunc('hour', now()), 1)
    on conflict (subject, window_start) do update
    set hits = least(counted.hits + 1, 1000000000)
    returning
      hits,
      ceil(extract(epoch from window_start + interval '1 hour' - now()))::integer as seconds_left
  `;
  const { hits = 1, secondsLeft = 1 } = row ?? {};
  return { hits, limit, left: Math.max(0, limit - hits), secondsLeft: Math.max(1, secondsLeft) };
}
