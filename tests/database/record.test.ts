import { expect, it, vi } from 'vitest';
import { api } from '#server/api/routes.ts';
import { createKey } from '#server/domain/api-keys.ts';
import { checkCatalogue } from '#server/domain/projects/check-catalogue.ts';
import { findByReference } from '#server/domain/projects/find.ts';
import { auditWholeRecord } from '#server/domain/record/audit/audit.ts';
import { applyEntries } from '#server/domain/record/book/apply-entry.ts';
import { assertAppendable, currentCheckpoint } from '#server/domain/record/log/checkpoint.ts';
import { readLastSigned, readOrMakeFile } from '#server/domain/record/log/data-dir.ts';
import { entryTime } from '#server/domain/record/log/log.ts';
import { eraseTextsContaining, findEntriesNaming } from '#server/domain/record/log/texts.ts';
import { findBatch, findUnits, sizeAt, withHoldings } from '#server/domain/record/read/book.ts';
import { findCertificate, findCertifiedProjects, readDisclosure } from '#server/domain/record/read/certificates.ts';
import { findEntry, listEntries, proveEntry, type ReadEntry } from '#server/domain/record/read/entries.ts';
import { findMissingEntries } from '#server/domain/record/read/own-log.ts';
import { inTransaction, query } from '#server/platform/database/query.ts';
import { env } from '#server/platform/env.ts';
import { problems } from '#shared/schemas/problem.ts';
import type { Project } from '#shared/schemas/project.ts';
import { quantityLimit } from '#shared/schemas/record.ts';
import { dayIn } from '#shared/schemas/typed.ts';
import { has, like } from '#tests/support/matchers.ts';
import { countWaiting, ownDatabase, problemOf, run, shares, slowDown, units } from '#tests/support/own-database.ts';
import { importProjects } from '#tests/support/project-files.ts';
import { projectRow } from '#tests/support/projects.ts';
import { exportedAs } from '#tests/support/whole-list.ts';

/** What happens before the file of what was signed last is read the next time. */
const beforeNextRead = vi.hoisted((): (() => Promise<unknown>)[] => []);
vi.mock('#server/domain/record/log/data-dir.ts', async (original) => {
  const real = await original<typeof import('#server/domain/record/log/data-dir.ts')>();
  const readLastSigned = async (origin: string) => {
    await beforeNextRead.pop()?.();
    return real.readLastSigned(origin);
  };
  return { ...real, readLastSigned };
});

/** A day (ISO) until which units can be reserved. */
const soon = dayIn(60);
const serial = '19385-1001-1500-VCS-VCU-1507-VER-ET-14-1340-01012020-31122020-1';
const batch = (change: object = {}) => ({
  ...{ project: 'oak', registry: 'Verra', serial, vintageStart: '2020-01-01', vintageEnd: '2020-12-31' },
  ...{ unitType: 'Removal - nature', issuance: 'issued', ...change },
});
/** Receives the units of a series from 1 to `last`. */
const receive = (project: string, series: string, last: number, change: object = {}) =>
  run('receive', units(project, series, 1, last, { vintageStart: '2020-01-01', vintageEnd: '2020-12-31', ...change }));
const available = async (slug = 'oak') =>
  (await database.sql`select available_credits from carbon_projects where slug = ${slug}`)[0]?.available_credits;
/** Returns the number of units in each state, over all live holdings. */
const states = async () => {
  const rows = await database.sql`
    select status, sum(upper(serials) - lower(serials))::int as count from unit_holdings where ended_entry is null group by status
  `;
  return Object.fromEntries(rows.map(({ status, count }) => [status, count]));
};

// Each test goes on with the book that those before it left.
const database = ownDatabase({}, [projectRow('oak'), projectRow('elm'), projectRow('ash')]);

