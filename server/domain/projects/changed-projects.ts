import { query } from '#server/platform/database/query.ts';

/** Returns whether a project has changed, been deleted or been added since a version. */
type HasChanged = (projectId: number) => boolean;

/** The changes after the version `from`, up to and including `to`: for each project, the number of its last one. */
type Changes = { table: string; from: number; to: number; last: ReadonlyMap<number, number> };

let known: Changes | undefined;
let reading: Promise<void> = Promise.resolve();

/**
 * Returns which projects changed between two versions of the catalogue (`table:number`, as in ./version.ts), so that reads of
 * others need not be repeated. Each change is read once for the whole process.
 * @returns undefined if PostgreSQL has not got all those changes: after a restore, or on a standby that is behind.
 * @throws DatabaseTimeoutError, or the driver's error.
 */
export async function changedProjects(since: string, until: string): Promise<HasChanged | undefined> {
  const [table, from] = parse(since);
  const [newTable, to] = parse(until);
  if (table !== newTable) return undefined;
  const covers = (changes: Changes | undefined) => changes?.table === table && changes.from <= from && changes.to >= to;
  if (!covers(known)) {
    // One read at a time: the next one usually finds that it is no longer needed.
    reading = reading
      .catch(() => {})
      .then(async () => {
        if (!covers(known)) known = await readMore(table, from);
      });
    await reading;
  }
  const changes = known;
  if (!changes || !covers(changes)) return undefined;
  return (id) => (changes.last.get(id) ?? 0) > from;
}

/** Reads the changes after those that are known, or all after `from` if older ones are needed. */
async function readMore(table: string, from: number): Promise<Changes> {
  const before = known?.table === table && known.from <= from ? known : { from, to: from, last: new Map<number, number>() };
  const [row] = await query<{ to: number; changes: [id: number, number: number][] | null }[]>`
    select
      (select coalesce(max(seq), 0)::float8 from project_changes) as "to",
      (select json_agg(json_build_array(project_id, seq)) from project_changes where seq > ${String(before.to)}::bigint) as changes
  `;
  return { table, from: before.from, to: row?.to ?? 0, last: new Map([...before.last, ...(row?.changes ?? [])]) };
}

function parse(version: string): [table: string, number: number] {
  const [table = '', number = ''] = version.split(':');
  return [table, Number(number)];
}
