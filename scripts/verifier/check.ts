import { verify } from '#src/content/record/verify.ts';
import type { CheckOptions } from '#src/lib/record-log/check-result.ts';
import { sayFound, sayResult } from '#src/lib/record-log/say-check.ts';
import { checkFile } from '#src/lib/record-log/verify-file.ts';
import { print, printStep } from './report.ts';

/**
 * Checks a certificate or an entry, and prints the fact, the steps, and what they prove. Offline, unless `log` reads the log.
 * @returns the exit code.
 */
export async function check(file: Uint8Array, options: Pick<CheckOptions, 'keys' | 'policy' | 'log'>): Promise<number> {
  const result = await checkFile(file, options);
  const { headline, before, fact, later, after } = sayResult(result, verify);
  for (const sentence of [headline, before, fact, ...later, after]) if (sentence !== undefined) print(sentence);
  if (result.fact?.entry.sample && result.headline !== 'failed') print(verify.sample);
  print('');
  for (const { step, outcome, found } of result.steps) printStep(step, outcome, sayFound(found, verify));
  const isInLog = result.steps.some(({ step, outcome }) => step === 'consistency' && outcome === 'passed');
  if (result.headline === 'passed' && isInLog) print(`\n${verify.proven}`);
  return exitCodes[result.headline];
}

const exitCodes = { passed: 0, failed: 1, unfinished: 3, missing: 3 };
