import { it } from 'vitest';
import { testBrowser } from '#tests/support/browser.ts';
import { ownSite } from '#tests/support/own-site.ts';
import { otherPages, sweep } from '#tests/support/page-sweep.ts';

const browser = testBrowser();
/** A separate site, so that page sizes are the same in every run: other tests change the shared site's catalogue, and pages contain the address. */
const site = ownSite({ PUBLIC_URL: 'http://localhost:3000' });

it.each(otherPages)(
  '%s is light, keeps still, fits every window, carries its styles and has no accessibility violations',
  (address) => sweep(browser, site.url, address),
  120_000,
);
