import { parse } from 'node-html-parser';
import { renderToStaticMarkup } from 'react-dom/server';
import { expect, it } from 'vitest';
import { search as texts } from '#shared/content/record/index.ts';
import type { FoundOnRecord, UnitWay } from '#shared/schemas/record-api.ts';
import { FoundInRecord } from '#src/ui/routes/record/found-in-record.tsx';

type Names = Extract<FoundOnRecord, { kind: 'names' }>;

const shown = (found: FoundOnRecord, more: { ways?: UnitWay[]; areAll?: boolean } = {}) =>
  parse(renderToStaticMarkup(<FoundInRecord q="Ada" found={found} ways={[]} areAll {...more} />));

const period = { first: '2026-03-01', last: '2026-03-01', recordedOn: '2026-03-02', isOurs: false };
const retirement = { number: 'CR-000003', beneficiary: 'Ada', quantity: 60, open: 20, period, projects: [] };
const names = (more: Partial<Names> = {}): Names => ({
  ...{ kind: 'names', beneficiaries: [{ beneficiary: 'Ada', certificates: 1, quantity: 60, open: 20 }], projects: [] },
  ...{ retirements: [retirement as unknown as Names['retirements'][number]], isWhole: true },
  ...{ areAllBeneficiaries: true, areAllProjects: true, ...more },
});

it('what was retired for a name leads to a pack if it is one beneficiary’s and whole, and says on which days and how much is confirmed', () => {
  const links = (found: Names) => Array.from(shown(found).querySelectorAll('a'), (link) => link.getAttribute('href'));
  const pack = '/record/disclosure?c=CR-000003';
  expect(links(names())).toEqual(['/certificates/CR-000003', pack]);
  const [ada] = names().beneficiaries;
  expect(links(names({ beneficiaries: [ada, { ...ada, beneficiary: 'Adam' }] as never }))).not.toContain(pack);
  expect(links(names({ isWhole: false }))).toEqual(['/certificates/CR-000003', '/api/v1/record/retirements?beneficiary=Ada']);
  const dayOf = (found: Names) => shown(found).querySelector('tbody td:last-child')?.structuredText;
  expect(dayOf(names())).toMatch(/^1 March 2026 UTCRecorded by Carma: 2 March 2026 UTC.*; 20 recorded by Carma/);
  const ours = { ...retirement, open: 0, period: { ...period, isOurs: true } };
  expect(dayOf(names({ retirements: [ours as never] }))).toBe('Recorded by Carma: 2 March 2026 UTC');
});

it.each(['areAllProjects', 'areAllBeneficiaries'])(
  'what was found for a name says whether there are more than are listed: %s',
  (areAll) => {
    const projects = [{ slug: 'oak', title: 'Oak' }];
    const isSaid = [true, false].map((all) => shown(names({ projects, [areAll]: all })).text.includes(texts.moreNames));
    expect(isSaid).toEqual([false, true]);
  },
);

it('the way of units runs through the lanes of its states, of which the last has the name of the final one; those left out are said', () => {
  const [since, certificate] = [new Date('2026-03-02T12:00:00Z'), null];
  const step = { kind: 'transfer', since, certificate } as const;
  const steps = (['Held', 'Reserved', 'Transferred', 'Cancelled'] as const).map((status, index) => ({ ...step, index, status }));
  const page = shown({ kind: 'nothing' }, { ways: [{ serial: 'A-1', isWhole: false, steps }], areAll: false });
  expect(page.querySelectorAll('figure ul li').map(({ text }) => text)).toEqual(['Held', 'Reserved', 'Sold', 'Cancelled']);
  // The line across, from the old lane to the new.
  const across = page.querySelectorAll('figure line[y1=36][y2=36]').map((line) => [line.getAttribute('x1'), line.getAttribute('x2')]);
  expect(across.map((ends) => ends.join(' '))).toEqual(['12.5% 12.5%', '12.5% 37.5%', '37.5% 62.5%', '62.5% 87.5%']);
  expect(page.text).toMatch(/The last 4 entries that moved these units.*Drawn: the first 1\./s);
});
