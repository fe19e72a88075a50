import { parse } from 'node-html-parser';
import { renderToStaticMarkup } from 'react-dom/server';
import { expect, it } from 'vitest';
import { CertificateSheet, ClaimRules } from '#src/ui/routes/record/certificate-sheet.tsx';
import { entryOf, unitsIn } from '#tests/support/entries.ts';
import type { RelatedEntry } from '#verify/entry.ts';

const projects = [
  { id: 1, slug: 'oak', title: 'Oak', registryId: 'S1', quantity: 60, today: { id: 1, slug: 'oak' } },
  { id: 2, slug: 'elm', title: 'Elm', registryId: null, quantity: 1_240 },
];
const lines = [
  unitsIn(1, 1, 60, { project: projects[0] }),
  unitsIn(2, 1, 1_240, { vintageStart: '2023-01-01', vintageEnd: '2023-12-31', project: projects[1] }),
];
const retired = entryOf('retire', lines, { certificate: 'CR-000003' });
const confirmed = (units: typeof lines): RelatedEntry => ({
  index: 5,
  entry: entryOf('confirm', [], { refersTo: 2, confirmed: units, registryRetirementId: 'R-7', registryRetiredOn: '2026-11-20' }),
});
const correction: RelatedEntry = { index: 9, entry: entryOf('correct', [], { refersTo: 2, correction: 'Another buyer' }) };

function shown(related: RelatedEntry[], size?: number) {
  const found = { index: 2, entry: retired, related, texts: { beneficiary: { text: 'Ada Ltd', salt: '' } } };
  const html = renderToStaticMarkup(
    <>
      <CertificateSheet found={found} projects={projects} size={size} address="https://carma.example/c" />
      <ClaimRules found={found} projects={projects} />
    </>,
  );
  const page = parse(html.replaceAll(/[\u2066-\u2069]/g, ''));
  const facts = new Map(page.querySelectorAll('dt').map((name) => [name.text, name.nextElementSibling]));
  return { text: page.text, note: page.querySelector('article p.text-clay')?.text, facts, claims: page.querySelector('section') };
}

it('a certificate says how much is not confirmed at the registry, and in which state of the log it is proven, if it is; only what is confirmed is a fact', () => {
  const [open, partly, whole] = [shown([]), shown([confirmed(lines.slice(0, 1))]), shown([confirmed(lines)])];
  expect([open, partly, whole].map(({ note }) => note)).toEqual([
    'Not yet confirmed at the registry',
    expect.stringMatching(/1,240 of 1,300/),
    undefined,
  ]);
  expect([open, partly, whole].map(({ facts }) => facts.has('At the registry'))).toEqual([false, true, true]);
  expect(shown([], 1_020).text).toMatch(/entry 3 of .*1,020/i);
  expect(shown([]).text).not.toMatch(/entry 3 of/i);
});

it('a certificate of several projects has the share of each, and leads to those of the catalogue', () => {
  const shares = shown([]).facts.get('Projects')?.querySelectorAll('li') ?? [];
  expect(shares.map(({ text }) => text)).toEqual([
    expect.stringMatching(/^Oak.*60 tCO₂e.*Vintage 2024/),
    expect.stringMatching(/^Elm.*1,240 tCO₂e.*Vintage 2023/),
  ]);
  expect(shares.map((share) => share.querySelector('a')?.getAttribute('href'))).toEqual(['/projects/oak', undefined]);
});

it('a certificate that was corrected says so before its facts, and again with what may be claimed', () => {
  const corrected = shown([correction]);
  expect(corrected.text).toContain('Another buyer');
  expect([corrected, shown([])].map(({ claims }) => claims?.text.includes('This retirement was corrected'))).toEqual([true, false]);
});
