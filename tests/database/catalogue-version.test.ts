import { afterAll, beforeAll, expect, test, vi } from 'vitest';
import { catalogueVersion } from '#server/domain/projects/version.ts';
import { createTestDatabase, type TestDatabase } from '#tests/support/database.ts';

const { confirm: confirmVersion, current: currentVersion } = catalogueVersion;

let database: TestDatabase;
beforeAll(async () => {
  database = await createTestDatabase();
  vi.stubEnv('DATABASE_URL', database.url);
  vi.stubEnv('LOG_LEVEL', 'silent');
  await database.sql`
    insert into carbon_projects (slug, title, description, category, price_per_credit, available_credits, verification_standard, location, impact_per_year)
    values ('oak', 'Oak', 'Oak on 12 hectares.', 'Reforestation', 2850, 100, 'VCS', 'Powys', 60)
  `;
  catalogueVersion.start();
  await vi.waitFor(() => expect(currentVersion()).toBeDefined());
});
afterAll(async () => {
  await catalogueVersion.stop();
  await database.drop();
});

const change = () => database.sql`update carbon_projects set available_credits = available_credits - 1`;
const killListener = () =>
  database.sql`select pg_terminate_backend(pid) from pg_stat_activity where application_name = 'carma-site-watch' and datname = current_database()`;

test('a committed change is reported promptly without polling', async () => {
  const before = currentVersion();
  await change();
  await expect.poll(currentVersion, { interval: 2 }).not.toBe(before);
  await expect.poll(currentVersion, { interval: 2 }).toBe(await confirmVersion());
});

test('a version requested after a commit always reflects it, however many requests there are', async () => {
  let last = await confirmVersion();
  for (let count = 0; count < 50; count += 1) {
    await change();
    const answers = await Promise.all([confirmVersion(), confirmVersion(), confirmVersion()]);
    for (const answer of answers) expect(answer).not.toBe(last);
    last = answers[0];
  }
});

test('while the listening connection is down no version is certain, but it can be queried, and the listener reconnects', async () => {
  await killListener();
  await expect.poll(currentVersion, { interval: 1 }).toBeUndefined();
  const before = await confirmVersion();
  expect(before).toBeDefined();
  await change();
  expect(await confirmVersion()).not.toBe(before);
  await expect.poll(currentVersion, { timeout: 5_000 }).toBe(await confirmVersion());
  const reconnected = currentVersion();
  await change();
  await expect.poll(currentVersion).not.toBe(reconnected);
});

// Retried in case a heartbeat queries in the moment between lock and question: then both questions share its query.
test('a version query in flight when the listening connection is lost has no answer; the next uses another connection', {
  retry: 2,
}, async () => {
  await expect.poll(currentVersion, { timeout: 5_000 }).toBeDefined();
  const next = await database.sql.begin(async (sql) => {
    await sql`lock table project_changes in access exclusive mode`;
    const inFlight = confirmVersion();
    await killListener();
    expect(await inFlight).toBeUndefined();
    // Not awaited here: it waits for the lock.
    return { answer: confirmVersion() };
  });
  expect(await next.answer).toBeDefined();
});

test('a catalogue that was replaced has another version, even with the same number', async () => {
  const before = currentVersion();
  await database.sql.begin(async (sql) => {
    await sql`create table kept as select * from project_changes`;
    await sql`alter table project_changes rename to replaced`;
    await sql`create table project_changes (like replaced including all)`;
    await sql`insert into project_changes select * from kept`;
  });
  expect(await confirmVersion()).not.toBe(before);
});
