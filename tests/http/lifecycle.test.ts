import { Agent, get } from 'node:http';
import { describe, expect, it } from 'vitest';
import { ownSite } from '#tests/support/own-site.ts';
import { lockProjects } from '#tests/support/projects.ts';

const site = ownSite({ SHUTDOWN_DELAY_MS: '1000', DATABASE_READ_LIMIT_MS: '20000' });

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
