import { readdirSync } from 'node:fs';
import path from 'node:path';
import type postgres from 'postgres';
import { ask, siteCommand } from './cluster.ts';
import { addressOf, databases, placeOf, sites } from './layout.ts';
import { until } from './processes.ts';
import { type Acknowledged, emailOf, type Kind } from './writers.ts';

export type Findings = { lost: string[]; twice: string[]; wrong: string[] };
type Sql = postgres.Sql;
type Stored = { key: string; times: number }[];

const countMessages = (sql: Sql, keys: string[]) => sql<Stored>`
  select split_part(email, '@', 1) as key, count(*)::int as times from contact_messages
  where email = any(${keys.map(emailOf)}) group by email`;

/** Counts how often each key is stored, by kind of request. */
const counts: Record<Kind, (sql: Sql, keys: string[]) => Promise<Stored>> = {
  contact: countMessages,
  quote: countMessages,
  newsletter: (sql, keys) => sql<Stored>`
    select split_part(email, '@', 1) as key, count(*)::int as times from newsletter_subscribers
    where email = any(${keys.map(emailOf)}) group by email`,
  retire: (sql, keys) => sql<Stored>`
    select text as key, count(*)::int as times from record_texts where field = 'note' and text = any(${keys}) group by text`,
};

/** Compares what was acknowledged with the stored rows and mails, compares the three databases, and audits the record. */
export async function check(acknowledged: Acknowledged[], roots: Map<string, string>): Promise<Findings> {
  const findings: Findings = { lost: [], twice: [], wrong: [] };
  await ask(async (sql) => {
    for (const [kind, requests] of Map.groupBy(acknowledged, (request) => request.kind)) {
      const keys = requests.map(({ key }) => key);
      const times = new Map((await counts[kind](sql, keys)).map((row) => [row.key, row.times]));
      for (const key of keys) countOnce(`${kind} ${key}`, times.get(key) ?? 0, findings);
    }
    await checkMails(sql, findings);
    await checkCheckpoints(sql, roots, findings);
  });
  await until('the same log on all nodes', 30, haveSameLog).catch((error) => findings.wrong.push(error.message));
  await siteCommand('record.ts', ['audit']).catch(({ stdout, message }) => findings.wrong.push(`audit: ${stdout} ${message}`));
  return findings;
}

function countOnce(what: string, times: number, findings: Findings): void {
  if (times === 0) findings.lost.push(what);
  if (times > 1) findings.twice.push(`${what}: ${times}`);
}

/** Checks that each mail was written once, by one instance. */
async function checkMails(sql: Sql, findings: Findings): Promise<void> {
  await until('the mail queue to drain', 180, async () => {
    const [row] = await sql<{ left: number }[]>`select count(*)::int as left from deliveries where state in ('queued', 'sending')`;
    return row?.left === 0;
  }).catch((error) => findings.wrong.push(error.message));
  const written = Map.groupBy(
    sites.flatMap((site) => readdirSync(path.join(placeOf(site), 'data/outbox'))),
    (name) => name,
  );
  const mails = await sql<{ name: string }[]>`select purpose || '-' || id || '.eml' as name from deliveries where state = 'written'`;
  for (const { name } of mails) countOnce(`mail ${name}`, written.get(name)?.length ?? 0, findings);
}

/** Checks each checkpoint that a reader saw against the one stored for that tree size. */
async function checkCheckpoints(sql: Sql, roots: Map<string, string>, findings: Findings): Promise<void> {
  const rows = await sql<{ size: string; root: string }[]>`select size::text, encode(root, 'base64') as root from record_checkpoints`;
  const stored = new Map(rows.map(({ size, root }) => [size, root]));
  for (const [key, root] of roots) {
    const storedRoot = stored.get(key.split(' ').at(-1) ?? '') ?? root;
    if (storedRoot !== root) findings.wrong.push(`fork: ${key} was ${root} and is ${storedRoot}`);
  }
}

async function haveSameLog(): Promise<boolean> {
  const logOf = (sql: Sql) => sql`
    select count(*), encode(sha256(coalesce(string_agg(leaf_hash, '' order by index), '')), 'hex') as leaves from record_entries`;
  const logs = await Promise.all(databases.map((node) => ask(async (sql) => JSON.stringify(await logOf(sql)), addressOf(node), 5432)));
  return new Set(logs).size === 1;
}
