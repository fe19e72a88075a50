import { setTimeout as sleep } from 'node:timers/promises';
import { parse } from 'node-html-parser';
import { afterAll, beforeAll, describe, expect, it, vi } from 'vitest';
import { list } from '#shared/content/projects/index.ts';
import { expectRun, runHere } from '#tests/support/command.ts';
import { lockTable } from '#tests/support/projects.ts';
import { database, queryMs, site, start } from './site.ts';

/** Longest time (ms) that any request, and any read, may take. */
const maxMs = 5_000;
const maxReadMs = 2_500;
/** Time (ms) within which the site recovers once the database has. */
const recoveryMs = 15_000;

/** Waits until all of `cachedPaths` are cached. A page that was streamed, or made while the data's version was unknown, is not. */
async function keepPages() {
  const from = site.lines.length;
  const keep = async (address: string) => {
    expect((await ask(address)).headers.get('etag')).not.toBeNull();
    expect(site.lines.slice(from).some(({ path, cached }) => path === address && cached)).toBe(true);
  };
  for (const address of cachedPaths) await vi.waitFor(() => keep(address), { timeout: 10_000 });
}

/** Erases the beneficiary of a certificate whose page is kept. Nobody asks for that page again until the outages. */
async function eraseBeneficiary() {
  const [certificate] = await database.query<{ number: string; index: number; name: string }>(
    `select number, entry_index::int as index, text as name from record_certificates join record_texts using (entry_index)
      where field = 'beneficiary' order by entry_index desc limit 1`,
  );
  const { number = '', index = 0, name = '' } = certificate ?? {};
  const page = `/certificates/${number}`;
  await vi.waitFor(async () => expect((await ask(page)).headers.get('etag')).not.toBeNull(), { timeout: 10_000 });
  expect((await ask(page)).text).toContain(name);
  await expectRun(runHere('record', ['erase', 'certificate', number, '--yes'], { DATABASE_URL: database.url }), 0);
  await vi.waitFor(async () => expect((await ask(`/api/v1/record/entries/${index}`)).text).toContain('"erased":true'), { timeout: 10_000 });
  return { page, name };
}

type Seen = { what: string; status: number; ms: number; headers: Headers; text: string };

/** Pages that show the list of projects as it was last known: where, in which words, and with which button. */
const keptPages = [
  ['/', '#last-known-home', 'Error loading projects. Please try again later.', undefined],
  ['/credits', '#last-known-credits', 'Error loading projects', 'Try Again'],
] as const;
const cachedPaths = ['/', '/credits', '/api/carbon-projects'];
let uncachedCount = 0;

async function ask(address: string, init: RequestInit = {}): Promise<Seen> {
  const what = `${init.method ?? 'GET'} ${address}`;
  const startedAt = performance.now();
  try {
    const answer = await fetch(site.url + address, { redirect: 'manual', signal: AbortSignal.timeout(15_000), ...init });
    const text = await answer.text();
    return { what, status: answer.status, ms: performance.now() - startedAt, headers: answer.headers, text };
  } catch (error) {
    return { what, status: 0, ms: performance.now() - startedAt, headers: new Headers(), text: String(error) };
  }
}

/** A certificate's page that the site has kept, and the name of its beneficiary, which was erased since. */
let erased: Awaited<ReturnType<typeof eraseBeneficiary>>;

const probe = {
  page: () => ask('/credits'),
  list: () => ask('/api/carbon-projects'),
  unknown: () => ask(`/projects?q=unknown${uncachedCount++}`, { headers: { accept: 'text/html' } }),
  api: () => ask(`/api/v1/projects?q=unknown${uncachedCount++}`),
  rpc: () => ask(`/api/trpc/projects.search?input=${encodeURIComponent(JSON.stringify({ json: { limit: (uncachedCount++ % 500) + 1 } }))}`),
  post: () => write('/api/contact', typed),
  send: () => write('/api/trpc/contact.send', { json: typed }),
  form: () => ask('/api/contact', { method: 'POST', body: new URLSearchParams(typed) }),
};
const typed = { name: 'Steady Person', email: 'steady@faults.example', message: 'Typed with care' };
const write = (address: string, body: object) =>
  ask(address, { method: 'POST', headers: { 'content-type': 'application/json' }, body: JSON.stringify(body) });

