import { beforeAll, expect, it } from 'vitest';
import { monitorEventLoop } from '#tests/support/event-loop.ts';
import { ownSite } from '#tests/support/own-site.ts';

const rows = 3_000;
/** Processor time (ms) for which the lists may block all other requests. */
const allowedMs = 50;

const loop = monitorEventLoop();
/** A site of its own, with a catalogue of thousands, whose event loop is watched. */
const site = ownSite({ ...loop.env }, 'empty');
beforeAll(async () => {
  await site.sql()`
    insert into carbon_projects
      (slug, title, description, category, price_per_credit, available_credits, verification_standard, location, country, impact_per_year)
    select
      'p-' || n, 'Oak wood ' || n, repeat('Oak on some hectares. ', 20), 'Reforestation', 100 + n, n % 50, 'Woodland Carbon Code',
      'Rhayader, Powys', 'GB', n
    from generate_series(1, ${rows}::int) as n
  `;
});

const { get } = site;
let number = 0;
/** Returns a number that makes an address new, so that no cached answer can be sent. */
function unique(): number {
  number += 1;
  return 50_000 + number;
}
const lists = [
  ['/projects.csv', () => `/projects.csv?max=${unique()}`],
  ['/projects.json', () => `/projects.json?max=${unique()}`],
  ['/projects.xlsx', () => `/projects.xlsx?max=${unique()}`],
  ['/api/v1/projects.csv', () => `/api/v1/projects.csv?maxPence=${unique()}`],
  ['/api/carbon-projects', () => `/api/carbon-projects?${unique()}`],
] as const;

it.each(lists)('%s of thousands of projects holds no other request up while several are written', async (_, address) => {
  const several = async () => {
    const answers = await Promise.all(Array.from({ length: 3 }, () => get(address(), { headers: { 'accept-encoding': 'identity' } })));
    for (const answer of answers) expect(answer.headers.get('content-length')).toBe(String((await answer.arrayBuffer()).byteLength));
  };
  expect(await loop.longestBlock(several, allowedMs)).toBeLessThan(allowedMs);
});

it('of many lists at once, some are written and the others refused for a while', async () => {
  const answers = await Promise.all(Array.from({ length: 14 }, () => get(lists[1][1]())));
  const bodies = await Promise.all(answers.map((answer) => answer.text()));
  for (const [index, { status, headers }] of answers.entries()) {
    if (status === 200) expect(JSON.parse(bodies[index] ?? '').projects).toHaveLength(rows);
    else expect([status, Number(headers.get('retry-after')) > 0]).toEqual([503, true]);
  }
  expect(answers.filter(({ status }) => status === 200).length).toBeGreaterThanOrEqual(2);
  expect(answers.some(({ status }) => status === 503)).toBe(true);
});

it('of a batch over RPC, at most 500 projects are listed together; what is beyond is refused, not cut', async () => {
  const numbers = Array.from({ length: 10 }, (_, index) => index);
  const input = encodeURIComponent(JSON.stringify(Object.fromEntries(numbers.map((index) => [index, { json: { limit: 200 } }]))));
  const answers = await site.json(`/api/trpc/${numbers.map(() => 'projects.search').join()}?batch=1&input=${input}`);
  const listed = answers.map(({ result }: { result?: { data: { json: { projects: unknown[] } } } }) => result?.data.json.projects.length);
  expect(listed).toEqual([200, 200, ...Array(8).fill(undefined)]);
  expect(answers[2].error.json.data.problem).toMatchObject({ code: 'parameter_invalid', errors: [{ field: 'limit' }] });
});
