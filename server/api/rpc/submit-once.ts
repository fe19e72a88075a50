import { rpcProblem } from '#server/api/protocol/rpc-problem.ts';
import { receiptHeaders, tooManyHeaders } from '#server/api/protocol/submission-headers.ts';
import type { RpcContext } from '#server/api/rpc/trpc.ts';
import { KeyReused, ProjectsGone, TooManyMessages } from '#server/submissions/errors.ts';
import type { Submission, SubmissionResult } from '#server/submissions/submission.ts';
import type { FormTrap } from '#src/schemas/form-trap.ts';

/** Stores a message through `send`, and translates errors and replays into the terms of RPC. @throws TRPCError with a problem code. */
export async function submitOnce<Receipt>(
  { clientAddress, idempotencyKey, responseHeaders }: RpcContext,
  { form_ticket, topic_note }: FormTrap,
  send: (submission: Submission) => Promise<SubmissionResult<Receipt>>,
): Promise<Receipt> {
  if (idempotencyKey === null) throw rpcProblem('BAD_REQUEST', 'idempotency_key_invalid', 'The Idempotency-Key is invalid.');
  try {
    const { receipt, ...outcome } = await send({ clientAddress, key: idempotencyKey, trap: { form_ticket, topic_note } });
    Object.assign(responseHeaders, receiptHeaders(outcome));
    return receipt;
  } catch (error) {
    if (error instanceof KeyReused) throw rpcProblem('UNPROCESSABLE_CONTENT', 'idempotency_key_reused', error.message);
    if (error instanceof ProjectsGone) {
      const errors = error.lines.map((line) => ({ field: `lines.${line}.slug`, message: error.message }));
      throw rpcProblem('UNPROCESSABLE_CONTENT', 'projects_gone', error.message, errors);
    }
    if (!(error instanceof TooManyMessages)) throw error;
    Object.assign(responseHeaders, tooManyHeaders(error));
    throw rpcProblem('TOO_MANY_REQUESTS', 'too_many_messages', error.message);
  }
}
