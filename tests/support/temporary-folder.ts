import { chmod, mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';

export type TemporaryFolder = { path: string; remove: () => Promise<void> };

/** Creates a folder for a test. Any user can traverse it: PostgreSQL runs as another user when the tests run as root. */
export async function makeTemporaryFolder(): Promise<TemporaryFolder> {
  const folder = await mkdtemp(path.join(tmpdir(), 'carma-test-'));
  await chmod(folder, 0o755);
  return { path: folder, remove: () => rm(folder, { recursive: true, force: true }) };
}
