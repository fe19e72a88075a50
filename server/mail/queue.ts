import { setTimeout as sleep } from 'node:timers/promises';
import { type Claimed, settle } from '#server/mail/deliveries.ts';
import { log } from '#server/platform/log.ts';
import { throttleByKey } from '#server/platform/throttle.ts';

/** At most this many deliveries of a kind are made at once. */
const maxAtOnce = 4;
/** How often (ms) the table is asked for what is due. */
const everyMs = 1_000;

/** How a delivery ended: sent, or written into a file because no mail server is configured. */
export type Sent = 'sent' | 'written';

/** What is particular to a kind of delivery. */
export type Channel<Item extends Claimed, Message> = {
  /** Claims up to `count` that are due. */
  claim: (count: number) => Promise<Item[]>;
  /** Makes what is sent, from the rows that it is about. Undefined: it is no longer wanted. */
  prepare: (item: Item) => Promise<Message | undefined>;
  /** Sends it, once. Ends before the lease does. @throws if it was not accepted. */
  send: (item: Item, message: Message) => Promise<Sent>;
  /** Called once it is marked; `isKept`: false if its row was erased meanwhile. */
  sent: (item: Item, state: Sent, facts: { ms: number; isKept: boolean }) => Promise<void>;
  /** Puts back what was not accepted, or gives it up. */
  failed: (item: Item, error: Error & { code?: string }) => Promise<void>;
};

/** Throttled, because every question fails while PostgreSQL is down. */
const logError = throttleByKey<string | undefined>(60_000, (code, leftOut) =>
  log().warn({ event: 'queue.error', code, leftOut }, 'PostgreSQL did not tell which deliveries are due'),
);

/**
 * Starts to make the deliveries that are due, also while PostgreSQL is away: then as soon as it is back. Any number of instances
 * may share the work. Returns a function that stops: those being made may finish, for up to `ms`.
 */
export function startQueue<Item extends Claimed, Message>(channel: Channel<Item, Message>): (ms: number) => Promise<void> {
  const stopping = new AbortController();
  const deliver = deliverer(channel);
  const running = deliverDue(channel, deliver, stopping.signal);
  return async (ms) => {
    stopping.abort();
    await Promise.race([running, sleep(ms, undefined, { ref: false })]);
  };
}

async function deliverDue<Item extends Claimed, Message>(
  { claim }: Channel<Item, Message>,
  deliver: (item: Item) => Promise<void>,
  stopping: AbortSignal,
): Promise<void> {
  const running = new Set<Promise<void>>();
  while (!stopping.aborted) {
    const places = maxAtOnce - running.size;
    const claimed = await claim(places).catch((error: { code?: string }) => {
      logError(error.code);
      return [];
    });
    for (const item of claimed) {
      const one = deliver(item).finally(() => running.delete(one));
      running.add(one);
    }
    // What has been sent lets another one follow, of the same subscription for instance.
    const waits = claimed.length < places ? [sleep(everyMs, undefined, { signal: stopping, ref: false }).catch(() => {})] : [];
    if (waits.length > 0 || running.size === maxAtOnce) await Promise.race([...waits, ...running]);
  }
  await Promise.all(running);
}

/**
 * Returns a function that makes a claimed delivery, once, and marks it; no transaction is open meanwhile. If the process is killed
 * after it was accepted but before it is marked, it is made again under the same id. It never throws: a delivery that could not even
 * be put back is claimed again when its lease ends.
 */
export function deliverer<Item extends Claimed, Message>({ prepare, send, sent, failed }: Channel<Item, Message>) {
  /** Those that this process has sent but not yet marked, so that it does not send them again. */
  const unmarked = new Map<string, Sent>();

  async function deliver(item: Item): Promise<void> {
    const before = unmarked.get(item.id);
    if (before) {
      await settle(item.id, before);
      unmarked.delete(item.id);
      return;
    }
    const message = await prepare(item);
    if (message === undefined) {
      await settle(item.id, 'skipped');
      return;
    }
    const started = performance.now();
    if (started > item.sendBy) throw new Error('It was not prepared in time');
    const state = await send(item, message);
    const ms = Math.round(performance.now() - started);
    unmarked.set(item.id, state);
    const isKept = await settle(item.id, state);
    unmarked.delete(item.id);
    await sent(item, state, { ms, isKept });
  }

  return async (item: Item): Promise<void> => {
    try {
      await deliver(item);
    } catch (error) {
      // It was sent and could not be marked: whoever claims it next marks it.
      if (unmarked.has(item.id)) logError((error as { code?: string }).code);
      else await failed(item, error as Error).catch(({ code }) => logError(code));
    }
  };
}
