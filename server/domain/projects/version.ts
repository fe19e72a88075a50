import { setAnswering } from '#server/platform/database/standby.ts';
import { watchVersion } from '#server/platform/database/watch-version.ts';
import { log } from '#server/platform/log.ts';

/**
 * The catalogue's version: the oid of the table of changes (which differs in a restored database) and the number of the last
 * change. Triggers count changes and notify listeners (db/migrations/0007).
 */
export const catalogueVersion = watchVersion({
  channel: 'catalogue',
  question: (sql) => sql<{ version: string }[]>`
    select 'project_changes'::regclass::oid || ':' || coalesce(max(seq), 0) as version
    from project_changes
  `,
  onUnwatched: (error) =>
    log().warn({ event: 'catalogue.unwatched', err: error }, 'No longer notified of catalogue changes: every request asks PostgreSQL'),
  onAnswering: setAnswering,
  onWatched: (tries) => log().info({ event: 'catalogue.watched', tries }, 'Notified of catalogue changes again'),
});

export const {
  current: currentVersion,
  newest: newestVersion,
  confirmedAt,
  confirm: confirmVersion,
  start: startCatalogueWatch,
  stop: stopCatalogueWatch,
} = catalogueVersion;
