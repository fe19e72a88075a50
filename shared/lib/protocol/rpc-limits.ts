/** The maximum number of calls in one batched request. */
export const maxBatchSize = 10;

/** How long (ms) the browser waits for an answer from the API. */
export const apiTimeoutMs = 15_000;
