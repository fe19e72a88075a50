import { expect, it, onTestFinished, vi } from 'vitest';
import { rpcClient } from '#src/client/forms/sender.ts';

it('a call that gets no answer ends in time', async () => {
  onTestFinished(() => void vi.restoreAllMocks());
  const limit = new AbortController();
  const timeout = vi.spyOn(AbortSignal, 'timeout').mockReturnValue(limit.signal);
  const sent = vi.spyOn(globalThis, 'fetch').mockResolvedValue(new Response());
  await rpcClient.newsletter.subscribe.mutate({ email: 'ada@mail.example' }).catch(() => {});
  limit.abort();
  expect([timeout.mock.calls, sent.mock.calls[0]?.[1]?.signal?.aborted]).toEqual([[[15_000]], true]);
});
