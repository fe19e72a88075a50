import { execFile } from 'node:child_process';
import { readFile, writeFile } from 'node:fs/promises';
import path from 'node:path';
import { promisify } from 'node:util';
import { expect, it } from 'vitest';
import { advisoryLocks } from '#server/platform/database/query.ts';
import { dayIn } from '#shared/schemas/typed.ts';
import { expectRun, runHere, startCommand } from '#tests/support/command.ts';
import { like } from '#tests/support/matchers.ts';
import { ownDatabase } from '#tests/support/own-database.ts';
import { projectRow } from '#tests/support/projects.ts';
import { unitFileOf, verraSerial } from '#tests/support/unit-files.ts';

// Each test goes on with what those before it left.
const projects = Object.entries({ forest: 'ACR102', dam: 'VCS9001' });
const rows = projects.map(([slug, external_id]) => ({ ...projectRow(slug), external_id, unit_type: 'Removal - nature' }));
const database = ownDatabase({ LOG_LEVEL: 'info' }, rows);

const vintage = ['vintageStart=2024-01-01', 'vintageEnd=2024-12-31', 'unitType=Removal - nature', 'issuance=issued'];
const batch = (series: string) => ['receive', 'project=forest', 'registry=ACR', `series=${series}`, 'first=1', 'last=50', ...vintage];

const record = (...words: string[]) => runHere('record', words);
const expectCommand = (code: number, said: string | RegExp, words: readonly string[], name: Parameters<typeof runHere>[0] = 'record') =>
  expectRun(runHere(name, [...words]), code, said);

it('the command shows the name of the log before the first entry fixes it, and needs --yes where there is nobody to ask', async () => {
  await expectCommand(1, /fixes its name for ever: carma\.example\/log .*If it is right: --yes\./, batch('ACR-US-102-2024-1'));
  expect(await database.sql`select from record_log`).toEqual([]);
});

/** Ends with the command that prints the help. */
const usage = /\n\n.+ --help\n$/;
it.each([
  ['catalogue', ['withdraw', 'forest', '--reason', ' '], usage],
  ['messages', ['erase'], usage],
  ['record', ['show', 'units', '1'], usage],
  ['record', ['show', 'entry'], usage],
  ['record', ['prove'], usage],
  ['record', ['end-log', 'origin=a', 'reason=b', '--dry-run'], '--dry-run does nothing with end-log'],
  ['catalogue', ['remove-samples', '--dry-run'], '--dry-run does nothing with remove-samples'],
  ['catalogue', ['withdraw', 'forest', '--reason', 'a', '--reason', 'b'], '--reason is given twice'],
  ['messages', ['list', '--since='], '--since is empty'],
  ['messages', ['resend', 'Q-1', '--dry-run'], '--dry-run does nothing with resend'],
  ['messages', ['quote', 'Q-1', '--entry', '5'], 'Say what the entry did with the credits'],
  ['messages', ['quote', 'Q-1', 'answered', '--yes'], '--yes is for an entry'],
  ['messages', ['quote', 'Q-1', 'unlink', '--entry', '3', '--yes'], '--yes is for an entry'],
  ['messages', ['show', ''], 'A word is empty: show ID'],
  ['messages', ['export', 'messages.csv'], 'Unexpected argument "messages.csv"'],
  ['record', ['keys', 'revoke', '1', '--scope=retire'], '--scope does nothing with keys revoke'],
  ['record', ['keys', 'list', '1'], 'keys revoke ID'],
  ['record', ['keys', 'create', 'crm', '--scope=retire', '--scope=retire'], '--scope=retire is given twice'],
  ['record', ['keys', 'create', 'crm'], 'A key needs at least one --scope of: receive, '],
  ['record', ['correct', 'entry=1', 'certificate=CR-000001', 'correction=a', '--yes'], 'Give entry or certificate'],
  ['record', ['import', 'retirements', 'a.csv', '--held', 'b'], '--held does nothing with import retirements'],
  ['record', ['adopt', '14'], 'Name a size and a root'],
  ['db', ['migrate', '--yes'], '--yes does nothing with migrate'],
] as const)(
  'a command answers 2 to words that it does not understand and to an option that it does not take: %s %j',
  async (name, words, refusal) => {
    await expectCommand(2, refusal, words, name);
  },
);

