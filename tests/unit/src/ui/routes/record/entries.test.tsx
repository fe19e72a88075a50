import { parse } from 'node-html-parser';
import type { ReactNode } from 'react';
import { renderToStaticMarkup } from 'react-dom/server';
import { expect, it } from 'vitest';
import { Confirmations, LogEntryTable } from '#src/ui/routes/record/entries.tsx';
import { entryOf, unitsIn } from '#tests/support/entries.ts';
import { confirmationsOf } from '#verify/entry.ts';

const read = (element: ReactNode) => parse(renderToStaticMarkup(element).replaceAll(/[\u2066-\u2069]/g, ''));
const correction = { index: 9, entry: entryOf('correct', [], { refersTo: 8, correction: 'Another order' }) };

it('an entry in a list says what it is about, to which certificate it belongs, and that it was corrected', () => {
  const listed = { texts: {}, projects: [], related: [], aboutCertificate: null };
  const retired = entryOf('retire', [unitsIn(1, 1, 60)], { certificate: 'CR-000003' });
  const texts = { beneficiary: { text: 'Ada Ltd' } };
  const entries = [
    { ...listed, index: 1, entry: entryOf('reserve', [unitsIn(1, 1, 5)], { until: '2026-12-31' }) },
    { ...listed, index: 2, entry: retired, projects: [{ title: 'Oak' }] },
    { ...listed, index: 3, entry: retired, texts, projects: [{ title: 'Oak', today: { slug: 'oak' } }] },
    { ...listed, index: 4, entry: entryOf('deliver', [{ ...unitsIn(1, 1, 60), status: 'Retired' }], { certificate: 'CR-000004' }), texts },
    { ...listed, index: 8, entry: entryOf('confirm', [], { source: 'Registry' }), aboutCertificate: 'CR-000003', related: [correction] },
  ] as unknown as Parameters<typeof LogEntryTable>[0]['entries'];
  const rows = read(<LogEntryTable entries={entries} />).querySelectorAll('tbody tr');
  const cells = rows.map((row) => row.querySelectorAll('td').map(({ structuredText }) => structuredText.replaceAll(/\s+/g, ' ')));
  expect(cells.map(([what, project, units]) => [what, project, units])).toEqual([
    ['Reserved until 31 December 2026, London time', '', '5'],
    ['Retired CR-000003for a name that was erasedNot yet confirmed at the registry', 'Oak', '60'],
    ['Retired CR-000003for Ada LtdNot yet confirmed at the registry', 'Oak', '60'],
    ['Delivered CR-000004for Ada LtdNot yet confirmed at the registry', '', '60'],
    ['Confirmed at the registry CR-000003RegistryCorrected with entry 10', '', ''],
  ]);
  expect(rows.map((row) => row.querySelectorAll('a[href^="/projects/"]').length)).toEqual([0, 0, 1, 0, 0]);
});

it('a confirmation that was corrected is shown as such, and confirms nothing', () => {
  const confirmation = { index: 8, entry: entryOf('confirm', [], { refersTo: 2, confirmed: [unitsIn(1, 1, 60)] }) };
  const shown = (related: (typeof confirmation)[]) =>
    read(<Confirmations quantity={60} confirmations={confirmationsOf(2, related)} />).structuredText;
  expect(shown([confirmation])).not.toMatch(/does not count|Not yet/);
  const corrected = shown([confirmation, correction]);
  expect(corrected).toMatch(/^This confirmation was corrected and does not count:.*Another order.*Not yet confirmed/s);
  const both = shown([confirmation, correction, { ...confirmation, index: 10 }]);
  expect(both).toMatch(/^This confirmation was corrected(?!.*(?:does not count.*does not count|Not yet))/s);
});
