import { expect, it } from 'vitest';
import { refusedField } from '#shared/schemas/form.ts';

it.each([
  ['prices_changed', ['lines.0.pricePerCredit'], 'prices'],
  ['lines_refused', ['deliverBy', 'deliverBy'], 'deliverBy'],
  ['lines_refused', ['tonnes'], 'tonnes'],
  ['lines_refused', ['lines.0.slug'], 'lines'],
  ['lines_refused', ['deliverBy', 'tonnes'], 'lines'],
  ['projects_gone', [], 'lines'],
])('a form that was refused (%s, at %j) says why beside %s', (code, fields, place) => {
  const errors = fields.map((field) => ({ field }));
  expect(refusedField(code, errors)).toBe(place);
});
