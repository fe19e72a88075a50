import { afterEach, expect, it, vi } from 'vitest';
import { readStored, writeStored } from '#shared/lib/storage.ts';

afterEach(() => void vi.unstubAllGlobals());

it('a browser whose storage is full says that it keeps nothing, and reads what is no JSON as nothing', () => {
  const setItem = () => {
    throw new DOMException('no', 'QuotaExceededError');
  };
  vi.stubGlobal('localStorage', { setItem, getItem: () => '{' });
  expect([writeStored('localStorage', 'list', []), readStored('localStorage', 'list')]).toEqual([false, null]);
});
