import { readFile } from 'node:fs/promises';
import { renderToStaticMarkup } from 'react-dom/server';
import { afterAll, beforeAll, describe, expect, it, vi } from 'vitest';
import { api } from '#server/api/routes.ts';
import { createKey } from '#server/domain/api-keys.ts';
import { auditWholeRecord } from '#server/domain/record/audit/audit.ts';
import { operateTogether } from '#server/domain/record/book/operate.ts';
import type { Actor } from '#server/domain/record/book/operation.ts';
import { expireReservations } from '#server/domain/record/jobs.ts';
import { findBatch, listBatches, readMovements, sumUnits } from '#server/domain/record/read/book.ts';
import { findCertificate, findNewestRetirement } from '#server/domain/record/read/certificates.ts';
import { provedFileOf, type ReadEntry } from '#server/domain/record/read/entries.ts';
import { env } from '#server/platform/env.ts';
import { type Operation, operations } from '#shared/schemas/record.ts';
import { dayIn } from '#shared/schemas/typed.ts';
import BatchPage from '#src/pages/record/batches/[id].tsx';
import EntryPage from '#src/pages/record/entries/[number].tsx';
import { like } from '#tests/support/matchers.ts';
import {
  countWaiting,
  ownDatabase,
  ownKeys,
  problemOf,
  run,
  runTogether,
  shares,
  units,
  withoutTriggers,
} from '#tests/support/own-database.ts';
import { projectRow } from '#tests/support/projects.ts';
import { textIn } from '#verify/certificate.ts';
import { checkFile } from '#verify/check.ts';
import { entryNamed } from '#verify/text.ts';

// Of Waku, the pages of the record need only this.
vi.mock('waku/router/server', () => ({ unstable_notFound: vi.fn() }));

/** Two bearer keys, one of which may act for any owner. */
let shop: Actor;
let desk: Actor;

const soon = dayIn(60);

const receive = (project: string, series: string, first: number, last: number, change: object = {}) =>
  run('receive', units(project, series, first, last, { vintageStart: '2030-01-01', vintageEnd: '2030-12-31', ...change }));
const expected = { issuance: 'expected' };
const ranges = ({ lines }: { lines: { batch: number; first: number; last: number }[] }) =>
  lines.map(({ batch, first, last }) => `${batch}:${first}-${last}`);
/** What a project has on sale: its credits, the status of its units, and how many units of the record are issued and expected. */
const onSale = async (slug: string) => {
  const counted = database.sql`record_for_sale(id, 'issued')::int as issued, record_for_sale(id, 'expected')::int as expected`;
  const found = database.sql`select available_credits as credits, units_status as status, ${counted} from carbon_projects where slug = ${slug}`;
  return (await found)[0];
};
const projects = ['oak', 'elm', 'ash', 'fir', 'yew', 'may', 'box', 'ivy', 'bay', 'fig', 'gum', 'gem', 'hop', 'nut', 'pea'];

const database = ownDatabase({}, projects.map(projectRow));
beforeAll(async () => {
  for (const name of ['shop', 'desk']) await createKey(name, ['reserve', 'transfer', 'retire']);
  const ids = await database.sql<{ id: number }[]>`select id from record_keys order by id`;
  shop = { keyId: ids[0]?.id ?? 0, isForAnyOwner: false };
  desk = { keyId: ids[1]?.id ?? 0, isForAnyOwner: true };
});
afterAll(async () => {
  expect((await auditWholeRecord()).difference).toBeNull();
});

it('a project is named by its slug, its id or its id in the registry, and one of two that share an id by its slug', async () => {
  await database.sql`update carbon_projects set external_id = case slug when 'bay' then 'WCC200' else 'PC200' end where slug in ('bay', 'fig')`;
  const { lines } = await receive('wcc-200', 'WCU-200', 1, 9);
  const [{ id = 0 } = {}] = await database.sql<{ id: number }[]>`select id from carbon_projects where slug = 'bay'`;
  expect(await run('reserve', { project: String(id), quantity: 1, until: soon })).toMatchObject({ project: { slug: 'bay' }, quantity: 1 });
  await receive('PC200', 'PCU-200', 1, 9);
  const both = shares({ 'WCC 200': 1, fig: 2 });
  const sold = await run('transfer', { projects: both });
  expect(sold).toMatchObject({ project: null, lines: [{ project: { slug: 'bay' } }, { project: { slug: 'fig' }, quantity: 2 }] });
  expect((await listBatches({ project: 'WCC200', limit: 5 })).map((batch) => batch.id)).toEqual(lines.map(({ batch }) => batch));
  const twice = run('transfer', { projects: [...both, ...shares({ bay: 1 })] });
  expect(await problemOf(twice)).toBe('validation_failed projects: names a project twice');
  expect(await problemOf(run('transfer', { project: 'UK Land Carbon Registry 200', quantity: 1 }))).toMatch(
    /^record_unknown project: .* 200" is the id of bay \(WCC200\) and fig \(PC200\): write the slug/,
  );
  expect(await problemOf(run('transfer', { project: 'WCC999', quantity: 1 }))).toContain(': The book has no units of WCC999');
});

