import { expect, it } from 'vitest';
import { isAcceptable } from '#server/platform/web/app-env.ts';

it('an Accept header allows JSON unless it names other types alone, or forbids JSON', () => {
  const headers = [undefined, 'text/html, */*;q=0.8', '*', 'application/*, */*;q=0', 'text/html', '*/*, application/json;q=0'];
  expect(headers.filter((accept) => isAcceptable(accept, 'application/json'))).toEqual(headers.slice(0, 4));
});
