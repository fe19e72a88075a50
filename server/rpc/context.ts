/** What a procedure knows of its request. */
export type RpcContext = { requestId: string };
