import { expect, it } from 'vitest';
import { certifiedLog } from '#tests/support/certified-log.ts';
import { commit } from '#tests/support/signed-log.ts';
import { describeEntry, sayFound, sayResult } from '#verify/words.ts';

const { project, retirement, otherEntry, correction, log, ownLog, fileOf, check, wordsOf } = certifiedLog;

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

it('a retirement is said to be recorded, and not done, until registries confirm all of it', async () => {
  const [line] = retirement.lines;
  const shown = (first: number, last: number) => {
    const confirmed = [{ ...line, first, last, quantity: last - first + 1 }];
    const facts = { correction: undefined, confirmed, registryRetiredOn: '2025-12-30', checkedByRole: 'desk' };
    return { ...correction, kind: 'confirm' as const, ...facts };
  };
  const said = async (...confirmations: object[]) => {
    const confirmed = await log(otherEntry, retirement, ...confirmations);
    const { headline, facts } = sayResult(await check(await fileOf(confirmed, { size: 2 }), { log: confirmed.serve }));
    return [headline.replace(/^.*Northwind Ltd /, ''), facts.find(({ name }) => name === 'retired')?.values];
  };
  const years = 'At the registry it was retired in 2025, which decides the period. Carma recorded it in 2026.';
  expect(await said(shown(1, 15))).toEqual([
    'on 20 November 2026 UTC. 45 of 60 tCO₂e not yet confirmed at the registry.',
    // The day of a part is not said of the others.
    ['30 December 2025: 15 of 60 tCO₂e', years],
  ]);
  expect(await said(shown(1, 15), shown(16, 60))).toEqual(['on 30 December 2025', ['30 December 2025', years]]);
});

it('a correction moves no units, and a confirmation has those that it confirms', () => {
  expect(describeEntry({ index: 6, entry: { ...correction, project } })).toBe('Entry 7: Correction, 21 November 2026 UTC');
  const said = 'Entry 7: Confirmed at the registry, 60 tCO₂e of Moray brash biochar, 21 November 2026 UTC';
  // Where the retirement is of several projects, each line names its own.
  for (const [ofAll, ofEach] of [[project, {}] as const, [null, { project }] as const]) {
    const confirmed = retirement.lines.map((line) => ({ ...line, ...ofEach }));
    expect(describeEntry({ index: 6, entry: { ...correction, kind: 'confirm', project: ofAll, confirmed } })).toBe(said);
  }
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
