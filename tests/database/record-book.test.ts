import { hash } from 'node:crypto';
import canonicalize from 'canonicalize';
import { expect, test, vi } from 'vitest';
import { createKey } from '#server/domain/api-keys.ts';
import { auditWholeRecord } from '#server/domain/record/audit/audit.ts';
import { operate, operateTogether } from '#server/domain/record/book/operate.ts';
import { type Actor, RecordProblem } from '#server/domain/record/book/operation.ts';
import { readRoot } from '#server/domain/record/log/log.ts';
import { type Operation, operations } from '#shared/schemas/record.ts';
import { createRandom } from '#tests/support/many-projects.ts';
import { type OwnDatabase, ownDatabase } from '#tests/support/own-database.ts';
import { projectRow } from '#tests/support/projects.ts';
import type { OperationKind } from '#verify/entry.ts';
import { toBase64 } from '#verify/text.ts';

/** The projects of a random book, by slug. */
const bookProjects = ['oak', 'elm', 'ash', 'fen'];

let salts = '';
// Salts are all that is random in an entry.
vi.mock('node:crypto', async (importOriginal) => {
  const crypto = await importOriginal<typeof import('node:crypto')>();
  const randomBytes = (size: number) => {
    if (size !== 32) return crypto.randomBytes(size);
    salts = `${salts}.`;
    return crypto.createHash('sha256').update(salts).digest();
  };
  return { ...crypto, default: crypto, randomBytes };
});

// The database's own clock is the second thing that is not the same each time.
vi.mock('#shared/lib/input/database-address.ts', async (importOriginal) => {
  const original = await importOriginal<typeof import('#shared/lib/input/database-address.ts')>();
  const connectionOptions = (url: string, settings: Record<string, string | number> = {}) =>
    original.connectionOptions(url, { ...settings, search_path: 'clock, pg_catalog, public' });
  return { ...original, connectionOptions };
});

const database = ownDatabase(
  { RECORD_SIGNING_KEY: Buffer.alloc(32, 7).toString('base64'), RECORD_SECRET: Buffer.alloc(32, 8).toString('base64'), LOG_LEVEL: 'error' },
  bookProjects.map((slug, at) => ({ ...projectRow(slug), id: at + 1, external_id: slug === 'ash' ? 'ACR102' : null })),
);

/** Gives a database clocks of its own, in which a second passes with each entry. */
async function stopClocks({ sql }: OwnDatabase): Promise<void> {
  await sql.unsafe(`
    create schema clock;
    create function clock.clock_timestamp() returns timestamptz language sql security definer as
      $$ select timestamptz '2100-06-15T12:00:00Z' + make_interval(secs => coalesce((select max(index) + 1 from public.record_entries), 0)) $$;
    create function clock.now() returns timestamptz language sql as $$ select clock.clock_timestamp() $$;
    grant usage on schema clock to public;
  `);
}

/** The last day of reservations, which is less than two years after the database's clock. */
const until = '2101-01-31';

/** Everything that follows from the operations. */
const tables = {
  entries: "select index, kind, about, created_at, convert_from(entry, 'UTF8') as entry from record_entries order by index",
  nodes: `select level, index, encode(hash, 'hex') as hash from record_nodes order by level, index`,
  projects: 'select entry_index, project_id from record_entry_projects order by entry_index, project_id',
  texts: `select entry_index, field, text, encode(salt, 'hex') as salt from record_texts order by entry_index, field`,
  operations: `select key, encode(request_hash, 'hex') as request, entry_index, key_id from record_operations order by entry_index`,
  certificates: 'select number, entry_index from record_certificates order by entry_index',
  batches: 'select * from credit_batches order by id',
  holdings: `
    select batch_id, serials::text, status, issuance, since, reserved_until, owner_entry, entry_index, begun_entry, ended_entry
    from unit_holdings order by begun_entry, batch_id, serials`,
  catalogue: 'select slug, available_credits, units_status from carbon_projects order by slug',
};

/** The hash of a book that a seed decides, with everything that follows from it. Only a change that is meant may change it. */
const known = { seed: 11, count: 130, hash: 'efe48caff227a35aa647dd4c191d502e7ba6d93f65109668a0248ff651ff7411' };

