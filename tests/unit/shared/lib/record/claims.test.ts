import { expect, it } from 'vitest';
import { certificate } from '#shared/content/record/index.ts';
import { claimsOf } from '#shared/lib/record/claims.ts';
import { entryOf, unitsIn } from '#tests/support/entries.ts';
import type { RecordLine, RelatedEntry } from '#verify/entry.ts';
import { fill } from '#verify/text.ts';

const projects = ['kilns', 'wells'].map((slug, id) => ({ id, slug, title: `The ${slug}`, registryId: null }));
const lines = [
  unitsIn(1, 1, 15, { unitType: 'Removal - technical', project: projects[0] }),
  unitsIn(2, 1, 45, { unitType: 'Reduction - technical', project: projects[1] }),
];
const { claims } = certificate;
const entry = entryOf('retire', lines, { certificate: 'CR-000004' });
const confirm = (...confirmed: RecordLine[]) => ({ index: 4, entry: entryOf('confirm', [], { refersTo: 3, confirmed }) });
const correct = (index: number, refersTo: number) => ({ index, entry: entryOf('correct', [], { refersTo, correction: 'No' }) });
const [removed, reduced] = ['15 tCO₂e removed from the air by The kilns', '45 tCO₂e reduced by The wells'];
const said = (related: RelatedEntry[]) => {
  const lists = claimsOf({ index: 3, entry, related }, projects, claims);
  const rulesOf = (title: string) => lists.find((one) => one.title === title)?.rules;
  return { may: rulesOf(claims.may), later: rulesOf(claims.later), mayNot: rulesOf(claims.mayNot) };
};
const whole = `“${removed} and ${reduced} were retired on our behalf.”`;
const recorded = (parts: string) => fill(claims.recorded, { parts });
const mayNot = [...claims.not, claims.ukOnly];
const notYet = (quantity: string) => fill(claims.notYet, { quantity });

it('the suggested claim keeps tonnes apart by what became of them, each with its projects', () => {
  expect(said([confirm(...lines)])).toEqual({ may: [whole, claims.always], later: undefined, mayNot });
});

it.each([
  ['nothing', [], { may: [recorded(`${removed} and ${reduced}`)], open: '60' }],
  ['a part', [confirm(lines[0] as RecordLine)], { may: [`“${removed} were retired on our behalf.”`, recorded(reduced)], open: '45' }],
  [
    'all, in a confirmation that was corrected',
    [confirm(...lines), correct(5, 4)],
    { may: [recorded(`${removed} and ${reduced}`)], open: '60' },
  ],
])('while the registry was seen to have retired %s, the rest may only be called recorded', (_, related, { may, open }) => {
  expect(said(related)).toEqual({ may: [...may, claims.always], later: [whole], mayNot: [notYet(open), ...mayNot] });
});

it.each([
  [4, 'P0, P1, P2 and P3'],
  [5, fill(claims.several, { count: '5' })],
])('the suggested claim names up to four projects: of %d, %s', (count, named) => {
  const many = Array.from({ length: count }, (_, id) => ({ id, slug: `p${id}`, title: `P${id}`, registryId: null }));
  const units = many.map((project) => unitsIn(project.id, 1, 1, { project }));
  const [may] = claimsOf({ index: 3, entry: entryOf('retire', units), related: [confirm(...units)] }, many, claims);
  expect(may?.rules[0]).toContain(named);
});
