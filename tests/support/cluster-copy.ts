import { execFileSync } from 'node:child_process';

/** The variable that names the data directory of a server which the setup of the test run has made and stopped. */
const originalVariable = 'CARMA_TEST_CLUSTER';

/** Stores a copy of a stopped server's data directory for `copyCluster`. */
export function keepCluster(dataDir: string, copy: string): void {
  copyFiles(dataDir, copy);
  process.env[originalVariable] = copy;
}

/** Copies that data directory to a new place, where a server then starts without initdb and migrations. Does nothing if there is none. */
export function copyCluster(dataDir: string): void {
  const original = process.env[originalVariable];
  if (original) copyFiles(original, dataDir);
}

/** Files keep their owner, who is not root even when the tests are. */
function copyFiles(from: string, to: string): void {
  for (const suffix of ['', '-password']) execFileSync('cp', ['-a', from + suffix, to + suffix]);
}
