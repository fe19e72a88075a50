// Sends requests from its own process, so that it does not compete with the measuring code.
import autocannon from 'autocannon';

export type Load = { url: string; headers: Record<string, string>; connections: number; ms: number };
/** Requests a second; latencies in ms. */
export type LoadResult = { perSecond: number; p50: number; p99: number; failed: number };

process.send?.('ready');
process.on('message', async ({ url, headers, connections, ms }: Load) => {
  const began = performance.now();
  const run = autocannon({ url, headers, connections, duration: 60 });
  setTimeout(() => (run as unknown as autocannon.Instance).stop(), ms);
  const { latency, requests, non2xx, errors } = await run;
  const seconds = (performance.now() - began) / 1000;
  process.send?.({ perSecond: requests.total / seconds, p50: latency.p50, p99: latency.p99, failed: non2xx + errors } satisfies LoadResult);
});
process.on('disconnect', () => process.exit(0));
