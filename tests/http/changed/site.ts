import { monitorEventLoop } from '#tests/support/event-loop.ts';
import { ownSite } from '#tests/support/own-site.ts';
import { longWaits } from '#tests/support/site.ts';

/** Says for how long a request has blocked all others. */
export const loop = monitorEventLoop();

/**
 * The site of `changed-data.test.ts`, behind a proxy. Pages begin sooner than by `longWaits`, because `catalogue.ts` waits until they do.
 */
export const site = await ownSite({ ...longWaits, pageBeginsWithinMs: '1500', TRUST_PROXY: '1', ...loop.env });
