import { expect, it } from 'vitest';
import { sign } from '#server/platform/secret.ts';

it('a signature is that of one purpose, one text and one secret', async () => {
  const signed = await Promise.all([
    sign('quote', 'a', 'key'),
    sign('unsubscribe', 'a', 'key'),
    sign('quote', 'b', 'key'),
    sign('quote', 'a', 'lock'),
  ]);
  expect(new Set(signed.map((bytes) => bytes.toString('hex'))).size).toBe(4);
});
