import pLimit from 'p-limit';
import postgres from 'postgres';
import { afterAll, beforeAll, expect, it, vi } from 'vitest';
import { connectTo } from '#db/connection.ts';
import { findByReference, listProjectPages, readProjectPage } from '#server/domain/projects/find.ts';
import { listChangedProjects, listProjects } from '#server/domain/projects/list.ts';
import { listPictured, searchProjects } from '#server/domain/projects/search.ts';
import type { Pool } from '#server/platform/database/pool.ts';
import { emptyCatalogueQuery, parseCatalogueQuery } from '#shared/schemas/catalogue-query.ts';
import { featuredLimit, relatedLimit, wholeListLimit } from '#shared/schemas/project.ts';
import { createTestDatabase, type TestDatabase } from '#tests/support/database.ts';
import { manyProjects, measuredSearches } from '#tests/support/many-projects.ts';
import { importProjects } from '#tests/support/project-files.ts';

/** Enough that reading the whole table is not the fastest plan. */
const rows = 2_000;
const search = (query: string) => searchProjects(parseCatalogueQuery(new URLSearchParams(query)).query);
/** Words found in every project and in every fourth, for which a sequential scan is the fastest plan. */
const frequentWords = ['q=invented', 'q=mangrove'];
/** With combinations of filters that use other indexes. */
const searches = [
  ...measuredSearches.filter((one) => !frequentWords.includes(one)),
  ...['q=mangrove+12', 'type=Biochar&country=KE&min=50&max=180&sort=impact-desc', 'label=CCP-labelled&label=SDG+13'],
  'available=20000&standard=VCS&sort=available-desc',
  // Nothing: counts what the removal of each filter would find.
  'q=mangrove+12&type=Biochar&country=KE&max=0.01&available=45000',
];
/** Every read made for a page, a file or a feed, by name. */
const queries: Record<string, () => Promise<unknown>> = {
  ...Object.fromEntries(searches.map((address) => [`/projects?${address}`, () => search(address)])),
  'home: featured': () => listProjects({}, { featured: true, limit: featuredLimit }),
  '/credits, /impact-hub: first 60': () => listProjects({}, { limit: wholeListLimit }),
  '/geospatial: places': () => listProjects({}, { located: true, limit: 60 }),
  '/geospatial: map': listPictured,
  '/projects: map': () => search('view=map&country=KE'),
  'a project, its history, related projects': async () => {
    const first = (await listProjects({}, { limit: 10 })).projects.at(-1);
    return first && readProjectPage(first.slug, { history: 12, related: relatedLimit });
  },
  'project by its registry id': () => findByReference('VCS9001'),
  'feed of changes': () => listChangedProjects(emptyCatalogueQuery, 50),
  'feed of the changes of a filtered list': () => listChangedProjects({ ...emptyCatalogueQuery, country: ['GB'], units: ['issued'] }, 50),
  sitemap: listProjectPages,
};

const connection = vi.hoisted(() => ({ pool: undefined as Pool | undefined, sent: [] as Sent[] }));
vi.mock('#server/platform/database/pool.ts', () => ({ openPool: () => connection.pool }));

let database: TestDatabase;

beforeAll(async () => {
  database = await createTestDatabase();
  connection.pool = spyingPool(database.url, connection.sent);
  expect(await importProjects(JSON.stringify(manyProjects(rows)))).toMatchObject({ created: rows, updated: 0, errors: [] });
}, 120_000);
afterAll(async () => {
  await connection.pool?.sql.end({ timeout: 1 });
  await database.drop();
});

it.each(Object.entries(queries))('no statement of "%s" scans the whole table', async (_, run) => {
  connection.sent.length = 0;
  await run();
  const queryPlans = await plans(connection.sent);
  expect(queryPlans.length).toBeGreaterThan(0);
  expect(queryPlans.filter((plan) => plan.includes('Seq Scan on carbon_projects'))).toEqual([]);
});

it.each(['Sold+out', 'Not+yet+on+sale'])('the list of projects with the status %s is read without those on sale', async (status) => {
  connection.sent.length = 0;
  await search(`status=${status}`);
  const [list] = (await plans(connection.sent, 'explain (analyze)')).filter((plan) => plan.includes('carbon_projects_list_order'));
  const skipped = [...(list ?? '').matchAll(/Rows Removed by Filter: (\d+)/g)].reduce((sum, [, count]) => sum + Number(count), 0);
  expect(list).toContain('Index Cond');
  expect(skipped).toBeLessThan(500);
});

/** Returns the plans of statements, under the settings sent before them. */
async function plans(sent: Sent[], explain = 'explain'): Promise<string[]> {
  return database.sql.begin(async (transaction) => {
    const texts: string[] = [];
    for (const { statement, parameters } of sent) {
      if (statement.includes('set_config')) await transaction.unsafe(statement);
      if (!/^\s*(select|with)\b[\s\S]*carbon_projects/.test(statement)) continue;
      const lines = await transaction.unsafe(`${explain} ${statement}`, parameters as string[]);
      texts.push(lines.map((line) => line['QUERY PLAN']).join('\n'));
    }
    return texts;
  });
}

type Sent = { statement: string; parameters: unknown[] };

/** Creates a pool with a single connection that notes in `sent` what it sends. End its `sql` in `afterAll`. */
function spyingPool(url: string, sent: Sent[]): Pool {
  const debug = (_connection: number, statement: string, parameters: unknown[]) => void sent.push({ statement, parameters });
  const sql = connectTo(url, { max: 1, prepare: false, transform: postgres.camel, onnotice: () => {}, debug });
  return { sql, limit: pLimit(1), unfinished: new Map(), isBroken: false };
}
