import { expect, it } from 'vitest';
import { lastModified } from '#server/platform/web/conditional-requests.ts';

it('a change is dated with the next whole second, once that second is over', () => {
  const changed = new Date('2026-03-31T10:00:00.400Z');
  expect(lastModified(changed)).toEqual({ 'last-modified': 'Tue, 31 Mar 2026 10:00:01 GMT' });
  expect(lastModified(changed, Date.parse('2026-03-31T10:00:00.900Z'))).toEqual({});
  expect(lastModified(null)).toEqual({});
});
