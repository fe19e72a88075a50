import { beforeAll, describe, expect, it, onTestFinished } from 'vitest';
import { auditWholeRecord } from '#server/domain/record/audit/audit.ts';
import type { ImportOptions } from '#server/domain/record/import/import-file.ts';
import { currentCheckpoint } from '#server/domain/record/log/checkpoint.ts';
import { readRecordFigures } from '#server/domain/record/read/book.ts';
import { countUnconfirmed, findCertificate, listUnconfirmed, readRetirementsByMonth } from '#server/domain/record/read/certificates.ts';
import { findEntry, listEntries, provedFileOf } from '#server/domain/record/read/entries.ts';
import { recordFiles } from '#server/http/routes/record-files.ts';
import { env } from '#server/platform/env.ts';
import { has } from '#tests/support/matchers.ts';
import { ownDatabase, ownKeys, problemOf, run } from '#tests/support/own-database.ts';
import { projectRow } from '#tests/support/projects.ts';
import { goldSerial, importUnits, unitFileOf, verraSerial } from '#tests/support/unit-files.ts';
import { checkFile } from '#verify/check.ts';
import { confirmationsOf, confirmedUnits, correctionsOf } from '#verify/entry.ts';
import { printSerial } from '#verify/serials.ts';
import { entryNamed } from '#verify/text.ts';

/** The first number that no test has used. */
let next = 1;

const ids = { verra: 'VCS9001', gold: 'GS9002' };
const rows = Object.entries(ids).map(([slug, external_id]) => ({ ...projectRow(slug), external_id, unit_type: 'Removal - nature' }));
const database = ownDatabase({}, rows);

beforeAll(async () => {
  const issued = { unitType: 'Removal - nature', issuance: 'issued' };
  const [of2024, of2025] = [2024, 2025].map((year) => ({ ...issued, vintageStart: `${year}-01-01`, vintageEnd: `${year}-12-31` }));
  await run('receive', { ...of2024, project: 'gold', registry: 'Gold Standard', serial: goldSerial(1, 1_000) });
  await run('receive', { ...of2025, project: 'verra', registry: 'Verra', serial: verraSerial(1, 1_000) });
});

/** Names units that no test has used: of the batch of Gold Standard, or of Verra's. */
function take(quantity: number, project: 'gold' | 'verra' = 'gold') {
  const [first, last] = [next, next + quantity - 1];
  next += quantity;
  if (project === 'gold') return { batch: 1, first, last, serial: goldSerial(first, last) };
  return { batch: 2, first: 100_000_000 + first, last: 100_000_000 + last, serial: verraSerial(first, last) };
}

/** Retires so many units. */
async function retire(quantity: number, facts: object = {}) {
  const units = take(quantity);
  const { batch, first, last } = units;
  const { certificate, entry } = await run('retire', { serials: [{ batch, first, last }], beneficiary: 'Example plc', ...facts });
  return { ...units, certificate: certificate ?? '', entry };
}

const atRegistry = { registryRetiredOn: '2026-03-04', registryRetirementId: 'R-1', checkedByRole: 'registry desk' };
const confirm = (certificate: string, facts: object = {}) => run('confirm', { certificate, ...atRegistry, ...facts });
/** What the record has about a certificate: how many units are confirmed, and all confirmations, those too that were corrected. */
const stateOf = async (number: string) => {
  const { index = 0, related = [] } = (await findCertificate(number)) ?? {};
  const confirmations = confirmationsOf(index, related);
  return { confirmed: confirmedUnits(confirmations), entries: confirmations.map((one) => one.index) };
};
/** The units of a certificate that are left to confirm, as ranges of numbers. */
const leftOf = async (number: string) =>
  (await listUnconfirmed()).filter(({ certificate }) => certificate === number).map(({ first, last }) => [first, last]);

