/** What a procedure knows about its request. */
export type RpcContext = {
  requestId: string;
  clientAddress: string;
  /** The request's Idempotency-Key; null if it is invalid. */
  idempotencyKey: string | undefined | null;
  /** Headers that procedures add to the response. */
  responseHeaders: Record<string, string>;
};
