import { rpcProblem } from '#server/api/protocol/rpc-problem.ts';
import { answeredHeaders, tooManyHeaders } from '#server/api/protocol/submission-headers.ts';
import type { RpcContext } from '#server/api/rpc/context.ts';
import { KeyReused, ProjectsGone, TooManyMessages } from '#server/submissions/errors.ts';
import type { Answered, Sending } from '#server/submissions/sending.ts';
import type { FormTrap } from '#src/schemas/form-trap.ts';

/** Calls `send` with how the message came in, and answers its errors and replays in the terms of RPC. */
export async function answerOnce<Receipt>(
  { clientAddress, idempotencyKey, answerHeaders }: RpcContext,
  { form_ticket, topic_note }: FormTrap,
  send: (sending: Sending) => Promise<Answered<Receipt>>,
): Promise<Receipt> {
  if (idempotencyKey === null) throw rpcProblem('BAD_REQUEST', 'idempotency_key_invalid', 'The Idempotency-Key is invalid.');
  try {
    const { receipt, ...how } = await send({ clientAddress, key: idempotencyKey, trap: { form_ticket, topic_note } });
    Object.assign(answerHeaders, answeredHeaders(how));
    return receipt;
  } catch (error) {
    if (error instanceof KeyReused) throw rpcProblem('UNPROCESSABLE_CONTENT', 'idempotency_key_reused', error.message);
    if (error instanceof ProjectsGone) {
      const errors = error.lines.map((line) => ({ field: `lines.${line}.slug`, message: error.message }));
      throw rpcProblem('UNPROCESSABLE_CONTENT', 'projects_gone', error.message, errors);
    }
    if (!(error instanceof TooManyMessages)) throw error;
    Object.assign(answerHeaders, tooManyHeaders(error));
    throw rpcProblem('TOO_MANY_REQUESTS', 'too_many_messages', error.message);
  }
}
