import { Agent, get } from 'node:http';
import { describe, expect, it } from 'vitest';
import { head } from '#shared/content/projects/index.ts';
import { ownSite } from '#tests/support/own-site.ts';
import { lockProjects } from '#tests/support/projects.ts';

/** A site of its own, because it is stopped in the end. Nobody has asked for its pages yet, so none is kept. */
const site = ownSite({ SHUTDOWN_DELAY_MS: '1000', DATABASE_READ_LIMIT_MS: '20000' });
/** Longest wait (ms) for the first part, and for queries, on a busy machine. */
const firstPartLimit = 15_000;

describe('with a query held back until the first part has arrived', () => {
  it.each([
    ['/', 'Buy Carbon Credits You Can Trust', 'Loading projects...'],
    ['/credits', 'Request Custom Quote', 'Loading carbon projects...'],
    ['/projects?view=cards', head.title, 'Loading carbon projects...'],
  ])('%s sends header, hero and loading text before the query ends', async (path, hero, loading) => {
    const lock = await lockProjects(site.sql());
    let isLate = false;
    const timeout = setTimeout(() => {
      isLate = true;
      lock.release();
    }, firstPartLimit);

    const { headers, firstPart, whole } = await readInParts(`${site.url}${path}`, loading, lock.release).finally(lock.release);

    clearTimeout(timeout);
    // Otherwise the parts may have been rendered after the query had ended.
    expect(isLate).toBe(false);
    expect(headers.get('content-length')).toBeNull();
    expect(headers.get('cache-control')).toBe('no-store');
    expect(headers.get('content-security-policy')).toMatch(/'nonce-[^']+' 'strict-dynamic'/);
    expect(firstPart).toContain('<header');
    expect(firstPart).toContain(hero);
    expect(firstPart).not.toContain('<article');
    // The home page is painted with the end of its hero, however late that is, so that nothing moves.
    const painted = /<link rel="expect" href="#hero-end" blocking="render"\/>.*<\/h1>.*<span id="hero-end">/s;
    expect(painted.test(firstPart)).toBe(path === '/');
    expect(whole).toContain('<article');
    expect(whole).not.toContain('<link rel="next"');
    expect(whole).not.toContain('name="static"');
    expect(whole.endsWith('</body></html>')).toBe(true);
    expect(/<script type="application\/json" id="payload">[^<]+<\/script><\/body><\/html>$/.test(whole)).toBe(path === '/credits');
    await lock.ended;
  });

  it.each(['/projects/cwm-ty-coch-hillside-woodland', '/projects/no-such-project'])(
    '%s waits for what its status depends on',
    async (path) => {
      const lock = await lockProjects(site.sql());
      const answer = fetch(site.url + path);
      // Longer than a page with a list may take to begin.
      setTimeout(lock.release, 1_500);
      const { status, headers } = await answer;
      await lock.ended;
      expect(status).toBe(path.endsWith('no-such-project') ? 404 : 200);
      expect(headers.get('content-length') ?? headers.get('content-encoding')).not.toBeNull();
      expect(headers.get('content-security-policy')).not.toContain('nonce');
    },
  );
});

describe('the process', () => {
  it('logs one JSON line per request, with method, path without query, status, duration and id', async () => {
    for (const check of ['/livez', '/readyz?exclude=postgres']) await fetch(`${site.url}${check}`).then((health) => health.text());
    const answer = await fetch(`${site.url}/credits?email=ada@example.com`);
    await answer.text();
    await fetch(`${site.url}/no-such-page`).then((missing) => missing.text());
    const requests = () => site.lines.filter(({ event }) => event === 'request');
    // Requests are logged in order.
    await expect.poll(() => requests().at(-1)?.path).toBe('/no-such-page');
    const lines = requests();
    // Proxies ask every second: at level debug.
    expect(lines.filter(({ path }) => path === '/livez' || path === '/readyz')).toEqual([]);
    expect(lines).toContainEqual(
      expect.objectContaining({
        method: 'GET',
        path: '/credits',
        status: 200,
        durationMs: expect.any(Number),
        requestId: answer.headers.get('x-request-id'),
      }),
    );
    expect(lines).toContainEqual(expect.objectContaining({ path: '/no-such-page', status: 404 }));
    expect(JSON.stringify(lines)).not.toContain('ada@example.com');
  });

  it('about to stop says so, answers for the last time until a load balancer has noticed, finishes what is in flight, and exits 0', async () => {
    const ready = async (query = '') => (await fetch(`${site.url}/readyz${query}`)).status;
    expect([await ready(), await ready('?exclude=postgres')]).toEqual([200, 200]);
    const [kept, fresh] = [new Agent({ keepAlive: true, maxSockets: 1 }), new Agent({ keepAlive: true })];
    const before = await askOnce(kept, `${site.url}/about`);
    expect(before.status).toBe(200);
    // A cached response relies on HTTP/1.1's default.
    expect([undefined, 'keep-alive']).toContain(before.connection);
    const lock = await lockProjects(site.sql());
    // Neither is cached: both wait for the lock.
    const page = await fetch(`${site.url}/projects?view=cards&sort=price`);
    const call = fetch(`${site.url}/api/v1/projects?sort=price`);
    const startedAt = performance.now();
    const exit = site.stop('SIGTERM');
    await expect.poll(() => site.lines.some(({ event }) => event === 'site.stopping'), { interval: 5 }).toBe(true);
    expect(await askOnce(kept, `${site.url}/about`)).toMatchObject({ status: 200, connection: 'close', isReused: true });
    expect([await ready(), await ready('?exclude=postgres')]).toEqual([503, 503]);
    expect(await askOnce(fresh, `${site.url}/about`)).toMatchObject({ status: 200, connection: 'close', isReused: false });
    await expect.poll(() => askOnce(kept, `${site.url}/about`)).toMatchObject({ code: 'ECONNREFUSED' });
    expect(performance.now() - startedAt).toBeGreaterThan(1_000);
    lock.release();
    await lock.ended;
    expect(await page.text()).toContain('<article');
    expect((await call).status).toBe(200);
    expect(await exit).toBe(0);
    for (const agent of [kept, fresh]) agent.destroy();
  });
});

/** Reads a response as it arrives. Calls `seen` once `mark` has arrived; returns the text up to then, and the whole. */
async function readInParts(address: string, mark: string, seen: () => void) {
  const answer = await fetch(address);
  let whole = '';
  let firstPart = '';
  for await (const chunk of (answer.body ?? new ReadableStream()).pipeThrough(new TextDecoderStream())) {
    whole += chunk;
    if (!firstPart && whole.includes(mark)) {
      firstPart = whole;
      seen();
    }
  }
  return { headers: answer.headers, firstPart, whole };
}

type Outcome = { status: number; connection?: string | undefined; code?: string; isReused: boolean };

/** Requests a URL and reads the response to its end, or returns the error code. */
function askOnce(agent: Agent, url: string): Promise<Outcome> {
  const { promise, resolve } = Promise.withResolvers<Outcome>();
  const request = get(url, { agent }, (answer) => {
    const { statusCode: status = 0, headers } = answer;
    answer.resume();
    answer.on('end', () => resolve({ status, connection: headers.connection, isReused: request.reusedSocket }));
    answer.on('error', () => resolve({ status: 0, code: 'CUT_OFF', isReused: request.reusedSocket }));
  });
  request.on('error', ({ code = 'UNKNOWN' }: NodeJS.ErrnoException) => resolve({ status: 0, code, isReused: request.reusedSocket }));
  return promise;
}
