import { expect, it } from 'vitest';
import { lastModified } from '#server/platform/web/cache-headers.ts';

it.each(['400', '000'])('a change at .%s of a second is dated with the next whole second, once that has begun', (ms) => {
  const changed = new Date(`2026-03-31T10:00:00.${ms}Z`);
  const at = (clock: string) => lastModified(changed, Date.parse(`2026-03-31T${clock}Z`));
  expect(at('10:00:00.999')).toEqual({});
  expect(at('10:00:01.000')).toEqual({ 'last-modified': 'Tue, 31 Mar 2026 10:00:01 GMT' });
  expect(lastModified(null)).toEqual({});
});
