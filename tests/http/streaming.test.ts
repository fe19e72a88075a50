import { describe, expect, it } from 'vitest';
import { head } from '#shared/content/projects/index.ts';
import { ownSite } from '#tests/support/own-site.ts';
import { lockProjects } from '#tests/support/projects.ts';

/** Longest wait (ms) for the first part, and for queries, on a busy machine. */
const firstPartLimit = 15_000;

describe('with a query held back until the first part has arrived', () => {
  const site = ownSite({ DATABASE_READ_LIMIT_MS: '20000' });
  // Nobody has asked for its pages yet, so none is kept.

  it.each([
    ['/', 'Buy Carbon Credits You Can Trust', 'Loading projects...'],
    ['/credits', 'Request Custom Quote', 'Loading carbon projects...'],
    ['/projects?view=cards', head.title, 'Loading carbon projects...'],
  ])('%s sends header, hero and loading text before the query ends', async (path, hero, loading) => {
    const lock = await lockProjects(site.sql());
    let isLate = false;
    const timeout = setTimeout(() => {
      isLate = true;
      lock.release();
    }, firstPartLimit);

    const { headers, firstPart, whole } = await readInParts(`${site.url}${path}`, loading, lock.release).finally(lock.release);

    clearTimeout(timeout);
    // Otherwise the parts may have been rendered after the query had ended.
    expect(isLate).toBe(false);
    expect(headers.get('content-length')).toBeNull();
    expect(headers.get('cache-control')).toBe('no-store');
    expect(headers.get('content-security-policy')).toMatch(/'nonce-[^']+' 'strict-dynamic'/);
    expect(firstPart).toContain('<header');
    expect(firstPart).toContain(hero);
    expect(firstPart).not.toContain('<article');
    // The home page is painted with the end of its hero, however late that is, so that nothing moves.
    const painted = /<link rel="expect" href="#hero-end" blocking="render"\/>.*<\/h1>.*<span id="hero-end">/s;
    expect(painted.test(firstPart)).toBe(path === '/');
    expect(whole).toContain('<article');
    expect(whole).not.toContain('<link rel="next"');
    expect(whole).not.toContain('name="static"');
    expect(whole.endsWith('</body></html>')).toBe(true);
    expect(/<script type="application\/json" id="payload">[^<]+<\/script><\/body><\/html>$/.test(whole)).toBe(path === '/credits');
    await lock.ended;
  });

  it.each(['/projects/cwm-ty-coch-hillside-woodland', '/projects/no-such-project'])(
    '%s waits for what its status depends on',
    async (path) => {
      const lock = await lockProjects(site.sql());
      const answer = fetch(site.url + path);
      // Longer than a page with a list may take to begin.
      setTimeout(lock.release, 1_500);
      const { status, headers } = await answer;
      await lock.ended;
      expect(status).toBe(path.endsWith('no-such-project') ? 404 : 200);
      expect(headers.get('content-length') ?? headers.get('content-encoding')).not.toBeNull();
      expect(headers.get('content-security-policy')).not.toContain('nonce');
    },
  );
});

/** Reads a response as it arrives. Calls `seen` once `mark` has arrived; returns the text up to then, and the whole. */
async function readInParts(address: string, mark: string, seen: () => void) {
  const answer = await fetch(address);
  let whole = '';
  let firstPart = '';
  for await (const chunk of (answer.body ?? new ReadableStream()).pipeThrough(new TextDecoderStream())) {
    whole += chunk;
    if (!firstPart && whole.includes(mark)) {
      firstPart = whole;
      seen();
    }
  }
  return { headers: answer.headers, firstPart, whole };
}
