/** What a procedure knows of its request. */
export type RpcContext = {
  requestId: string;
  clientAddress: string;
  /** The request's Idempotency-Key; null when it is none. */
  idempotencyKey: string | undefined | null;
  /** Headers that a procedure adds to the answer. */
  answerHeaders: Record<string, string>;
};
