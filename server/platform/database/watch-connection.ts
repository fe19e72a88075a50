import postgres from 'postgres';
import { type Server, type Sql, serverAddress } from './pool.ts';

/** How long (ms) an answer about the version may take. */
export const answerMs = 1_000;

type Listeners = { onclose?: () => void; onnotify?: (channel: string, payload: string) => void };

/** Opens a connection for watching a version, separate from the pool so that busy visitors cannot delay it. */
export function openWatchConnection(server: Server, { onclose, onnotify }: Listeners = {}): Sql {
  return postgres(serverAddress(server), {
    max: 1,
    idle_timeout: null,
    max_lifetime: null,
    fetch_types: false,
    connect_timeout: answerMs / 1_000,
    connection: { application_name: 'carma-site-watch', statement_timeout: answerMs },
    onnotice: () => {},
    onclose,
    // Undocumented: see docs/couplings.md.
    onnotify,
  } as object);
}