it('the book receives a batch by its serial, and determines what is available, whatever a catalogue file says, which its import reports', async () => {
  const { entry, quantity, checkpoint } = await run('receive', batch());
  expect({ entry, quantity }).toEqual({ entry: 0, quantity: 500 });
  expect(checkpoint).toMatch(/^carma\.example\/log\n1\n/);
  expect(await available()).toBe(500);
  // The book prevails even if somebody writes another figure.
  await database.sql`update carbon_projects set available_credits = 9999 where slug = 'oak'`;
  expect(await available()).toBe(500);

  const rows = ['Oak,oak,Other,VCS,Here,issued,10,9999', 'Elm,elm,Other,VCS,There,issued,12,7'];
  const file = ['title,slug,category,standard,location,units,price,available', ...rows].join('\n');
  expect(await importProjects(file)).toMatchObject({ updated: 2, keptFromBook: 1 });
  expect([await available(), await available('elm')]).toEqual([500, 7]);
  expect(await importProjects(file)).toMatchObject({ updated: 0, unchanged: 2, keptFromBook: 1 });
  const soldOut = 'title,slug,category,standard,location,status\nOak,oak,Other,VCS,Here,Sold out\n';
  const errors = [{ column: 'status', reason: like(/^contradicts the record, where credits of it are for sale: 500\. .+retire/) }];
  expect(await importProjects(soldOut)).toMatchObject({ isRejected: true, errors });
  expect(await available()).toBe(500);
});

it('a type and a vintage that nobody states are those of the units on the record, and an import states them or leaves them so', async () => {
  const shown = async () => {
    const { unitType, vintageStart, vintageEnd, fromRecord, unanswered } = (await findByReference('oak')) as Project;
    expect(unanswered).not.toContain('units');
    return { unitType, vintage: `${vintageStart} to ${vintageEnd}`, fromRecord };
  };
  const stated = { unitType: 'Removal - nature', vintage: '2020 to 2020' };
  const put = (vintage: string) =>
    importProjects(`title,slug,category,standard,location,vintageStart,vintageEnd\nOak,oak,Other,VCS,Here,${vintage}\n`);
  expect(await shown()).toEqual({ ...stated, fromRecord: ['unitType', 'vintage'] });
  expect(await put(',')).toMatchObject({ updated: 0, unchanged: 1 });
  for (const updated of [1, 0]) expect(await put('2020,2020')).toMatchObject({ updated });
  // The tonnes on sale are of the years of the units for sale, and of no others.
  const reason = 'is kept from the record, whose units for sale are of 2020';
  const kept = { line: 2, column: 'vintageStart', value: '2019 to 2020', reason };
  expect(await put('2019,2020')).toMatchObject({ updated: 0, notes: expect.arrayContaining([kept]) });
  expect(await shown()).toEqual({ ...stated, fromRecord: ['unitType'] });
  const [oak] = JSON.parse(await exportedAs('json')).projects.filter(({ slug }: { slug: string }) => slug === 'oak');
  expect([oak.unitType, oak.vintageStart]).toEqual([null, 2020]);
  expect(await put(',')).toMatchObject({ updated: 1 });
  expect(await shown()).toEqual({ ...stated, fromRecord: ['unitType', 'vintage'] });
});

it('a catalogue that states another unit type or vintage than the units on the record is refused, and the check names what units that came later contradict', async () => {
  const put = (facts: object) => importProjects(JSON.stringify([{ slug: 'oak', ...facts }]));
  const refused = async (facts: object) => (await put(facts)).errors.map(({ column, value, reason }) => `${column} ${value} ${reason}`);
  const type = 'has another unit type than its units on the record: Removal - nature';
  const years = 'has a vintage that leaves out years of its units for sale on the record: 2020';
  expect(await refused({ unitType: 'Avoidance' })).toEqual([`unitType Avoidance ${type}`]);
  expect(await refused({ vintage: '2021-2023' })).toEqual([`vintage 2021–2023 ${years}`]);
  expect(await refused({ vintage: 2019 })).toEqual([`vintage 2019 ${years}`]);
  expect(await put({ unitType: 'Removal - nature', vintage: '2020-2023' })).toMatchObject({ updated: 1, errors: [] });
  expect(await put({ unitType: '', vintageStart: '', vintageEnd: '' })).toMatchObject({ updated: 1, errors: [] });

  // A price list came before the units.
  await database.sql`update carbon_projects set unit_type = 'Avoidance', vintage_start = 2023, vintage_end = null where slug = 'oak'`;
  expect(await findByReference('oak')).toMatchObject({ vintageStart: 2020, vintageEnd: 2020, fromRecord: ['vintage'] });
  const found = (await checkCatalogue()).filter(({ slug, kind }) => slug === 'oak' && kind.includes('on the record'));
  expect(found.map(({ details }) => details)).toEqual(['Avoidance, not Removal - nature']);
  const { errors, notes } = await put({ price: 11 });
  expect([errors, notes]).toMatchObject([[], [{ reason: type }]]);
  expect(await put({ unitType: '', vintageStart: '', vintageEnd: '' })).toMatchObject({ updated: 1, notes: [] });
});

