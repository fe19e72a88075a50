import { createHash } from 'node:crypto';
import { mkdir, writeFile } from 'node:fs/promises';
import path from 'node:path';
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

/** The hash of a book that an earlier program wrote, table by table, with today's numbers of certificates. */
const earlier = { seed: 11, count: 120, hash: 'c6e24da71aa113b68aaadad14bcdc4a29f29f1f94a481e031b6aea214e8e49a9' };

test('a book of random operations has the entries, root, tables and answers that it always had', async () => {
  const { seed, count, hash } = earlier;
  const { sql } = database;
  await stopClocks(database);
  await createKey('shop', ['reserve']);
  const key = { keyId: 1, isForAnyOwner: false };
  const answers = await runRandomBook(seed, count, [undefined, undefined, undefined, key, { ...key, isForAnyOwner: true }], (at) => {
    salts = `${at}`;
  });
  const dump: Record<string, unknown> = { answers };
  for (const [name, statement] of Object.entries(tables)) dump[name] = [...(await sql.unsafe(statement))];
  dump.root = toBase64(await readRoot((dump.entries as unknown[]).length));
  await keep(seed, dump);
  expect((await auditWholeRecord()).difference).toBeNull();
  expect(
    createHash('sha256')
      .update(canonicalize(JSON.parse(JSON.stringify(dump))) ?? '')
      .digest('hex'),
  ).toBe(hash);
});

/** Writes everything to the folder RECORD_BOOK_DUMP, to be compared with what another program makes of the same seed. */
async function keep(seed: number, dump: Record<string, unknown>): Promise<void> {
  const folder = process.env.RECORD_BOOK_DUMP;
  if (!folder) return;
  await mkdir(folder, { recursive: true });
  for (const [name, rows] of Object.entries(dump))
    await writeFile(path.join(folder, `${seed}-${name}.json`), JSON.stringify(rows, null, 1));
}

type Random = { below: (limit: number) => number; pick: <One>(of: readonly One[]) => One; chance: (share: number) => boolean };

/** Returns choices that a seed alone decides. */
function randomOf(seed: number): Random {
  const next = createRandom(seed);
  const below = (limit: number) => Math.floor(next() * limit);
  return { below, pick: (of) => of[below(of.length)] as (typeof of)[number], chance: (share) => next() < share };
}

/** The last day of reservations. Whoever runs the book gives the database a day that is less than two years before it. */
const until = '2101-01-31';

/** Operations as a careless, busy desk would send them: most of them are possible, some are not. */
class Desk {
  readonly #random: Random;
  /** Batches with their size, and entries with units or certificates, as far as the answers tell. */
  readonly batches: { batch: number; last: number; project: string }[] = [];
  readonly owners: { kind: 'reservation' | 'assignment' | 'transfer'; entry: number }[] = [];
  readonly certificates: string[] = [];
  entries = 0;
  #issued = 0;

  constructor(random: Random) {
    this.#random = random;
  }

