import { expect, it } from 'vitest';
import { loggablePath, requestIds } from '#server/http/front/visit.ts';

const trace = '4bf92f3577b34da6a3ce929d0e0e4736';
const parent = `00-${trace}-00f067aa0ba902b7-01`;

it('the ids of a request are the caller’s if they are well formed', () => {
  expect(requestIds('0f8fad5b-d9cb-469f-a165-70867728950e', undefined)).toEqual({ requestId: '0f8fad5b-d9cb-469f-a165-70867728950e' });
  expect(requestIds('abc-12345678', parent)).toEqual({ requestId: 'abc-12345678', traceId: trace });
  expect(requestIds(undefined, parent)).toEqual({ requestId: trace, traceId: trace });
  expect(requestIds(undefined, `cc-${trace}-00f067aa0ba902b7-01-what-later-versions-add`).traceId).toBe(trace);
});

const noIds = ['ada@example.com', 'ada.lovelace', 'a b c d e f g h', 'short', 'f'.repeat(65), '"}{"event":"forged"', 'zzzzzzzzzz'];
it.each(noIds)('the ids of a request are generated instead of %j', (callerId) => {
  expect(requestIds(callerId, undefined).requestId).toMatch(/^[0-9a-f]{8}-[0-9a-f-]{27}$/);
});

it.each([
  ['/projects/glen-carron_2.5', '/projects/glen-carron_2.5'],
  ['/people/ada@example.com/x', '/people/*/x'],
  ['/Ada Lovelace', '/*'],
  [`/quotes/Q-1A2B3C4D-${'0'.repeat(32)}`, '/quotes/*'],
  [`/x/q-1a2b3c4d-${'0'.repeat(32)}.`, '/x/*'],
  [`/${'a'.repeat(65)}/x`, '/*/x'],
  ['/\r\n{"event":"forged"}', '/*'],
])('a path in the log %j is logged as %j', (path, logged) => {
  expect(loggablePath(path)).toBe(logged);
});
