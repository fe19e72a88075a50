// npm run drill: runs the cluster of deploy/cluster on this machine and breaks it under load. See docs/deploy.md, "A cluster".
import { execFile, execFileSync } from 'node:child_process';
import { randomUUID } from 'node:crypto';
import { cpSync, existsSync, mkdirSync, readdirSync, rmSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { promisify } from 'node:util';
import type { Sql } from 'postgres';
import * as cluster from './cluster.ts';

const { addressOf, answering, ask, databases, databasesReady, folder, host, killAll, members, pgBackRest, placeOf, primary } = cluster;
const { processesOf, publicUrl, release, signal, siteCommand, sites, start, startDatabase, startSite, until, urlOf } = cluster;

type Kind = 'contact' | 'quote' | 'newsletter' | 'retire';
type Acknowledged = { kind: Kind; key: string; at: number };

/** The project whose credits are retired. */
const project = 'moray-brash-biochar';
const [writeGapMs, quietMs, responseMs, maxAgeMs] = [15_000, 3_000, 10_000, 2_500];
const restoredPort = 5440;
const emailOf = (key: string) => `${key}@drill.example`;
const faultLine = ([name, [description]]: [string, [string, ...unknown[]]]) => `  ${name.padEnd(12)}${description}`;
/** Faults by name. Each repairs what it broke, and returns once the cluster is complete again. `acknowledged` grows while it runs. */
const faults: Record<string, [description: string, run: (acknowledged: readonly Acknowledged[]) => Promise<void>]> = {
  primary: ['the primary and its etcd are killed', () => takeAway(20, killAll, startDatabase)],
  postgres: ['only PostgreSQL of the primary is killed', async () => signal(await primary(), 'SIGKILL', 'postgres')],
  cut: ['the primary is cut off from the network for 20 s', () => takeAway(20, cluster.cutOff, cluster.reconnect)],
  pause: ['the primary is frozen for 30 s, then resumes', () => takeAway(30, cluster.freeze, cluster.thaw)],
  standby: ['a synchronous standby is killed', killStandby],
  instances: ['the instances are killed and started again, one by one', () => replaceEach(killAll)],
  upgrade: ['the instances are upgraded to a release with a migration, one by one, and back', upgradeAndBack],
  restore: ['a point in time is restored into a separate database', backUpAndRestore],
};

const usage = `Usage: npm run drill [-- FAULT ... | up | down]

As root: starts three PostgreSQL nodes, three instances of the site and their proxies on this machine, injects faults under load,
checks that everything acknowledged is stored exactly once, and removes it all. Without names, each fault is injected once. \`up\` only
starts the cluster; the next drill uses it and leaves it running, and \`down\` removes it. CLUSTER_NET (77) is the third number of its
addresses. Exit code: 0 all is well, 1 failed, 2 usage error, 3 this machine lacks what the drill needs.

${Object.entries(faults).map(faultLine).join('\n')}`;

process.exitCode = await main(process.argv.slice(2)).catch((error: Error) => {
  console.error(`Error: ${error.message}`);
  return 1;
});

async function main(names: string[]): Promise<number> {
  const command = names.length === 1 && ['up', 'down'].includes(names[0] ?? '') ? names[0] : 'drill';
  if (command === 'drill' && !names.every((name) => Object.hasOwn(faults, name))) {
    console.error(usage);
    return 2;
  }
  const missing = cluster.missingPrograms();
  if (process.getuid?.() !== 0 || missing.length > 0) {
    console.log(`Missing: ${process.getuid?.() === 0 ? missing.join(', ') : 'root'}.`);
    return 3;
  }
  const wasUp = processesOf('.').length > 0;
  const stays = wasUp || command === 'up';
  for (const name of ['SIGINT', 'SIGTERM'] as const)
    process.once(name, () => void (stays ? Promise.resolve() : cluster.down()).finally(() => process.exit(1)));
  let code = 1;
  try {
    if (!wasUp && command !== 'down') await cluster.up();
    code = command === 'drill' ? await drill(names.length > 0 ? names : Object.keys(faults)) : 0;
    return code;
  } finally {
    if (code !== 0) console.log(`The logs are in ${folder}/*/*.log.`);
    if (command === 'down' || !stays) await cluster.down({ keepsLogs: code !== 0 });
  }
}

/** Breaks the cluster under load and prints a line of a table for each fault. @returns the exit code: 0 if all is well. */
async function drill(names: string[]): Promise<number> {
  await databasesReady();
  await checkRefusals();
  const id = Date.now();
  // Credits to retire, with other numbers each time, and a key that may retire them.
  const range = [`first=${id * 100}`, `last=${id * 100 + 999_999}`];
  const units = [`project=${project}`, 'registry=Sample registry', 'series=SAMPLE-0010-2025', 'unitType=Removal - technical', ...range];
  const vintage = ['vintageStart=2025-01-01', 'vintageEnd=2025-12-31', 'issuance=issued'];
  await siteCommand('record.ts', ['receive', ...units, ...vintage]);
  const key = (await siteCommand('record.ts', ['keys', 'create', `drill-${id}`, '--scope', 'retire'])).split('\n')[0] ?? '';
  console.log('| fault | writes | longest gap | refused | pages | last known | come back | failed | slowest | lost | twice | wrong |');
  console.log(`|${' --- |'.repeat(12)}`);
  let isGood = true;
  for (const name of names) isGood = (await isWithstood(name, key)) && isGood;
  console.log(isGood ? 'Nothing was lost.' : 'The drill failed: see above.');
  return isGood ? 0 : 1;
}

/** Injects a fault under load, and compares what is stored with what was acknowledged. */
async function isWithstood(name: string, key: string): Promise<boolean> {
  const [before] = await ask((sql) => sql`select available_credits as credits from carbon_projects where slug = ${project}`);
  const writers = startWriters(key);
  const readers = startReaders(before?.credits, writers.acknowledged);
  await sleep(quietMs);
  const problem = await faults[name]
    ?.[1](writers.acknowledged)
    .then(complete)
    .catch((error: Error) => error.message);
  await sleep(quietMs);
  await Promise.all([writers.stop(), readers.stop()]);
  const { lost, twice, wrong } = await check(writers.acknowledged, readers.roots);
  const allWrong = [...(problem ? [problem] : []), ...wrong, ...writers.wrong, ...readers.wrong];
  const times = writers.acknowledged.map(({ at }) => at).sort((a, b) => a - b);
  const gapMs = Math.max(...times.map((time, index) => time - (times[index - 1] ?? time)));
  const seconds = (ms: number) => `${(ms / 1000).toFixed(1)} s`;
  const { read, lastKnown, unavailable, failed, slowestMs } = readers;
  const cells = [name, times.length, seconds(gapMs), writers.refused, read, lastKnown, unavailable, failed.length, seconds(slowestMs)];
  console.log(`| ${[...cells, lost.length, twice.length, allWrong.length].join(' | ')} |`);
  const problems = [lost, twice, allWrong, failed];
  for (const line of problems.flatMap((lines) => lines.slice(0, 5))) console.log(`  ${line.slice(0, 300)}`);
  return problems.every((lines) => lines.length === 0) && gapMs <= writeGapMs;
}

/** Repeats each work with a rest between. @returns a function that stops all, and waits for the last of each. */
function keepDoing(works: ((turn: number) => Promise<void>)[], restMs: number): () => Promise<unknown> {
  let stopped = false;
  const running = works.map(async (work) => {
    for (let turn = 0; !stopped; turn += 1, await sleep(restMs)) await work(turn);
  });
  return () => {
    stopped = true;
    return Promise.all(running);
  };
}

/** Starts 20 writers. Each repeats a request under the same idempotency key until it is acknowledged. */
function startWriters(recordKey: string) {
  const kinds: Kind[] = ['contact', 'quote', 'newsletter', 'retire'];
  /** `wrong`: all are valid, and yet refused or never acknowledged, or not told when to come back. */
  const progress = { acknowledged: [] as Acknowledged[], wrong: [] as string[], refused: 0 };
  const write = async (kind: Kind, key: string): Promise<void> => {
    for (const deadline = Date.now() + 90_000; ; await sleep(250)) {
      const { status, text, isTold } = await send(kind, key, recordKey);
      if (status >= 200 && status < 300) return void progress.acknowledged.push({ kind, key, at: Date.now() });
      progress.refused += 1;
      if (status === 503 && !isTold) progress.wrong.push(`${kind}: no Retry-After: ${text}`);
      const isFinal = status > 0 && status < 500 && ![408, 429].includes(status);
      if (isFinal || Date.now() > deadline) return void progress.wrong.push(`${kind}: ${status} ${text}`);
    }
  };
  const writers = Array.from({ length: 20 }, (_, writer) => () => write(kinds[writer % kinds.length] as Kind, randomUUID()));
  return Object.assign(progress, { stop: keepDoing(writers, 1_000) });
}

/** Sends one request through the proxy. Status 0: there was no complete response. `isTold`: when to come back. */
async function send(kind: Kind, key: string, recordKey: string): Promise<{ status: number; text: string; isTold: boolean }> {
  const sender = { name: 'Ada Lovelace', email: emailOf(key) };
  const bodies: Record<Kind, [place: string, body: object]> = {
    contact: ['contact', { ...sender, message: key }],
    quote: ['quotes', { ...sender, lines: [{ slug: project, tonnes: 1 }] }],
    newsletter: ['newsletter', { email: sender.email }],
    retire: ['record/retire', { project, quantity: 1, beneficiary: 'Example plc', note: key }],
  };
  const [place, body] = bodies[kind];
  const headers: HeadersInit = { 'content-type': 'application/json', 'idempotency-key': key };
  if (kind === 'retire') headers.authorization = `Bearer ${recordKey}`;
  try {
    const init = { method: 'POST', headers, body: JSON.stringify(body), signal: AbortSignal.timeout(responseMs) };
    const response = await fetch(`${publicUrl}/api/v1/${place}`, init);
    return { status: response.status, text: await response.text(), isTold: response.headers.has('retry-after') };
  } catch (error) {
    return { status: 0, text: String(error), isTold: false };
  }
}

/**
 * Starts two readers of pages through the proxy, and one for each instance, which bypasses the proxy. The latter read the checkpoint
 * and a figure that only falls, from `available` by one with each retirement that is `acknowledged`. They notice when an instance
 * serves an older one than before, or than is allowed, without saying that it is the last known.
 */
function startReaders(available: number, acknowledged: readonly Acknowledged[]) {
  /** `unavailable`: rejected with the time to come back, or the error text where the list would be. */
  const counts = { read: 0, lastKnown: 0, unavailable: 0, slowestMs: 0 };
  const progress = { ...counts, failed: [] as string[], wrong: [] as string[], roots: new Map<string, string>() };
  const pages = ['/', '/credits', `/projects/${project}`, '/record'];
  const readPage = async (turn: number): Promise<void> => {
    const begun = performance.now();
    // Every fifth is a search that is not cached.
    const page = pages[turn % (pages.length + 1)] ?? `/projects?max=${1_000 + Math.round(begun)}`;
    const answer = await read(publicUrl + page).catch((error: Error) => error);
    progress.read += 1;
    progress.slowestMs = Math.max(progress.slowestMs, performance.now() - begun);
    if (answer instanceof Error) progress.failed.push(`${page}: ${answer.message}`);
    else if (answer.body === undefined || answer.body.includes('Error loading projects')) progress.unavailable += 1;
    else if (answer.isLastKnown) progress.lastKnown += 1;
  };
  const readInstance = (site: string) => {
    let [size, newest] = [0, available];
    const note = (what: string) => progress.wrong.push(`${site}: ${what}`);
    // Failures do not count here, because an instance may have been killed on purpose.
    const current = async (place: string) => {
      const answer = await read(urlOf(site) + place).catch(() => undefined);
      return answer?.isLastKnown ? undefined : answer?.body;
    };
    return async (): Promise<void> => {
      const [origin, treeSize, root = ''] = (await current('/log/checkpoint'))?.split('\n') ?? [];
      if (treeSize !== undefined) {
        const key = `${origin} ${treeSize}`;
        if ((progress.roots.get(key) ?? root) !== root) note(`two roots of ${key}`);
        progress.roots.set(key, root);
        if (Number(treeSize) < size) note(`checkpoint ${treeSize} after ${size}`);
        size = Number(treeSize);
      }
      const asked = Date.now();
      const answer = await current(`/api/v1/projects/${project}`);
      if (!answer) return;
      const { availableCredits } = JSON.parse(answer) as { availableCredits: number };
      const left = available - acknowledged.filter(({ kind, at }) => kind === 'retire' && at < asked - maxAgeMs).length;
      if (availableCredits > newest) note(`${availableCredits} credits after ${newest}`);
      if (availableCredits > left) note(`${availableCredits} credits, ${maxAgeMs} ms after there were ${left}`);
      newest = availableCredits;
    };
  };
  return Object.assign(progress, { stop: keepDoing([readPage, readPage, ...sites.map(readInstance)], 100) });
}

/** Reads an address. Without a body, the response said when to come back. @throws when there is no complete and proper response. */
async function read(url: string): Promise<{ body?: string; isLastKnown: boolean }> {
  const response = await fetch(url, { signal: AbortSignal.timeout(responseMs) });
  const body = await response.text();
  const isLastKnown = response.headers.has('carma-last-known');
  if (response.ok) return { body, isLastKnown };
  if (response.status === 503 && response.headers.has('retry-after')) return { isLastKnown };
  throw new Error(String(response.status));
}

/** Compares what was acknowledged with the stored rows and mails, compares the three databases, and audits the record. */
async function check(acknowledged: Acknowledged[], roots: Map<string, string>) {
  const findings = { lost: [] as string[], twice: [] as string[], wrong: [] as string[] };
  const note = (error: Error) => void findings.wrong.push(error.message);
  const countOnce = (what: string, times = 0) => {
    if (times === 0) findings.lost.push(what);
    if (times > 1) findings.twice.push(`${what}: ${times}`);
  };
  await ask(async (sql) => {
    const stored = await sql<{ kind: Kind; key: string; times: number }[]>`
      select 'message' as kind, split_part(email, '@', 1) as key, count(*)::int as times from messages group by email
      union all select 'newsletter', split_part(email, '@', 1), count(*)::int from newsletter_subscribers group by email
      union all select 'retire', text, count(*)::int from record_texts where field = 'note' group by text`;
    const times = new Map(stored.map(({ kind, key, times }) => [`${kind} ${key}`, times]));
    for (const { kind, key } of acknowledged)
      countOnce(`${kind} ${key}`, times.get(`${['contact', 'quote'].includes(kind) ? 'message' : kind} ${key}`));
    const left = () => sql`select from deliveries where state in ('queued', 'sending') limit 1`;
    await until('the mail queue to drain', 180, async () => (await left()).length === 0).catch(note);
    const written = sites.flatMap((site) => readdirSync(path.join(placeOf(site), 'data/outbox')));
    const mails = await sql<{ name: string }[]>`select purpose || '-' || id || '.eml' as name from deliveries where state = 'written'`;
    for (const { name } of mails) countOnce(`mail ${name}`, written.filter((file) => file === name).length);
    const checkpoints = await sql<
      { size: string; root: string }[]
    >`select size::text, encode(root, 'base64') as root from record_checkpoints`;
    const rootAt = new Map(checkpoints.map(({ size, root }) => [size, root]));
    for (const [key, root] of roots) {
      const kept = rootAt.get(key.split(' ').at(-1) ?? '') ?? root;
      if (kept !== root) findings.wrong.push(`fork: ${key} was ${root} and is ${kept}`);
    }
  });
  const logOf = (sql: Sql) =>
    sql`select count(*), encode(sha256(coalesce(string_agg(leaf_hash, '' order by index), '')), 'hex') as leaves from record_entries`;
  const logsOf = () => Promise.all(databases.map((node) => ask(async (sql) => JSON.stringify(await logOf(sql)), addressOf(node), 5432)));
  await until('the same log on all nodes', 30, async () => new Set(await logsOf()).size === 1).catch(note);
  await siteCommand('record.ts', ['audit']).catch(({ stdout, message }) => findings.wrong.push(`audit: ${stdout} ${message}`));
  return findings;
}

/**
 * Tries, from the address of the site's instances, what would change the cluster: whoever takes over an instance may do no more.
 * @throws Error when something is accepted, or when the same servers do not answer those whom they should.
 */
async function checkRefusals(): Promise<void> {
  const [node = ''] = databases;
  const ofNode = (name: string) => path.join(placeOf(node), name);
  const status = async (...args: string[]) => {
    const options = ['--silent', '--output', '/dev/null', '--max-time', '5', '--write-out', '%{http_code}', '--cacert', ofNode('ca.crt')];
    return (await promisify(execFile)('curl', [...options, ...args]).catch((error) => error)).stdout;
  };
  const [patroni, etcd] = [`http://${addressOf(node)}:8008`, `https://${addressOf(node)}:2379`];
  const certificate = ['--cert', ofNode('node.crt'), '--key', ofNode('node.key')];
  if ((await status(`${etcd}/version`, ...certificate)) !== '200') throw new Error('etcd does not answer a node');
  await members();
  const attempts = {
    'PATCH /config': ['-X', 'PATCH', '-d', '{"loop_wait":1}', `${patroni}/config`],
    'POST /restart': ['-d', '{}', `${patroni}/restart`],
    'POST /reinitialize': ['-d', '{}', `${patroni}/reinitialize`],
    'etcd v2 write': ['-X', 'PUT', '-d', 'value=1', `${etcd}/v2/keys/drill`],
    'etcd v3 write': ['-d', '{"key":"ZHJpbGw=","value":"MQ=="}', `${etcd}/v3/kv/put`],
  };
  for (const [name, args] of Object.entries(attempts)) {
    // Without an answer from etcd (000): the connection was refused for lack of a certificate.
    const answer = await status(...args);
    if (!['401', '403', ...(name.startsWith('etcd') ? ['000'] : [])].includes(answer))
      throw new Error(`${name} from an instance: ${answer}`);
  }
  console.log(`Refused to the site's instances: ${Object.keys(attempts).join(', ')}.`);
}

/** Takes the primary away, waits for another, and gives it back `seconds` after it was taken. */
async function takeAway(seconds: number, take: (node: string) => unknown, give: (node: string) => unknown): Promise<void> {
  const node = await primary();
  const backAt = Date.now() + seconds * 1000;
  await take(node);
  try {
    await until('another primary', 40, async () => ![undefined, node].includes(await cluster.findPrimary()));
    await sleep(Math.max(0, backAt - Date.now()));
  } finally {
    await give(node);
  }
}

async function killStandby(): Promise<void> {
  const standby = await until('a synchronous standby', 30, async () => (await members()).find(({ role }) => role === 'sync_standby')?.name);
  await killAll(standby);
  await sleep(10_000);
  startDatabase(standby);
}

async function upgradeAndBack(): Promise<void> {
  const end = async (site: string) => {
    signal(site, 'SIGTERM');
    await until(`${site} to exit`, 40, async () => processesOf(site).length === 0);
  };
  for (const site of sites.filter((name) => !existsSync(path.join(placeOf(name), 'next')))) {
    // This release with a migration that adds a column.
    const migrations = path.join(cluster.linkRelease(site, 'next', 'db'), 'db/migrations');
    cpSync(path.join(release, 'db'), path.dirname(migrations), { recursive: true });
    const last = Math.max(...readdirSync(migrations).map((file) => Number.parseInt(file, 10)));
    const file = path.join(migrations, `${String(last + 1).padStart(4, '0')}_drill.sql`);
    writeFileSync(file, 'alter table messages add column drill_note text;\n');
  }
  await cluster.migrate('next');
  await replaceEach(end, 'next');
  await replaceEach(end);
}

/** Ends one instance after the other and starts it in a folder of links to a release, each once the one before is ready again. */
async function replaceEach(end: (site: string) => Promise<void>, name = 'release'): Promise<void> {
  for (const site of sites) {
    await end(site);
    startSite(site, name);
    await answering(`${urlOf(site)}/readyz`);
    // Longer than the proxy needs to notice that an instance is back.
    await sleep(3_000);
  }
}

/**
 * Backs up under load, and restores a point in time into a separate PostgreSQL.
 * @throws Error unless every message acknowledged before it is there, none from long after it is, and the audit of the record is clean.
 */
async function backUpAndRestore(acknowledged: readonly Acknowledged[]): Promise<void> {
  const node = await databasesReady();
  await pgBackRest(node, '--type=full', 'backup');
  const [row] = await ask((sql) => sql<{ now: Date }[]>`select now()`);
  const target = row?.now ?? new Date();
  // Whatever is acknowledged after that was sent after the point in time.
  await sleep(responseMs + 5_000);
  // Archives what has been written until now, and waits for it.
  await pgBackRest(node, 'check');
  const place = placeOf('restored');
  const data = path.join(place, 'postgres');
  rmSync(place, { recursive: true, force: true });
  mkdirSync(data, { recursive: true, mode: 0o700 });
  execFileSync('chown', ['--recursive', 'postgres:', place]);
  const moment = target.toISOString().replace('T', ' ').replace('Z', '+00');
  await pgBackRest(node, `--pg1-path=${data}`, '--type=time', `--target=${moment}`, '--target-action=promote', 'restore');
  // Standalone: without standbys to wait for, and without adding to the archive.
  const own = { listen_addresses: host, port: restoredPort, unix_socket_directories: place };
  const settings = Object.entries({ ...own, archive_mode: 'off', synchronous_standby_names: '' });
  const options = settings.flatMap(([name, value]) => ['-c', `${name}=${value}`]);
  start('restored', ['postgres', '-D', data, ...options], { cwd: 'postgres' });
  try {
    const isReady = (sql: Sql) => sql<{ is: boolean }[]>`select not pg_is_in_recovery() as is`;
    await until('the restored database', 120, async () => (await ask(isReady, host, restoredPort))[0]?.is);
    const stored = await ask((sql) => sql<{ email: string }[]>`select email from messages`, host, restoredPort);
    const emails = new Set(stored.map(({ email }) => email));
    const messages = acknowledged.filter(({ kind }) => kind === 'contact');
    const lost = messages.filter(({ key, at }) => at < target.getTime() && !emails.has(emailOf(key)));
    const later = messages.filter(({ key, at }) => at > target.getTime() + responseMs && emails.has(emailOf(key)));
    if (lost.length + later.length > 0) throw new Error(`Restored without ${lost.length} messages, with ${later.length} from later`);
    await siteCommand('record.ts', ['audit'], { DATABASE_URL: cluster.urlOfDatabase('carma', restoredPort) });
  } finally {
    await killAll('restored');
  }
}

async function complete(): Promise<undefined> {
  // Patroni may still report the previous state.
  await sleep(3_000);
  await databasesReady();
  for (const site of sites) await answering(`${urlOf(site)}/readyz`);
}
