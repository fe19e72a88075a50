import { execFile, execFileSync } from 'node:child_process';
import { existsSync } from 'node:fs';
import { writeFile } from 'node:fs/promises';
import path from 'node:path';
import { promisify } from 'node:util';
import { serve } from '@hono/node-server';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { operateTogether } from '#server/domain/record/book/operate.ts';
import { verifierKeys } from '#server/domain/record/log/keys.ts';
import { recordLog } from '#server/http/routes/record-log.ts';
import { operations } from '#shared/schemas/record.ts';
import { ownDatabase, units } from '#tests/support/own-database.ts';
import { projectRow } from '#tests/support/projects.ts';
import { keyText, readVerifierKey, verifyCheckpoint } from '#verify/signed-tree.ts';

/** Where Debian's package golang-golang-x-mod-dev installs its sources. */
const goPath = '/usr/share/gocode';
const hasGo = existsSync(path.join(goPath, 'src/golang.org/x/mod/sumdb/tlog')) && runs('go', 'version');
/** Enough for more than two tiles. */
const entries = 520;

let server: ReturnType<typeof serve>;
let address = '';

const database = ownDatabase({ LOG_LEVEL: 'warn' }, [projectRow('oak')]);
beforeAll(async () => {
  const { promise, resolve } = Promise.withResolvers<number>();
  server = serve({ fetch: recordLog().fetch, port: 0, hostname: '127.0.0.1' }, ({ port }) => resolve(port));
  address = `http://127.0.0.1:${await promise}`;
});
afterAll(async () => {
  server?.close();
});

const text = async (part: string) => (await fetch(`${address}/${part}`)).text();
const mirror = () => path.join(database.folder, 'mirror');
/** Follows the log into a folder with the program that people download. Returns what it prints. */
async function follow(): Promise<string> {
  await writeFile(path.join(database.folder, 'keys'), await text('keys'));
  const parameters = ['follow', address, '--key', path.join(database.folder, 'keys'), '--mirror', mirror()];
  return (await promisify(execFile)(process.execPath, ['public/carma-verify.mjs', ...parameters])).stdout;
}

it('a log that has not begun has a checkpoint over no entries, its key, and a description at once, and does not begin by that', async () => {
  const note = await text('checkpoint');
  // SHA-256 of nothing.
  expect(note).toContain('carma.example/log\n0\n47DEQpj8HBSa+/TImW+5JCeuQeRkm5NMpJWZG3hSuFU=\n');
  const key = await readVerifierKey(await text('key'));
  expect(await verifyCheckpoint(note, key ? [key] : [])).toBeDefined();
  expect(await text('keys')).toBe(await text('key'));
  const described = { origin: 'carma.example/log', url: 'https://carma.example/log', contact: expect.stringMatching(/^mailto:/) };
  expect(await (await fetch(`${address}/log.json`)).json()).toMatchObject({ ...described, sample: false, begunAt: null });
  expect((await fetch(`${address}/tile/0/000.p/1`)).status).toBe(404);
  expect(await follow()).toMatch(/signature +holds +0 entries.*book +holds/s);
  expect(await database.sql`select from record_log`).toHaveLength(0);
});

describe('an independent client', () => {
  beforeAll(async () => {
    const received = Array.from({ length: entries }, (_, at) => operations.receive.parse(units('oak', 'clients', at * 10, at * 10 + 9)));
    await operateTogether(received.map((request, index) => ({ key: `batch-${index}`, operation: { kind: 'receive', request } })));
  });

  it('follows the log with carma-verify.mjs from its beginning: signature, every entry, the book', { timeout: 60_000 }, async () => {
    expect(await follow()).toMatch(/signature +holds.*0 entries then, 520 now.*entries +holds.*book +holds.*5,200 Held/s);
  });

  it.skipIf(!hasGo)(
    "of Go's checksum database follows the log: needs golang-go and golang-golang-x-mod-dev",
    { timeout: 120_000 },
    async () => {
      const { stdout } = await promisify(execFile)(
        'go',
        ['run', 'tests/support/go-client/follow.go', address, ...(await verifierKeys('carma.example/log')).map(keyText)],
        { env: { ...process.env, GO111MODULE: 'off', GOPATH: goPath, GOFLAGS: '', GOCACHE: path.join(database.folder, 'go-cache') } },
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
