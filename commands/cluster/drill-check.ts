import { readdirSync } from 'node:fs';
import path from 'node:path';
import postgres from 'postgres';
import { type Acknowledged, emailOf, type Kind } from './drill-clients.ts';
import { secretsOf } from './files.ts';
import { addressOf, databasePort, databases, host, placeOf, sites } from './layout.ts';
import { until } from './processes.ts';
import { siteCommand } from './site-command.ts';

export type Findings = { lost: string[]; twice: string[]; wrong: string[] };

/** Counts how often each key is stored, by kind of request. */
const counts: Record<Kind, (sql: postgres.Sql, keys: string[]) => Promise<{ key: string; times: number }[]>> = {
  contact: countMessages,
  quote: countMessages,
  newsletter: (sql, keys) => sql`
    select split_part(email, '@', 1) as key, count(*)::int as times from newsletter_subscribers
    where email = any(${keys.map(emailOf)}) group by email`,
  retire: (sql, keys) => sql`
    select convert_from(entry, 'UTF8')::jsonb ->> 'purpose' as key, count(*)::int as times from record_entries
    where kind = 'retire' and convert_from(entry, 'UTF8')::jsonb ->> 'purpose' = any(${keys}) group by 1`,
};

/** Compares what was acknowledged with the stored rows and mails, compares the three databases, and audits the record. */
export async function check(acknowledged: Acknowledged[], roots: Map<string, string>): Promise<Findings> {
  const findings: Findings = { lost: [], twice: [], wrong: [] };
  await withDatabase(host, databasePort, async (sql) => {
    for (const [kind, requests] of Map.groupBy(acknowledged, (request) => request.kind)) {
      const keys = requests.map(({ key }) => key);
      const times = new Map((await counts[kind](sql, keys)).map((row) => [row.key, row.times]));
      for (const key of keys) {
        const stored = times.get(key) ?? 0;
        if (stored === 0) findings.lost.push(`${kind} ${key}`);
        if (stored > 1) findings.twice.push(`${kind} ${key}: ${stored}`);
      }
    }
    await checkMails(sql, findings);
    await checkCheckpoints(sql, roots, findings);
  });
  await checkStandbys(findings);
  try {
    siteCommand('site1', 'record.ts', 'audit');
  } catch (error) {
    findings.wrong.push(`audit: ${(error as { stdout?: string }).stdout ?? ''} ${(error as Error).message}`);
  }
  return findings;
}

async function countMessages(sql: postgres.Sql, keys: string[]): Promise<{ key: string; times: number }[]> {
  return sql`
    select split_part(email, '@', 1) as key, count(*)::int as times from contact_messages
    where email = any(${keys.map(emailOf)}) group by email`;
}

/** Checks that each mail was written once, by one instance. */
async function checkMails(sql: postgres.Sql, findings: Findings): Promise<void> {
  await until('the mail queue to drain', 180, async () => {
    const [row] = await sql<{ left: number }[]>`select count(*)::int as left from mail_deliveries where state in ('queued', 'sending')`;
    return row?.left === 0;
  }).catch((error) => findings.wrong.push(error.message));
  const names = sites.flatMap((site) => readdirSync(path.join(placeOf(site), 'data/outbox')).filter((name) => name.endsWith('.eml')));
  const times = Map.groupBy(names, (name) => name);
  const mails = await sql<{ name: string }[]>`select kind || '-' || id || '.eml' as name from mail_deliveries where state = 'written'`;
  for (const { name } of mails) {
    const written = times.get(name)?.length ?? 0;
    if (written === 0) findings.lost.push(`mail ${name}`);
    if (written > 1) findings.twice.push(`mail ${name}: ${written}`);
  }
}

/** Checks each checkpoint that a reader saw against the one stored for that tree size. */
async function checkCheckpoints(sql: postgres.Sql, roots: Map<string, string>, findings: Findings): Promise<void> {
  const rows = await sql<{ size: string; root: string }[]>`select size::text, encode(root, 'base64') as root from record_checkpoints`;
  const stored = new Map(rows.map(({ size, root }) => [size, root]));
  for (const [key, root] of roots) {
    const storedRoot = stored.get(key.split(' ').at(-1) ?? '');
    if (storedRoot !== undefined && storedRoot !== root) findings.wrong.push(`fork: ${key} was ${root} and is ${storedRoot}`);
  }
}

/** Waits until all three nodes hold the same log. */
async function checkStandbys(findings: Findings): Promise<void> {
  await until('the same log on all nodes', 30, async () => {
    const states = await Promise.all(
      databases.map((node) =>
        withDatabase(addressOf(node), 5432, async (sql) => {
          const [row] = await sql`
            select count(*), max(index), encode(sha256(coalesce(string_agg(leaf_hash, '' order by index), '')), 'hex') as leaves
            from record_entries`;
          return JSON.stringify(row);
        }),
      ),
    );
    return new Set(states).size === 1;
  }).catch((error) => findings.wrong.push(error.message));
}

async function withDatabase<T>(address: string, port: number, work: (sql: postgres.Sql) => Promise<T>): Promise<T> {
  const { SITE_DATABASE_PASSWORD: password } = secretsOf();
  const sql = postgres({
    host: address,
    port,
    user: 'carma',
    database: 'carma',
    password,
    max: 1,
    connect_timeout: 10,
    onnotice: () => {},
  });
  try {
    return await work(sql);
  } finally {
    await sql.end({ timeout: 5 });
  }
}
