import { expect, it } from 'vitest';
import { prewarm } from '#server/http/cache/prewarm.ts';
import { getCached, setCached, uncompressed } from '#server/http/cache/response-cache.ts';

function keep(address: string, text: string): void {
  const answer = { status: 200, headers: [], version: undefined, hash: address, lastModified: undefined, hits: 0 };
  setCached(address, { ...answer, ...uncompressed(Buffer.from(text), true) });
}

it('makes pages in their order, then the pictures that they show, each once, and nothing that is there already', async () => {
  const pages: Record<string, string> = {
    '/woods': '<img src="/pictures/woodland/oak.svg"><div style="background:url(/pictures/seals/vcs.svg)">₂</div>',
    '/about': '<img src="/pictures/woodland/oak.svg"><img src="/pictures/hero/wide.svg"><img src="/share/default.png">',
    '/': '<img src="/pictures/kept.svg">',
  };
  keep('/about', pages['/about'] ?? '');
  keep('/pictures/hero/wide.svg', '<svg>');
  const made: string[] = [];
  await prewarm(['/woods', '/about', '/'], async (address) => {
    made.push(address);
    keep(address, pages[address] ?? '<svg>');
  });
  expect(made).toEqual(['/woods', '/', '/pictures/woodland/oak.svg', '/pictures/seals/vcs.svg', '/pictures/kept.svg']);
  expect(made.every(getCached)).toBe(true);
});