it('a confirmation stands beside the retirement with id, date, who looked and when, moves nothing, and is audited', async () => {
  const { certificate, entry: retirement, batch, first, last } = await retire(10);
  for (const where of [{ batch }, { project: 'gold' }, {}]) expect(await countUnconfirmed(where)).toEqual({ certificates: 1, units: 10 });
  for (const where of [{ batch: batch + 1 }, { project: 'verra' }])
    expect(await countUnconfirmed(where)).toEqual({ certificates: 0, units: 0 });
  expect([await stateOf(certificate), await leftOf(certificate)]).toEqual([{ confirmed: 0, entries: [] }, [[first, last]]]);
  const { certificates: unconfirmed } = await countUnconfirmed();
  const receipt = await confirm(certificate, { checkedOn: '2026-03-05', registryUrl: 'https://registry.example/r/1' });
  expect(receipt).toMatchObject({ kind: 'confirm', quantity: 0, lines: [], confirmed: [{ first, last, quantity: 10 }] });
  const found = await findEntry(receipt.entry);
  expect(found?.projects).toMatchObject([{ slug: 'gold', quantity: 10 }]);
  expect(found?.entry).toMatchObject({
    ...{ ...atRegistry, kind: 'confirm', refersTo: retirement, checkedOn: '2026-03-05', registryUrl: 'https://registry.example/r/1' },
    ...{ quantity: 0, lines: [], confirmed: [{ first, last, quantity: 10, registry: 'gold-standard' }], project: { slug: 'gold' } },
  });
  expect(await stateOf(certificate)).toEqual({ confirmed: 10, entries: [receipt.entry] });
  expect([await leftOf(certificate), (await countUnconfirmed()).certificates]).toEqual([[], unconfirmed - 1]);
  expect((await listEntries({ limit: 1, project: 'gold' }))[0]).toMatchObject({ index: receipt.entry, aboutCertificate: certificate });
  expect((await auditWholeRecord()).difference).toBeNull();
});

it('a confirmation can be of a part of the units, which are then not confirmed again', async () => {
  const { certificate, batch, first, last } = await retire(10);
  const { certificates: unconfirmed } = await countUnconfirmed();
  const part = await confirm(certificate, { serials: [{ batch, first: first + 3, last: first + 6 }] });
  const left = [
    [first, first + 2],
    [first + 7, last],
  ];
  expect([await stateOf(certificate), await leftOf(certificate)]).toEqual([{ confirmed: 4, entries: [part.entry] }, left]);
  expect((await countUnconfirmed()).certificates).toBe(unconfirmed);
  const said = `confirmed with ${entryNamed(part.entry)}. If that is wrong, correct ${entryNamed(part.entry)} first`;
  expect(await problemOf(confirm(certificate))).toBe(`units_not_available serials: ${goldSerial(first + 3, first + 6)}: ${said}`);
  await confirm(certificate, { serials: left.map(([from, to]) => ({ batch, first: from, last: to })), registryRetirementId: 'R-2' });
  expect([(await stateOf(certificate)).confirmed, await leftOf(certificate)]).toEqual([10, []]);
});

it('a confirmation under a key that confirmed other units is rejected, and no fact is named that it did not state', async () => {
  const { certificate, batch, first } = await retire(3);
  const confirmUpTo = (last: number, facts: object = {}) => {
    return run('confirm', { certificate, ...atRegistry, serials: [{ batch, first, last }], ...facts }, { key: 'one of two' });
  };
  const { entry } = await confirmUpTo(first);
  const said = `idempotency_key_reused undefined: Already recorded in ${entryNamed(entry)}, `;
  expect(await problemOf(confirmUpTo(first + 1))).toBe(`${said}which is another operation`);
  expect(await problemOf(confirmUpTo(first, { registryRetirementId: 'R-2' }))).toBe(`${said}with another registryRetirementId`);
});