it('a quantity of what was reserved or sold together is taken from all its projects, the oldest vintages first', async () => {
  await receive('nut', 'WCU-N', 1, 2, { vintageStart: '2031-01-01', vintageEnd: '2031-12-31' });
  await receive('pea', 'WCU-P', 1, 3);
  const { entry } = await run('reserve', { projects: shares({ nut: 2, pea: 3 }), until: soon });
  const refused = `units_not_available quantity: Only 5 units of nut and pea of ${entryNamed(entry)} are Reserved`;
  expect(await problemOf(run('transfer', { reservation: entry, quantity: 6 }))).toBe(refused);
  const sold = await run('transfer', { reservation: entry, quantity: 4 });
  expect(sold.lines).toMatchObject([
    { project: { slug: 'pea' }, quantity: 3 },
    { project: { slug: 'nut' }, quantity: 1 },
  ]);
  const ofOne = { transfer: sold.entry, project: 'pea', quantity: 1 };
  expect(await run('retire', { ...ofOne, beneficiary: 'Ada' })).toMatchObject({ quantity: 1, project: { slug: 'pea' } });
  expect(await run('retire', { transfer: sold.entry, beneficiary: 'Ada' })).toMatchObject({ quantity: 3, project: null });
});

describe('units by quantity', () => {
  let [old, older, young, future] = [0, 0, 0, 0];
  beforeAll(async () => {
    young = (await receive('oak', 'WCU-2', 1, 100, { vintageStart: '2024-01-01', vintageEnd: '2024-06-30' })).batch ?? 0;
    future = (await receive('oak', 'PIU-1', 1, 100, { vintageStart: '2020-01-01', vintageEnd: '2020-12-31', ...expected })).batch ?? 0;
    old = (await receive('oak', 'WCU-1', 11, 20, { vintageStart: '2023-01-01', vintageEnd: '2024-12-31' })).batch ?? 0;
    older = (await receive('oak', 'WCU-1', 21, 30, { vintageStart: '2023-01-01', vintageEnd: '2023-12-31' })).batch ?? 0;
  });

  it('are retired only if they are issued, the vintage that began first and then that which ended first, and the answer names their serials', async () => {
    const retired = await run('retire', { project: 'oak', quantity: 25, beneficiary: 'Ada' });
    expect(ranges(retired)).toEqual([`${older}:21-30`, `${old}:11-20`, `${young}:1-5`]);
    const tooFew = /^units_not_available \w+: Only 95 issued units of oak are Held$/;
    expect(await problemOf(run('retire', { project: 'oak', quantity: 96, beneficiary: 'Ada' }))).toMatch(tooFew);
    const ofBatch = `units_not_available quantity: Only 0 issued units of batch ${old} of oak are Held`;
    expect(await problemOf(run('retire', { batch: old, quantity: 1, beneficiary: 'Ada' }))).toBe(ofBatch);
    const notYet = `units_not_claimable quantity: The 100 units of batch ${future} of oak are expected, and none is issued yet`;
    expect(await problemOf(run('retire', { batch: future, quantity: 1, beneficiary: 'Ada' }))).toBe(notYet);
  });

  it('are reserved only if it is said whether issued or expected ones, where both are held', async () => {
    const reserve = async (named: object) => (await run('reserve', { quantity: 1, until: soon, ...named })).lines[0]?.batch;
    expect(await problemOf(reserve({ project: 'oak' }))).toMatch(/^issuance_missing issuance: /);
    const noneIssued = `units_not_available quantity: Only 0 issued units of batch ${future} of oak are Held`;
    expect(await problemOf(reserve({ batch: future, issuance: 'issued' }))).toBe(noneIssued);
    expect(await reserve({ project: 'oak', issuance: 'issued' })).toBe(young);
    expect(await reserve({ project: 'oak', ...expected })).toBe(future);
    expect(await reserve({ batch: young })).toBe(young);
  });

  it('are counted separately by issuance, and a project that has both is never called issued', async () => {
    // The tests above retired 25, and reserved two issued units and an expected one.
    const [issued, pending] = [120 - 25 - 2, 100 - 1];
    expect(await onSale('oak')).toEqual({ credits: issued + pending, status: 'expected', issued, expected: pending });
    await run('reserve', { project: 'oak', quantity: pending, ...expected, until: soon });
    expect(await onSale('oak')).toEqual({ credits: issued, status: 'issued', issued, expected: 0 });
    const units = { Held: issued, Reserved: 2 + 100, Retired: 25 };
    expect(await sumUnits('oak')).toMatchObject({ units, forSale: { issued, expected: 0 } });
  });

  it('never take the place of named serials: what is not held as named is refused by name', async () => {
    const other = (await receive('elm', 'WCU-9', 1, 10)).batch ?? 0;
    const serials = ([batch, first, last]: number[]) => ({ serials: [{ batch, first, last }], beneficiary: 'Ada' });
    const refusals: [object, string][] = [
      [serials([young, 1, 12]), `Not Held: 1 to 5 of batch ${young} are Retired, 6 to 6 of batch ${young} are Reserved with entry`],
      [serials([other, 500, 501]), `batch ${other} does not have all of 500 to 501`],
      [{ ...serials([other, 1, 2]), project: 'oak' }, `1 to 2 of batch ${other} are of elm, not of oak`],
      [serials([999, 1, 2]), 'The book has no batch 999'],
    ];
    for (const [request, message] of refusals)
      expect(await problemOf(run('retire', request))).toMatch(new RegExp(` serials: .*${message}`));
  });
});

