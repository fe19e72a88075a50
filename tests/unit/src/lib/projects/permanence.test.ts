import { expect, test } from 'vitest';
import { permanenceOf } from '#src/lib/projects/permanence.ts';

test.each([
  [{ permanenceYears: 100, category: 'Methane Avoidance', projectType: null }, 100],
  [{ permanenceYears: null, category: 'Methane Avoidance', projectType: 'Methane avoidance' }, 'nothing stored'],
  [{ permanenceYears: null, category: 'Solar Energy', projectType: null }, 'nothing stored'],
  [{ permanenceYears: null, category: 'Other', projectType: 'wind' }, 'nothing stored'],
  [{ permanenceYears: null, category: 'Window boxes', projectType: null }, 'not stated'],
  [{ permanenceYears: null, category: 'Agroforestry', projectType: 'UK tree planting' }, 'not stated'],
] as const)('of %j is %s', (project, permanence) => {
  expect(permanenceOf(project)).toBe(permanence);
});