it('a confirmation that was corrected confirms nothing, and its units can be confirmed again', async () => {
  const { certificate, first, last } = await retire(3);
  const wrong = await confirm(certificate);
  const { entry: correction } = await run('correct', { entry: wrong.entry, correction: 'R-1 is of other units' });
  expect([(await stateOf(certificate)).confirmed, await leftOf(certificate)]).toEqual([0, [[first, last]]]);
  const right = await confirm(certificate, { registryRetirementId: 'R-3' });
  expect(await stateOf(certificate)).toEqual({ confirmed: 3, entries: [wrong.entry, right.entry] });
  const { index = 0, related = [] } = (await findCertificate(certificate)) ?? {};
  expect(confirmationsOf(index, related)[0]?.corrections.map((one) => one.index)).toEqual([correction]);
  expect(correctionsOf(index, related)).toEqual([]);
});

it('the feed keeps a correction from right to left apart, and ends names and sentences with one stop', async () => {
  const { entry } = await retire(1, { beneficiary: 'חברה בע״מ.' });
  await run('correct', { entry, correction: 'טעות.' });
  const { certificate, batch, first } = await retire(2);
  for (const at of [first, first + 1]) await confirm(certificate, { serials: [{ batch, first: at, last: at }] });
  const feed = await (await recordFiles().request('/record/retirements.xml')).text();
  expect(feed).toContain('Retired for: \u2068חברה בע״מ.\u2069 ');
  expect(feed).not.toContain('.;');
  expect(feed).toContain('[\u2068טעות.\u2069]');
});

it('a confirmation that contradicts the retirement is rejected until the retirement is corrected', async () => {
  const { certificate, entry } = await retire(3, { registryRetiredOn: '2026-03-01', registryRetirementId: 'R-1' });
  const said = `is 2026-03-04, and ${certificate} says 2026-03-01: if the registry is right, correct ${entryNamed(entry)} first`;
  expect(await problemOf(confirm(certificate))).toBe(`validation_failed registryRetiredOn: ${said}`);
  const otherId = confirm(certificate, { registryRetiredOn: '2026-03-01', registryRetirementId: 'R-2' });
  expect(await problemOf(otherId)).toContain(` registryRetirementId: is R-2, and ${certificate} says R-1`);
  await run('correct', { entry, correction: 'The registry retired them on 4 March 2026' });
  expect((await confirm(certificate)).confirmed).toHaveLength(1);
});

it('a confirmation of units of several registries names them: one confirmation is of one registry', async () => {
  const [gold, verra] = [take(2), take(3, 'verra')];
  const serials = [gold, verra].map(({ batch, first, last }) => ({ batch, first, last }));
  const certificate = (await run('retire', { serials, beneficiary: 'Example plc' })).certificate ?? '';
  const named = ({ batch, first, last }: typeof gold) => `serials=${batch}:${first}-${last}`;
  const ways = `${named(gold)} of Gold Standard; or ${named(verra)} of Verra`;
  const missing = `validation_failed serials: is missing, and the units are of several registries: ${ways}`;
  expect(await problemOf(confirm(certificate))).toBe(missing);
  expect(await problemOf(confirm(certificate, { serials }))).toContain(`: are of several registries: ${ways}`);
  const { entry } = await confirm(certificate, { serials: serials.slice(1) });
  expect((await findEntry(entry))?.projects.map(({ slug }) => slug)).toEqual(['verra']);
  // It is listed under both projects of the retirement.
  const listed = await database.sql`select project_id from record_entry_projects where entry_index = ${entry}`;
  expect(listed).toHaveLength(2);
});

it('a confirmation of units that are not of the retirement, named twice, or of no certificate, is rejected', async () => {
  const { certificate, batch, first, last } = await retire(3);
  const more = [{ batch, first, last: last + 1 }];
  expect(await problemOf(confirm(certificate, { serials: more }))).toMatch(/^units_not_available serials: /);
  const twice = [first, last].map((from) => ({ batch, first: from, last }));
  expect(await problemOf(confirm(certificate, { serials: twice }))).toMatch(/^validation_failed serials: /);
  expect(await problemOf(confirm('CR-999999'))).toMatch(/^record_unknown certificate: /);
});