test('a book of random operations has the entries, root, tables and answers that it always had', async () => {
  await stopClocks(database);
  await createKey('shop', ['reserve']);
  const dump: Record<string, unknown> = { answers: await runRandomBook(known.seed, known.count) };
  for (const [name, statement] of Object.entries(tables)) dump[name] = [...(await database.sql.unsafe(statement))];
  dump.root = toBase64(await readRoot((dump.entries as unknown[]).length));
  expect((await auditWholeRecord()).difference).toBeNull();
  expect(hash('sha256', canonicalize(JSON.parse(JSON.stringify(dump))) ?? '')).toBe(known.hash);
});

type Batch = { batch: number; last: number; project: string };

/** Operations as a careless, busy desk would send them: most of them are possible, some are not. `next` decides each choice. */
function openDesk(next: () => number) {
  const below = (limit: number) => Math.floor(next() * limit);
  const pick = <One>(of: readonly One[]): One => of[below(of.length)] as One;
  const maybe = (share: number, facts: object) => (next() < share ? facts : {});
  /** What the answers told: batches with their size, entries that have units, and certificates. */
  const seen = {
    batches: [] as Batch[],
    owners: [{ reservation: 0 }] as Record<string, number>[],
    certificates: ['CR-000000'],
    entries: 0,
  };
  let issued = 0;
  const ranges = (count: number) =>
    Array.from({ length: count }, () => {
      const { batch, last } = pick(seen.batches);
      const first = 1 + below(last);
      return { batch, first, last: Math.min(last, first + below(8)) };
    });
  const owned = () => ({ ...pick(seen.owners), ...maybe(0.5, { quantity: 1 + below(15) }) });
  const oneOf = () => ({ project: pick(bookProjects), quantity: 1 + below(40) });
  const several = () => ({ projects: [1, 2].map(() => ({ project: pick(bookProjects), quantity: 1 + below(9) })) });
  const ofBatch = () => ({ batch: pick(seen.batches).batch, quantity: 1 + below(10) });
  const held = (issuance: object) => {
    const way = pick([oneOf, oneOf, oneOf, ofBatch, several, undefined, undefined]);
    return way ? { ...way(), ...issuance } : { serials: ranges(1 + below(3)) };
  };
  const issuance = () => maybe(0.8, { issuance: pick(['issued', 'issued', 'expected']) });
  const reference = () => maybe(0.4, { reference: `PO ${below(9_999)}` });
  const url = () => maybe(0.3, { registryUrl: `https://registry.example/${issued}` });

  /** Batches of which some were received before, under serials of two registries. */
  const receive = () => {
    const [number, size, year, isAcr] = [++issued, 20 + below(200), 2023 + below(3), next() < 0.2];
    const series = `WCU-${next() < 0.02 ? 1 : number}`;
    return {
      ...(isAcr
        ? { project: 'ash', registry: 'acr', serial: `ACR-FR-102-${year}-${number}-1 to ${size}`, issuance: 'issued' }
        : {
            project: pick(bookProjects),
            registry: 'UK Land Carbon Registry',
            series,
            first: 1,
            last: size,
            issuance: pick(['issued', 'expected']),
          }),
      ...{ vintageStart: `${year}-01-01`, vintageEnd: `${year}-12-31`, unitType: 'Removal - nature' },
      ...{ ...url(), ...maybe(0.2, { held: 'account statement' }), ...maybe(0.2, { note: 'First' }) },
    };
  };
  const deliver = () => {
    const project = pick(bookProjects);
    const [series, quantity] = [`WCU-${++issued}`, 5 + below(60)];
    const verified = pick([0, quantity, quantity, quantity, quantity - 3, quantity + 4]);
    const cut = 1 + below(verified - 1);
    const parts = next() < 0.3 ? [[1, cut], [cut + 1, verified]] : [[1, verified]]; // biome-ignore format: a pair
    const given = next() < 0.4 ? { sameSerials: true } : { issued: parts.map(([first, last]) => ({ series, first, last })) };
    const batch = seen.batches.findLast((one) => one.project === project)?.batch;
    const assignment = seen.owners.findLast((one) => 'assignment' in one)?.assignment;
    return {
      ...{ project, quantity, verified, ...(verified > 0 && given), ...(verified !== quantity && { reason: 'Browsing by deer' }) },
      ...{ ...url(), ...(batch && maybe(0.4, { batch })), ...maybe(0.1, { ownersFirst: Object.values(pick(seen.owners)) }) },
      ...(assignment && maybe(0.2, { retire: assignment, purpose: 'At once' })),
    };
  };
  const look = { registryRetiredOn: '2026-03-04', registryRetirementId: 'R-9' };
  const requests: Record<OperationKind, () => object> = {
    receive,
    reserve: () => ({ ...held(issuance()), until, ...reference() }),
    release: () => ({ ...owned(), ...maybe(0.3, { note: 'Released' }) }),
    assign: () => ({ ...(next() < 0.2 ? owned() : held({ issuance: 'expected' })), buyer: `Buyer ${below(50)}`, ...reference() }),
    transfer: () => ({ ...(next() < 0.4 ? owned() : held(issuance())), ...reference() }),
    retire: () => ({
      ...{ ...(next() < 0.4 ? owned() : held({})), beneficiary: `Beneficiary ${below(50)}` },
      ...{ ...maybe(0.5, { purpose: 'Emissions of 2025' }), ...maybe(0.3, { note: 'Thanks' }), ...maybe(0.3, look) },
    }),
    cancel: () => ({ ...(next() < 0.3 ? owned() : held(issuance())), reason: 'Reversal' }),
    deliver,
    confirm: () => ({ certificate: pick(seen.certificates), ...look, ...pick([{ checkedByRole: 'desk' }, { checkedBy: 'A. Name' }]) }),
    correct: () => ({ entry: below(seen.entries + 1), correction: 'It was another' }),
  };
  const often = ['reserve', 'transfer', 'retire', 'deliver'] as const;
  const kinds = [...(Object.keys(requests) as OperationKind[]), ...often];
  return { below, pick, seen, requests, kinds, ranges };
}

