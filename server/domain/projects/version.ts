import { sql } from '#server/platform/database/sql.ts';
import { setAnswering } from '#server/platform/database/standby.ts';
import { watchVersion } from '#server/platform/database/watch-version.ts';
import { log } from '#server/platform/log.ts';

/**
 * The catalogue's version, from `project_changes`: the oid of that table (which differs in a restored database) and the number of
 * the last change. Triggers count changes and notify listeners (db/migrations/0007).
 */
export const versionColumn = sql`'project_changes'::regclass::oid || ':' || coalesce(max(seq), 0)`;

/** Knows the catalogue's version without asking for it. */
export const catalogueVersion = watchVersion({
  channel: 'catalogue',
  question: (connection) => connection<{ version: string }[]>`select ${versionColumn as never} as version from project_changes`,
  onUnwatched: (error) =>
    log().warn({ event: 'catalogue.unwatched', err: error }, 'No longer notified of catalogue changes: every request asks PostgreSQL'),
  onAnswering: setAnswering,
  onWatched: (tries) => log().info({ event: 'catalogue.watched', tries }, 'Notified of catalogue changes again'),
});
