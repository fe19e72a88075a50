import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { text } from 'node:stream/consumers';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';

const folder = mkdtempSync(path.join(tmpdir(), 'carma-settings-'));
beforeAll(() => writeFileSync(path.join(folder, '.env'), '\uFEFFCONTACT_EMAIL=nobody\r\nPUBLIC_URL=carma.example\r\n'));
afterAll(() => rmSync(folder, { recursive: true }));

describe('wrong settings in .env', () => {
  // Each stops before it would build, or open a database.
  it.concurrent.each([
    ['scripts/start.ts', []],
    ['scripts/run-build.ts', []],
    ['scripts/dev.ts', []],
    ['commands/db.ts', ['migrate']],
  ])('stop %s with nothing but their names and reasons', async (script, options) => {
    const { CONTACT_EMAIL, PUBLIC_URL, ...env } = process.env;
    const child = spawn(process.execPath, [path.resolve(script), ...options], { cwd: folder, env, stdio: ['ignore', 'pipe', 'pipe'] });
    const [out, err, [code]] = await Promise.all([text(child.stdout), text(child.stderr), once(child, 'exit')]);
    expect({ code, out }).toEqual({ code: 1, out: '' });
    expect(err).toMatch(
      /^(?:Error: )?These settings are wrong \(see \.env\.example\):\n {2}PUBLIC_URL: must be .+\n {2}CONTACT_EMAIL: .+\n$/,
    );
  });
});
