/**
 * Ids of advisory locks. They share one number space for the whole database, so their owners declare them in this one list, where
 * two equal ones would be seen. Two more are in db: 7_230_114_925 is held by whoever migrates (db/migrate.ts), 7_230_114_926 orders
 * changes of the catalogue (db/migrations/0002_catalogue.sql).
 */
export const advisoryLocks = {
  /** Held while a checkpoint is signed. */
  signCheckpoint: 7_230_114_927,
  /** Held while it is decided whether the record of the sample projects is created. */
  seedRecord: 7_230_114_928,
  /** Held by the command that imports a file to the record. */
  importUnits: 7_230_114_929,
} as const;
