import { spawn } from 'node:child_process';
import { once } from 'node:events';
import postgres from 'postgres';
import { afterAll, describe, expect, inject, it } from 'vitest';
import { openDatabase } from '#db/open.ts';
import { startSite } from '../support/site.ts';
import { makeTemporaryFolder } from '../support/temporary-folder.ts';

const folder = await makeTemporaryFolder();
const dataDir = folder.path;
const quiet = { info: () => {}, warn: () => {}, error: () => {} };
afterAll(folder.remove);

describe('the process', () => {
  it('stops at once with a line that names a wrong setting', async () => {
    const child = spawn(process.execPath, ['server/main.ts'], { env: { ...process.env, PORT: 'eighty' } });
    let errors = '';
    child.stderr.on('data', (chunk) => {
      errors += chunk;
    });
    const [code] = await once(child, 'exit');
    expect(code).toBe(1);
    expect(errors).toMatch(/PORT/);
  });

  it('logs one JSON line for each request, with method, path without query, status, duration and id', async () => {
    const site = await startSite({ DATABASE_URL: inject('siteDatabaseUrl') });
    const answer = await fetch(`${site.url}/credits?email=ada@example.com`);
    await answer.text();
    await fetch(`${site.url}/no-such-page`).then((missing) => missing.text());
    await site.stop();
    const lines = site.lines.filter(({ event }) => event === 'request');
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

  it('finishes what is in flight after SIGTERM and exits 0', async () => {
    const site = await startSite({ DATABASE_URL: inject('siteDatabaseUrl') });
    const sql = postgres(inject('siteDatabaseUrl'), { max: 1 });
    const { promise: free, resolve: release } = Promise.withResolvers<void>();
    const { promise: held, resolve: locked } = Promise.withResolvers<void>();
    const holding = sql.begin(async (transaction) => {
      await transaction`lock table carbon_projects in access exclusive mode`;
      locked();
      await free;
    });
    await held;

    const answer = await fetch(`${site.url}/credits`);
    const exit = site.stop('SIGTERM');
    setTimeout(release, 300);
    expect(await answer.text()).toContain('<article');
    const answeredAt = performance.now();
    expect(await exit).toBe(0);
    expect(performance.now() - answeredAt).toBeLessThan(8_000);
    await holding;
    await sql.end();
    await expect(fetch(`${site.url}/livez`)).rejects.toThrow();
  });
});

describe('kill -9 during 200 contact posts', () => {
  it('loses no message that was acknowledged, and the site serves again', async () => {
    const first = await startSite({ DATABASE_URL: '', DATA_DIR: dataDir });
    const acknowledged: string[] = [];
    const posts = Array.from({ length: 200 }, async (_, index) => {
      const { status, body } = await post(first.url, index);
      if (status === 201) acknowledged.push(body.id);
    });
    await Promise.race(posts);
    await new Promise((resolve) => setTimeout(resolve, 40));
    await first.stop('SIGKILL');
    await Promise.allSettled(posts);

    const second = await startSite({ DATABASE_URL: '', DATA_DIR: dataDir });
    expect((await fetch(`${second.url}/credits`)).status).toBe(200);
    const database = await openDatabase({ databaseUrl: undefined, dataDir, log: quiet });
    const sql = postgres(database.url, { max: 1 });
    const rows = await sql<{ id: string }[]>`select id::text from contact_messages`;
    await sql.end();
    await database.stop();
    expect(await second.stop()).toBe(0);

    expect(acknowledged.length).toBeGreaterThan(0);
    const kept = new Set(rows.map(({ id }) => id));
    expect(acknowledged.filter((id) => !kept.has(String(id)))).toEqual([]);
  });
});

async function post(url: string, index: number): Promise<{ status: number; body: { id: string } }> {
  const answer = await fetch(`${url}/api/contact`, {
    method: 'POST',
    headers: { 'content-type': 'application/json' },
    body: JSON.stringify({ name: `Sender ${index}`, email: `sender${index}@example.com`, message: 'Hello' }),
  });
  return { status: answer.status, body: await answer.json() };
}