it('the book is not oversold by concurrent reservations, and takes the lowest serials first of what is released', async () => {
  const crowd = Array.from({ length: 12 }, () => run('reserve', { project: 'oak', quantity: 50, until: soon }));
  const reserved = (await Promise.allSettled(crowd)).flatMap((one) => (one.status === 'fulfilled' ? [one.value.entry] : []));
  expect([reserved.length, await states(), await available()]).toEqual([10, { Reserved: 500 }, 0]);
  const [lower, , higher] = reserved.toSorted((a, b) => a - b);
  await run('release', { reservation: higher });
  const { lines: lowest } = await run('release', { reservation: lower });
  expect([await states(), await available()]).toEqual([{ Held: 100, Reserved: 400 }, 100]);
  const { lines } = await run('transfer', { project: 'oak', quantity: 30 });
  expect(lines[0]?.first).toBe(lowest[0]?.first);
});

it('the book retires units for a beneficiary, whose name and purpose are stored beside the log and not in it', async () => {
  const texts = { beneficiary: 'Ada Lovelace Ltd', purpose: 'Flights of Ada' };
  const { certificate, entry } = await run('retire', { project: 'oak', quantity: 9, ...texts });
  expect(certificate).toBe(`CR-${String(entry + 1).padStart(6, '0')}`);
  const [row] = await database.sql`select convert_from(entry, 'UTF8') as text from record_entries where index = ${entry}`;
  expect(row?.text).not.toContain('Ada');
  const stored = await database.sql`select text, commitment from record_texts where entry_index = ${entry} order by field`;
  expect(stored.map(({ text }) => text)).toEqual(Object.values(texts));
  for (const { commitment } of stored) expect(row?.text).toContain(commitment.toString('hex'));
});

const endOldest = `update unit_holdings set ended_entry = begun_entry + 1 where id = (select min(id) from unit_holdings where batch_id = 1 and ended_entry is null and status = 'Reserved')`;
const held = (range: string) =>
  `insert into unit_holdings (batch_id, serials, status, issuance, entry_index, begun_entry) values (1, int8range(${range}), 'Held', 'issued', 0, 0)`;
it.each<[what: string, reason: string, statement: string]>([
  ['a unit in two states', 'unit_holdings_one_place', held('1001, 1002')],
  ['serials outside their batch', 'Serials [5,6) are not of batch 1', held('5, 6')],
  ['issued units that end by a delivery', 'unit_holdings_delivery', held('1001, 1002').replace("'Held'", "'Delivered'")],
  ['expected units of a batch that is issued', 'The units of batch 1 are issued', held('1001, 1002').replace("'issued'", "'expected'")],
  [
    'units that disappear once others were replaced and checked',
    'The live holdings of batch 1 are not all of its serials',
    `
      with ended as (${endOldest} returning *)
      insert into unit_holdings (batch_id, serials, status, issuance, reserved_until, owner_entry, entry_index, begun_entry)
      select batch_id, serials, status, issuance, reserved_until, owner_entry, entry_index, ended_entry from ended;
      set constraints all immediate;
      ${endOldest}
    `,
  ],
  [
    'units that are in no state',
    'The live holdings of batch 99 are not all of its serials',
    `insert into credit_batches select (jsonb_populate_record(one, '{"id": 99, "numbering": "OTHER"}')).* from credit_batches as one where id = 1`,
  ],
  [
    'an entry of a time before that of the last one',
    'is before the entry that it follows',
    `insert into record_entries (entry) values (convert_to('{"kind":"correct","time":"2020-01-01T00:00:00Z"}', 'UTF8'))`,
  ],
  ['a change to retired units', 'Retired units never move', `update unit_holdings set ended_entry = 99999 where status = 'Retired'`],
  [
    'a text that does not match its hash',
    'record_texts_commitment',
    `insert into record_texts (commitment, entry_index, field, text, salt) values (sha256('x'), 0, 'note', 'y', sha256('z'))`,
  ],
  ['deleting a project with units in the book', 'is on the record and cannot be deleted', `delete from carbon_projects where slug = 'oak'`],
])('the database rejects %s, whoever writes', async (_, reason, statement) => {
  await expect(database.sql.unsafe(statement)).rejects.toThrow(reason);
});