it('units that were reserved or sold belong to the entry that did it, and to its key', async () => {
  const batch = (await receive('ash', 'WCU-A', 1, 100)).batch ?? 0;
  const a = await run('reserve', { project: 'ash', quantity: 5, until: soon }, { actor: shop });
  const b = await run('reserve', { project: 'ash', quantity: 5, until: soon }, { actor: desk });
  const retired = await run('retire', { reservation: b.entry, beneficiary: 'B' }, { actor: desk });
  expect(ranges(retired)).toEqual([`${batch}:6-10`]);
  const again = run('retire', { reservation: b.entry, beneficiary: 'B' }, { actor: desk });
  expect(await problemOf(again)).toMatch(/^units_not_available reservation: /);
  const sold = await run('transfer', { reservation: a.entry, quantity: 2 }, { actor: shop });
  expect(ranges(sold)).toEqual([`${batch}:1-2`]);
  expect((await run('retire', { transfer: sold.entry, quantity: 1, beneficiary: 'A' }, { actor: shop })).quantity).toBe(1);

  // By the operator, so no key made it.
  const c = await run('reserve', { project: 'ash', quantity: 3, until: soon });
  const said = `owner_differs reservation: This key did not make ${entryNamed(c.entry)}, and lacks the scope any-owner`;
  expect(await problemOf(run('retire', { reservation: c.entry, beneficiary: 'A' }, { actor: shop }))).toBe(said);
  const named = run('retire', { serials: [{ batch, first: 11, last: 11 }], beneficiary: 'A' }, { actor: shop });
  expect(await problemOf(named)).toContain(`Reserved with ${entryNamed(c.entry)}`);
  // A key for any owner may, and so may the operator.
  expect((await run('release', { reservation: a.entry, quantity: 1 }, { actor: desk })).quantity).toBe(1);
  expect((await run('release', { reservation: c.entry })).quantity).toBe(3);
});

it('a key of the API moves the units of another only with the scope any-owner, and has idempotency keys of its own', async () => {
  await receive('hop', 'WCU-H', 1, 100);
  const [own, other] = [await createKey('own', ['reserve']), await createKey('other', ['reserve'])];
  const post = async (key: string, kind: string, body: object) => {
    const headers = { authorization: `Bearer ${key}`, 'idempotency-key': kind, 'content-type': 'application/json' };
    return (await api({} as never).request(`/v1/record/${kind}`, { method: 'POST', headers, body: JSON.stringify(body) })).json();
  };
  const reserve = (key: string) => post(key, 'reserve', { project: 'hop', quantity: 1, until: soon });
  const { entry } = await reserve(own);
  const answers = [await reserve(own), await reserve(other)].map((one) => [one.entry - entry, one.replayed]);
  expect(answers.flat()).toEqual([0, true, 1, false]);
  const release = (key: string) => post(key, 'release', { reservation: entry });
  expect((await release(other)).code).toBe('owner_differs');
  expect((await release(await createKey('any', ['reserve', 'any-owner']))).kind).toBe('release');
});

