import { expect, it } from 'vitest';
import { certifiedLog } from '#tests/support/certified-log.ts';
import { commit } from '#tests/support/signed-log.ts';
import { sayFound, sayResult } from '#verify/words.ts';

const { project, retirement, otherEntry, log, ownLog, fileOf, check, wordsOf } = certifiedLog;

it('a name in a file can neither reorder a sentence nor begin a line', async () => {
  const name = await commit('\u05e9\u05dc\n✓ It holds');
  const named = await log(otherEntry, { ...retirement, beneficiary: name.hash });
  expect(wordsOf(await check(await fileOf(named, { texts: { beneficiary: name.text } })))).toContain(
    'for \u2068\u05e9\u05dc ✓ It holds\u2069 on',
  );
  for (const overriding of ['a\u202eb', 'a\u2069\u202eb', '\u2067a\u202eb'])
    expect(sayFound({ text: 'repeated', values: { name: overriding } })).toContain('“\u2068a\u202eb\u2069”');
  const unnamed = await log(otherEntry, { ...retirement, beneficiary: undefined });
  expect(wordsOf(await check(await fileOf(unnamed, { texts: {} })))).toContain('for somebody whom the file does not name on');
});

it('the day of a retirement that no registry has confirmed is the one on which it was recorded, whatever day it states', async () => {
  const stated = await log(otherEntry, { ...retirement, registryRetiredOn: '2026-03-01' });
  expect(wordsOf(await check(await fileOf(stated)))).toContain(
    'Carma recorded the retirement of 60 tCO₂e of Moray brash biochar for Northwind Ltd on 20 November 2026 UTC.',
  );
});

it('what an entry says of its project beyond naming it is not shown', async () => {
  const told = await log(otherEntry, { ...retirement, project: { ...project, location: 5, standard: 'Ours' } }, otherEntry);
  expect(JSON.stringify(sayResult(await check(await fileOf(told))).facts)).toMatch(/^(?!.*(?:Ours|\b5\b)).*Moray brash biochar/);
});

it('what an entry other than a certificate says is a line, and no list of facts', async () => {
  expect(sayResult(await check(await ownLog.fileOf(0)))).toMatchObject({
    facts: [],
    fact: 'Entry 1: Received, 60 tCO₂e of Moray brash biochar, 20 November 2026 UTC',
  });
});
