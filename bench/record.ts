import { mkdtempSync } from 'node:fs';
import path from 'node:path';
import { connectTo } from '#db/connection.ts';
import { importFile } from '#server/domain/record/import/import-file.ts';
import { isUnitColumn } from '#server/domain/record/import/unit-columns.ts';
import { entryBytes } from '#server/domain/record/log/append-entry.ts';
import { closePool } from '#server/platform/database/pool.ts';
import { env } from '#server/platform/env.ts';
import { parseTable } from '#server/platform/tables/read-table.ts';
import { printSerial } from '#src/lib/registries/serials.ts';
import type { RecordEntry } from '#src/schemas/record.ts';
import { monitorEventLoop } from '#tests/support/event-loop.ts';
import { projectRow } from '#tests/support/projects.ts';
import { cpuTimeOfFamily } from './processes.ts';
import { fetchRaw } from './requests.ts';
import type { Row } from './row.ts';
import { type Stage, startSite, withoutLimits } from './stage.ts';

/** How many retirements are imported: 10,000, or as many as IMPORT_ROWS says, such as 100000, which takes minutes. */
const imported = Number(process.env.IMPORT_ROWS ?? 10_000);
const importBar = imported <= 10_000 ? 60_000 : 900_000;
/** How many retirements, each of one unit, the batch has that is read. */
const retired = 100_000;
/** More than the site's own limits, so that on a busy machine an answer is late but there. */
const patientMs = '30000';
const registry = 'verra';
const series = '9001-VCS-VCU-1507-VER-BR-14-9001-01012025-31122025-1';

/** Measures the import of a file of retirements, and the reading of a batch with 100,000 of them. */
export async function* measureRecord(stage: Stage): AsyncGenerator<Row> {
  yield await measureImport(stage);
  yield* measureReading(stage);
}

/** Every second unit is retired, so that no two of them lie in one range. */
async function measureImport(stage: Stage): Promise<Row> {
  const database = await recordDatabase(stage, 'record_import');
  Object.assign(env(), { DATABASE_URL: database, DATA_DIR: mkdtempSync(path.join(stage.folder, 'key-')) });
  Object.assign(env(), { DATABASE_STATEMENT_TIMEOUT_MS: 0, LOG_LEVEL: 'error' });
  const batch = printSerial({ registry, series, first: 1, last: 2 * imported });
  await importText('batches', ['project,registry,serial,unitType', `oak,Verra,${batch},Removal - nature`]);
  const rows = Array.from({ length: imported }, (_, index) => {
    const number = 2 * index + 1;
    return `oak,Verra,${printSerial({ registry, series, first: number, last: number })},Buyer ${index} Ltd`;
  });
  const before = { time: performance.now(), site: process.cpuUsage(), database: cpuTimeOfFamily(stage.postmaster()) };
  await importText('retirements', ['project,registry,serial,beneficiary', ...rows]);
  const { user, system } = process.cpuUsage(before.site);
  const processor = (user + system) / 1_000 + cpuTimeOfFamily(stage.postmaster()) - before.database;
  const value = performance.now() - before.time;
  const memory = Math.round(process.resourceUsage().maxRSS / 1_000);
  await closePool(2);
  const note = `processor time ${Math.round(processor)} ms, memory ${memory} MB at most`;
  return { measure: `record: import of ${imported} retirements`, value, unit: 'ms', bar: importBar, note };
}

async function importText(kind: 'batches' | 'retirements', lines: string[]): Promise<void> {
  const { errors } = await importFile(kind, parseTable(lines.join('\n'), { isColumn: isUnitColumn }));
  if (errors[0]) throw new Error(`The file of ${kind} was not imported: ${JSON.stringify(errors[0])}`);
}

/**
 * What counts is the longest time for which the site's event loop is blocked, in processor time; the note says how long the answers
 * took. Of each kind the first address is asked for before, so that code is loaded; the others are asked for the first time.
 */
