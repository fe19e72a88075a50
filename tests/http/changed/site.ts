import { monitorEventLoop } from '#tests/support/event-loop.ts';
import { ownSite } from '#tests/support/own-site.ts';
import { longWaits } from '#tests/support/site.ts';

/** Says for how long a request has blocked all others. */
export const loop = monitorEventLoop();

/** The site of `changed-data.test.ts`. A busy machine must not make it say that it is not ready, or that the database does not answer. */
export const site = ownSite({ ...longWaits, READY_TIMEOUT_MS: '20000', DATABASE_WRITE_LIMIT_MS: '20000', TRUST_PROXY: '1', ...loop.env });