it('the command prints only its result, as JSON, to stdout and its log to stderr', async () => {
  const { stdout, stderr } = await startCommand('record', [...batch('ACR-US-102-2024-1'), '--yes']);
  expect(JSON.parse(stdout)).toMatchObject({ kind: 'receive', entryIndex: 0, quantity: 50 });
  const [event = '', summary] = stderr.trim().split('\n').slice(-2);
  expect(JSON.parse(event)).toMatchObject({ event: 'record.appended', kind: 'receive' });
  expect(summary).toBe('Done, entry 1: receive 50 units of forest (forest, ACR102)');
});

it('the command asks before it does once more what stands already', async () => {
  const correct = ['correct', 'entry=1', 'correction=The first of two', '--yes'];
  await expectCommand(0, '', correct);
  const said = /^Error: The same stands already: entry 2, .* show entry 2\)\. Nothing was changed\. If it is meant once more: --again/m;
  await expectCommand(1, said, correct);
  await expectCommand(0, '"entryIndex": 2', [...correct, '--again']);
  // Of several, the newest.
  await expectCommand(1, 'The same stands already: entry 3, ', correct);
});

it('the command says in words which entry an operation names and which units it is about, before it is done and after', async () => {
  const named = (does: string, what: string) => like(new RegExp(`^This ${does}, of \\S+Z: ${what}`, 'm'));
  const received =
    'receive 50 units of forest \\(forest, ACR102\\)\n  batch 1: ACR-US-102-2024-1-1 to 50 \\(American Carbon Registry, 2024';
  const correct = ['correct', 'entry=1', 'correction=The second of two'];
  const foretold = /It would be entry 4: correct, about forest \(forest, ACR102\); corrects entry 1, of \S+Z: receive 50 units of /;
  const stderr = named('corrects entry 1', received);
  expect(await record(...correct, '--dry-run')).toMatchObject({ stdout: like(foretold), stderr });
  await expectCommand(1, 'is meant: --yes.', correct);
  const corrected = await record(...correct, '--yes');
  expect(corrected.stderr).toEqual(stderr);
  expect(corrected.stderr).toContain('Done, entry 4: correct, about forest (forest, ACR102); corrects entry 1, ');
  expect(JSON.parse(corrected.stdout)).toMatchObject({ refersTo: 0, project: { slug: 'forest', registryId: 'ACR102' } });
  // A registry's id names a project here too.
  const until = dayIn(60);
  const reserve = ['reserve', 'project=acr 102', 'quantity=5', `until=${until}`, 'reference=PO 4711'];
  await expectCommand(0, 'Done, entry 5: reserve 5 units of forest (forest, ACR102)', reserve);
  const reserved = `reserve 5 units of forest .*; until "${until}"; reference "PO 4711"\n  batch 1: .*-1 to 5 `;
  for (const words of [['release'], ['retire', 'beneficiary=Ada']]) {
    const would = `would be entry 6: ${words[0]} 5 units of forest [^\n]*\n  batch 1: ACR-US-102-2024-1-1 to 5 `;
    const printed = { stdout: like(new RegExp(would)), stderr: named('takes units of entry 5', reserved) };
    expect(await record(...words, 'reservation=5', '--dry-run')).toMatchObject(printed);
  }
  const would = /^Dry run, nothing was deleted\. It would be the texts of entry 5, .*reference "PO 4711"/;
  await expectCommand(0, would, ['erase', 'entry', '5', '--dry-run']);
  await expectCommand(1, /deletes the texts of entry 5, .* meant: --yes\./, ['erase', 'entry', '5']);
  await expectCommand(0, /^Deleted 1 text \(reference\) of entry 5, (?!.*reference ").*reserve 5/, ['erase', 'entry', '5', '--yes']);
  await expectCommand(0, /^No text is left to delete of entry 5, /, ['erase', 'entry', '5', '--yes']);
});

it('the command prints the public keys of the log beside those of the API, before a rotation also the one that is to be published', async () => {
  const [unused = '', next = ''] = [1, 2].map((byte) => Buffer.alloc(32, byte).toString('base64'));
  const keysOf = (printed: string) =>
    [...printed.matchAll(/^carma\.example\/log\+\S+\n {2}(signs since|signs the next)/gm)].map(([, state]) => state);
  const list = async (keys: string) => (await runHere('record', ['keys', 'list'], { RECORD_SIGNING_KEY: keys })).stdout;
  const file = (await readFile(path.join(database.folder, 'record-signing-key'), 'utf8')).trim();
  // With blanks, as somebody types a list.
  const printed = await list(`${file}, ${next} `);
  expect(printed).toContain('API keys');
  expect(keysOf(printed)).toEqual(['signs since', 'signs the next']);
  // A key that has not signed is not called the log's.
  expect(keysOf(await list(unused))).toEqual(['signs since']);
});

it('an import does not begin while another runs; it says what was new and, of a row that is recorded with another statement, where it stands; a bare number is a registry’s', async () => {
  const batches = path.join(database.folder, 'batches.csv');
  const row = '102,ACR,ACR-US-102-2025-9,1,10,2025,Removal - nature,issued';
  await writeFile(batches, `project,registry,series,first,last,vintage,unitType,issuance\n${row}\n`);
  const words = ['import', 'batches', batches, '--held', 'account statement'];
  const other = await database.sql.reserve();
  await other`select pg_advisory_lock(${advisoryLocks.importUnits})`;
  await expectCommand(1, 'Another file is being imported', words);
  await other`select pg_advisory_unlock(${advisoryLocks.importUnits})`;
  other.release();
  await expectCommand(0, /^1 batch, 10 units\.\n {2}forest: 10 units\n/m, words);
  await expectCommand(0, /^0 batches, 0 units; imported before: 1 batch, 10 units\.\n/m, words);
  await expectCommand(1, /the row.* Already recorded in entry \d+, with another held/, [...words.slice(0, -1), 'another statement']);
});

it('an import of a registry’s file says what it left out and what is retired here alone, and stores no batches that nobody says are ours', async () => {
  const file = path.join(database.folder, 'verra.csv');
  const [years, serial] = [{ 'Vintage Start': '01/01/2025', 'Vintage End': '31/12/2025' }, 'Serial Number'];
  const issued = { ...years, ID: '9001', 'Quantity Issued': '10', [serial]: verraSerial(1, 10) };
  const retired = { ...issued, 'Retirement/Cancellation Date': '2026-03-04', 'Retirement Beneficiary': 'Example plc' };
  await writeFile(file, unitFileOf('Verra', issued, { ...retired, [serial]: verraSerial(11, 20) }));
  const words = ['import', 'batches', file, '--skip-other'];
  const said = await expectCommand(1, 'not that Carma holds them', words);
  expect(said).toMatch(
    /^line 2: receive 10 units of dam .*: batch .*\nNothing was stored\. It would be: 1 batch, 10 units\.\n {2}dam: 10 units\n/,
  );
  expect(said).toContain('Left out: 1 row whose units are retired, 10 units\n');
  const stored = /^1 batch, 10 units\.\n {2}dam: 10 units\nHeld according to: account statement\n/;
  await expectCommand(0, stored, [...words, '--held=account statement']);
  await record('retire', 'project=dam', 'quantity=4', 'beneficiary=Ada');
  await writeFile(file, unitFileOf('Verra', { ...retired, 'Quantity Issued': '3', [serial]: verraSerial(1, 3) }));
  const confirm = ['import', 'confirmations', file, '--set', 'checkedByRole=Desk', '--dry-run'];
  const confirmed = await expectCommand(0, /^line 2: confirm 3 units of dam .*, 2025-01-01 to/, confirm);
  expect(confirmed).toMatch(/^Differs: CR-\d+, .*-100000004-100000004-.*: retired here, and not in the file$/m);
  await expectCommand(0, /^CR-\d+, \d{4}-\d\d-\d\d, entry \d+: 4 units\n {2}Verra: .*\n1 retirement not yet confirmed/m, ['unconfirmed']);
});

it('a command does nothing if npm has taken options of it, because `--` is missing, and names every one of them', async () => {
  const options = (await record('--help')).stdout.matchAll(/^ {4}--([a-z-]+)/gm);
  // Not `map` and `ignore`: npm passes their values on as words, which an import refuses. Not `yes`: npm's own files may set it.
  const names = [...options].map(([, name]) => name ?? '').filter((name) => !['map', 'ignore', 'yes'].includes(name));
  expect(names.length).toBeGreaterThan(15);
  const words = ['run', '--silent', 'record', 'show', ...names.map((name) => `--${name}=x`)];
  const npm = await promisify(execFile)('npm', words).catch((error) => error);
  expect(npm).toMatchObject({ code: 2, stderr: like(/^Error: `--` is missing: npm took .* nothing was done\./) });
  for (const name of names) expect(npm.stderr).toContain(` --${name} `);
  const inNpm = { npm_lifecycle_script: 'node commands/record.ts', npm_lifecycle_event: 'record' };
  const run = (command: string[], environment = {}) => runHere('record', command, { ...inNpm, ...environment });
  await expectRun(run(['show'], { npm_config_dryrun: 'true' }), 2, /npm took --dry-run .*: npm run record -- \.\.\. --dry-run$/m);
  await expectRun(run(['show'], { npm_config_skip_othr: 'true' }), 2, '--skip-othr');
  // A setting of npm's own, one that is off, and an option that stands behind `--` are no mistakes.
  await expectRun(run(['show'], { npm_config_omit: 'dev', npm_config_yes: '' }), 0);
  await expectRun(run(['keys', 'create', 'desk', '--scope=retire'], { npm_config_scope: 'retire' }), 0);
  await expectRun(run(['import', 'batches', 'own.csv', 'A=B']), 2, '"A=B"');
  await expectRun(run(['keys', 'create', 'crm', '--scope=reserv']), 2, /^Error: --scope takes one of receive, .*, not "reserv"/);
});

it('an option or a command that does not exist is answered with the one that was probably meant; a certificate may be spelt in any way', async () => {
  await expectCommand(2, 'Did you mean --dry-run?', ['show', '--dryrun']);
  await expectCommand(2, 'Did you mean audit?', ['audti']);
  await expectCommand(2, 'Did you mean receive?', ['recieve', 'project=oak']);
  const { stdout } = await record('retire', 'project=forest', 'quantity=1', 'beneficiary=Ada');
  const { certificate } = JSON.parse(stdout);
  const spelt = certificate.toLowerCase().replace('-', ' ').replace(/ 0+/, ' ');
  await expectCommand(0, `"certificate": "${certificate}"`, ['show', 'certificate', spelt]);
  const confirm = ['confirm', `certificate=${spelt}`, 'registryRetiredOn=2026-03-04', 'source=List', 'checkedByRole=Desk', '--dry-run'];
  await expectCommand(0, 'Dry run', confirm);
  // People count entries from 1, and a retirement is named by its certificate too.
  const number = Number(certificate.slice(3));
  const corrects = new RegExp(`; corrects ${certificate} \\(entry ${number}\\), of \\S+: retire 1 unit of .*; beneficiary "Ada"\n`);
  await expectCommand(0, corrects, ['correct', `certificate=${spelt}`, 'correction=a', '--dry-run']);
  await expectCommand(1, 'no entry 0', ['correct', 'entry=0', 'correction=a']);
  await expectCommand(1, 'no certificate CR-999', ['correct', 'certificate=CR-999', 'correction=a']);
  await expectCommand(1, 'Error: quantity: Only 5 units of forest of entry 5 are Reserved', ['transfer', 'reservation=5', 'quantity=99']);
  await expectCommand(0, `index ${number - 1}\n`, ['prove', certificate]);
  // A name of one's own is accepted once, and says that the operation is meant, whatever the project is called later.
  for (const [said, slug] of Object.entries({ 'Done, ': 'forest', 'Stood already, ': 'wood' })) {
    await database.sql`update carbon_projects set slug = ${slug} where external_id = 'ACR102'`;
    await expectCommand(0, said, ['transfer', 'project=102', 'quantity=2', '--once=PO 7']);
  }
});