/** Sends a mix of requests until `end` is called. Collects the responses. */
function load() {
  const seen: Seen[] = [];
  let isOver = false;
  const repeat = async (one: () => Promise<Seen>) => {
    while (!isOver) {
      seen.push(await one());
      await sleep(300);
    }
  };
  const work = Promise.all([probe.page, probe.list, probe.unknown, probe.api, probe.rpc, probe.form, probe.post, probe.send].map(repeat));
  const end = async () => {
    isOver = true;
    await work;
  };
  return { seen, end };
}

/** Expects only responses that visitors may get while the database is down. */
function expectDegraded(seen: Seen[]): void {
  const brief = ({ what, status, ms, text }: Seen) => `${what} ${status} ${Math.round(ms)} ms ${status === 0 ? text : ''}`;
  const reads = seen.filter(({ what }) => what.startsWith('GET'));
  // A machine that is busy for a moment makes one or two late; a fault makes dozens late.
  for (const [list, limit] of [
    [seen, maxMs],
    [reads, maxReadMs],
  ] as const) {
    expect(list.filter(({ ms }) => ms > 2 * limit).map(brief)).toEqual([]);
    const late = list.filter(({ ms }) => ms > limit);
    expect(late.map(brief).slice(2)).toEqual([]);
  }
  const always = reads.filter(({ what }) => cachedPaths.some((address) => what === `GET ${address}`) || what.startsWith('GET /projects'));
  expect(always.filter(({ status }) => status !== 200).map(brief)).toEqual([]);
  const unexpected = seen.filter(({ status }) => ![200, 201, 303].includes(status));
  expect(unexpected.filter(({ status, headers }) => status !== 503 || !headers.get('retry-after')).map(brief)).toEqual([]);
}

async function expectRecovery(): Promise<void> {
  const isWhole = async () => {
    const all = await Promise.all([probe.unknown(), ask('/readyz'), probe.page(), probe.api(), probe.post(), probe.send(), probe.form()]);
    expect(all.map(({ status }) => status)).toEqual([200, 200, 200, 200, 201, 200, 303]);
    expect(all.filter(({ headers, text }) => headers.has('carma-last-known') || text.includes(list.error))).toEqual([]);
  };
  await vi.waitFor(isWhole, { timeout: recoveryMs, interval: 250 });
}

const outages = {
  'killed with -9': async () => {
    await database.kill();
    return database.start;
  },
  'frozen with SIGSTOP': async () => database.freeze(),
};

// All blocks of this file go on with the site that was started among the crashes, and with what this one has erased.
describe('a page with an unanswered query', () => {
  const sql = database.connect();
  afterAll(() => sql.end());
  beforeAll(async () => {
    await start({ databaseStatementTimeoutMs: String(queryMs) });
    await database.query("update carbon_projects set slug = 'elm-wood' where slug = 'elm'");
    await keepPages();
    erased = await eraseBeneficiary();
  });

  it('of a former slug is not kept: later it leads to the project', async () => {
    const unlock = await lockTable(sql, 'former_slugs');
    const without = await ask('/projects/elm');
    await unlock();
    expect([without.status, without.headers.get('cache-control')]).toEqual([503, 'no-store']);
    const { status, headers } = await ask('/projects/elm');
    expect([status, headers.get('location')]).toEqual([301, '/projects/elm-wood']);
  });

  it('explains that without scripts and reloads itself, or is incomplete; later it is whole', async () => {
    const addresses = ['/projects/elm-wood?again', '/projects/compare?p=oak&p=elm-wood', '/shortlist?p=oak:3'];
    const unlock = await lockTable(sql);
    const asked = Promise.all(addresses.map((address) => ask(address, { headers: { accept: 'text/html' } })));
    const [sitemap, seen] = await Promise.all([ask('/sitemap.xml'), asked]);
    await unlock();
    expect([sitemap.status, sitemap.headers.get('cache-control')]).toEqual([200, 'no-store']);
    expect((await ask('/sitemap.xml')).text).toContain('/projects/elm-wood<');
    for (const { what, status, ms, headers, text } of seen) {
      expect([status, headers.get('retry-after'), headers.get('cache-control')], what).toEqual([503, '5', 'no-store']);
      expect(ms).toBeLessThan(maxReadMs);
      expect(text).toMatch(/<html lang="en-GB">.*<meta http-equiv="refresh" content="5">/);
      expect(text).toMatch(/<title>[^<]+<\/title>.*<h1>This page is temporarily unavailable<\/h1>/s);
      expect(text).not.toContain('<script');
    }
    for (const address of addresses) expect((await ask(address)).status, address).toBe(200);
  });
});