  /** Returns the next operation of a kind. */
  request(kind: OperationKind): object {
    const { below, pick, chance } = this.#random;
    const project = pick(bookProjects);
    const quantity = 1 + below(40);
    const owner = () => {
      const { kind: field, entry } = pick(this.owners) ?? { kind: 'reservation', entry: 0 };
      return { [field]: entry, ...(chance(0.5) ? { quantity: 1 + below(15) } : {}) };
    };
    const held = (issuance: object) => {
      const way = below(10);
      if (way < 5) return { project, quantity, ...issuance };
      if (way < 6) return { batch: pick(this.batches)?.batch ?? 1, quantity: 1 + below(10), ...issuance };
      if (way < 7) return { projects: [project, pick(bookProjects)].map((one) => ({ project: one, quantity: 1 + below(9) })), ...issuance };
      return { serials: this.ranges(1 + below(3)) };
    };
    const issuance = chance(0.8) ? { issuance: pick(['issued', 'issued', 'expected']) } : {};
    const reference = chance(0.4) ? { reference: `PO ${below(9_999)}` } : {};
    switch (kind) {
      case 'receive':
        return this.receive();
      case 'reserve':
        return { ...held(issuance), until, ...reference };
      case 'release':
        return { ...owner(), ...(chance(0.3) ? { note: 'Released' } : {}) };
      case 'assign':
        return { ...(chance(0.2) ? owner() : held({ issuance: 'expected' })), buyer: `Buyer ${below(50)}`, ...reference };
      case 'transfer':
        return { ...(chance(0.4) ? owner() : held(issuance)), ...reference };
      case 'retire':
        return {
          ...(chance(0.4) ? owner() : held({})),
          beneficiary: `Beneficiary ${below(50)}`,
          ...(chance(0.5) ? { purpose: 'Emissions of 2025' } : {}),
          ...(chance(0.3) ? { note: 'Thanks' } : {}),
          ...(chance(0.3) ? { registryRetiredOn: '2026-03-04', registryRetirementId: `R-${below(999)}` } : {}),
        };
      case 'cancel':
        return {
          ...(chance(0.3) ? owner() : held(issuance)),
          quantity: undefined,
          ...(chance(0.5) ? { serials: this.ranges(1) } : { project, quantity: 2, ...issuance }),
          reason: 'Reversal',
        };
      case 'deliver':
        return this.deliver(project);
      case 'confirm':
        return {
          certificate: pick(this.certificates) ?? 'CR-000000',
          registryRetiredOn: '2026-03-04',
          ...(chance(0.5) ? { registryRetirementId: `R-${below(999)}` } : { source: 'its list' }),
          ...(chance(0.5) ? { checkedByRole: 'registry desk' } : { checkedBy: 'A. Name' }),
          ...(chance(0.3) ? { checkedOn: '2026-04-01' } : {}),
        };
      case 'correct':
        return { entry: below(this.entries + 1), correction: 'It was another' };
    }
  }

  /** Returns batches of which some were received before, under serials of two registries. */
  receive(): object {
    const { below, pick, chance } = this.#random;
    const number = ++this.#issued;
    const size = 20 + below(200);
    const year = pick(['2023', '2024', '2025']);
    const issuance = chance(0.45) ? 'expected' : 'issued';
    const isAcr = issuance === 'issued' && chance(0.3);
    return {
      project: isAcr ? 'ash' : pick(bookProjects),
      ...(isAcr
        ? { registry: 'acr', serial: `ACR-FR-102-${year}-${number}-1 to ${size}` }
        : { registry: 'UK Land Carbon Registry', series: `WCU-${chance(0.02) ? 1 : number}`, first: 1, last: size }),
      vintageStart: `${year}-01-01`,
      vintageEnd: `${year}-12-31`,
      unitType: 'Removal - nature',
      issuance,
      ...(chance(0.2) ? { registryUrl: `https://registry.example/${number}` } : {}),
      ...(chance(0.2) ? { held: 'account statement' } : {}),
      ...(chance(0.2) ? { note: 'First' } : {}),
    };
  }

  deliver(project: string): object {
    const { below, pick, chance } = this.#random;
    const number = ++this.#issued;
    const batch = this.batches.filter((one) => one.project === project).at(-1 - below(3))?.batch;
    const quantity = 5 + below(60);
    const verified = chance(0.1) ? 0 : Math.max(1, quantity + pick([0, 0, 0, -3, 4]));
    const isSame = verified > 0 && verified <= quantity && chance(0.4);
    const assignment = this.owners.findLast(({ kind }) => kind === 'assignment')?.entry;
    const cut = 1 + below(Math.max(1, verified - 1));
    const parts =
      verified > 3 && chance(0.3)
        ? [
            [1, cut],
            [cut + 1, verified],
          ]
        : [[1, verified]];
    return {
      project,
      ...(chance(0.6) && batch !== undefined ? { batch } : {}),
      quantity,
      verified,
      ...(verified === 0
        ? {}
        : isSame
          ? { sameSerials: true }
          : { issued: parts.map(([first, last]) => ({ series: `WCU-${number}`, first, last })) }),
      ...(verified === quantity ? {} : { reason: 'Browsing by deer' }),
      ...(chance(0.3) ? { registryUrl: `https://registry.example/${number}` } : {}),
      ...(chance(0.1) && this.owners.length > 0 ? { ownersFirst: [pick(this.owners).entry] } : {}),
      ...(assignment !== undefined && chance(0.2) ? { retire: assignment, purpose: 'At once' } : {}),
      ...(chance(0.2) ? { note: 'Delivered' } : {}),
    };
  }