it('an operation that is sent twice at once is carried out once: the second, which waited for the log, gets the entry of the first', async () => {
  await receive('hop', 'WCU-I', 1, 100);
  const { asked } = await database.sql.begin(async (sql) => {
    await sql`select from record_log for update`;
    const asked = [1, 2].map(() => run('reserve', { project: 'hop', quantity: 1, until: soon }, { key: 'at once' }));
    // If one of them comes late, for once there is nothing to see.
    await vi.waitUntil(async () => (await countWaiting(database)) === 2, { timeout: 5_000 }).catch(() => {});
    return { asked };
  });
  const [one, two] = await Promise.all(asked);
  expect([two?.entry, Number(one?.replayed) + Number(two?.replayed)]).toEqual([one?.entry, 1]);
});

it('nothing is added to the record while no checkpoint of it could be saved', async () => {
  const { DATA_DIR, RECORD_SECRET, RECORD_SIGNING_KEY } = env();
  const read = (name: string) => readFile(`${DATA_DIR}/${name}`, 'utf8');
  const [secret, key] = [(await read('record-secret')).trim(), (await read('record-signing-key')).trim()];
  // A file, in which no other has room.
  Object.assign(env(), { DATA_DIR: `${DATA_DIR}/record-secret`, RECORD_SECRET: secret, RECORD_SIGNING_KEY: key });
  const refused = await problemOf(receive('hop', 'WCU-J', 1, 1));
  Object.assign(env(), { DATA_DIR, RECORD_SECRET, RECORD_SIGNING_KEY });
  expect(refused).toMatch(/^record_not_appendable undefined: No checkpoint could be saved in /);
});

it('units that are still reserved are all released once the reservation has ended, however many, and no others', async () => {
  await receive('box', 'WCU-X', 1, 1_000);
  const [{ today } = { today: '' }] = await database.sql`select to_char(now() at time zone 'Europe/London', 'YYYY-MM-DD') as today`;
  const kept = await run('reserve', { project: 'box', quantity: 7, until: today });
  const due = await run('reserve', { project: 'box', quantity: 500, until: soon });
  const alsoDue = await run('reserve', { project: 'box', quantity: 3, until: soon });
  // Split into more ranges than one operation names.
  const sold = Array.from({ length: 123 }, (_, at) => ({ batch: due.lines[0]?.batch, first: 10 + 4 * at, last: 10 + 4 * at }));
  for (const serials of [sold.slice(0, 100), sold.slice(100)]) await run('transfer', { reservation: due.entry, serials });
  const setUntil = (day: string) =>
    withoutTriggers(database, (sql) => {
      const isDue = sql`owner_entry in (${due.entry}, ${alsoDue.entry}) and status = 'Reserved'`;
      return sql`update unit_holdings set reserved_until = ${day}::text::date where ${isDue}`;
    });
  await setUntil('2026-01-01');
  await Promise.all([expireReservations(), expireReservations()]);
  expect(await sumUnits('box')).toMatchObject({ units: { Reserved: kept.quantity, Transferred: sold.length } });
  const notes = await database.sql`select distinct text from record_texts where field = 'note'`;
  expect(notes).toEqual([{ text: 'The reservation has expired' }]);
  expect((await onSale('box'))?.credits).toBe(1_000 - kept.quantity - sold.length);
  // As the entries say, for the audit.
  await setUntil(soon);
});

/** Who got how much of what was expected in a delivery. */
const servedIn = ({ owners }: Awaited<ReturnType<typeof run>>) =>
  owners?.map(({ owner, status, expected: due, delivered }) => `${owner} ${status} ${delivered} of ${due}`);

