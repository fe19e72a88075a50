import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { audit } from '#server/domain/record/book/audit.ts';
import { type KeyedOperation, operate, operateTogether } from '#server/domain/record/book/operate.ts';
import { findEntry } from '#server/domain/record/read/entries.ts';
import { lookUp } from '#server/domain/record/read/lookup.ts';
import { readProvedFile } from '#server/domain/record/read/proved-file.ts';
import { closePool } from '#server/platform/database/pool.ts';
import { query } from '#server/platform/database/query.ts';
import { env } from '#server/platform/env.ts';
import { checkFile } from '#src/lib/record-log/verify-file.ts';
import { operations } from '#src/schemas/record.ts';
import type { Catalogue } from './stage.ts';
import { ms, quantile, type Row } from './table.ts';

type Options = {
  /** Batches of 100 units each. */
  batches: number;
  /** Number of concurrent requests for one unit each of a batch of 500. */
  crowd: number;
  /** Repetitions of each fast operation. */
  turns: number;
};

const unitsPerBatch = 100;
const operationsPerCall = 500;

/**
 * Measures the figures under "How it is tested" in docs/record.md: concurrent reservations, appending, looking up, auditing and offline
 * verification.
 */
export async function measureRecord({ size, url }: Catalogue, { batches, crowd, turns }: Options): Promise<Row[]> {
  const dataDir = mkdtempSync(path.join(tmpdir(), 'carma-bench-record-'));
  Object.assign(env(), { DATABASE_URL: url, DATA_DIR: dataDir, PUBLIC_URL: 'https://bench.example', LOG_LEVEL: 'warn' });
  const row = (measure: string, site: string, times?: number[]): Row => ({
    measure: `record: ${measure}`,
    projects: size,
    site,
    ...(times ? { p50: ms(quantile(times, 0.5)), p99: ms(quantile(times, 0.99)) } : {}),
  });
  try {
    const projects = await query<{ slug: string }[]>`select slug from carbon_projects order by id limit 20`;
    const [first = { slug: '' }] = projects;
    const rows: Row[] = [];

    await operate(receive(first.slug, '1001', 1, 500), { key: 'crowd' });
    const began = performance.now();
    const outcomes = await Promise.allSettled(
      Array.from({ length: crowd }, (_, index) =>
        operate(
          { kind: 'reserve', request: operations.reserve.parse({ batch: 1, quantity: 1, until: '2099-12-31' }) },
          { key: `crowd-${index}` },
        ),
      ),
    );
    const taken = outcomes.filter(({ status }) => status === 'fulfilled').length;
    rows.push(row(`${crowd} concurrent reservations of 500 units: ${taken} accepted`, ms(performance.now() - began)));

    let appended = 0;
    const appendStart = performance.now();
    for (let start = 0; start < batches; start += operationsPerCall) {
      const list = Array.from({ length: Math.min(operationsPerCall, batches - start) }, (_, index): KeyedOperation => {
        const number = start + index;
        const from = number * unitsPerBatch + 1;
        return {
          operation: receive(projects[number % projects.length]?.slug ?? '', '1002', from, from + unitsPerBatch - 1),
          key: `batch-${number}`,
        };
      });
      await operateTogether(list);
      appended += list.length;
    }
    rows.push(
      row(
        `${appended} entries, ${operationsPerCall} at a time`,
        `${Math.round(appended / ((performance.now() - appendStart) / 1000))} a second`,
      ),
    );
    await query`analyze record_entries`;
    await query`analyze credit_batches`;
    await query`analyze unit_holdings`;

    const units = batches * unitsPerBatch;
    const lookupTimes = await timed(turns, (turn) => lookUp(serial('1002', 1 + ((turn * 7_919) % units))));
    rows.push(row(`looking up a serial among ${units} units in ${batches} batches`, ms(quantile(lookupTimes, 0.5)), lookupTimes));

    const { certificate } = await operate(
      { kind: 'retire', request: operations.retire.parse({ batch: 2, quantity: 50, beneficiary: 'Bench Ltd' }) },
      { key: 'retire' },
    );
    const entry = await findEntry(appended + taken + 1);
    const file = entry && (await readProvedFile(entry));
    if (!certificate || !file) throw new Error('No certificate to verify');
    const text = JSON.stringify(file);
    const verificationTimes = await timed(turns, async () => {
      if (!(await checkFile(text)).holds) throw new Error('The certificate does not hold');
    });
    rows.push(row('verifying a certificate offline', ms(quantile(verificationTimes, 0.5)), verificationTimes));

    const auditStart = performance.now();
    const { difference, entries } = await audit();
    if (difference) throw new Error(difference);
    const perSecond = entries / ((performance.now() - auditStart) / 1000);
    rows.push(
      row(`audit of ${entries} entries, so a million in ${Math.round(1_000_000 / perSecond)} s`, `${Math.round(perSecond)} a second`),
    );
    return rows;
  } finally {
    await closePool(2);
    rmSync(dataDir, { recursive: true, force: true });
  }
}

function receive(project: string, batch: string, first: number, last: number): KeyedOperation['operation'] {
  const request = {
    project,
    registry: 'Verra',
    serial: serial(batch, first, last),
    vintageStart: '2023-01-01',
    vintageEnd: '2023-12-31',
    unitType: 'Removal - nature',
    issuance: 'issued',
  };
  return { kind: 'receive', request: operations.receive.parse(request) };
}

/** Formats a serial as Verra does. */
function serial(batch: string, first: number, last = first): string {
  return `${batch}-${first}-${last}-VCS-VCU-1507-VER-ET-14-1340-01012023-31122023-1`;
}

async function timed(turns: number, work: (turn: number) => Promise<unknown>): Promise<number[]> {
  const times: number[] = [];
  for (let turn = 0; turn < turns; turn += 1) {
    const began = performance.now();
    await work(turn);
    times.push(performance.now() - began);
  }
  return times;
}