/** Carries operations out that a seed decides, one by one and in lists, some of them twice. Returns what each was answered. */
async function runRandomBook(seed: number, count: number): Promise<unknown[]> {
  const { below, pick, seen, requests, kinds, ranges } = openDesk(createRandom(seed));
  const key: Actor = { keyId: 1, isForAnyOwner: false };
  const answers: unknown[] = [];
  for (let at = 0; at < count; at += 1) {
    salts = `${at}`;
    const [isList, actor] = [below(16) === 0, pick([undefined, undefined, undefined, key, { ...key, isForAnyOwner: true }])];
    const kind = at < 12 ? 'receive' : isList ? pick(['receive', 'retire'] as const) : pick(kinds);
    const one = () => (isList && kind === 'retire' ? { serials: ranges(1), beneficiary: 'Listed' } : requests[kind]());
    const list = Array.from({ length: isList ? 2 + below(6) : 1 }, one).flatMap((request, place) => {
      const { data } = operations[kind].safeParse(request);
      return data ? [{ operation: { kind, request: data } as Operation, key: `${seed}-${at}-${place}` }] : [];
    });
    const run = async () =>
      isList ? operateTogether(list, { actor }) : Promise.all(list.map(({ operation, key }) => operate(operation, { key, actor })));
    try {
      for (const { checkpoint: _, ...receipt } of await run()) {
        answers.push(receipt);
        const { entry, certificate, batch, lines, project } = receipt;
        seen.entries = entry;
        if (certificate) seen.certificates.push(certificate);
        if (kind === 'receive' && batch && lines[0]) seen.batches.push({ batch, last: lines[0].last, project: project?.slug ?? '' });
        const owned = { reserve: 'reservation', assign: 'assignment', transfer: 'transfer' }[kind as 'reserve'];
        if (owned) seen.owners.push({ [owned]: entry });
      }
      if (below(16) === 0) answers.push((await run()).map(({ entry, replayed }) => ({ entry, replayed })));
    } catch (error) {
      const problem = (error as { problem?: RecordProblem }).problem ?? error;
      if (!(problem instanceof RecordProblem)) throw error;
      answers.push({ kind, code: problem.code, field: problem.field });
    }
  }
  return answers;
}
