import { createStore } from 'jotai';
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { dismissToastAtom, showToastAtom, toastsAtom } from '#src/client/toasts/toasts.ts';

const first = { variant: 'default', title: 'First', description: 'One' } as const;
const second = { variant: 'destructive', title: 'Second', description: 'Two' } as const;

describe('toasts', () => {
  beforeEach(() => {
    vi.useFakeTimers();
  });
  afterEach(() => {
    vi.useRealTimers();
  });

  it('are shown one at a time: a new one replaces the last', () => {
    const store = createStore();
    store.set(showToastAtom, first);
    store.set(showToastAtom, second);
    expect(store.get(toastsAtom)).toMatchObject([{ title: 'Second', open: true }]);
  });

  it('close when dismissed, and are removed 1,000,000 ms later', () => {
    const store = createStore();
    store.set(showToastAtom, first);
    store.set(dismissToastAtom, store.get(toastsAtom)[0]?.id ?? 0);
    expect(store.get(toastsAtom)).toMatchObject([{ title: 'First', open: false }]);
    vi.advanceTimersByTime(999_999);
    expect(store.get(toastsAtom)).toHaveLength(1);
    vi.advanceTimersByTime(1);
    expect(store.get(toastsAtom)).toHaveLength(0);
  });
});