it('a delivery of fewer units under new serials serves sold and assigned units first, and says who gets less', async () => {
  const piu = (await receive('fir', 'PIU-104', 1, 1_000, expected)).batch ?? 0;
  const reserved = await run('reserve', { project: 'fir', quantity: 400, until: soon });
  const alsoReserved = await run('reserve', { project: 'fir', quantity: 300, until: soon });
  const assigned = await run('assign', { project: 'fir', quantity: 100, buyer: 'Example Brewery plc' });
  const sold = await run('transfer', { project: 'fir', quantity: 150 });
  expect(await onSale('fir')).toEqual({ credits: 50, status: 'expected', issued: 0, expected: 50 });
  const issued = Object.entries({ 'WCU-104': [1, 500], 'WCU-105': [11, 380] }).map(([series, [first, last]]) => ({ series, first, last }));
  const request = { project: 'fir', verified: 870, issued, retire: assigned.entry, purpose: 'Residual emissions of 2030' };
  expect(await problemOf(run('deliver', request))).toMatch(/ reason: .*1000 units were expected/);
  expect(await problemOf(run('deliver', { ...request, reason: 'Deer' }, { actor: shop }))).toBe(
    `owner_differs retire: This key did not make ${entryNamed(assigned.entry)}, and lacks the scope any-owner`,
  );
  const countRetired = async () => (await readMovements()).find(({ kind }) => kind === 'retire')?.month ?? 0;
  const before = await countRetired();
  const delivered = await run('deliver', { ...request, reason: 'Deer', registryUrl: 'https://registry.example/104' });
  expect(servedIn(delivered)).toEqual([
    ...[`${assigned.entry} Assigned 100 of 100`, `${sold.entry} Transferred 150 of 150`, `${reserved.entry} Reserved 400 of 400`],
    ...[`${alsoReserved.entry} Reserved 220 of 300`, 'null Held 0 of 50'],
  ]);
  // It retires the units of the buyer at once, which alone of a delivery is a movement.
  expect(await countRetired()).toBe(before + 100);
  expect(await findNewestRetirement()).toMatchObject({ index: delivered.entry, entry: { quantity: 100 } });
  const shown = renderToStaticMarkup(await EntryPage({ number: String(delivered.entry + 1) }));
  expect(shown).toMatch(/Pending units closed<\/dt><dd[^>]*><span[^>]*>1,000<.*Verified and issued<\/dt><dd[^>]*><span[^>]*>870</);
  // No tonne is on sale afterwards, and the old serials are final.
  expect(await onSale('fir')).toEqual({ credits: 0, status: 'expected', issued: 0, expected: 0 });
  const { batch, runs } = (await findBatch(piu)) ?? {};
  expect(batch).toMatchObject({ issuance: 'expected', units: { Delivered: 870, 'Not delivered': 130 }, registryUrl: null });
  // Neighbours of one state are one part, whoever has them.
  const parts = runs?.map(({ status, last }) => `${status} to ${last}`);
  expect(parts).toEqual(['Delivered to 620', 'Not delivered to 700', 'Delivered to 950', 'Not delivered to 1000']);
  const old = run('retire', { serials: [{ batch: piu, first: 1, last: 1 }], beneficiary: 'A' });
  expect(await problemOf(old)).toContain('are Delivered');
  // Owners keep their units.
  const ofBuyer = await run('retire', { transfer: sold.entry, beneficiary: 'Buyer' });
  const released = await run('release', { reservation: reserved.entry });
  // Whoever is served first has the lowest serials.
  const served = [ofBuyer, released].map(({ lines }) => lines.map(({ series, first, last }) => `${series}:${first}-${last}`).join());
  expect(served).toEqual(['WCU-104:101-250', 'WCU-104:251-500,WCU-105:11-160']);
  expect(await onSale('fir')).toEqual({ credits: 400, status: 'issued', issued: 400, expected: 0 });

  const certificate = (await findCertificate(delivered.certificate ?? '')) as ReadEntry;
  expect([certificate.entry.quantity, textIn(certificate.texts.beneficiary)]).toEqual([100, 'Example Brewery plc']);
  expect(certificate.entry.lines.map(({ series, first: from, last }) => [series, from, last])).toEqual([['WCU-104', 1, 100]]);
  const checked = await checkFile(JSON.stringify(await provedFileOf(certificate)), { keys: await ownKeys() });
  expect(checked.verdict).toBe('passed');
  expect(checked.steps.find(({ step }) => step === 'entry')?.found.values.summary).toContain('Delivered, 100 tCO₂e of fir');
});

