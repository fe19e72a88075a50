import { expect, test } from 'vitest';
import { auditWholeRecord } from '#server/domain/record/audit/audit.ts';
import { inDays, ownDatabase, problemOf, run, units } from '#tests/support/own-database.ts';
import { projectRow } from '#tests/support/projects.ts';
import type { OperationKind } from '#verify/entry.ts';

const slugs = ['oak', 'elm'];
ownDatabase({ LOG_LEVEL: 'error' }, slugs.map(projectRow));

/** Numbers that a seed alone decides (mulberry32). */
let state = 11;
function below(limit: number): number {
  state = (state + 0x6d2b79f5) | 0;
  let mixed = Math.imul(state ^ (state >>> 15), 1 | state);
  mixed = (mixed + Math.imul(mixed ^ (mixed >>> 7), 61 | mixed)) ^ mixed;
  return Math.floor((((mixed ^ (mixed >>> 14)) >>> 0) / 2 ** 32) * limit);
}
const pick = <One>(of: readonly One[]) => of[below(of.length)] as One;

const until = inDays(60);
/** Entries to which units belong, under the name by which operations name them; and certificates. */
const owners: Record<string, number>[] = [];
const certificates: string[] = [];

/** What a careless, busy desk asks for: most of it is possible, some is not. */
function requests(at: number): Record<OperationKind, object> {
  const [project, quantity, issuance] = [pick(slugs), 1 + below(40), pick(['issued', 'issued', 'expected'])];
  const held = { project, quantity };
  const owned = () => ({ ...(pick(owners) ?? { reservation: 0 }), ...(below(2) === 0 ? { quantity: 1 + below(15) } : {}) });
  const either = (of: object) => pick([owned(), { ...held, ...of }]);
  const first = 1 + below(100);
  const serials = [{ batch: 1 + below(8), first, last: first + below(8) }];
  const verified = pick([quantity, Math.max(1, quantity - 3)]);
  return {
    receive: units(project, `WCU-${at}`, 1, 20 + below(200), { issuance }),
    reserve: { ...held, issuance, until },
    release: owned(),
    assign: { ...held, buyer: 'Buyer plc' },
    transfer: either({ issuance }),
    retire: { ...pick([either({}), { serials }]), beneficiary: 'Ada', note: 'Thanks' },
    cancel: { ...pick([{ ...held, issuance }, { serials }]), reason: 'Reversal' },
    deliver: {
      ...held,
      verified,
      ...pick([{ sameSerials: true }, { issued: [{ series: `N-${at}`, first: 1, last: verified }] }]),
      reason: 'Deer',
    },
    confirm: { certificate: pick(certificates) ?? 'CR-000000', registryRetiredOn: '2026-03-04', source: 'its list', checkedByRole: 'desk' },
    correct: { entry: below(at), correction: 'It was another' },
  };
}

test('a book of random operations is what its entries say, whatever was refused in between', async () => {
  const outcomes = new Set<string>();
  for (let at = 0; at < 80; at += 1) {
    const all = requests(at);
    const kind = at < 8 ? 'receive' : pick(Object.keys(all) as OperationKind[]);
    const outcome = await problemOf(Promise.resolve().then(() => run(kind, all[kind])));
    // Not every owner may be named in every request.
    if ((outcome as Error).name === 'ZodError') continue;
    expect(outcome).not.toBeInstanceOf(Error);
    const { entry, certificate, code } = outcome as { entry: number; certificate: string | null; code?: string };
    outcomes.add(`${kind} ${code === undefined ? 'made' : 'refused'}`);
    if (code !== undefined) continue;
    if (certificate) certificates.push(certificate);
    const name = { reserve: 'reservation', assign: 'assignment', transfer: 'transfer' }[kind as 'reserve'];
    if (name) owners.push({ [name]: entry });
  }
  // Nearly every kind both made and refused.
  expect(outcomes.size).toBeGreaterThan(16);
  expect((await auditWholeRecord()).difference).toBeNull();
});
