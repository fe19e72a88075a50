import { createHash } from 'node:crypto';
import { mkdir, writeFile } from 'node:fs/promises';
import path from 'node:path';
import canonicalize from 'canonicalize';
import { expect, test, vi } from 'vitest';
import { createKey } from '#server/domain/api-keys.ts';
import { audit } from '#server/domain/record/audit/audit.ts';
import { readRoot } from '#server/domain/record/log/log.ts';
import { type OwnDatabase, ownDatabase } from '#tests/support/own-database.ts';
import { projectRow } from '#tests/support/projects.ts';
import { bookProjects, runRandomBook } from '#tests/support/random-book.ts';
import { toBase64 } from '#verify/text.ts';

let salts = '';
// Salts are all that is random in an entry.
vi.mock('node:crypto', async (importOriginal) => {
  const crypto = await importOriginal<typeof import('node:crypto')>();
  const randomBytes = (size: number) => {
    if (size !== 32) return crypto.randomBytes(size);
    salts = `${salts}.`;
    return crypto.createHash('sha256').update(salts).digest();
  };
  return { ...crypto, default: crypto, randomBytes };
});

// The database's own clock is the second thing that is not the same each time.
vi.mock('#shared/lib/input/database-address.ts', async (importOriginal) => {
  const original = await importOriginal<typeof import('#shared/lib/input/database-address.ts')>();
  const connectionOptions = (url: string, settings: Record<string, string | number> = {}) =>
    original.connectionOptions(url, { ...settings, search_path: 'clock, pg_catalog, public' });
  return { ...original, connectionOptions };
});

const database = ownDatabase(
  {
    RECORD_SIGNING_KEY: Buffer.alloc(32, 7).toString('base64'),
    RECORD_SECRET: Buffer.alloc(32, 8).toString('base64'),
    LOG_LEVEL: 'error',
  },
  bookProjects.map((slug, at) => ({ ...projectRow(slug), id: at + 1, external_id: slug === 'ash' ? 'ACR102' : null })),
);

/** Gives a database clocks of its own, in which a second passes with each entry. */
async function stopClocks({ sql }: OwnDatabase): Promise<void> {
  await sql.unsafe(`
    create schema clock;
    create function clock.clock_timestamp() returns timestamptz language sql security definer as
      $$ select timestamptz '2100-06-15T12:00:00Z' + make_interval(secs => coalesce((select max(index) + 1 from public.record_entries), 0)) $$;
    create function clock.now() returns timestamptz language sql as $$ select clock.clock_timestamp() $$;
    grant usage on schema clock to public;
  `);
}

/** Everything that follows from the operations. */
const tables = {
  entries: "select index, kind, about, created_at, convert_from(entry, 'UTF8') as entry from record_entries order by index",
  nodes: `select level, index, encode(hash, 'hex') as hash from record_nodes order by level, index`,
  projects: 'select entry_index, project_id from record_entry_projects order by entry_index, project_id',
  texts: `select entry_index, field, text, encode(salt, 'hex') as salt from record_texts order by entry_index, field`,
  operations: `select key, encode(request_hash, 'hex') as request, entry_index, key_id from record_operations order by entry_index`,
  certificates: 'select number, entry_index from record_certificates order by entry_index',
  batches: 'select * from credit_batches order by id',
  holdings: `
    select batch_id, serials::text, status, issuance, since, reserved_until, owner_entry, entry_index, begun_entry, ended_entry
    from unit_holdings order by begun_entry, batch_id, serials`,
  catalogue: 'select slug, available_credits, units_status from carbon_projects order by slug',
};

/** A book that an earlier program made, which wrote the tables by hand: the hash of all that followed from its operations. */
const earlier = { seed: 11, count: 120, hash: '02c689574b1d502d29a28af70a05db7ab49de9206c1a7293409c6b20c71a66ee' };

test('a book of random operations has the entries, root, tables and answers that it always had', async () => {
  const { seed, count, hash } = earlier;
  const { sql } = database;
  await stopClocks(database);
  await createKey('shop', ['reserve']);
  const key = { keyId: 1, isForAnyOwner: false };
  const answers = await runRandomBook(seed, count, [undefined, undefined, undefined, key, { ...key, isForAnyOwner: true }], (at) => {
    salts = `${at}`;
  });
  const dump: Record<string, unknown> = { answers };
  for (const [name, statement] of Object.entries(tables)) dump[name] = [...(await sql.unsafe(statement))];
  dump.root = toBase64(await readRoot((dump.entries as unknown[]).length));
  await keep(seed, dump);
  expect((await audit()).difference).toBeNull();
  expect(
    createHash('sha256')
      .update(canonicalize(JSON.parse(JSON.stringify(dump))) ?? '')
      .digest('hex'),
  ).toBe(hash);
});

/** Writes everything to the folder RECORD_BOOK_DUMP, to be compared with what another program makes of the same seed. */
async function keep(seed: number, dump: Record<string, unknown>): Promise<void> {
  const folder = process.env.RECORD_BOOK_DUMP;
  if (!folder) return;
  await mkdir(folder, { recursive: true });
  for (const [name, rows] of Object.entries(dump))
    await writeFile(path.join(folder, `${seed}-${name}.json`), JSON.stringify(rows, null, 1));
}