it('a delivery under the same serials, of one vintage or a quantity, serves named owners first; a surplus needs serials and is Held', async () => {
  const years = { vintageStart: '2020-01-01', vintageEnd: '2029-12-31' };
  const piu = (await receive('yew', 'PIU-7', 1, 100, { ...expected, ...years })).batch ?? 0;
  await receive('yew', 'PIU-8', 1, 40, expected);
  const sold = await run('transfer', { batch: piu, quantity: 30 });
  const reserved = await run('reserve', { batch: piu, quantity: 20, until: soon });
  const vintage = '2020-01-01/2029-12-31';
  const ofVintage = { project: 'yew', vintage, sameSerials: true };
  const moved = await readMovements();
  const first = await run('deliver', { ...ofVintage, quantity: 40, verified: 40, ownersFirst: [reserved.entry] });
  expect(servedIn(first)).toEqual([`${reserved.entry} Reserved 20 of 20`, `${sold.entry} Transferred 20 of 20`]);
  const second = await run('deliver', { ...ofVintage, verified: 55, reason: 'Storm' });
  expect(servedIn(second)).toEqual([`${sold.entry} Transferred 10 of 10`, 'null Held 45 of 50']);
  expect(await onSale('yew')).toEqual({ credits: 85, status: 'expected', issued: 45, expected: 40 });
  // A delivery is no movement.
  expect(await readMovements()).toEqual(moved);
  expect((await findBatch(piu))?.batch).toMatchObject({ issuance: 'issued', units: { 'Not delivered': 5 } });
  const more = { project: 'yew', vintage: '2030', verified: 50, reason: 'Better growth' };
  expect(await problemOf(run('deliver', { ...more, sameSerials: true }))).toContain(' issued: ');
  const third = await run('deliver', { ...more, issued: [{ series: 'WCU-8', first: 1, last: 50 }] });
  expect(ranges(third).map((range) => range.replace(/.*:/, ''))).toEqual(['1-40', '1-50']);
  expect(await onSale('yew')).toEqual({ credits: 95, status: 'issued', issued: 95, expected: 0 });
});

it('a delivery is the only way for expected units to become issued, and cancelled units never move, whoever writes', async () => {
  const { batch, entry } = await receive('may', 'PIU-L', 1, 10, expected);
  const named = { serials: [{ batch, first: 1, last: 2 }], beneficiary: 'A' };
  expect(await problemOf(run('retire', named))).toMatch(/^units_not_claimable serials: /);
  await run('correct', { entry, correction: 'Gives the next entry, by which the holding may end' });
  const issue = database.sql.begin(async (sql) => {
    await sql`update unit_holdings set ended_entry = ${entry} + 1 where batch_id = ${batch}`;
    await sql`
      insert into unit_holdings (batch_id, serials, status, issuance, entry_index, begun_entry)
      values (${batch}, int8range(1, 11), 'Held', 'issued', ${entry}, ${entry} + 1)
    `;
  });
  await expect(issue).rejects.toMatchObject({ constraint_name: 'unit_holdings_delivered' });
  for (const [constraint, status, owner] of [
    ['unit_holdings_claimable', 'Retired', null],
    ['unit_holdings_owner', 'Transferred', null],
    ['unit_holdings_owner', 'Held', entry],
    ['unit_holdings_entry_order', 'Transferred', entry + 1],
  ] as const) {
    const insertion = database.sql`
      insert into unit_holdings (batch_id, serials, status, issuance, owner_entry, entry_index, begun_entry)
      values (${batch}, int8range(1, 11), ${status}, 'expected', ${owner}, ${entry}, ${entry})
    `;
    await expect(insertion, status).rejects.toMatchObject({ constraint_name: constraint });
  }
  await run('cancel', { batch, quantity: 10, reason: 'The project ended' });
  // After the receipt, the correction and the cancellation comes entry + 3.
  const move = database.sql`update unit_holdings set ended_entry = ${entry} + 3 where batch_id = ${batch} and ended_entry is null`;
  await expect(move).rejects.toThrow('Cancelled units never move');
});