it('what is about an entry is in its file, each entry with its proof to the checkpoint up to which all are known', async () => {
  const { certificate, entry } = await retire(4);
  const { entry: confirmation } = await confirm(certificate);
  const { entry: correction } = await run('correct', { entry, correction: 'This retirement is void' });
  const { entry: again } = await run('correct', { entry: correction, correction: 'It is not void' });
  const found = await findCertificate(certificate);
  const file = found && (await provedFileOf(found));
  expect(file?.knownUpTo).toBe((await currentCheckpoint())?.size);
  expect(file?.related?.map(({ index }) => index)).toEqual([confirmation, correction, again]);
  expect(await checkFile(JSON.stringify(file), { keys: await ownKeys() })).toMatchObject({
    ...{ verdict: 'passed', fact: { later: [{ index: confirmation }, { index: correction }, { index: again }] } },
  });
});

describe('an import of confirmations', () => {
  const who = { set: { checkedByRole: 'registry desk' } };
  const rowOf = (first: number, last: number, change: Record<string, string> = {}) => ({
    ...{ Vintage: '2024', 'Credit Status': 'Retired', Quantity: String(last - first + 1), GSID: '9002', 'Product Type': 'VER' },
    ...{ 'Retirement Date': '2026-03-04', 'Serial Number': goldSerial(first, last), 'Using Entity': 'Example plc' },
    ...change,
  });
  const importRows = (rows: Record<string, string>[], options: ImportOptions = {}) =>
    importUnits('confirmations', unitFileOf('Gold Standard retirements', ...rows), { ...who, ...options });

  it('matches the rows by serial, says in each entry in which file, and adds nothing for rows that were imported before', async () => {
    const { certificate, first, last, entry } = await retire(5);
    const dry = await importRows([rowOf(first, last)], { dryRun: true });
    expect(dry).toMatchObject({ errors: [], imported: [{ line: 2, receipt: { kind: 'confirm', confirmed: [{ quantity: 5 }] } }] });
    expect(dry.retiredOnlyHere.map((units) => units.certificate)).not.toContain(certificate);
    expect((await stateOf(certificate)).confirmed).toBe(0);
    await expect(importRows([rowOf(first, last)], { set: {} })).rejects.toThrow('Say who looked at the registry');
    expect((await importRows([rowOf(first, last)], { set: { checkedBy: 'Ada' }, dryRun: true })).errors).toEqual([]);
    const { imported } = await importRows([rowOf(first, last)]);
    expect((await stateOf(certificate)).confirmed).toBe(5);
    const confirmation = (await findEntry(imported[0]?.receipt.entry ?? -1))?.entry;
    expect(confirmation).toMatchObject({
      ...{ kind: 'confirm', refersTo: entry, registryRetiredOn: '2026-03-04', checkedByRole: 'registry desk' },
      // On the day on which it was imported, because nobody says another.
      ...{ source: 'Gold Standard’s list of units', checkedOn: confirmation?.time.slice(0, 10) },
    });
    const other = await retire(5);
    const seen = { source: 'an extract', checkedOn: '31/03/2026' };
    const stated = await importRows([rowOf(other.first, other.last)], { set: { ...who.set, ...seen } });
    const { entry: ofOther } = (await findEntry(stated.imported[0]?.receipt.entry ?? -1)) ?? {};
    expect(ofOther).toMatchObject({ source: 'an extract', checkedOn: '2026-03-31' });

    const [before, later] = [await database.count('record_entries'), await retire(2)];
    const newer = await importRows([rowOf(first, last), rowOf(later.first, later.last)]);
    expect(newer).toMatchObject({ errors: [], leftOut: [{ kind: 'confirmed already', rows: 1, units: 5 }], imported: [{ line: 3 }] });
    // The retirement and one confirmation.
    expect(await database.count('record_entries')).toBe(before + 2);
  });

  it('names units that are retired here and not there, whether the file lacks them or calls them otherwise', async () => {
    const [lacking, otherwise, partly] = [await retire(3), await retire(4), await retire(10)];
    const issued = rowOf(otherwise.first, otherwise.last, { 'Credit Status': 'Issued', 'Retirement Date': '' });
    const { errors, retiredOnlyHere, leftOut } = await importRows([issued, rowOf(partly.first, partly.first + 5)], { skipOther: true });
    expect([errors, leftOut]).toEqual([[], [{ kind: 'issued', rows: 1, units: 4 }]]);
    const own = [lacking, otherwise, partly].map(({ certificate }) => certificate);
    const missing = retiredOnlyHere.filter(({ certificate }) => own.includes(certificate));
    expect(missing.map(({ certificate, says, ...units }) => [certificate, printSerial(units), says])).toEqual([
      [otherwise.certificate, otherwise.serial, 'issued'],
      [lacking.certificate, lacking.serial, undefined],
      [partly.certificate, goldSerial(partly.first + 6, partly.last), undefined],
    ]);
  });

  it('stores nothing if a row differs in date or quantity, or names units that are not retired here, or only in part', async () => {
    const [dated, counted, fine] = [await retire(3, { registryRetiredOn: '2026-03-01' }), await retire(4), await retire(2)];
    const [held, part] = [take(5), take(6)];
    await run('retire', { serials: [{ batch: part.batch, first: part.first, last: part.first + 1 }], beneficiary: 'Example plc' });
    const before = await database.count('record_entries');
    const { errors } = await importRows([
      rowOf(dated.first, dated.last),
      rowOf(counted.first, counted.last, { Quantity: '5' }),
      rowOf(held.first, held.last),
      rowOf(part.first, part.last),
      rowOf(fine.first, fine.last),
    ]);
    expect(errors.map(({ line, column, reason }) => `${line} ${column}: ${reason}`)).toEqual([
      has(`2 Retirement Date: is 2026-03-04, and ${dated.certificate} says 2026-03-01`),
      `3 Quantity: is 5, but the serials ${counted.first} to ${counted.last} are 4 units`,
      `4 Serial Number: These units are not retired here: ${held.serial} (Held)`,
      `5 Serial Number: Some of these units are not retired here: ${goldSerial(part.first + 2, part.last)} (Held)`,
    ]);
    expect(await database.count('record_entries')).toBe(before);
    expect((await importRows([rowOf(fine.first, fine.last)])).errors).toEqual([]);
    const { batch, first, last, serial } = take(3, 'verra');
    await run('retire', { serials: [{ batch, first, last }], beneficiary: 'Example plc', registryRetiredOn: '2026-03-01' });
    const row = { 'Serial Number': serial, 'Retirement/Cancellation Date': '04/03/2026', 'Retirement Beneficiary': 'Example plc' };
    const ofVerra = await importUnits('confirmations', unitFileOf('Verra', row), who);
    const error = { column: 'Retirement/Cancellation Date', value: '04/03/2026', reason: has(' says 2026-03-01') };
    expect(ofVerra.errors).toMatchObject([error]);
  });

  it('refuses units that are confirmed in part, or otherwise than the row says', async () => {
    const [part, dated, named] = [await retire(10), await retire(2), await retire(2)];
    await importRows([rowOf(part.first, part.first + 3), rowOf(dated.first, dated.last)]);
    await confirm(named.certificate);
    for (const [row, set, reason] of [
      [rowOf(part.first, part.last), {}, / are confirmed with entry \d+ \(2026-03-04\), but not all that this row names$/],
      [rowOf(dated.first, dated.last, { 'Retirement Date': '2026-03-09' }), {}, / \(2026-03-04\), and this row says otherwise$/],
      [rowOf(named.first, named.last), { retirementId: 'R-2' }, / \(2026-03-04, R-1\), and this row says otherwise$/],
    ] as const)
      expect((await importRows([row], { set: { ...who.set, ...set } })).errors[0]?.reason).toMatch(reason);
  });

  it('compares the holders of accounts with ours where they are set, but not those of other people’s units', async () => {
    const { first, last } = await retire(2);
    const serials = [goldSerial(first, last), 'GS1-1-KE-GS4711-16-2024-70001-1-100'];
    const lines = serials.map((serial) => `${serial},Gold Standard,2026-03-04,R-1,Broker Ltd`);
    const text = ['serial,registry,retiredOn,retirementId,Account Holder', ...lines].join('\n');
    const options = { ...who, skipOther: true, dryRun: true };
    expect(await importUnits('confirmations', text, options)).toMatchObject({ errors: [], uncompared: ['Broker Ltd'] });
    const { RECORD_ACCOUNTS } = env();
    onTestFinished(() => void Object.assign(env(), { RECORD_ACCOUNTS }));
    env().RECORD_ACCOUNTS = ['Carma Ltd'];
    const errors = [{ line: 2, column: 'Account Holder', reason: has('is none of our accounts') }];
    expect(await importUnits('confirmations', text, options)).toMatchObject({ errors });
  });

  it('leaves out other people’s units only if told, also of projects and with serials that the book does not have', async () => {
    const { first, last } = await retire(2);
    const others = rowOf(1, 100, { GSID: '4711', 'Serial Number': 'GS1-1-KE-GS4711-16-2024-70001-1-100' });
    const refused = await importRows([others, rowOf(first, last)]);
    expect(refused.errors).toMatchObject([{ line: 2, column: 'Serial Number', reason: has('not in the book') }]);
    const { errors, leftOut, imported } = await importRows([others, rowOf(first, last)], { skipOther: true });
    expect([errors, leftOut, imported.length]).toEqual([[], [{ kind: 'not in the book', rows: 1, units: 100 }], 1]);
  });
});

