import { setTimeout as sleep } from 'node:timers/promises';
import { ask, databasesReady, siteCommand } from './cluster.ts';
import { faults } from './faults.ts';
import { check } from './findings.ts';
import { startReaders } from './readers.ts';
import { checkRefusals } from './refusals.ts';
import { project, startWriters } from './writers.ts';

/** How long (ms) a failover may stop writes. */
const limitMs = 15_000;
/** How long (ms) the load runs before and after a fault. */
const quietMs = 3_000;
/** How many problems of each kind are printed. */
const linesShown = 5;
const columns = 'fault,writes,longest gap,refused,pages,last known,come back,failed,slowest,lost,twice,wrong'.split(',');

/** Breaks the cluster under load and prints a line of a table for each fault. @returns the exit code: 0 if all is well. */
export async function drill(names: string[]): Promise<number> {
  await databasesReady();
  await checkRefusals();
  const key = await prepareRecord();
  console.log(`${row(columns)}\n${row(columns.map(() => '---'))}`);
  let isGood = true;
  for (const name of names) if (!(await isWithstood(name, key))) isGood = false;
  console.log(isGood ? 'Nothing was lost.' : 'The drill failed: see above.');
  return isGood ? 0 : 1;
}

/** Injects a fault under load, and compares what is stored with what was acknowledged. */
async function isWithstood(name: string, key: string): Promise<boolean> {
  const [before] = await ask((sql) => sql`select available_credits as credits from carbon_projects where slug = ${project}`);
  const writers = startWriters(key);
  const readers = startReaders(before?.credits, writers.acknowledged);
  await sleep(quietMs);
  const problem = await faults[name]?.run(writers.acknowledged).catch((error: Error) => error.message);
  await sleep(quietMs);
  await Promise.all([writers.stop(), readers.stop()]);
  const { lost, twice, wrong: differences } = await check(writers.acknowledged, readers.roots);
  const wrong = [...(problem ? [problem] : []), ...differences, ...writers.wrong, ...readers.wrong];
  const gapMs = longestGap(writers.acknowledged.map(({ at }) => at));
  const { read, lastKnown, unavailable, failed, slowestMs } = readers;
  const writes = [writers.acknowledged.length, seconds(gapMs), writers.refused];
  const problems = [lost, twice, wrong, failed];
  console.log(
    row([name, ...writes, read, lastKnown, unavailable, failed.length, seconds(slowestMs), lost.length, twice.length, wrong.length]),
  );
  for (const line of problems.flatMap((lines) => lines.slice(0, linesShown))) console.log(`  ${line.slice(0, 300)}`);
  return problems.every((lines) => lines.length === 0) && gapMs <= limitMs;
}

/** Adds credits to retire, and creates an API key that may retire them. @returns the key. */
async function prepareRecord(): Promise<string> {
  const id = Date.now();
  // Other numbers each time.
  const first = id * 100;
  const source = [`project=${project}`, 'registry=Sample registry', 'series=SAMPLE-0010-2025', `first=${first}`, `last=${first + 999_999}`];
  const kind = ['unitType=Removal - technical', 'vintageStart=2025-01-01', 'vintageEnd=2025-12-31', 'issuance=issued'];
  await siteCommand('record.ts', ['receive', ...source, ...kind]);
  return (await siteCommand('record.ts', ['keys', 'create', `drill-${id}`, '--scope', 'retire'])).split('\n')[0] ?? '';
}

function longestGap(times: number[]): number {
  const sorted = times.toSorted((a, b) => a - b);
  return sorted.reduce((longest, time, index) => Math.max(longest, time - (sorted[index - 1] ?? time)), 0);
}

const row = (cells: unknown[]) => `| ${cells.join(' | ')} |`;
const seconds = (ms: number) => `${(ms / 1000).toFixed(1)} s`;
