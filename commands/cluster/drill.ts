import { setTimeout as sleep } from 'node:timers/promises';
import { check } from './drill-check.ts';
import { project, startClients } from './drill-clients.ts';
import { startReaders } from './drill-readers.ts';
import { faults } from './faults.ts';
import { isUp } from './files.ts';
import { databasesReady } from './nodes.ts';
import { siteCommand } from './site-command.ts';

type Row = {
  fault: string;
  rounds: number;
  acknowledged: number;
  longestGapMs: number;
  reads: number;
  unavailable: number;
  failedReads: number;
  slowestMs: number;
  lost: number;
  twice: number;
  wrong: number;
};

/** How long (ms) a failover may stop writes. */
const limitMs = 15_000;
/** How long (ms) the load runs before and after a fault. */
const quietMs = 3_000;
/** How many problems of each kind are printed. */
const linesShown = 5;

/** Breaks the cluster under load and compares what is stored with what was acknowledged. @returns the exit code: 0 if nothing is missing. */
export async function drill(names: string[], rounds: number): Promise<number> {
  if (!isUp()) throw new Error('The cluster is not running: npm run cluster -- up');
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
  const isGood = rows.every((row) => row.lost + row.twice + row.wrong + row.failedReads === 0 && row.longestGapMs <= limitMs);
  console.log(isGood ? 'Nothing was lost.' : 'The drill failed: see above.');
  return isGood ? 0 : 1;
}

async function drillFault(name: string, rounds: number, key: string): Promise<Row> {
  const fault = faults[name] as (typeof faults)[string];
  const row: Row = {
    fault: fault.description,
    rounds: 0,
    acknowledged: 0,
    longestGapMs: 0,
    reads: 0,
    unavailable: 0,
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
    const { acknowledged } = clients;
    const { read, unavailable, failed, slowestMs, older, forks } = readers.results;
    const findings = await check(acknowledged, readers.roots);
    const wrong = [...findings.wrong, ...clients.rejected, ...older, ...forks, ...(problem ? [problem] : [])];
    const longestGapMs = longestGap(acknowledged.map(({ acknowledgedAt }) => acknowledgedAt));
    row.rounds = round;
    row.acknowledged += acknowledged.length;
    row.longestGapMs = Math.max(row.longestGapMs, longestGapMs);
    row.reads += read;
    row.unavailable += unavailable;
    row.failedReads += failed.length;
    row.slowestMs = Math.max(row.slowestMs, slowestMs);
    row.lost += findings.lost.length;
    row.twice += findings.twice.length;
    row.wrong += wrong.length;
    console.log(
      `${name} ${round}/${rounds}: ${acknowledged.length} writes, longest gap ${(longestGapMs / 1000).toFixed(1)} s, ${clients.failures()} attempts failed; ${read} pages read, ${unavailable} unavailable, ${failed.length} failed, slowest ${Math.round(slowestMs)} ms; lost ${findings.lost.length}, twice ${findings.twice.length}, wrong ${wrong.length}`,
    );
    for (const lines of [findings.lost, findings.twice, wrong, failed]) {
      for (const line of lines.slice(0, linesShown)) console.log(`  ${line.slice(0, 300)}`);
    }
  }
  return row;
}

/** Adds units to retire, and creates an API key that may retire them. @returns the key. */
function prepareRecord(): string {
  const id = Date.now();
  siteCommand(
    'site1',
    'record.ts',
    'receive',
    `project=${project}`,
    'registry=Puro.earth',
    `series=DRILL-${id}`,
    'first=1',
    'last=1000000',
    'vintageStart=2025-01-01',
    'vintageEnd=2025-12-31',
    'unitType=Removal - technical',
    'issuance=issued',
  );
  const output = siteCommand('site1', 'record.ts', 'keys', 'create', `drill-${id}`, '--scope', 'retire');
  return output.split('\n')[0] as string;
}

function longestGap(times: number[]): number {
  const sorted = times.toSorted((a, b) => a - b);
  return sorted.reduce((longest, time, index) => Math.max(longest, time - (sorted[index - 1] ?? time)), 0);
}

function print(rows: Row[]): void {
  console.log(
    '\n| fault | rounds | writes | longest gap between writes | pages read | unavailable (503) | failed | slowest page | lost | twice | wrong |',
  );
  console.log('| --- | --- | --- | --- | --- | --- | --- | --- | --- | --- | --- |');
  for (const { fault, rounds, acknowledged, longestGapMs, reads, unavailable, failedReads, slowestMs, lost, twice, wrong } of rows) {
    console.log(
      `| ${[fault, rounds, acknowledged, `${(longestGapMs / 1000).toFixed(1)} s`, reads, unavailable, failedReads, `${(slowestMs / 1000).toFixed(1)} s`, lost, twice, wrong].join(' | ')} |`,
    );
  }
}