it('an operation that contradicts itself or the book is refused at the field that is wrong; a reservation of two years is not', async () => {
  const { batch: first } = await receive('ivy', 'PIU-2030', 1, 10, expected);
  const { batch: second } = await receive('ivy', 'PIU-2031', 1, 10, { ...expected, vintageStart: '2031-01-01', vintageEnd: '2031-12-31' });
  const assigned = await run('assign', { batch: first, quantity: 4, buyer: 'Ada' });
  const one = { project: 'ivy', quantity: 1 };
  const delivery = { project: 'ivy', batch: second, verified: 10 };
  const [same, issued] = [{ sameSerials: true }, [{ series: 'WCU-40', first: 1, last: 9 }]];
  const refusals: [kind: Operation['kind'], request: object, refusal: string][] = [
    ['reserve', { batch: first, serials: [{ batch: second, first: 1, last: 1 }], until: soon }, 'record_unknown serials'],
    ['reserve', { batch: 999, serials: [{ batch: first, first: 1, last: 1 }], until: soon }, 'record_unknown batch'],
    ['release', { assignment: assigned.entry, project: 'oak' }, 'record_unknown project'],
    ['assign', { project: 'fig', quantity: 1, buyer: 'Eve' }, 'units_not_available quantity'],
    ['reserve', { ...one, until: dayIn(-1) }, 'validation_failed until'],
    ['reserve', { ...one, until: dayIn(732) }, 'validation_failed until'],
    ['correct', { entry: 99_999, correction: 'None' }, 'record_unknown entry'],
    ['deliver', { ...delivery, ...same, quantity: 11, verified: 11 }, 'units_not_available quantity'],
    ['deliver', { ...delivery, batch: undefined, verified: 20, issued }, 'validation_failed vintageStart'],
    ['deliver', { ...delivery, issued }, 'validation_failed verified'],
    [
      'deliver',
      { ...delivery, issued, vintageStart: '2032-01-01' },
      'validation_failed vintageStart: The vintage would be 2032-01-01 to 2031-12-31',
    ],
    [
      'deliver',
      { ...delivery, ...same, batch: undefined, project: 'oka' },
      'units_not_available project: No expected units of oka are there to be delivered',
    ],
    ['deliver', { ...delivery, verified: 1, quantity: 1, issued: [{ series: 'W', first: 2, last: 1 }] }, 'validation_failed issued.0.last'],
    ['deliver', { ...delivery, issued: [{ series: 'PIU-2031', first: 1, last: 10 }] }, 'units_overlap issued'],
    ['receive', units('ivy', 'PIU-2031', 10, 11), 'units_overlap series'],
    ['deliver', { ...delivery, verified: 2, quantity: 1, ...same }, 'validation_failed reason: 1 unit was expected, and 2 verified'],
    ['deliver', { ...delivery, batch: 999, ...same, quantity: 1 }, 'units_not_available batch'],
    ['deliver', { ...delivery, batch: undefined, vintage: '2029', ...same }, 'units_not_available vintage'],
    ['transfer', { serials: [1, 4].map((from) => ({ batch: second, first: from, last: from + 3 })) }, 'units_overlap serials'],
    ['deliver', { ...delivery, ...same, retire: assigned.entry }, 'units_not_available retire'],
    ['deliver', { ...delivery, ...same, ownersFirst: [assigned.entry] }, 'record_unknown ownersFirst'],
  ];
  for (const [kind, request, refusal] of refusals)
    expect(await problemOf(run(kind, request)), JSON.stringify(request)).toMatch(new RegExp(`^${refusal}(: |$)`));
  // Two years from now, the last day that is allowed.
  expect(await run('reserve', { batch: first, quantity: 1, until: dayIn(731) })).toMatchObject({ quantity: 1 });
});

it('a delivery of nothing ends what was expected, and cancelled units cannot be delivered', async () => {
  // All that was expected of may has been cancelled above.
  expect(await problemOf(run('deliver', { project: 'may', verified: 10, sameSerials: true }))).toMatch(/^units_not_available /);
  await receive('may', 'PIU-N', 1, 10, expected);
  await receive('may', 'PIU-M', 1, 10, { ...expected, vintageStart: '2031-01-01', vintageEnd: '2031-12-31' });
  await run('deliver', { project: 'may', verified: 0, reason: 'Fire' });
  for (const { units } of await listBatches({ project: 'may', limit: 2 })) expect(units).toMatchObject({ Held: 0, 'Not delivered': 10 });
  expect((await onSale('may'))?.credits).toBe(0);
});

