import { query } from '#server/platform/database/query.ts';
import type { IsAffectedBy } from '#server/platform/request-context.ts';
import type { ChangedProject } from '#src/schemas/project.ts';

/** The changes after the version `from`, up to and including `to`: each project's last one, in the order of the commits. */
type Changes = { table: string; from: number; to: number; last: readonly Change[] };
type Change = { seq: number; project: ChangedProject };

let known: Changes | undefined;
let reading: Promise<void> = Promise.resolve();

/**
 * Returns which projects changed between two versions of the catalogue (`table:number`, as in ./version.ts), so that reads of
 * others need not be repeated. Their values may be those of a later version. Each change is read once for the whole process.
 * @returns undefined if PostgreSQL has not got all those changes: after a restore, or on a standby that is behind.
 * @throws DatabaseTimeoutError, or the driver's error.
 */
export async function readChangedProjects(since: string, until: string): Promise<readonly ChangedProject[] | undefined> {
  const { table, number: from } = parse(since);
  if (table !== parse(until).table) return undefined;
  if (!changedProjects(since, until)) {
    // One read at a time: the next one usually finds that it is no longer needed.
    reading = reading
      .catch(() => {})
      .then(async () => {
        if (!changedProjects(since, until)) known = await readMore(table, from);
      });
    await reading;
  }
  return changedProjects(since, until);
}

/** The same without waiting: undefined, too, if the changes have not been read yet. */
export function changedProjects(since: string, until: string): readonly ChangedProject[] | undefined {
  const { table, number: from } = parse(since);
  const { table: newTable, number: to } = parse(until);
  if (!known || known.table !== table || table !== newTable || known.from > from || known.to < to) return undefined;
  const lastBefore = known.last.findLastIndex(({ seq }) => seq <= from);
  return known.last.slice(lastBefore + 1).map(({ project }) => project);
}

/** Returns, for `recorded`, that only changes of this project can affect a read; undefined, so that nothing is known, without an id. */
export function dependsOnProject(id: number | undefined): IsAffectedBy | undefined {
  return id === undefined ? undefined : (changed) => changed.id === id;
}

/** Reads the changes after those that are known, or all after `from` if older ones are needed. */
async function readMore(table: string, from: number): Promise<Changes> {
  const before = known?.table === table && known.from <= from ? known : { from, to: from, last: [] };
  const [row] = await query<{ to: number; changes: Change[] | null }[]>`
    select
      (select coalesce(max(seq), 0)::float8 from project_changes) as "to",
      (
        select json_agg(
          json_build_object(
            'seq', seq,
            'project', json_strip_nulls(json_build_object(
              'id', project_id,
              'category', category,
              'projectType', project_type,
              'pricePerCredit', price_per_credit
            ))
          )
          order by seq
        )
        from project_changes
        left join carbon_projects on carbon_projects.id = project_id
        where seq > ${String(before.to)}::bigint
      ) as changes
  `;
  const changes = row?.changes ?? [];
  const changedAgain = new Set(changes.map(({ project }) => project.id));
  const stillLast = before.last.filter(({ project }) => !changedAgain.has(project.id));
  return { table, from: before.from, to: row?.to ?? 0, last: [...stillLast, ...changes] };
}

function parse(version: string): { table: string; number: number } {
  const [table = '', number = ''] = version.split(':');
  return { table, number: Number(number) };
}
