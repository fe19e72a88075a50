const token = 'a-token-of-this-test';
/** What a site needs for `standstill`. */
export const watched = { METRICS_TOKEN: token };
const tries = 5;

/**
 * How long (ms) the event loop of a site stands still at most while `work` runs: the site's own histogram, which begins anew
 * whenever it is read. The best of `most` tries, as soon as one is below `enough`: on a busy machine any moment may take longer.
 */
export async function standstill(url: string, work: () => Promise<unknown>, enough: number, most = tries): Promise<number> {
  let best = Number.POSITIVE_INFINITY;
  for (let count = 0; count < most && best >= enough; count += 1) {
    await longestLag(url);
    await work();
    best = Math.min(best, await longestLag(url));
  }
  return best;
}

async function longestLag(url: string): Promise<number> {
  const answer = await fetch(`${url}/metrics`, { headers: { authorization: `Bearer ${token}` } });
  return 1_000 * Number(/^nodejs_eventloop_lag_max_seconds (\S+)/m.exec(await answer.text())?.[1]);
}
