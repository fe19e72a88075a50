import { expect, it } from 'vitest';
import { isAcceptable } from '#server/platform/web/app-env.ts';

it.each([
  [undefined, true],
  ['text/html, */*;q=0.8', true],
  ['*', true],
  ['text/html', false],
  ['*/*, application/json;q=0', false],
  ['application/*, */*;q=0', true],
])('an Accept header of %s allows JSON: %s', (accept, allowed) => {
  expect(isAcceptable(accept, 'application/json')).toBe(allowed);
});
