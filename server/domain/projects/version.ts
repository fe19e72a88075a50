import { setAnswering } from '#server/platform/database/standby.ts';
import { watchVersion } from '#server/platform/database/watch-version.ts';
import { log } from '#server/platform/log.ts';

/**
 * The catalogue's version: which table its changes are counted in (a restored database has another), and the last change's
 * number. Triggers count and tell (db/migrations/0007).
 */
export const catalogueVersion = watchVersion({
  channel: 'catalogue',
  question: (sql) => sql<{ version: string }[]>`
    select 'project_changes'::regclass::oid || ':' || coalesce(max(seq), 0) as version
    from project_changes
  `,
  onUnwatched: (error) =>
    log().warn(
      { event: 'catalogue.unwatched', err: error },
      'Not notified of changes of the catalogue any more: every request asks PostgreSQL',
    ),
  onAnswering: setAnswering,
  onWatched: (tries) => log().info({ event: 'catalogue.watched', tries }, 'Notified of changes of the catalogue again'),
});

export const {
  current: currentVersion,
  newest: newestVersion,
  confirmedAt,
  confirm: confirmVersion,
  start: startCatalogueWatch,
  stop: stopCatalogueWatch,
} = catalogueVersion;
