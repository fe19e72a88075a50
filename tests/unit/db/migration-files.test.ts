import { writeFile } from 'node:fs/promises';
import path from 'node:path';
import { afterEach, beforeEach, describe, expect, test } from 'vitest';
import { pendingMigrations, readMigrationFiles } from '#db/migration-files.ts';
import { makeTemporaryFolder, type TemporaryFolder } from '#tests/support/temporary-folder.ts';

const file = (name: string, checksum = 'same') => ({ name, number: Number(name.slice(0, 4)), text: '', checksum });
const row = (name: string, checksum = 'same') => ({ name, checksum });

describe('pending migrations', () => {
  test('are all files on a new database, and otherwise those after the last one applied', () => {
    const files = [file('0001_a.sql'), file('0002_b.sql')];
    expect(pendingMigrations(files, []).pending).toEqual(files);
    expect(pendingMigrations(files, [row('0001_a.sql')]).pending).toEqual([files[1]]);
  });

  test('are none on a database from a newer release, whose additional migrations are listed', () => {
    const applied = [row('0001_a.sql'), row('0002_b.sql'), row('0003_c.sql')];
    expect(pendingMigrations([file('0001_a.sql')], applied)).toEqual({ pending: [], newer: ['0002_b.sql', '0003_c.sql'] });
  });

  test.each([
    ['0001_a.sql was edited', [file('0001_a.sql', 'edited')], [row('0001_a.sql')]],
    [
      '0002_b.sql was never applied, but a later one was',
      [file('0001_a.sql'), file('0002_b.sql'), file('0003_c.sql')],
      [row('0001_a.sql'), row('0003_c.sql')],
    ],
    [
      '0001_old.sql was applied to this database, but its file is missing',
      [file('0001_a.sql'), file('0002_b.sql')],
      [row('0001_old.sql'), row('0001_a.sql')],
    ],
    ['0001_new.sql was never applied, but a later one was', [file('0001_new.sql')], [row('0001_a.sql')]],
    ['npm run db:reset', [file('0001_catalogue.sql')], [row('0001_carbon_projects.sql'), row('0002_contact_messages.sql')]],
  ])('cannot be determined: %s', (message, files, applied) => {
    expect(() => pendingMigrations(files, applied)).toThrow(message);
  });
});

describe('reading migration files', () => {
  let folder: TemporaryFolder;
  beforeEach(async () => {
    folder = await makeTemporaryFolder();
  });
  afterEach(() => folder.remove());

  test.each([
    ['0003_c.sql should have the number 0002', ['0001_a.sql', '0003_c.sql']],
    ['0001_b.sql should have the number 0002', ['0001_a.sql', '0001_b.sql']],
    ['1_a.sql must be named like', ['1_a.sql']],
  ])('fails when %s', async (message, names) => {
    for (const name of names) await writeFile(path.join(folder.path, name), 'select 1;');
    await expect(readMigrationFiles(folder.path)).rejects.toThrow(message);
  });

  test('allows transaction keywords inside a function', async () => {
    await writeFile(
      path.join(folder.path, '0001_a.sql'),
      'create function f() returns void language plpgsql as $$\nbegin\n  return;\nend;\n$$;',
    );
    await expect(readMigrationFiles(folder.path)).resolves.toHaveLength(1);
  });
});