it('a month counts the units retired in it: on the registry’s day, stated or confirmed, also of some units or after a correction, else on ours', async () => {
  const lastYear = new Date().getUTCFullYear() - 1;
  const newest = () => Promise.all(['gold', 'verra'].map(async (slug) => (await readRetirementsByMonth(slug)).at(-1)?.units ?? 0));
  const [ofGold = 0, ofVerra] = await newest();
  await retire(4, { registryRetiredOn: `${lastYear}-08-07` });
  const part = await retire(10);
  const some = { serials: [{ batch: part.batch, first: part.first + 2, last: part.first + 5 }] };
  await confirm(part.certificate, { ...some, registryRetiredOn: `${lastYear}-08-31` });
  const corrected = await retire(3, { registryRetiredOn: `${lastYear}-08-01` });
  await run('correct', { entry: corrected.entry, correction: 'It was in September' });
  await confirm(corrected.certificate, { registryRetiredOn: `${lastYear}-09-01` });
  const unconfirmed = await retire(5);
  const wrong = await confirm(unconfirmed.certificate, { registryRetiredOn: `${lastYear}-09-03` });
  await run('correct', { entry: wrong.entry, correction: 'R-1 is of other units' });
  const months = await readRetirementsByMonth();
  const said = months.map(({ month, units, certificates }) => `${month}: ${units} units, ${certificates}`);
  expect(said).toEqual(expect.arrayContaining([`${lastYear}-08: 8 units, 2`, `${lastYear}-09: 3 units, 1`]));
  // What is left of the ten, and the five.
  expect([await newest(), months.length]).toEqual([[ofGold + 6 + 5, ofVerra], 24]);
});

it('the figures of the record count each unit once by registry, and once by vintage', async () => {
  const { byRegistry = [], byVintage = [], units } = (await readRecordFigures()) ?? {};
  expect([...byRegistry, ...byVintage].map(({ name }) => name)).toEqual(['Gold Standard', 'Verra', '2024', '2025']);
  for (const [one, other] of [byRegistry, byVintage]) expect((one?.units.Retired ?? 0) + (other?.units.Retired ?? 0)).toBe(units?.Retired);
});
