import { afterAll, beforeAll, beforeEach, expect, it, vi } from 'vitest';
import { freePort } from '#tests/support/free-port.ts';
import { type OwnPostgres, startOwnPostgres } from '#tests/support/own-postgres.ts';
import { type RunningSite, startSite } from '#tests/support/site.ts';
import { startStandby } from '#tests/support/standby-postgres.ts';

/** Longest time (ms) for a read, whatever happens to the primary. */
const maxReadMs = 3_500;
const slug = 'cwm-ty-coch-hillside-woodland';
let primary: OwnPostgres;
let standby: Awaited<ReturnType<typeof startStandby>>;
let site: RunningSite;
let searches = 0;

/** Returns a page that has not been requested before. */
function newSearch(): string {
  searches += 1;
  return `/projects?view=cards&q=woodland&max=${1000 + searches}`;
}
const get = async (path: string) => {
  const startedAt = performance.now();
  const answer = await fetch(site.url + path, { headers: { accept: 'text/html,application/json' } });
  return { status: answer.status, headers: answer.headers, text: await answer.text(), ms: performance.now() - startedAt };
};
const price = async () => (JSON.parse((await get(`/api/v1/projects/${slug}`)).text) as { pricePerCredit: number }).pricePerCredit;
const setPrice = (pence: number) => primary.query(`update carbon_projects set price_per_credit = ${pence} where slug = '${slug}'`);
const contact = () =>
  fetch(`${site.url}/api/contact`, {
    method: 'POST',
    headers: { 'content-type': 'application/json' },
    body: JSON.stringify({ name: 'Ada', email: 'ada@example.com', message: 'Hello' }),
  });
const waitUntilReady = () =>
  vi.waitFor(async () => expect((await fetch(`${site.url}/readyz`)).status).toBe(200), { timeout: 20_000, interval: 100 });
const events = () => site.lines.flatMap(({ event }) => (event?.startsWith('database.') ? [event] : []));

beforeAll(async () => {
  primary = await startOwnPostgres();
  const first = await startSite({ DATABASE_URL: primary.url });
  // The sample record is created after the start.
  await vi.waitFor(async () => expect(await (await fetch(`${first.url}/api/v1/record/entries`)).text()).toContain('retire'), {
    timeout: 20_000,
  });
  await first.stop();
  standby = await startStandby(primary, await freePort());
  site = await startSite({ DATABASE_URL: primary.url, DATABASE_STANDBY_URL: standby.url });
});
beforeEach(async () => {
  await standby.isFollowing();
  await waitUntilReady();
});
afterAll(async () => {
  await site.stop();
  await standby.remove();
  await primary.remove();
});

it('serves new pages with the latest figures while the primary is killed; writes are rejected as unavailable', async () => {
  await setPrice(7_411);
  await vi.waitFor(async () => expect(await price()).toBe(7_411));
  const during = Array.from({ length: 8 }, () => get(newSearch()));
  await primary.kill();
  for (const { text } of await Promise.all(during)) expect(text).toContain('<article');
  for (let turn = 0; turn < 5; turn += 1) {
    const { status, text, headers, ms } = await get(newSearch());
    expect([status, headers.has('carma-last-known')]).toEqual([200, false]);
    expect(text).toContain('<article');
    expect(text).not.toContain('Error loading projects');
    expect(ms).toBeLessThan(maxReadMs);
    expect(await price()).toBe(7_411);
  }
  expect((await get(`/projects/${slug}`)).text).toContain('74.11');
  expect((await contact()).status).toBe(503);
  expect((await fetch(`${site.url}/readyz`)).status).toBe(503);
  expect(events()).toContain('database.standby');
  await primary.start();
  await waitUntilReady();
  expect((await contact()).status).toBe(201);
  await setPrice(8_522);
  await vi.waitFor(async () => expect(await price()).toBe(8_522));
  await vi.waitFor(() => expect(events()).toContain('database.primary'), { timeout: 5_000 });
});

it('serves them while the primary is frozen', async () => {
  await setPrice(8_523);
  await vi.waitFor(async () => expect(await price()).toBe(8_523));
  const resume = await primary.freeze();
  try {
    // Pages that run several queries at once need all of them.
    const several = Promise.all([get('/impact-hub'), get('/record')]);
    const all = await Promise.all(Array.from({ length: 8 }, () => get(newSearch())));
    for (const { status, text } of await several) {
      expect(status).toBe(200);
      expect(text).not.toMatch(/unavailable|could not/);
    }
    expect(all.map(({ status, text }) => [status, text.includes('<article')])).toEqual(all.map(() => [200, true]));
    expect(Math.max(...all.map(({ ms }) => ms))).toBeLessThan(maxReadMs);
  } finally {
    resume();
  }
});

it('does not read from a standby that is older than the last version seen on the primary', async () => {
  await standby.pause();
  await setPrice(9_633);
  await vi.waitFor(async () => expect(await price()).toBe(9_633));
  await primary.kill();
  const seen = await Promise.all(Array.from({ length: 5 }, () => get(newSearch())));
  // One may still have been answered by the primary.
  for (const { text } of seen) expect(text).toMatch(/Error loading projects|96\.33/);
  await vi.waitFor(async () => expect((await get(newSearch())).text).toContain('Error loading projects'), { timeout: 5_000 });
  expect((await get(`/api/v1/projects/${slug}`)).text).not.toContain('8522');
  await standby.resume();
  await vi.waitFor(async () => expect((await get(newSearch())).text).toContain('<article'), { timeout: 5_000 });
  expect(await price()).toBe(9_633);
  await primary.start();
});
