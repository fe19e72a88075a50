import { chmod, mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';

export type TemporaryFolder = { path: string; remove: () => Promise<void> };

/** A new folder for a test. Any user can pass through it: PostgreSQL is another user's where the tests run as root. */
export async function makeTemporaryFolder(): Promise<TemporaryFolder> {
  const folder = await mkdtemp(path.join(tmpdir(), 'carma-test-'));
  await chmod(folder, 0o755);
  return { path: folder, remove: () => rm(folder, { recursive: true, force: true }) };
}
