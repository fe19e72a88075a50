// Sends requests from its own process, so that it does not compete with the measuring code.
import autocannon from 'autocannon';

/** Visitors who request the paths in turn, each the next one as soon as the last is answered. */
export type Load = { url: string; paths: string[]; headers: Record<string, string>; connections: number; ms: number };
export type LoadResult = { perSecond: number; failed: number };

process.send?.('ready');
process.on('message', async ({ url, paths, headers, connections, ms }: Load) => {
  const began = performance.now();
  const run = autocannon({ url, headers, connections, duration: 60, requests: paths.map((path) => ({ path })) });
  setTimeout(() => (run as unknown as autocannon.Instance).stop(), ms);
  const { requests, non2xx, errors } = await run;
  const perSecond = (requests.total * 1_000) / (performance.now() - began);
  process.send?.({ perSecond, failed: non2xx + errors } satisfies LoadResult);
});
process.on('disconnect', () => process.exit(0));
