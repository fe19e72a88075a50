import { afterEach, describe, expect, it } from 'vitest';
import { isPrimaryLost, serverToRead, setAnswering } from '#server/platform/database/standby.ts';

afterEach(() => setAnswering('primary'));

describe('a read that ran out of time', () => {
  it('is not retried while the primary answers', async () => {
    expect(await isPrimaryLost()).toBe(false);
  });

  it('is retried when the loss of the primary is noticed shortly after it', async () => {
    setTimeout(() => setAnswering(undefined), 200);
    setTimeout(() => setAnswering('standby'), 300);
    expect(await isPrimaryLost()).toBe(true);
    expect(await serverToRead()).toBe('standby');
  });
});
