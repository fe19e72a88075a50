import { afterEach, expect, it, vi } from 'vitest';
import { answerTo } from '#src/client/verify/check-in-browser.ts';
import { entryOf, unitsIn } from '#tests/support/entries.ts';
import { makeLog, makeLogKey } from '#tests/support/signed-log.ts';
import { maxFileBytes } from '#verify/check.ts';
import type { CheckResult } from '#verify/check-entry.ts';
import { readCheckpoint } from '#verify/signed-tree.ts';

afterEach(() => vi.unstubAllGlobals());

const origin = 'log.example/log';
const signer = await makeLogKey(origin);
const entriesOf = (...counts: number[]) => counts.map((count) => JSON.stringify(entryOf('receive', [unitsIn(1, 1, count)])));
const log = await makeLog(origin, entriesOf(60, 70, 80), signer);

/** A site that has the log, and says nothing of witnesses. */
async function answerOfSite(address: string): Promise<Response> {
  const body = address === '/log/keys' ? signer.text : await log.serve(address.replace('/log/', '')).catch(() => null);
  return new Response(body, { status: body === null ? 404 : 200 });
}

/** Makes this checkpoint the last that the browser has seen. Returns what it stores. */
function storing(note: string): Map<string, string> {
  const stored = new Map([[`carma.checkpoint.${origin}`, JSON.stringify(note)]]);
  const setItem = (key: string, value: string) => stored.set(key, value);
  vi.stubGlobal('localStorage', { getItem: (key: string) => stored.get(key) ?? null, setItem });
  return stored;
}

it.each([
  ['continues what this browser saw of it last', await makeLog(origin, entriesOf(60, 70), signer), 'passed: continuesMemory', 3],
  ['has another history than this browser saw', await makeLog(origin, entriesOf(60, 71), signer), 'failed: memoryForked', 2],
  ['has another key', await makeLog(origin, entriesOf(60, 70), await makeLogKey(origin)), 'failed: memoryUnknown', 2],
])(
  'a check in a browser says that the log %s, and remembers the newest only if it continues what the browser saw',
  async (_, seen, outcome, size) => {
    const stored = storing(await seen.note(2));
    vi.stubGlobal('fetch', answerOfSite);
    const { verdict, steps } = (await answerTo(JSON.stringify(await log.fileOf(0)))) as CheckResult;
    expect(verdict).toBe(size === 3 ? 'unfinished' : 'failed');
    expect(steps.flatMap((one) => (one.step === 'memory' ? `${one.outcome}: ${one.found.text}` : []))).toEqual([outcome]);
    const [remembered = ''] = stored.values();
    expect(readCheckpoint(JSON.parse(remembered))?.checkpoint.size).toBe(size);
  },
);

it.each([
  ['5', 5, 'missing', 6],
  ['5', 6, 'unfinished', 6],
  ['6', 1, 'unfinished', 1],
  ['soon', 1, 'unfinished', 1],
])('a check in a browser waits at most 5 s, five times, if the site asks it to: %s s, %d times', async (wait, times, verdict, requests) => {
  const limited = { status: 429, headers: { 'retry-after': wait } };
  let asked = 0;
  const waits: number[] = [];
  vi.stubGlobal('setTimeout', (end: () => void, ms: number) => [waits.push(ms), end()]);
  vi.stubGlobal('fetch', async (address: string, { cache }: RequestInit) => {
    // Nothing is taken from what the browser keeps: of a log that has ended it may have other tiles.
    expect(cache).toBe('no-cache');
    if (address.startsWith('/certificates')) asked += 1;
    return new Response(null, asked > 0 && asked <= times ? limited : { status: 404 });
  });
  expect(await answerTo('CR-5')).toMatchObject({ verdict });
  expect([asked, waits]).toEqual([requests, Array(requests - 1).fill(5_000)]);
});

it('a check in a browser reads the newest checkpoint again where another tab has seen the log grow meanwhile', async () => {
  storing(await log.note(3));
  let asked = 0;
  vi.stubGlobal('fetch', async (address: string) =>
    address === '/log/checkpoint' && asked++ === 0 ? new Response(await log.note(2)) : answerOfSite(address),
  );
  const { steps } = (await answerTo(JSON.stringify(await log.fileOf(0, { size: 2 })))) as CheckResult;
  expect(steps.at(-1)?.found).toEqual({ text: 'continuesMemory', values: { old: '3', size: '3' } });
});

it('a file that is too large is not read whole, which no browser could do with some', async () => {
  vi.stubGlobal('fetch', async () => new Response(null, { status: 404 }));
  const film = Object.assign(new File([' '.repeat(maxFileBytes + 2)], 'film.mp4'), { arrayBuffer: () => Promise.reject(new RangeError()) });
  expect(((await answerTo(film)) as CheckResult).steps[0]?.found.text).toBe('tooLarge');
});
