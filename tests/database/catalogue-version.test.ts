import { afterAll, beforeAll, expect, test, vi } from 'vitest';
import { confirmVersion, currentVersion, startCatalogueWatch, stopCatalogueWatch } from '#server/domain/projects/version.ts';
import { createTestDatabase, type TestDatabase } from '#tests/support/database.ts';

let database: TestDatabase;
beforeAll(async () => {
  database = await createTestDatabase();
  vi.stubEnv('DATABASE_URL', database.url);
  vi.stubEnv('LOG_LEVEL', 'silent');
  await database.sql`
    insert into carbon_projects (slug, title, description, category, price_per_credit, available_credits, verification_standard, location, impact_per_year)
    values ('oak', 'Oak', 'Oak on 12 hectares.', 'Reforestation', 2850, 100, 'VCS', 'Powys', 60)
  `;
  startCatalogueWatch();
  await vi.waitFor(() => expect(currentVersion()).toBeDefined());
});
afterAll(async () => {
  await stopCatalogueWatch();
  await database.drop();
});

const change = () => database.sql`update carbon_projects set available_credits = available_credits - 1`;
const killListener = () =>
  database.sql`select pg_terminate_backend(pid) from pg_stat_activity where application_name = 'carma-site-watch' and datname = current_database()`;

test('a committed change is known within a moment, without asking', async () => {
  const before = currentVersion();
  await change();
  await expect.poll(currentVersion, { interval: 2 }).not.toBe(before);
  await expect.poll(currentVersion, { interval: 2 }).toBe(await confirmVersion());
});

test('who asks after a commit always gets a version of after it, however many ask', async () => {
  let last = await confirmVersion();
  for (let count = 0; count < 50; count += 1) {
    await change();
    const answers = await Promise.all([confirmVersion(), confirmVersion(), confirmVersion()]);
    for (const answer of answers) expect(answer).not.toBe(last);
    last = answers[0];
  }
});

test('while the listening connection is gone nothing is certain, asking works, and it comes back by itself', async () => {
  await killListener();
  await expect.poll(currentVersion, { interval: 1 }).toBeUndefined();
  const before = await confirmVersion();
  expect(before).toBeDefined();
  await change();
  expect(await confirmVersion()).not.toBe(before);
  await expect.poll(currentVersion, { timeout: 5_000 }).toBe(await confirmVersion());
  const again = currentVersion();
  await change();
  await expect.poll(currentVersion).not.toBe(again);
});

// Again where a heartbeat asked in the moment between lock and question: then both are that one's.
test('a question in flight as the listening connection is lost has no answer; the next has one over another', { retry: 2 }, async () => {
  await expect.poll(currentVersion, { timeout: 5_000 }).toBeDefined();
  const next = await database.sql.begin(async (sql) => {
    await sql`lock table project_changes in access exclusive mode`;
    const asked = confirmVersion();
    await killListener();
    expect(await asked).toBeUndefined();
    // Not awaited here: it waits for the lock.
    return { answer: confirmVersion() };
  });
  expect(await next.answer).toBeDefined();
});

test('a catalogue that was put in anew is another one, though it counts the same', async () => {
  const before = currentVersion();
  await database.sql.begin(async (sql) => {
    await sql`create table kept as select * from project_changes`;
    await sql`alter table project_changes rename to replaced`;
    await sql`create table project_changes (like replaced including all)`;
    await sql`insert into project_changes select * from kept`;
  });
  expect(await confirmVersion()).not.toBe(before);
});