it('the record as of an earlier moment shows what the book contained at an earlier size of the log', async () => {
  const size = await database.count('record_entries');
  const id = (await receive('ash', 'as-of', 100, { issuance: 'expected' })).batch ?? 0;
  await run('reserve', { batch: id, quantity: 30, until: soon });
  await run('deliver', { project: 'ash', batch: id, verified: 100, sameSerials: true });
  await run('retire', { reservation: size + 1, quantity: 10, beneficiary: 'Ada Ltd' });
  const batchAt = (at?: number) =>
    withHoldings(id, at, async (found, read) => {
      const ranges: unknown[] = [];
      for await (const some of read) ranges.push(...some.map(({ first, last, status }) => [first, last, status]));
      return { ...found, ranges };
    });
  expect(await batchAt(size)).toBeUndefined();
  expect(await batchAt(size + 1)).toMatchObject({ issuance: 'expected', units: { Held: 100 }, ranges: [[1, 100, 'Held']] });
  expect(await batchAt(size + 3)).toMatchObject({ issuance: 'issued', units: { Held: 70, Reserved: 30, Retired: 0 } });
  expect(await batchAt(size + 4)).toMatchObject({ issuance: 'issued', units: { Held: 70, Reserved: 20, Retired: 10 } });
  expect(await batchAt()).toEqual(await batchAt(size + 4));
  const fifth = { registry: 'uk-land-carbon', numbering: 'AS-OF', first: 5, last: 5 } as const;
  expect(await findUnits(fifth, { limit: 5, size: size + 2 })).toMatchObject([{ status: 'Reserved', certificate: null }]);
  expect(await sizeAt(new Date(0))).toBe(0);
});

it('the record as of an earlier moment has each entry, and its units, from the time that it states; these times are in order even if the clock was set back', async () => {
  const { entry: index, batch: id } = await receive('ash', 'as-of-time', 20);
  const found = (await findEntry(index)) as ReadEntry;
  const statedAt = new Date(found.entry.time);
  const [row] = await database.sql`select created_at from record_entries where index = ${index}`;
  expect(row?.created_at).toEqual(statedAt);
  expect(await sizeAt(statedAt)).toBe(index + 1);
  expect(await sizeAt(new Date(statedAt.getTime() - 1))).toBeLessThanOrEqual(index);
  expect((await findBatch(id ?? 0))?.holdings).toMatchObject([{ since: statedAt }]);

  // As if the clock had been an hour ahead when the newest entry was made: in a transaction that is rolled back.
  const ahead = new Date(Date.now() + 3_600_000).toISOString();
  const next = { ...found.entry, kind: 'correct' as const, refersTo: 0, lines: [], operation: '0'.repeat(64), time: ahead };
  const seen = await inTransaction('read write', async (transaction) => {
    // Within a savepoint, as any work may be.
    await transaction`savepoint appended`;
    await applyEntries(transaction, [{ index: index + 1, entry: next }]);
    throw Object.assign(new Error('rolled back'), { time: await entryTime(transaction) });
  }).catch((error: Error & { time: string }) => error.time);
  expect(seen).toBe(ahead);
});

it('an operation on several projects retires units of each under one certificate, which names the project of each line', async () => {
  await receive('elm', 'several', 50);
  const before = [await available('ash'), await available('elm')];
  const { certificate, entry, quantity } = await run('retire', { projects: shares({ ash: 7, elm: 5 }), beneficiary: 'Ada' });
  expect({ certificate, quantity }).toEqual({ certificate: `CR-${String(entry + 1).padStart(6, '0')}`, quantity: 12 });
  expect([await available('ash'), await available('elm')]).toEqual([before[0] - 7, before[1] - 5]);
  const found = (await findEntry(entry)) as ReadEntry;
  expect(found.entry.project).toBeNull();
  expect(found.entry.lines.map(({ project, quantity: of }) => `${project?.slug}: ${of}`)).toEqual(['ash: 7', 'elm: 5']);
  expect(found.projects.map(({ slug, quantity: of, title }) => `${slug}: ${of} of ${title}`)).toEqual(['ash: 7 of ash', 'elm: 5 of Elm']);
  for (const project of ['ash', 'elm']) expect((await listEntries({ limit: 1, project }))[0]?.index, project).toBe(entry);
  expect((await listEntries({ limit: 1, project: 'oak' }))[0]?.index).toBeLessThan(entry);
  // Nor does its correction name one of them alone.
  const correction = await run('correct', { entry, correction: 'It was six of each' });
  expect(correction).toMatchObject({ project: null, refersTo: entry });
  for (const project of ['ash', 'elm']) expect((await listEntries({ limit: 1, project }))[0]?.index, project).toBe(correction.entry);
});

