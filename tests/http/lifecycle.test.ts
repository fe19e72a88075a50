import { Agent, get } from 'node:http';
import { setTimeout as sleep } from 'node:timers/promises';
import { afterAll, beforeAll, describe, expect, inject, it } from 'vitest';
import { createTestDatabase, type TestDatabase } from '#tests/support/database.ts';
import { lockProjects } from '#tests/support/projects.ts';
import { type RunningSite, startSite } from '#tests/support/site.ts';
import { makeTemporaryFolder } from '#tests/support/temporary-folder.ts';

const folder = await makeTemporaryFolder();
afterAll(folder.remove);

/** Resolves once a site has begun to stop. */
const stopBegun = (site: RunningSite) =>
  expect.poll(() => site.lines.some(({ event }) => event === 'site.stopping'), { interval: 5 }).toBe(true);

describe('the process', () => {
  let database: TestDatabase;
  let site: RunningSite;
  beforeAll(async () => {
    database = await createTestDatabase({ withSamples: true });
    site = await startSite({ DATABASE_URL: database.url, SHUTDOWN_DELAY_MS: '1000', DATABASE_READ_LIMIT_MS: '20000' });
  });
  afterAll(async () => {
    await site.stop('SIGKILL');
    await database.drop();
  });

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
    const lock = await lockProjects(database.sql);
    const inFlight = await fetch(`${site.url}/credits`);
    const startedAt = performance.now();
    const exit = site.stop('SIGTERM');
    await stopBegun(site);
    expect(await askOnce(kept, `${site.url}/about`)).toMatchObject({ status: 200, connection: 'close', isReused: true });
    expect([await ready(), await ready('?exclude=postgres')]).toEqual([503, 503]);
    expect(await askOnce(fresh, `${site.url}/about`)).toMatchObject({ status: 200, connection: 'close', isReused: false });
    await expect.poll(() => askOnce(kept, `${site.url}/about`)).toMatchObject({ code: 'ECONNREFUSED' });
    expect(performance.now() - startedAt).toBeGreaterThan(1_000);
    lock.release();
    await lock.ended;
    expect(await inFlight.text()).toContain('<article');
    expect(await exit).toBe(0);
    for (const agent of [kept, fresh]) agent.destroy();
  });
});

describe('SIGTERM under the load of 100 connections', () => {
  it('cuts no answer off, answers nothing with 5xx, and exits 0 within ten seconds', async () => {
    // Avoids load shedding, which has its own tests.
    const patient = { MAX_RENDERS: '1000', RENDER_WAIT_MS: '60000', DATABASE_READ_LIMIT_MS: '30000', SHUTDOWN_DELAY_MS: '1000' };
    const site = await startSite({ DATABASE_URL: inject('siteDatabaseUrl'), ...patient });
    await fetch(`${site.url}/credits`).then((answer) => answer.text());
    const agent = new Agent({ keepAlive: true, maxSockets: 100 });
    const statuses: number[] = [];
    const cutOff: string[] = [];
    let isStopping = false;
    let number = 0;
    const visit = async () => {
      for (;;) {
        number += 1;
        const path = number % 20 ? '/credits' : `/api/v1/projects?q=last${number}`;
        const { status, code } = await askOnce(agent, site.url + path);
        if (code === undefined) statuses.push(status);
        // Refused, or closed while it was idle, before the request was read: clients then ask elsewhere.
        else if (isStopping && (code === 'ECONNREFUSED' || code === 'ECONNRESET')) return;
        else cutOff.push(code);
        await sleep(10);
      }
    };
    const load = Promise.all(Array.from({ length: 100 }, visit));
    await expect.poll(() => statuses.length, { timeout: 20_000 }).toBeGreaterThan(200);
    isStopping = true;
    const startedAt = performance.now();
    expect(await site.stop('SIGTERM')).toBe(0);
    expect(performance.now() - startedAt).toBeLessThan(10_000);
    await load;
    agent.destroy();
    expect(cutOff).toEqual([]);
    expect(statuses.length).toBeGreaterThan(100);
    expect(statuses.filter((status) => status >= 500)).toEqual([]);
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
