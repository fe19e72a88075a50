import { it } from 'vitest';
import { testBrowser } from '#tests/support/browser.ts';
import { pageOfEachKind, sweep } from '#tests/support/page-sweep.ts';

const browser = testBrowser();

it.each(pageOfEachKind)(
  '%s is light, keeps still, has what the specification names, fits every window, carries its styles and has no accessibility violations',
  (address) => sweep(browser, address),
  120_000,
);