it('an operation on several projects is rejected entirely if one has too few units, and names that one', async () => {
  const before = [await states(), await available('ash'), await available('elm')];
  const tooFew = run('retire', { projects: shares({ ash: 1, elm: 100_000 }), beneficiary: 'Ada' });
  expect(await problemOf(tooFew)).toMatch(/^units_not_available projects: .*units of elm are Held/);
  const unknown = run('reserve', { projects: shares({ ash: 1, nowhere: 1 }), until: soon });
  expect(await problemOf(unknown)).toMatch(/^record_unknown projects: /);
  expect([await states(), await available('ash'), await available('elm')]).toEqual(before);
});

const namesOnPageAndInPack = async (certificate: string) => {
  const found = (await findCertificate(certificate)) as ReadEntry;
  const [project] = await findCertifiedProjects(found);
  const [line] = (await readDisclosure([certificate])).lines;
  return [project, line].map((one) => one && `${'title' in one ? one.title : one.project} ${one.registryId} ${one.location}`);
};

it('the names that certificates, entries and exports gave a project stay in them, and lead to where it is now, though another project has taken its old one', async () => {
  const insert = (facts: object) => database.sql`insert into carbon_projects ${database.sql({ ...projectRow('kent'), ...facts })}`;
  await insert({ title: 'Kent woodland', external_id: 'UK7', location: 'Kent' });
  await receive('kent', 'kent', 50);
  const { entry, certificate } = await run('retire', { project: 'kent', quantity: 3, beneficiary: 'Ada Lovelace Ltd' });
  const before = await namesOnPageAndInPack(certificate ?? '');
  expect(before).toEqual(['Kent woodland UK7 Kent', 'Kent woodland UK7 Kent']);

  await database.sql`update carbon_projects set slug = 'orchard', title = 'Orchard', external_id = 'UK8' where slug = 'kent'`;
  await insert({ title: 'Cookstoves', external_id: 'KE1', location: 'Kenya' });
  expect(await namesOnPageAndInPack(certificate ?? '')).toEqual(before);
  const found = (await findCertificate(certificate ?? '')) as ReadEntry;
  expect(found.projects).toMatchObject([{ title: 'Kent woodland', registryId: 'UK7', today: { slug: 'orchard' } }]);
  expect(found.entry.project).toMatchObject({ id: found.projects[0]?.today?.id, slug: 'kent', title: 'Kent woodland', registryId: 'UK7' });
  expect((await listEntries({ limit: 1, project: 'orchard' }))[0]?.index).toBe(entry);
  expect(await listEntries({ limit: 1, project: 'kent' })).toEqual([]);
  const { entry: correction } = await run('correct', { entry, correction: 'It was four' });
  expect((await listEntries({ limit: 1, project: 'orchard' }))[0]?.index).toBe(correction);

  // The old address leads on as long as nobody else has it.
  await database.sql`delete from carbon_projects where slug = 'kent'`;
  await database.sql`update carbon_projects set slug = 'kent' where slug = 'orchard'`;
  expect((await listEntries({ limit: 1, project: 'orchard' }))[0]?.index).toBe(correction);
});

it('the log passes an audit while operations go on', async () => {
  await receive('ash', 'audited', 1_000);
  // A checkpoint is known here before it is stored.
  await slowDown(database, 'insert on record_checkpoints');
  let isOver = false;
  const reserving = (async () => {
    while (!isOver) await run('reserve', { project: 'ash', quantity: 1, until: soon });
  })();
  const differences = [];
  for (let round = 0; round < 4; round += 1) differences.push((await auditWholeRecord()).difference);
  isOver = true;
  await reserving;
  expect(differences.filter(Boolean)).toEqual([]);
});

it('an entry that is signed while the log is compared with what was signed last is not missing from it', async () => {
  await receive('ash', 'compared', 10);
  for (const compare of [assertAppendable, findMissingEntries]) {
    let [reserving, isSigned]: [Promise<unknown> | undefined, boolean] = [undefined, false];
    beforeNextRead.push(() => {
      reserving = run('reserve', { project: 'ash', quantity: 1, until: soon }).then(() => {
        isSigned = true;
      });
      // Or it waits for whoever compares.
      return vi.waitUntil(async () => isSigned || (await countWaiting(database)) > 0, { timeout: 20_000 });
    });
    expect(await compare(), compare.name).toBeUndefined();
    await reserving;
    expect(isSigned).toBe(true);
  }
});

