import type { BareResponse } from './bare-server.ts';
import type { Load, LoadResult } from './load.ts';
import { fetchKept } from './requests.ts';
import { median, type Row } from './row.ts';
import { type Stage, slugsOf, startHelper, startSite, withoutLimits } from './stage.ts';

const rounds = 7;
const roundMs = 500;
const warmUpMs = 3_000;
const connections = 32;

/** Measures requests a second for pages from the cache, in turns with a bare server that sends the same headers and bytes. */
export async function* measureCached(stage: Stage): AsyncGenerator<Row> {
  const site = await startSite(stage, stage.small, withoutLimits);
  const [bare, load] = [await startHelper('bare-server.ts'), await startHelper('load.ts')];
  const bareUrl = `http://127.0.0.1:${bare.firstMessage}`;
  const fire = async (server: string, path: string, encoding: string, ms: number) => {
    const headers = { 'accept-encoding': encoding };
    const { perSecond, failed }: LoadResult = await load.ask({ url: server, paths: [path], headers, connections, ms } satisfies Load);
    if (failed > 0) throw new Error(`${server}${path}: ${failed} requests failed`);
    return perSecond;
  };
  try {
    const [slug] = await slugsOf(stage.small, 1);
    // V8 compiles the code of both servers.
    for (const server of [site.url, bareUrl]) await fire(server, '/', 'br', warmUpMs);
    for (const path of ['/', '/projects', `/projects/${slug}`]) {
      for (const encoding of ['br', 'identity']) {
        const { rawHeaders, body } = await fetchKept(site.url + path, { 'accept-encoding': encoding });
        await bare.ask({ headers: endToEnd(rawHeaders), body } satisfies BareResponse);
        const results: { own: number; bare: number }[] = [];
        for (let round = 0; round < rounds; round += 1)
          results.push({ own: await fire(site.url, path, encoding, roundMs), bare: await fire(bareUrl, path, encoding, roundMs) });
        yield {
          measure: `cached: ${path === `/projects/${slug}` ? 'a project' : path}, ${encoding}, ${(body.byteLength / 1000).toFixed(1)} kB`,
          value: median(results.map((result) => result.own / result.bare)),
          unit: '×',
          bar: 0.35,
          isMinimum: true,
          note: `${Math.round(median(results.map(({ own }) => own)))} : ${Math.round(median(results.map((result) => result.bare)))} per second`,
        };
      }
    }
  } finally {
    await Promise.all([site.stop(), bare.stop(), load.stop()]);
  }
}

/** Leaves out the headers that Node itself adds to every response. */
function endToEnd(rawHeaders: string[]): string[] {
  const isNodes = (name: string | undefined) => /^(?:date|connection|keep-alive)$/i.test(name ?? '');
  return rawHeaders.filter((_, index) => !isNodes(rawHeaders[index - (index % 2)]));
}
