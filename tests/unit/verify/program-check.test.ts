import { execFileSync } from 'node:child_process';
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, expect, it } from 'vitest';
import { entryOf } from '#tests/support/entries.ts';
import { type Answer, commit, makeLog, makeLogKey, runVerifier, serveLog } from '#tests/support/signed-log.ts';

const folder = mkdtempSync(join(tmpdir(), 'carma-verify-'));
afterAll(() => rmSync(folder, { recursive: true }));

const origin = 'log.example/log';
const signer = await makeLogKey(origin);
const name = await commit('Northwind Ltd \u001b[2J\u001b[1mForger');
const project = { id: 1, slug: 'oak', title: 'Oak', registryId: null };
const facts = { quantity: 5, project, certificate: 'CR-000000', time: '2026-11-20T10:00:00.000Z', operation: undefined };
const entry = { ...entryOf('retire', []), ...facts, beneficiary: name.hash };
const log = await makeLog(origin, [JSON.stringify(entry), '{}'], signer);
const file = {
  format: 'carma-record@v1',
  number: 'CR-000000',
  index: 0,
  canonical: log.entries[0],
  proof: await log.prove(0, 1),
  texts: { beneficiary: name.text },
  related: [],
  knownUpTo: 1,
};

/** Writes a file, and returns its path. */
function write(at: string, content: string | Buffer): string {
  const path = join(folder, at);
  writeFileSync(path, content);
  return path;
}

const good = write('good.json', JSON.stringify(file));

it('carma-verify.mjs says what only the log can say and then the fact, and nothing of a file steers the terminal', async () => {
  // One real start, as an auditor makes it.
  const text = execFileSync(process.execPath, ['public/carma-verify.mjs', good, '--key', signer.text], { encoding: 'utf8' });
  expect(text).toMatch(/says:\n5 tCO₂e of Oak retired for Northwind Ltd \\u001b\[2J\\u001b\[1mForger on 20 November 2026 UTC\n/);
  expect(text).not.toContain('\u001b');
  const repeated = write('repeated.json', '{"format":"carma-record@v1","a\\ninclusion   holds":1,"a\\ninclusion   holds":2}');
  const failed = await runVerifier(repeated, '--key', signer.text);
  expect([failed.code, /^inclusion +holds/m.test(failed.text)]).toEqual([1, false]);
});

it('carma-verify.mjs ends with 1 only for what does not hold, and with 3 for what it could not check', async () => {
  const forged = write('forged.json', JSON.stringify({ ...file, texts: { beneficiary: { ...name.text, text: 'Forger' } } }));
  expect((await runVerifier(forged, '--key', signer.text)).code).toBe(1);
  const newer = write('newer.json', JSON.stringify({ ...file, format: 'carma-record@v7' }));
  expect(await runVerifier(newer, '--key', signer.text)).toMatchObject({
    code: 3,
    text: expect.stringContaining('made by a newer program'),
  });
  const pdf = write('a.pdf', `%PDF-1.7\nstream\n${JSON.stringify(file, null, 2)}\nendstream\n`);
  expect(await runVerifier(pdf, '--key', signer.text)).toMatchObject({
    code: 3,
    text: expect.stringMatching(/^The PDF itself was not checked\.\n/),
  });
  expect((await runVerifier(join(folder, 'missing.json'), '--key', signer.text)).code).toBe(2);
  expect((await runVerifier(good, '--key', write('no-key', 'x'))).code).toBe(2);
});

it('carma-verify.mjs compares the file with the log at an address, if it is told to', async () => {
  const fork = await makeLog(origin, [JSON.stringify({ ...entry, quantity: 9 }), '{}'], signer);
  for (const [answer, code, said] of [
    [log.serve, 0, 'It has 2 entries now, and its first 1 are'],
    [fork.serve, 1, ''],
    [async () => 503, 3, 'The check could not be finished.'],
  ] as [Answer, number, string][]) {
    const server = await serveLog(answer);
    const found = await runVerifier(good, '--key', signer.text, '--log', server.address);
    await server.close();
    expect(found).toMatchObject({ code, text: expect.stringContaining(said) });
  }
});
