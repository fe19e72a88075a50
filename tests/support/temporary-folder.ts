import { chmod, mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { onTestFinished } from 'vitest';

export type TemporaryFolder = { path: string; remove: () => Promise<void> };

/** Creates a folder for a test. Any user can traverse it: PostgreSQL runs as another user when the tests run as root. */
export async function makeTemporaryFolder(): Promise<TemporaryFolder> {
  const folder = await mkdtemp(path.join(tmpdir(), 'carma-test-'));
  await chmod(folder, 0o755);
  // Processes of a server that was killed may write for a moment longer.
  return { path: folder, remove: () => rm(folder, { recursive: true, force: true, maxRetries: 10, retryDelay: 200 }) };
}

/** Creates a folder that is there until the running test has finished, and returns its path. */
export async function folderOfTest(): Promise<string> {
  const folder = await makeTemporaryFolder();
  onTestFinished(folder.remove);
  return folder.path;
}
