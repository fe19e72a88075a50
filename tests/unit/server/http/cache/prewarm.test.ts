import { expect, it } from 'vitest';
import { prewarm } from '#server/http/cache/prewarm.ts';
import { getCached, setCached, uncompressed } from '#server/http/cache/response-cache.ts';

function cache(address: string, text: string): void {
  const response = { status: 200, headers: [], version: undefined, hash: address, lastModified: undefined, hits: 0 };
  setCached(address, { ...response, ...uncompressed(Buffer.from(text), true) });
}

it('prewarms pages in order, then the pictures that they show, each once, skipping what is cached', async () => {
  const pages: Record<string, string> = {
    '/woods': '<img src="/pictures/woodland/oak.svg"><div style="background:url(/pictures/seals/vcs.svg)">₂</div>',
    '/about': '<img src="/pictures/woodland/oak.svg"><img src="/pictures/hero/wide.svg"><img src="/share/default.png">',
    '/': '<img src="/pictures/kept.svg">',
  };
  cache('/about', pages['/about'] ?? '');
  cache('/pictures/hero/wide.svg', '<svg>');
  const prewarmed: string[] = [];
  await prewarm(['/woods', '/about', '/'], async (address) => {
    prewarmed.push(address);
    cache(address, pages[address] ?? '<svg>');
  });
  expect(prewarmed).toEqual(['/woods', '/', '/pictures/woodland/oak.svg', '/pictures/seals/vcs.svg', '/pictures/kept.svg']);
  expect(prewarmed.every(getCached)).toBe(true);
});
