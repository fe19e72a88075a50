import { expect, it, vi } from 'vitest';
import { fetchWithTimeout } from '#src/client/rpc-link.ts';

it('a call that gets no answer ends in time, whether or not it can be cancelled too', async () => {
  const limit = new AbortController();
  const timeout = vi.spyOn(AbortSignal, 'timeout').mockReturnValue(limit.signal);
  const sent = vi.spyOn(globalThis, 'fetch').mockResolvedValue(new Response());
  for (const init of [{}, { signal: new AbortController().signal }]) await fetchWithTimeout('/api/trpc/contact.send', init);
  limit.abort();
  expect(sent.mock.calls.map(([, init]) => init?.signal?.aborted)).toEqual([true, true]);
  expect(timeout.mock.calls).toEqual([[15_000], [15_000]]);
  vi.restoreAllMocks();
});
