/** The maximum number of calls in one batched request. */
export const maxBatchSize = 10;