it("the log keeps its proofs when a person's texts are erased, and lists entries that may concern them", async () => {
  const { entry } = await receive('ash', 'mailed', 10, { note: 'For Ada@Person.example, PO 7' });
  const named = await receive('ash', 'named', 10, { note: 'Ádá Lovelace' });
  const others = "Hada@person.example, h.ada@person.example, h'ada@person.example, ada@person.example.org";
  await receive('ash', 'others', 10, { note: others });
  await receive('ash', 'quoted', 10, { note: `${others}. To:'ADA@person.example'.` });
  expect(await findEntriesNaming(query, ['ada lovelace', 'Nobody Else'])).toEqual([named.entry]);
  await receive('ash', 'umlaut', 10, { note: 'For <Ada+x@München.example>.' });
  expect(await eraseTextsContaining(query, 'ada@person.example')).toBe(2);
  expect(await eraseTextsContaining(query, 'ada+x@xn--mnchen-3ya.example')).toBe(1);
  const found = (await findEntry(entry)) as ReadEntry;
  expect(Object.values(found.texts)).toEqual([{ erased: true }]);
  expect(await proveEntry(found)).toMatchObject({ proof: has(`index ${entry}`) });
  expect((await auditWholeRecord()).difference).toBeNull();
});

it('units of several types and years on the record give one range of years, and no type', async () => {
  const later = '1-1-10-VCS-VCU-1507-VER-ET-14-1340-01012021-31122022-1';
  await run('receive', batch({ project: 'ash', serial: later, vintageStart: '2021-01-01', vintageEnd: '2022-12-31' }));
  const other = '2-11-20-VCS-VCU-1507-VER-ET-14-1340-01012020-31122020-1';
  await run('receive', batch({ project: 'ash', serial: other, unitType: 'Avoidance', reason: 'The registry issues both' }));
  expect(await database.sql`select unit_type, vintage_start, vintage_end, from_record from carbon_projects where slug = 'ash'`).toEqual([
    { unit_type: null, vintage_start: 2020, vintage_end: 2022, from_record: ['vintage'] },
  ]);
});

it('a batch on the record has up to a thousand million units, and a project may have more than its figure can say', async () => {
  for (const series of ['most-1', 'most-2', 'most-3']) await receive('elm', series, quantityLimit);
  expect(await available('elm')).toBe(2_147_483_647);
  expect(await problemOf(receive('elm', 'too-many', quantityLimit + 1))).toMatch(/^validation_failed last: /);
  expect((await auditWholeRecord()).difference).toBeNull();
});

it('the log says that an operation is stored, though its checkpoint could not be; this instance knows that it has signed that', async () => {
  await database.sql.unsafe(
    `create function fail() returns trigger language plpgsql as $$ begin raise exception 'No room'; end $$;
    create trigger fail before insert on record_checkpoints execute function fail()`,
  );
  const stored = await receive('ash', 'unsigned', 10, { reason: 'Both are issued' });
  expect(stored).toMatchObject({ checkpoint: null, quantity: 10 });
  expect((await readLastSigned('carma.example/log'))?.checkpoint.size).toBe(stored.entry + 1);
  await database.sql`drop function fail cascade`;
  expect((await currentCheckpoint()).size).toBe(stored.entry + 1);
});

it('the log rejects entries while its key is invalid, and tells only the operator why', async () => {
  const { size } = await currentCheckpoint();
  const key = await readOrMakeFile('record-signing-key', () => '');
  Object.assign(env(), { RECORD_SIGNING_KEY: `${key},${key}` });
  expect(await problemOf(run('correct', { entry: 0, correction: 'None' }))).toMatch(/^record_not_appendable .*twice/);
  Object.assign(env(), { RECORD_SIGNING_KEY: 'no key' });
  expect(await problemOf(run('correct', { entry: 0, correction: 'None' }))).toMatch(/^record_not_appendable /);
  const authorization = `Bearer ${await createKey('shop', ['correct'])}`;
  const headers = { authorization, 'content-type': 'application/json', 'idempotency-key': 'closed' };
  const body = '{"entry":0,"correction":"None"}';
  const answer = await api({} as never).request('/v1/record/correct', { method: 'POST', headers, body });
  const [{ detail }, retryAfter] = [await answer.json(), answer.headers.get('retry-after')];
  expect([answer.status, detail, retryAfter]).toEqual([503, problems.record_not_appendable.meaning, '60']);
  Object.assign(env(), { RECORD_SIGNING_KEY: undefined });
  expect((await currentCheckpoint()).size).toBe(size);
});
