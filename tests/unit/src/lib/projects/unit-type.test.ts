import { expect, it } from 'vitest';
import { unitTypeName } from '#src/lib/projects/unit-type.ts';

it('a unit type is shown with a dash instead of a hyphen', () => {
  expect(unitTypeName('Removal - technical')).toBe('Removal – technical');
  expect(unitTypeName('Avoidance')).toBe('Avoidance');
});
