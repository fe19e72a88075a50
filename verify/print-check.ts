import type { CheckOptions } from './check-result.ts';
import { print, printStep } from './report.ts';
import { sayFound, sayResult } from './say-check.ts';
import { checkFile } from './verify-file.ts';
import { checkWords as words } from './words.ts';

/**
 * Checks a certificate or an entry, and prints the fact, the steps, and what they prove. Offline, unless `log` reads the log.
 * @returns the exit code.
 */
export async function check(file: Uint8Array, options: Pick<CheckOptions, 'keys' | 'policy' | 'log'>): Promise<number> {
  const result = await checkFile(file, options);
  const { headline, before, fact, later, after } = sayResult(result);
  for (const sentence of [headline, before, fact, ...later, after]) if (sentence !== undefined) print(sentence);
  if (result.fact?.entry.sample && result.headline !== 'failed') print(words.sample);
  print('');
  for (const { step, outcome, found } of result.steps) printStep(step, outcome, sayFound(found));
  const isInLog = result.steps.some(({ step, outcome }) => step === 'consistency' && outcome === 'passed');
  if (result.headline === 'passed' && isInLog) print(`\n${words.proven}`);
  return exitCodes[result.headline];
}

const exitCodes = { passed: 0, failed: 1, unfinished: 3, missing: 3 };
