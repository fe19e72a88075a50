import { expect, test } from 'vitest';
import { auditWholeRecord } from '#server/domain/record/audit/audit.ts';
import { RecordProblem } from '#server/domain/record/book/operation.ts';
import { operations } from '#shared/schemas/record.ts';
import { ownDatabase, run, units } from '#tests/support/own-database.ts';
import { projectRow } from '#tests/support/projects.ts';
import type { OperationKind } from '#verify/entry.ts';

const slugs = ['oak', 'elm', 'ash', 'fen'];
const database = ownDatabase({ LOG_LEVEL: 'error' }, slugs.map(projectRow));
const until = new Date(Date.now() + 60 * 86_400_000).toISOString().slice(0, 10);

/** Returns numbers that a seed alone decides (mulberry32). */
function randomOf(seed: number) {
  let state = seed;
  const next = () => {
    state = (state + 0x6d2b79f5) | 0;
    let mixed = Math.imul(state ^ (state >>> 15), 1 | state);
    mixed = (mixed + Math.imul(mixed ^ (mixed >>> 7), 61 | mixed)) ^ mixed;
    return ((mixed ^ (mixed >>> 14)) >>> 0) / 2 ** 32;
  };
  const below = (limit: number) => Math.floor(next() * limit);
  return { below, pick: <One>(of: readonly One[]) => of[below(of.length)] as One, chance: (share: number) => next() < share };
}

/** Makes operations as a careless, busy desk would send them: most of them are possible, some are not. */
function deskOf({ below, pick, chance }: ReturnType<typeof randomOf>) {
  /** What the answers told. */
  const known = { batches: [{ batch: 1, last: 10 }], owners: [{ reservation: 0 } as object], certificates: ['CR-999999'], entries: 0 };
  let series = 0;
  const part = () => {
    const { batch, last } = pick(known.batches);
    const first = 1 + below(last);
    return { batch, first, last: Math.min(last, first + below(8)) };
  };
  const ofProject = () => ({ project: pick(slugs), quantity: 1 + below(40) });
  const issuance = () => ({ issuance: pick(['issued', 'issued', 'expected']) });
  const ways = [
    () => ({ ...ofProject(), ...issuance() }),
    () => ({ projects: [ofProject(), ofProject()], ...issuance() }),
    () => ({ batch: pick(known.batches).batch, quantity: 1 + below(10) }),
    () => ({ serials: [part(), part()] }),
  ];
  const held = () => pick(ways)();
  const owned = () => ({ ...pick(known.owners), ...(chance(0.5) && { quantity: 1 + below(15) }) });
  const requests: Record<OperationKind, () => object> = {
    receive: () => units(pick(slugs), `WCU-${chance(0.05) ? 1 : ++series}`, 1, 20 + below(200), issuance()),
    reserve: () => ({ ...held(), until }),
    release: owned,
    assign: () => ({ ...(chance(0.2) ? owned() : ofProject()), buyer: 'Buyer plc' }),
    transfer: () => (chance(0.4) ? owned() : held()),
    retire: () => ({ ...(chance(0.4) ? owned() : pick([ofProject, () => ({ serials: [part()] })])()), beneficiary: 'Ada', note: 'Thanks' }),
    cancel: () => ({ serials: [part()], reason: 'Reversal' }),
    deliver: () => {
      const { project, quantity } = ofProject();
      const verified = Math.max(1, quantity + pick([0, 0, 0, -3, 4]));
      const named = { issued: [{ series: `WCU-${++series}`, first: 1, last: verified }] };
      return {
        project,
        quantity,
        verified,
        ...(chance(0.4) ? { sameSerials: true } : named),
        ...(verified !== quantity && { reason: 'Deer' }),
      };
    },
    confirm: () => ({ certificate: pick(known.certificates), registryRetiredOn: '2026-03-04', source: 'its list', checkedByRole: 'desk' }),
    correct: () => ({ entry: below(known.entries + 1), correction: 'It was another' }),
  };
  return { known, requests };
}

test('random operations, of which most are possible and some are not, leave a book that is what its entries say', async () => {
  const random = randomOf(11);
  const { known, requests } = deskOf(random);
  const kinds = Object.keys(requests) as OperationKind[];
  const [done, refused] = [[] as OperationKind[], [] as string[]];
  for (let at = 0; at < 130; at += 1) {
    const kind = at < 12 ? 'receive' : (kinds[at % kinds.length] as OperationKind);
    const request = operations[kind].safeParse(requests[kind]());
    if (!request.success) continue;
    try {
      const { entry, certificate, batch, lines } = await run(kind, request.data);
      done.push(kind);
      known.entries = entry;
      if (certificate) known.certificates.push(certificate);
      if (kind === 'receive' && batch !== null) known.batches.push({ batch, last: lines[0]?.last ?? 1 });
      const owner = { reserve: 'reservation', assign: 'assignment', transfer: 'transfer' }[kind as string];
      if (owner) known.owners.push({ [owner]: entry });
    } catch (error) {
      if (!(error instanceof RecordProblem)) throw error;
      refused.push(error.code);
    }
  }
  expect(new Set(done)).toEqual(new Set(kinds));
  expect(new Set(refused).size).toBeGreaterThan(3);
  expect(await database.sql`select from record_entries`).toHaveLength(done.length);
  expect((await auditWholeRecord()).difference).toBeNull();
});