  ranges(count: number): object[] {
    const { below, pick } = this.#random;
    return Array.from({ length: count }, () => {
      const { batch, last } = pick(this.batches) ?? { batch: 1, last: 10 };
      const first = 1 + below(last);
      return { batch, first, last: Math.min(last, first + below(8)) };
    });
  }
}

const kinds: readonly OperationKind[] = [
  ...([
    'receive',
    'reserve',
    'reserve',
    'release',
    'assign',
    'transfer',
    'transfer',
    'retire',
    'retire',
    'cancel',
    'deliver',
    'deliver',
  ] as const),
  ...(['confirm', 'correct'] as const),
];

/**
 * Carries out operations that a seed decides, one by one and in lists, some of them twice and some that are refused.
 * @returns what each was answered.
 */
async function runRandomBook(seed: number, count: number, actors: readonly Actor[], before: (at: number) => void): Promise<unknown[]> {
  const random = randomOf(seed);
  const desk = new Desk(random);
  const answers: unknown[] = [];
  const made = (kind: OperationKind, request: object) => {
    const parsed = operations[kind].safeParse(request);
    return parsed.success ? ({ kind, request: parsed.data } as Operation) : undefined;
  };
  for (let at = 0; at < count; at += 1) {
    const isList = random.chance(0.06);
    const kind = at < 12 ? 'receive' : random.pick(kinds);
    const listed = random.pick(['receive', 'retire'] as const);
    const list = isList
      ? Array.from({ length: 2 + random.below(6) }, () =>
          listed === 'receive' ? desk.receive() : { serials: desk.ranges(1), beneficiary: 'Listed' },
        )
      : [desk.request(kind)];
    const keyed = list.flatMap((request, place) => {
      const operation = made(isList ? listed : kind, request);
      return operation ? [{ operation, key: `${seed}-${at}-${place}` }] : [];
    });
    const actor = random.pick(actors);
    const [first] = keyed;
    if (!first) continue;
    before(at);
    const run = () =>
      isList ? operateTogether(keyed, { actor }) : operate(first.operation, { key: first.key, actor }).then((receipt) => [receipt]);
    try {
      const receipts = await run();
      for (const { kind: done, entry, certificate, batch, lines } of receipts) {
        desk.entries = entry;
        if (certificate) desk.certificates.push(certificate);
        const [line] = lines;
        if (done === 'receive' && batch !== null && line)
          desk.batches.push({ batch, last: line.last, project: (first.operation.request as { project: string }).project });
        const owned = { reserve: 'reservation', assign: 'assignment', transfer: 'transfer' } as const;
        if (done in owned) desk.owners.push({ kind: owned[done as keyof typeof owned], entry });
      }
      // That program's receipts did not have what the entry says besides.
      answers.push(receipts.map(({ checkpoint: _, project: _project, refersTo: _refersTo, ...receipt }) => receipt));
      if (random.chance(0.03)) answers.push((await run()).map(({ entry, replayed }) => ({ entry, replayed })));
    } catch (error) {
      const problem = (error as { problem?: RecordProblem }).problem ?? error;
      if (!(problem instanceof RecordProblem)) throw error;
      answers.push({ kind: isList ? listed : kind, code: problem.code, field: problem.field, message: problem.message });
    }
  }
  return answers;
}
