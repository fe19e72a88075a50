import { expect, it } from 'vitest';
import { describeProblem } from '#server/api/protocol/problem.ts';
import { callsOf } from '#server/platform/web/rate-limit.ts';

it('a problem lists the first twenty errors, truncated, and how many are left out', () => {
  const errors = Array.from({ length: 1_365 }, (_, index) => ({ field: `${index}`.padEnd(4_000, 'x'), message: 'No such parameter' }));
  const { errors: listed, detail } = describeProblem('parameter_invalid', 'an-id', { errors });
  expect(listed).toHaveLength(20);
  expect(JSON.stringify(listed).length).toBeLessThan(4_000);
  expect(detail).toMatch(/ Only the first 20 are listed; 1,345 more are not listed\.$/);
  expect(describeProblem('parameter_invalid', 'an-id', { errors: errors.slice(0, 20) }).detail).not.toContain('more');
});

it.each([
  ['/api/v1/projects', 1],
  ['/api/v1/projects/a,b', 1],
  ['/api/trpc/projects.list', 1],
  ['/api/trpc/projects.list,contact.send', 2],
  ['/api/trpc/projects.list%2Ccontact.send%2cprojects.list', 3],
  [`/api/trpc/${'projects.list,'.repeat(200)}`, 10],
])('a request to %s counts as %i', (path, calls) => {
  expect(callsOf(path)).toBe(calls);
});