it('a batch of another type than the project’s others is received only with a reason, also where several come at once', async () => {
  await receive('may', 'WCU-90', 1, 5, { vintageStart: '2023-01-01', vintageEnd: '2023-12-31' });
  const reduction = { unitType: 'Reduction - nature' };
  const said = 'is Reduction - nature, and other batches of may are Removal - nature. If both are right, say why in reason';
  expect(await problemOf(receive('may', 'WCU-91', 1, 5, reduction))).toBe(`validation_failed unitType: ${said}`);
  await receive('may', 'WCU-91', 1, 5, { ...reduction, reason: 'The registry issues both' });
  await database.sql`update carbon_projects set category = 'Other' where slug = 'gem'`;
  const both = ['Removal - technical', 'Reduction - technical'].map((unitType, at) => units('gem', `WCU-9${at + 2}`, 1, 5, { unitType }));
  await expect(runTogether('receive', both)).rejects.toMatchObject({ at: 1, problem: { field: 'unitType' } });
});

it('a day of retirement at the registry before the vintage began is refused, whichever units are taken', async () => {
  // The oldest units of may are WCU-90, which the test of unit types has received.
  const retire = (registryRetiredOn: string) => run('retire', { project: 'may', quantity: 5, beneficiary: 'Ada', registryRetiredOn });
  const early = 'validation_failed registryRetiredOn: is 2022-12-31, before the vintage of WCU-90, 1 to 5 began, on 2023-01-01';
  expect(await problemOf(retire('2022-12-31'))).toBe(early);
  const { certificate } = await run('retire', { project: 'may', quantity: 5, beneficiary: 'Ada' });
  const confirm = (registryRetiredOn: string) => run('confirm', { certificate, registryRetiredOn, source: 'List', checkedByRole: 'Desk' });
  expect(await problemOf(confirm('2022-12-31'))).toBe(early);
  expect(await confirm('2023-01-01')).toMatchObject({ quantity: 0 });
});

it('a list of retirements is refused at the one that names a project and units of another, or whose projects somebody else holds', async () => {
  const { batch } = await receive('yew', 'WCU-YEW', 1, 20);
  const list = [1, 11].map((first) => ({ serials: [{ batch, first, last: first + 4 }], beneficiary: 'Ada' }));
  const ofAnother = runTogether('retire', [list[0] ?? {}, { ...list[1], project: 'gum' }]);
  await expect(ofAnother).rejects.toMatchObject({ at: 1, problem: { code: 'record_unknown', field: 'serials' } });
  await database.sql.unsafe(`
    create function busy() returns trigger language plpgsql as $$ begin raise exception using errcode = '55P03'; end $$;
    create trigger busy before update on carbon_projects execute function busy();
  `);
  await expect(runTogether('retire', list)).rejects.toMatchObject({ at: 1, problem: { code: 'record_busy' } });
  await database.sql`drop function busy cascade`;
});

it('an operation happens now: only those of samples have times of their own', async () => {
  const operation: Operation = { kind: 'correct', request: operations.correct.parse({ entry: 0, correction: 'Later' }) };
  const ahead = `${dayIn(1)}T00:00:00.000Z`;
  await expect(operateTogether([{ operation, key: 'ahead', time: ahead }])).rejects.toThrow('Only operations of samples');
});

it('a delivery to more ranges than one entry can list is refused with what to do, and a part of them is delivered', async () => {
  const { batch } = await receive('gum', 'PIU-20', 1, 2_002, expected);
  const everyOther = (from: number) => Array.from({ length: 100 }, (_, at) => ({ batch, first: from + 2 * at, last: from + 2 * at }));
  // In any order.
  for (let from = 1; from < 1_200; from += 200) await run('reserve', { serials: everyOther(from).toReversed(), until: soon });
  const refused = like(/^units_not_available quantity: These units have more .*: deliver them in parts, by vintage, batch or quantity$/);
  const deliver = (verified: number, chosen: object = {}) => run('deliver', { project: 'gum', verified, sameSerials: true, ...chosen });
  // More than are read, and more than an entry has room for.
  expect([await problemOf(deliver(2_002)), await problemOf(deliver(700, { quantity: 700 }))]).toEqual([refused, refused]);
  expect(await deliver(100, { quantity: 100 })).toMatchObject({ quantity: 100, owners: [{ delivered: 100 }] });
  // Nor does one page list or draw them all.
  expect((await findBatch(batch ?? 0))?.runs).toBeUndefined();
  const listed = async (query: string) => renderToStaticMarkup(await BatchPage({ id: String(batch), query }));
  expect(await listed('')).toContain(`href="/record/batches/${batch}?after=200#holdings"`);
  expect(await listed('after=200')).toMatch(/<tbody[^>]*><tr[^>]*><th[^>]*>201 to 201</);
  expect(await listed('after=1198')).toMatch(/>1200 to 2002<(?!.*#holdings")/s);
});