async function* measureReading(stage: Stage): AsyncGenerator<Row> {
  const database = await recordDatabase(stage, 'record_read');
  await fillBatch(asOwner(stage, database));
  const loop = monitorEventLoop();
  const patience = { DATABASE_READ_LIMIT_MS: patientMs, DATABASE_STATEMENT_TIMEOUT_MS: patientMs };
  const site = await startSite(stage, database, { ...withoutLimits, ...loop.env, ...patience });
  const half = retired / 2;
  const addresses: Record<string, string[]> = {
    'its page': ['/record/batches/1?after=7', '/record/batches/1', `/record/batches/1?after=${retired}`],
    'batches in the API': ['/api/v1/record/batches?limit=7', '/api/v1/record/batches', `/api/v1/record/batches?asOf=${half}`],
    'all of it in the API': [`/api/v1/record/batches/1?asOf=${half - 1}`, '/api/v1/record/batches/1'],
    'all of it, asOf': [
      `/api/v1/record/batches/1?asOf=${half + 1}`,
      `/api/v1/record/batches/1?asOf=${half}`,
      `/api/v1/record/batches/1?asOf=${new Date().toISOString()}`,
    ],
    'retirements in the API': [
      '/api/v1/record/retirements?limit=7',
      '/api/v1/record/retirements?limit=100',
      `/api/v1/record/retirements?limit=100&before=${half}`,
      `/api/v1/record/retirements?limit=100&asOf=${half}`,
    ],
    'retirements.csv': ['/record/retirements.xml', '/record/retirements.csv'],
    'a serial': ['/api/v1/record/batches?serial=7', `/api/v1/record/batches?serial=${half}`, `/record?q=${half}`],
    '/record': ['/record?q=7', '/record'],
  };
  try {
    for (const [name, [warmUp, ...paths]] of Object.entries(addresses)) {
      await fetchRaw(`${site.url}${warmUp}`);
      const times: number[] = [];
      const read = async () => {
        for (const address of paths) {
          const began = performance.now();
          const { status } = await fetchRaw(site.url + address);
          if (status !== 200) throw new Error(`${address} answered ${status}`);
          times.push(performance.now() - began);
        }
      };
      const value = await loop.longestBlock(read, 0, 1);
      const note = `answered after ${times.map((time) => `${Math.round(time)} ms`).join(', ')}`;
      yield { measure: `record: batch of ${retired} retirements, ${name}`, value, unit: 'ms', bar: 50, note };
    }
  } finally {
    await site.stop();
  }
}

/** Makes a database with one project and a log that has not begun. */
async function recordDatabase(stage: Stage, name: string): Promise<string> {
  const url = await stage.createDatabase(name);
  const sql = connectTo(url, { max: 1 });
  await sql`insert into carbon_projects ${sql({ ...projectRow('oak'), external_id: 'VCS9001' })}`;
  await sql.end({ timeout: 2 });
  return url;
}

/** Returns the address of a database with the login that owns it: the site's may not write history of its own. */
const asOwner = ({ postgres: server }: Stage, url: string) =>
  Object.assign(new URL(server.ownerUrl), { pathname: new URL(url).pathname }).href;

/**
 * Fills the book as an import of retirements does, by statements of its own: the first retirement cuts the batch into single units,
 * and each ends one holding and begins another.
 */
async function fillBatch(url: string): Promise<void> {
  const sql = connectTo(url, { max: 1 });
  const time = new Date().toISOString();
  const vintage = { vintageStart: '2025-01-01', vintageEnd: '2025-12-31', unitType: 'Removal - nature', issuance: 'issued' } as const;
  const entry = (index: number): string => {
    const [first, last] = index === 0 ? [1, 2 * retired] : [2 * index - 1, 2 * index - 1];
    const line = { batch: 1, registry, series, first, last, quantity: last - first + 1, ...vintage };
    const facts = index === 0 ? { kind: 'receive' as const } : { kind: 'retire' as const, certificate: certificate(index) };
    const project = { slug: 'oak', registryId: 'VCS9001' };
    const made = { version: 1, time, project, quantity: line.quantity, lines: [line], refersTo: null, ...facts } as RecordEntry;
    return entryBytes(made).toString();
  };
  await sql.begin(async (db) => {
    await db`insert into record_log (origin, is_sample) values ('example.com/log', false)`;
    for (let from = 0; from <= retired; from += 5_000) {
      const entries = Array.from({ length: Math.min(5_000, retired + 1 - from) }, (_, index) => entry(from + index));
      await db`
        insert into record_entries (kind, entry)
        select case when place + ${from} = 1 then 'receive' else 'retire' end, convert_to(entry, 'UTF8')
        from unnest(${entries}::text[]) with ordinality as made (entry, place)
        order by place
      `;
    }
    await db`
      insert into credit_batches (id, project_id, registry, series, numbering, serials, vintage_start, vintage_end, unit_type, issuance, received_entry)
      select 1, id, ${registry}, ${series}, 'VCS-VCU', int8range(1, ${2 * retired}, '[]'), '2025-01-01', '2025-12-31', 'Removal - nature', 'issued', 0
      from carbon_projects
      where slug = 'oak'
    `;
    await db`
      insert into unit_holdings (batch_id, serials, status, issuance, entry_index, begun_entry, ended_entry)
      select 1, int8range(1, ${2 * retired}, '[]'), 'Held', 'issued', 0, 0, 1
      union all
      select 1, int8range(number, number, '[]'), 'Held', 'issued', 0, 1, case when number % 2 = 1 then (number + 1) / 2 end
      from generate_series(2, ${2 * retired}::bigint) as number
      union all
      select 1, int8range(2 * entry - 1, 2 * entry - 1, '[]'), 'Retired', 'issued', entry, entry, null
      from generate_series(1, ${retired}::bigint) as entry
    `;
    await db`
      insert into record_certificates (number, entry_index)
      select 'CR-' || lpad(entry::text, 6, '0'), entry from generate_series(1, ${retired}::bigint) as entry
    `;
  });
  await sql`analyze`;
  await sql.end({ timeout: 2 });
}

const certificate = (index: number) => `CR-${String(index).padStart(6, '0')}`;
