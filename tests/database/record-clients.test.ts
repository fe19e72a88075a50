import { execFile, execFileSync } from 'node:child_process';
import { existsSync } from 'node:fs';
import path from 'node:path';
import { promisify } from 'node:util';
import { serve } from '@hono/node-server';
import { afterAll, beforeAll, describe, expect, it, vi } from 'vitest';
import { operateTogether } from '#server/domain/record/book/operate.ts';
import { publicKeyText } from '#server/domain/record/log/signing-key.ts';
import { recordLog } from '#server/http/routes/record-log.ts';
import { closePool } from '#server/platform/database/pool.ts';
import { operations } from '#src/schemas/record.ts';
import { createTestDatabase, type TestDatabase } from '#tests/support/database.ts';
import { projectRow } from '#tests/support/projects.ts';
import { makeTemporaryFolder } from '#tests/support/temporary-folder.ts';

/** Where Debian's package golang-golang-x-mod-dev installs its sources. */
const goPath = '/usr/share/gocode';
const hasGo = existsSync(path.join(goPath, 'src/golang.org/x/mod/sumdb/tlog')) && runs('go', 'version');
/** Enough for more than two tiles. */
const entries = 600;

let database: TestDatabase;
let folder: Awaited<ReturnType<typeof makeTemporaryFolder>>;
let server: ReturnType<typeof serve>;
let address = '';

beforeAll(async () => {
  if (!hasGo) return;
  database = await createTestDatabase();
  folder = await makeTemporaryFolder();
  vi.stubEnv('DATABASE_URL', database.url);
  vi.stubEnv('DATA_DIR', folder.path);
  vi.stubEnv('PUBLIC_URL', 'https://carma.example');
  vi.stubEnv('LOG_LEVEL', 'warn');
  await database.sql`insert into carbon_projects ${database.sql([projectRow('oak')])}`;
  const batch = (first: number) =>
    operations.receive.parse({
      project: 'oak',
      registry: 'UK Land Carbon Registry',
      series: 'clients',
      first,
      last: first + 9,
      vintageStart: '2023-01-01',
      vintageEnd: '2023-12-31',
      unitType: 'Removal - nature',
      issuance: 'issued',
    });
  await operateTogether(
    Array.from({ length: entries }, (_, index) => ({ key: `batch-${index}`, operation: { kind: 'receive', request: batch(index * 10) } })),
  );
  const { promise, resolve } = Promise.withResolvers<number>();
  server = serve({ fetch: recordLog().fetch, port: 0, hostname: '127.0.0.1' }, ({ port }) => resolve(port));
  address = `http://127.0.0.1:${await promise}`;
});
afterAll(async () => {
  server?.close();
  await closePool(1);
  vi.unstubAllEnvs();
  await folder?.remove();
  await database?.drop();
});

describe('an independent client', () => {
  it.skipIf(!hasGo)(
    "of Go's checksum database follows the log: needs golang-go and golang-golang-x-mod-dev",
    { timeout: 120_000 },
    async () => {
      const { stdout } = await promisify(execFile)(
        'go',
        ['run', 'tests/support/go-client/follow.go', address, await publicKeyText('carma.example/log')],
        { env: { ...process.env, GO111MODULE: 'off', GOPATH: goPath, GOFLAGS: '', GOCACHE: path.join(folder.path, 'go-cache') } },
      );
      expect(stdout.trim()).toBe(`carma.example/log ${entries}`);
    },
  );
});

function runs(program: string, ...args: string[]): boolean {
  try {
    execFileSync(program, args, { stdio: 'ignore' });
    return true;
  } catch {
    return false;
  }
}
