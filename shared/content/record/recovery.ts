/** What is said of a project that the record names and the catalogue lost, until the catalogue is imported again. */
export const restoredProject = {
  description: 'Carma’s record names this project. Its description was lost with a database and will follow.',
  /** Its location, and its standard where the entry names no registry. */
  notStated: 'Not stated',
};

/** Shown while the database has fewer entries than were signed. */
export const behind = {
  title: 'Part of the record is missing at the moment',
  body: 'The signed log has {signed}, of which our database has {size}: it was restored from a backup. The entries from {first} on are missing here, and nothing is recorded until they are back. Certificates and proofs of them stay valid.',
};

/** Of logs that were ended for good. */
export const endedLogs = {
  title: 'An earlier log has ended',
  body: 'The log {log} ended on {date}, at {entries}. This log, {continuedBy}, begins with the first {kept} of them.',
  reason: 'Why: {reason}',
  lost: 'The entries from {first} on, {count} in all, were lost. Certificates of these entries are not on this record, and their numbers are not given again.',
  note: 'Its last checkpoint',
  /** The entry with which the next log says so itself. */
  entry: 'This log continues {log}, which ended at {entries}, of which it begins with the first {kept}. Why: {reason}',
};
