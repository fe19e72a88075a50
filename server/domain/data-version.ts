import { type VersionWatch, watchVersion } from '#server/platform/database/data-version.ts';

/** Called when a person's texts have been erased: nothing made before may be sent any more. */
let onErasure = () => {};

/**
 * The version of everything that pages are made from: whether the catalogue has samples, the oid of the table of changes (which differs
 * in a restored database), the last change of the catalogue, the last entry of the record, the last signature of a witness, and the last
 * erasure (db/migrations/0008_site.sql).
 */
export const dataVersion: VersionWatch = watchVersion({
  channel: 'data',
  question: (connection) => connection<{ version: string }[]>`select data_version() as version`,
  onChange: (version, before) => {
    if (erasuresOf(version) !== erasuresOf(before)) onErasure();
  },
});

/** Sets what happens when a person's texts have been erased. */
export function whenErased(handler: () => void): void {
  onErasure = handler;
}

/** Whether the catalogue has invented sample projects, as far as PostgreSQL has told. Every page then says so. */
export const hasSamples = (): boolean => dataVersion.lastAnswer().version?.startsWith('samples:') ?? false;

const erasuresOf = (version: string) => version.split(':').at(-1);
