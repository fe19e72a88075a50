import type { Context } from 'hono';
import type { AppEnv } from '#server/platform/web/app-env.ts';
import { clientShare } from '#server/platform/web/client-address.ts';
import { Gate } from '#server/platform/web/gate.ts';

const gate = new Gate({ maxConcurrent: 2, maxQueued: 8, waitMs: 2_000 });

/**
 * Makes a file that takes much processor time, such as a certificate's PDF (30 to 110 ms). Two are made at once and a few wait.
 * @throws Overloaded beyond that.
 */
export function makeHeavyFile(c: Context<AppEnv>, make: () => Response | Promise<Response>): Promise<Response> {
  return gate.run(clientShare(c), make);
}
