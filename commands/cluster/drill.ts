import { setTimeout as sleep } from 'node:timers/promises';
import { check } from './drill-check.ts';
import { project, startClients } from './drill-clients.ts';
import { startReaders } from './drill-readers.ts';
import { faults } from './faults.ts';
import { isMade } from './files.ts';
import { databasesReady } from './nodes.ts';
import { siteCommand } from './site-command.ts';

type Row = {
  fault: string;
  rounds: number;
  written: number;
  stillMs: number;
  reads: number;
  unknown: number;
  failedReads: number;
  slowestMs: number;
  lost: number;
  twice: number;
  wrong: number;
};

/** Longest time without a write that a failover may cost, in ms. */
const limitMs = 15_000;
const quietMs = 3_000;
/** Of each sort of mistake. */
const linesShown = 5;

/** Breaks the cluster under load and compares what is left with what was acknowledged. @returns 0 when nothing is missing. */
export async function drill(names: string[], rounds: number): Promise<number> {
  if (!isMade()) throw new Error('There is no cluster: npm run cluster -- up');
  const unknown = names.find((name) => !faults[name]);
  if (unknown) throw new Error(`There is no fault ${unknown}; there are ${Object.keys(faults).join(', ')}`);
  await databasesReady();
  const key = prepareRecord();
  const rows: Row[] = [];
  for (const name of names) {
    const row = await drillFault(name, rounds, key);
    rows.push(row);
  }
  print(rows);
  const isGood = rows.every((row) => row.lost + row.twice + row.wrong + row.failedReads === 0 && row.stillMs <= limitMs);
  console.log(isGood ? 'Nothing was lost.' : 'Something went wrong: see above.');
  return isGood ? 0 : 1;
}

async function drillFault(name: string, rounds: number, key: string): Promise<Row> {
  const fault = faults[name] as (typeof faults)[string];
  const row: Row = {
    fault: fault.says,
    rounds: 0,
    written: 0,
    stillMs: 0,
    reads: 0,
    unknown: 0,
    failedReads: 0,
    slowestMs: 0,
    lost: 0,
    twice: 0,
    wrong: 0,
  };
  for (let round = 1; round <= rounds; round += 1) {
    const clients = startClients(key);
    const readers = startReaders();
    await sleep(quietMs);
    const problem = await fault.run().then(
      () => undefined,
      (error: Error) => error.message,
    );
    await sleep(quietMs);
    await Promise.all([clients.stop(), readers.stop()]);
    const found = await check(clients.written, readers.roots);
    const wrong = [...found.wrong, ...clients.refused, ...readers.found.older, ...readers.found.forks, ...(problem ? [problem] : [])];
    const stillMs = longestGap(clients.written.map(({ acknowledgedAt }) => acknowledgedAt));
    row.rounds = round;
    row.written += clients.written.length;
    row.stillMs = Math.max(row.stillMs, stillMs);
    row.reads += readers.found.read;
    row.unknown += readers.found.unknown;
    row.failedReads += readers.found.failed.length;
    row.slowestMs = Math.max(row.slowestMs, readers.found.slowestMs);
    row.lost += found.lost.length;
    row.twice += found.twice.length;
    row.wrong += wrong.length;
    console.log(
      `${name} ${round}/${rounds}: ${clients.written.length} written, ${(stillMs / 1000).toFixed(1)} s without, ${clients.failures()} tries failed; ${readers.found.read} pages read, ${readers.found.unknown} not known, ${readers.found.failed.length} failed, slowest ${Math.round(readers.found.slowestMs)} ms; lost ${found.lost.length}, twice ${found.twice.length}`,
    );
    for (const lines of [found.lost, found.twice, wrong, readers.found.failed]) {
      for (const line of lines.slice(0, linesShown)) console.log(`  ${line.slice(0, 300)}`);
    }
  }
  return row;
}

/** Units to retire, and a key of a system that may. @returns the key. */
function prepareRecord(): string {
  const first = Date.now();
  siteCommand(
    'site1',
    'record.ts',
    'receive',
    `project=${project}`,
    'registry=Puro.earth',
    `series=DRILL-${first}`,
    'first=1',
    'last=1000000',
    'vintageStart=2025-01-01',
    'vintageEnd=2025-12-31',
    'unitType=Removal - technical',
    'issuance=issued',
  );
  const words = siteCommand('site1', 'record.ts', 'keys', 'create', `drill-${first}`, '--scope', 'retire');
  return words.split('\n')[0] as string;
}

function longestGap(times: number[]): number {
  const sorted = times.toSorted((a, b) => a - b);
  return sorted.reduce((longest, time, index) => Math.max(longest, time - (sorted[index - 1] ?? time)), 0);
}

function print(rows: Row[]): void {
  console.log(
    '\n| fault | rounds | written | longest time without writes | pages read | not known (503) | failed | slowest page | lost | twice | wrong |',
  );
  console.log('| --- | --- | --- | --- | --- | --- | --- | --- | --- | --- | --- |');
  for (const { fault, rounds, written, stillMs, reads, unknown, failedReads, slowestMs, lost, twice, wrong } of rows) {
    console.log(
      `| ${[fault, rounds, written, `${(stillMs / 1000).toFixed(1)} s`, reads, unknown, failedReads, `${(slowestMs / 1000).toFixed(1)} s`, lost, twice, wrong].join(' | ')} |`,
    );
  }
}
