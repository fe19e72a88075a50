import { rpcProblem } from '#server/api/protocol/rpc-problem.ts';
import { receiptHeaders, rejectionHeaders, submissionRpcProblem } from '#server/api/protocol/submissions.ts';
import type { RpcContext } from '#server/api/rpc/trpc.ts';
import { SubmissionRejected } from '#server/submissions/errors.ts';
import type { Submission, SubmissionResult } from '#server/submissions/submission.ts';
import type { FormTrap } from '#src/schemas/form-trap.ts';

/**
 * Stores a message through `send`; sets the headers of its receipt or rejection.
 * @throws TRPCError with a problem code.
 */
export async function submit<Receipt>(
  { clientAddress, idempotencyKey, responseHeaders }: RpcContext,
  { form_ticket, topic_note }: FormTrap,
  send: (submission: Submission) => Promise<SubmissionResult<Receipt>>,
): Promise<Receipt> {
  if (idempotencyKey === null) throw rpcProblem('idempotency_key_invalid', 'The Idempotency-Key is invalid.');
  try {
    const { receipt, ...outcome } = await send({ clientAddress, key: idempotencyKey, trap: { form_ticket, topic_note } });
    Object.assign(responseHeaders, receiptHeaders(outcome));
    return receipt;
  } catch (error) {
    if (!(error instanceof SubmissionRejected)) throw error;
    Object.assign(responseHeaders, rejectionHeaders(error));
    throw submissionRpcProblem(error);
  }
}
