import { z } from 'zod';
import { inTransaction, type Query } from '#server/platform/database/query.ts';
import type { Project } from '#shared/schemas/project.ts';
import { isListed, projectColumns } from './carbon-projects.ts';
import { readFormerFigures } from './figures.ts';
import { readLastChange } from './list.ts';
import { readCursorParts, writeCursorParts } from './matching.ts';

/**
 * The last change of a project. `seq`: its position in commit order; `slug`: after the change; of a deleted project, its last one.
 */
type Change = { seq: number; change: 'created' | 'updated' | 'deleted'; id: number; slug: string; changedAt: Date };

/**
 * Returns the latest change of each project that changed after `since`, in commit order, at most `limit`. `since` is a position in that
 * order, or a moment: then the list begins with the first change dated at or after it. A client that continues from the last `seq` until
 * `hasMore` is false has the current catalogue and can never miss a change, because positions are given in commit order
 * (db/migrations/0002_catalogue.sql).
 */
export async function readChanges(since: number | Date, limit: number) {
  return inTransaction('isolation level repeatable read read only', async (db) => {
    const last = await readLastChange(db);
    const sinceSeq = since instanceof Date ? await seqBefore(since, db) : since;
    const rows = await db<Change[]>`
      select seq::float8 as seq, change, project_id as id, slug, changed_at
      from project_changes
      where seq > ${sinceSeq}::float8::bigint
      order by seq
      limit ${limit + 1}
    `;
    const changes = rows.slice(0, limit);
    const ids = changes.map(({ id }) => id);
    const projects = await db<Project[]>`select ${projectColumns} from carbon_projects where id = any(${ids}::integer[]) and ${isListed}`;
    const former = await readFormerFigures(db, ids);
    return {
      changes: changes.map((change) => {
        // As they are now; of a deleted project null.
        const project = projects.find(({ id }) => id === change.id) ?? null;
        return { ...change, project, former: (project && former.get(change.id)) ?? null };
      }),
      hasMore: rows.length > limit,
      lastChange: last?.changedAt ?? null,
      lastSeq: last?.seq ?? 0,
      sinceSeq,
    };
  });
}

/** Returns the position before the first change dated at or after a moment; the last position if there is none. */
async function seqBefore(moment: Date, db: Query): Promise<number> {
  const [row] = await db<{ seq: number }[]>`
    select coalesce(min(seq) filter (where changed_at >= ${moment}) - 1, max(seq), 0)::float8 as seq
    from project_changes
  `;
  return row?.seq ?? 0;
}

/** Returns the cursor of `/api/v1/changes` after the change at a position. */
export function writeSeq(seq: number): string {
  return writeCursorParts(['changes', seq]);
}

/** Returns the position of the change that a cursor follows; undefined if the text is no such cursor. */
export function readSeq(text: string): number | undefined {
  const [name, seq, ...more] = readCursorParts(text) ?? [];
  return name === 'changes' && more.length === 0 ? z.int().nonnegative().safeParse(seq).data : undefined;
}
