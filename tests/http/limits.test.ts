import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { ownSite } from '#tests/support/own-site.ts';
import { type RunningSite, startSite } from '#tests/support/site.ts';

const settings = {
  TRUST_PROXY: 'true',
  RATE_LIMIT_PER_ADDRESS_PER_HOUR: '2',
  RATE_LIMIT_GLOBAL_PER_HOUR: '4',
  RATE_LIMIT_REQUESTS_PER_MINUTE: '20',
  SEED_SAMPLES: 'false',
};
const first = ownSite(settings, 'empty');
let second: RunningSite;
beforeAll(async () => {
  second = await startSite({ ...settings, DATABASE_URL: first.databaseUrl() });
});
afterAll(() => second.stop());

const post = (site: number, address: string, email = 'office@limits.example') =>
  fetch(`${[first, second][site]?.url}/api/contact`, {
    method: 'POST',
    headers: { 'content-type': 'application/json', 'x-forwarded-for': `6.6.6.6, ${address}` },
    body: JSON.stringify({ name: 'Office Person', email }),
  });

describe('the limits', () => {
  it('of an address and of the site apply across instances, and explain themselves to a person', async () => {
    expect([(await post(0, '10.0.0.1')).status, (await post(1, '10.0.0.1')).status]).toEqual([201, 201]);
    const rejected = await post(0, '10.0.0.1');
    expect(rejected.status).toBe(429);
    expect(Number(rejected.headers.get('retry-after'))).toBeGreaterThan(0);
    expect((await rejected.json()).detail).toMatch(/^We have had a lot of messages.* Please try again in \d+ minutes?\.$/);
    expect([(await post(1, '10.0.0.2')).status, (await post(1, '10.0.0.3')).status]).toEqual([201, 201]);
    expect(await first.sql()`select 1 from messages`).toHaveLength(4);
  });

  it('of the site never reject a message: it is stored, and held instead of mailed', async () => {
    expect((await post(0, '10.0.0.4')).status).toBe(201);
    const states = await first.sql()<{ state: string }[]>`
      select mail.state
      from deliveries as mail
      join messages as message on message.id = mail.message_id
      order by message.created_at desc
      limit 2
    `;
    expect(states.map(({ state }) => state)).toEqual(['held', 'held']);
    const limitLines = () => first.lines.filter(({ event }) => event === 'messages.over-limit');
    await expect.poll(limitLines).toHaveLength(1);
  });

  it('of an IPv6 address apply to its networks: /64, twice as much for a /56, four times for a /48', async () => {
    const network = (subnet: number) => `2001:db8:77:${subnet.toString(16)}::1`;
    const statuses: number[] = [];
    // Two messages from a /64, four from a /56, eight from the /48.
    for (const subnet of [0, 0, 0, 1, 1, 2, 0x100, 0x100, 0x200, 0x200, 0x300]) statuses.push((await post(0, network(subnet))).status);
    expect(statuses).toEqual([201, 201, 429, 201, 201, 429, 201, 201, 201, 201, 429]);
  });

  it('of requests are readable by scripts on other sites, and do not count preflight requests', async () => {
    const address = `${first.url}/api/carbon-projects`;
    const headers = { 'x-forwarded-for': '10.0.0.9', origin: 'https://elsewhere.example' };
    const preflight = () => fetch(address, { method: 'OPTIONS', headers: { ...headers, 'access-control-request-method': 'GET' } });
    for (let turn = 0; turn < 20; turn += 1) {
      await preflight();
      expect((await fetch(address, { headers })).status).toBe(200);
    }
    const rejected = await fetch(address, { headers });
    expect([rejected.status, rejected.headers.get('access-control-allow-origin')]).toEqual([429, '*']);
    expect(rejected.headers.get('access-control-expose-headers')).toMatch(/Retry-After/);
    expect(rejected.headers.get('cross-origin-resource-policy')).toBe('cross-origin');
    const allowed = await preflight();
    expect([allowed.status, allowed.headers.get('access-control-allow-origin')]).toEqual([204, '*']);
  });
});
