import { expect, it, onTestFinished, vi } from 'vitest';
import { rpcClient } from '#src/client/forms/sender.ts';

it('a call that gets no answer ends in time', async () => {
  onTestFinished(() => void vi.restoreAllMocks());
  const limit = new AbortController();
  const timeout = vi.spyOn(AbortSignal, 'timeout').mockReturnValue(limit.signal);
  vi.spyOn(globalThis, 'fetch').mockImplementation(
    (_, { signal } = {}) => new Promise((_, reject) => signal?.addEventListener('abort', () => reject(new Error('No answer')))),
  );
  const call = rpcClient.newsletter.subscribe.mutate({ email: 'ada@mail.example' });
  await vi.waitFor(() => expect(timeout.mock.calls).toEqual([[15_000]]), { timeout: 10_000 });
  limit.abort();
  await expect(call).rejects.toThrow('No answer');
});
