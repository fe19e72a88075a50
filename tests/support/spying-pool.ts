import pLimit from 'p-limit';
import postgres from 'postgres';
import { connectTo } from '#db/connection.ts';
import type { Pool } from '#server/platform/database/pool.ts';

export type Sent = { statement: string; parameters: unknown[] };

/** Creates a pool with a single connection that notes in `sent` what it sends. End its `sql` in `afterAll`. */
export function spyingPool(url: string, sent: Sent[]): Pool {
  const sql = connectTo(url, {
    max: 1,
    prepare: false,
    transform: postgres.camel,
    onnotice: () => {},
    debug: (_connection, statement, parameters) => void sent.push({ statement, parameters }),
  });
  return { sql, limit: pLimit(1), unfinished: new Map(), isBroken: false };
}
