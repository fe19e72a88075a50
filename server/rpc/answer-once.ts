import { TRPCError } from '@trpc/server';
import { KeyReused, ProjectsGone, TooManyMessages } from '#server/messages/refusal.ts';
import type { Answered, Sending } from '#server/messages/sending.ts';
import type { RpcContext } from '#server/rpc/context.ts';
import type { FormTrap } from '#src/schemas/form-trap.ts';

/** Calls `send` with how the message came in, and answers its faults and replays in the terms of RPC. */
export async function answerOnce<Receipt>(
  { clientAddress, idempotencyKey, answerHeaders }: RpcContext,
  { form_ticket, topic_note }: FormTrap,
  send: (sending: Sending) => Promise<Answered<Receipt>>,
): Promise<Receipt> {
  if (idempotencyKey === null) throw new TRPCError({ code: 'BAD_REQUEST', message: 'The Idempotency-Key is wrong.' });
  try {
    const { receipt, replayed } = await send({ clientAddress, key: idempotencyKey, trap: { form_ticket, topic_note } });
    if (replayed) answerHeaders['idempotency-replayed'] = 'true';
    return receipt;
  } catch (error) {
    if (error instanceof KeyReused || error instanceof ProjectsGone)
      throw new TRPCError({ code: 'UNPROCESSABLE_CONTENT', message: error.message });
    if (!(error instanceof TooManyMessages)) throw error;
    answerHeaders['retry-after'] = String(error.retryAfterSeconds);
    throw new TRPCError({ code: 'TOO_MANY_REQUESTS', message: error.message });
  }
}
