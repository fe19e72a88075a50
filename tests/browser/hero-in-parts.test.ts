import { once } from 'node:events';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { setTimeout as sleep } from 'node:timers/promises';
import { expect, inject, it } from 'vitest';
import { finishedHtml, phone, testBrowser } from '#tests/support/browser.ts';
import { layoutShift } from '#tests/support/layout-shift.ts';

const browser = testBrowser();
/** Long enough (ms) for a browser to paint what it has. */
const pause = 700;

it('the home page does not move if the end of its hero arrives late', async () => {
  let html = '';
  // A page that was made late has the prices behind the hero, and moves them there.
  const isWhole = async () => {
    html = await finishedHtml(new URL('/', inject('siteUrl')));
    return html.indexOf('per tonne, excl. VAT') < html.indexOf('hero-end"></span>');
  };
  await expect.poll(isWhole).toBe(true);
  expect(await shiftInParts(html)).toBe(0);
  // Without its link, the same page is painted at once, and moves.
  expect(await shiftInParts(html.replace(/<link[^>]*rel="expect"[^>]*>/, ''))).toBeGreaterThan(0.02);
});

/** Opens a page of which the title of the hero arrives first, and then the rest. Returns its layout shift. */
async function shiftInParts(html: string): Promise<number> {
  const cut = html.indexOf('</h1>');
  const server = createServer(async (request, response) => {
    if (request.url !== '/') return void response.writeHead(404).end();
    response.writeHead(200, { 'content-type': 'text/html; charset=utf-8' });
    response.write(html.slice(0, cut));
    await sleep(pause);
    response.end(html.slice(cut));
  });
  await once(server.listen(0, '127.0.0.1'), 'listening');
  try {
    const { page } = await browser.open('/', {
      ...phone,
      baseURL: `http://127.0.0.1:${(server.address() as AddressInfo).port}`,
      expectProblems: true,
    });
    return await layoutShift(page);
  } finally {
    server.closeAllConnections();
    server.close();
  }
}