it.each(Object.entries(outages))(
  'PostgreSQL %s: the site serves what is cached, promptly explains what it cannot serve, and recovers by itself',
  async (_name, breakDatabase) => {
    // An erasure has emptied the cache.
    await keepPages();
    const { seen, end } = load();
    await sleep(500);
    const restoreDatabase = await breakDatabase();
    try {
      // A silent server counts as healthy until its heartbeat is overdue.
      await vi.waitUntil(async () => (await ask('/readyz')).status === 503, { timeout: 10_000 });
      await vi.waitUntil(async () => (await probe.page()).headers.has('carma-last-known'), { timeout: 10_000 });
      const asked = Promise.all(['/livez', '/readyz?exclude=postgres', '/readyz', '/projects.csv', '/record'].map((path) => ask(path)));
      const sent = Promise.all([probe.post(), probe.send(), probe.form()]);
      const certificates = ['CR-000003', 'GS1-1-UG-GS9002-16-2024-70001-1-4'].map((record) =>
        ask('/api/verify', { method: 'POST', body: new URLSearchParams({ record }) }),
      );
      const [page, unknown, api] = await Promise.all([probe.page(), probe.unknown(), probe.api()]);
      const [live, readyWithout, ready, file, record] = await asked;
      const [post, send, form] = await sent;
      // Without PostgreSQL an instance can still send the pages that it has kept, but no list that it has not.
      expect([live, readyWithout, ready, file, record].map((one) => one?.status)).toEqual([200, 200, 503, 503, 200]);
      expect(ready?.ms).toBeLessThan(maxReadMs);
      expect(page.status).toBe(200);
      expect(page.headers.get('carma-last-known')).not.toBeNull();
      expect(page.ms).toBeLessThan(maxReadMs);
      expect(unknown.status).toBe(200);
      expect(unknown.text).toContain(list.error);
      for (const rejected of [api, post])
        expect([rejected.status, rejected.headers.get('content-type')]).toEqual([503, 'application/problem+json; charset=utf-8']);
      expect(JSON.parse(post.text).detail).toBe('The message could not be stored. Please try again.');
      expect(JSON.parse(send.text).error.json.message).toBe('Something failed on our side. Please try again.');
      for (const rejected of [send, form]) expect([rejected.status, rejected.headers.get('retry-after')]).toEqual([503, '5']);
      expect(form.text).toContain('Typed with care');
      // A page that was not kept says what it cannot show, is not kept now, and calls no certificate bad.
      expect([record?.headers.has('carma-last-known'), record?.headers.get('cache-control')]).toEqual([false, 'no-store']);
      expect(record?.text).toContain('unavailable');
      for (const answer of certificates) {
        const checked = parse((await answer).text).querySelector('main')?.structuredText;
        expect(checked).toContain('The check could not be finished');
        expect(checked).not.toContain('There is no certificate');
      }
      // A kept one begins its list with the specified words, and says of when it is.
      for (const [address, place, words, button] of keptPages) {
        const notice = parse((await ask(address)).text).querySelector(place);
        expect(notice?.querySelector('[role="alert"]')?.text).toBe(words);
        expect(notice?.querySelector('form[action="/credits"] button')?.text).toBe(button);
        expect(notice?.text).toMatch(/This is the list of \d\d:\d\d UTC on/);
      }
      expect((await ask(erased.page)).text).not.toContain(erased.name);
      // So that connections are given up and requests pile up.
      await sleep(queryMs + 500);
      await restoreDatabase();
      await expectRecovery();
    } finally {
      // Again, unless the test failed before: that changes nothing.
      await restoreDatabase();
      await end();
    }
    expectDegraded(seen);
  },
  90_000,
);

it('after all these faults no error was unhandled', () => {
  expect(site.lines.filter(({ event }) => event === 'request.failed' || event === 'process.failed')).toEqual([]);
});

it('after all these faults the site stops as ever, also while PostgreSQL hangs', async () => {
  const thaw = await database.freeze();
  try {
    expect(await site.stop('SIGTERM')).toBe(0);
  } finally {
    thaw();
  }
});
