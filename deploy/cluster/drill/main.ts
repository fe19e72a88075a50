// npm run drill: runs the cluster of deploy/cluster on this machine and breaks it under load. See docs/deploy.md, "A cluster".
import { randomUUID } from 'node:crypto';
import fs from 'node:fs';
import { setTimeout as sleep } from 'node:timers/promises';
import type { Node } from './cluster.ts';
import * as cluster from './cluster.ts';

/** The project whose credits are retired. */
const project = 'moray-brash-biochar';
/** In ms. `writeGap`: the longest time without a write; `quiet`: the pause around a fault; `maxAge`: the greatest age of a figure. */
const ms = { writeGap: 15_000, quiet: 3_000, maxAge: 2_500 };
/** What is written, by call. */
const writes: [call: string, bodyOf: (key: string) => object][] = [
  ['contact', (key) => ({ ...sender(key), message: key })],
  ['quotes', (key) => ({ ...sender(key), lines: [{ slug: project, tonnes: 1 }] })],
  ['newsletter', (key) => ({ email: sender(key).email })],
  ['record/retire', (note) => ({ project, quantity: 1, beneficiary: 'Example plc', note })],
];
const sender = (key: string) => ({ name: 'Ada Lovelace', email: `${key}@drill.example` });

const acknowledged: { call: string; key: string; at: number }[] = [];
/** The checkpoints that instances showed, each as size and root. */
const shown = new Set<string>();
/** What was found wrong, in sentences. */
const wrong: string[] = [];
/** `comeBack`: pages that were rejected with the time to come back, or had the error text where the list would be. */
const counts = { pages: 0, lastKnown: 0, comeBack: 0 };

/** What breaks the cluster, by name, and repairs it again. docs/deploy.md describes each fault. */
const faults: Record<string, () => Promise<unknown>> = {
  primary: () => takeAway(20, cluster.end, cluster.startNode),
  postgres: async () => process.kill(cluster.postmasterOf(await cluster.databasesReady()), 'SIGKILL'),
  cut: () => takeAway(20, cluster.cutOff, cluster.reconnect),
  pause: () => takeAway(30, cluster.freeze, cluster.thaw),
  standby: () => takeAway(10, cluster.end, cluster.startNode, { isStandby: true }),
  instances: () => replaceEach('KILL'),
  upgrade: upgradeAndBack,
  restore: backUpAndRestore,
};

const names = process.argv.slice(2);
const isOnlyUp = names.join() === 'up';
const missing = process.getuid?.() === 0 ? cluster.missingPrograms() : ['root'];
if (!isOnlyUp && names.some((name) => !Object.hasOwn(faults, name))) quit(2, `Name some of: up, ${Object.keys(faults).join(', ')}`);
if (missing.length > 0) quit(3, `Missing: ${missing.join(', ')}.`);
for (const name of ['SIGINT', 'SIGTERM'] as const) process.once(name, () => void cluster.down().finally(() => process.exit(1)));
try {
  await cluster.up();
  // Until a signal: a promise that stays pending keeps no process running, a timer does.
  if (isOnlyUp) await new Promise(() => setInterval(() => {}, 60_000));
  // Credits to retire, and a key that may retire them.
  const units = ['registry=Sample registry', 'series=SAMPLE-0010-2025', 'unitType=Removal - technical', 'first=1000000', 'last=1999999'];
  const vintage = ['vintageStart=2025-01-01', 'vintageEnd=2025-12-31', 'issuance=issued'];
  await cluster.siteCommand(['record.ts', 'receive', `project=${project}`, ...units, ...vintage]);
  const [key = ''] = (await cluster.siteCommand(['record.ts', 'keys', 'create', 'drill', '--scope', 'retire'])).split('\n');
  const [credits] = await cluster.askDatabase(`select available_credits from carbon_projects where slug = '${project}'`);
  let isOver = false;
  const repeat = async (restMs: number, work: (turn: number) => Promise<void>) => {
    for (let turn = 0; !isOver; turn += 1, await sleep(restMs)) await work(turn);
  };
  const load = [
    ...Array.from({ length: 20 }, (_, writer) => repeat(1_000, () => write(writer, key))),
    ...[readPage, readPage, ...cluster.sites.map((site) => instanceReader(site, Number(credits)))].map((read) => repeat(100, read)),
  ];
  for (const name of names.length > 0 ? names : Object.keys(faults)) {
    const before = acknowledged.length;
    const begun = Date.now();
    await sleep(ms.quiet);
    await faults[name]?.();
    // Patroni may still report the previous state.
    await sleep(ms.quiet);
    await cluster.databasesReady();
    for (const site of cluster.sites) await cluster.ready(site);
    await sleep(ms.quiet);
    const times = acknowledged.slice(before).map(({ at }) => at);
    const gapMs = Math.max(...[...times, Date.now()].map((time, index) => time - (times[index - 1] ?? begun)));
    if (gapMs > ms.writeGap) wrong.push(`${name}: nothing was written for ${gapMs} ms`);
    console.log(`${name}: ${times.length} writes, ${gapMs} ms without one; in all`, counts, `and ${wrong.length} wrong`);
  }
  isOver = true;
  await Promise.all(load);
  // Compares what was acknowledged with the stored rows and mails, compares the three databases, and audits the record.
  const stored = await cluster.askDatabase(`
    select split_part(email, '@', 1) from messages
    union all select split_part(email, '@', 1) from newsletter_subscribers
    union all select text from record_texts where field = 'note'`);
  for (const { call, key } of acknowledged) {
    const times = stored.filter((one) => one === key).length;
    if (times !== 1) wrong.push(`${times === 0 ? 'lost' : `${times} times`}: ${call} ${key}`);
  }
  const queued = "select 1 from deliveries where state in ('queued', 'sending') limit 1";
  await cluster.until('the mail queue to drain', 180, async () => (await cluster.askDatabase(queued)).length === 0);
  const written = new Set(cluster.sites.flatMap((site) => fs.readdirSync(cluster.placeOf(site, 'data/outbox'))));
  const mails = await cluster.askDatabase(`select purpose || '-' || id || '.eml' from deliveries where state = 'written'`);
  // A mail whose instance is killed before it could say that it was written is written again, elsewhere and under the same name.
  for (const mail of mails) if (!written.has(mail)) wrong.push(`lost: mail ${mail}`);
  const signed = await cluster.askDatabase(`select size || ' ' || encode(root, 'base64') from record_checkpoints`);
  for (const checkpoint of shown) if (!signed.includes(checkpoint)) wrong.push(`fork: ${checkpoint}`);
  const log = `select count(*), sha256(string_agg(hash, '' order by index)) from record_nodes where level = 0`;
  const logAt = async (node: Node) => (await cluster.askDatabase(log, node)).join();
  await cluster.until('the same log on all nodes', 30, async () => new Set(await Promise.all(cluster.databases.map(logAt))).size === 1);
  await cluster.siteCommand(['record.ts', 'audit']);
} catch (error) {
  // A command, such as the audit, says on stdout what is wrong.
  wrong.push(`${error} ${(error as { stdout?: string }).stdout ?? ''}`);
}
for (const line of wrong.slice(0, 20)) console.log(`  ${line.slice(0, 300)}`);
await cluster.down({ keepsLogs: wrong.length > 0 });
if (wrong.length > 0) quit(1, `The drill failed: see above, and the logs in ${cluster.placeOf('*')}/*.log.`);
quit(0, 'Nothing was lost.');

function quit(code: number, text: string): never {
  console.log(text);
  process.exit(code);
}

/** Writes through the proxy: repeats a request under the same idempotency key until it is acknowledged, as any valid one has to be. */
async function write(writer: number, recordKey: string): Promise<void> {
  const [call = '', bodyOf] = writes[writer % writes.length] ?? [];
  const key = randomUUID();
  const headers = { 'content-type': 'application/json', 'idempotency-key': key, authorization: `Bearer ${recordKey}` };
  const init = { method: 'POST', headers, body: JSON.stringify(bodyOf?.(key)) };
  for (const deadline = Date.now() + 90_000; ; await sleep(250)) {
    const { status, text, headers: answered } = await cluster.request(`${cluster.urlOf('caddy')}/api/v1/${call}`, init);
    if (status < 300) return void acknowledged.push({ call, key, at: Date.now() });
    if (status === 503 && !answered.has('retry-after')) wrong.push(`${call}: no Retry-After: ${text}`);
    const isFinal = status < 500 && ![408, 429].includes(status);
    if (isFinal || Date.now() > deadline) return void wrong.push(`${call}: ${status} ${text}`);
  }
}

/** Reads a page through the proxy. */
async function readPage(turn: number): Promise<void> {
  const pages = ['/', '/credits', `/projects/${project}`, '/record'];
  // Every fifth is a search that is not cached.
  const page = pages[turn % (pages.length + 1)] ?? `/projects?max=${1_000 + Math.round(performance.now())}`;
  const { status, text, headers } = await cluster.request(cluster.urlOf('caddy') + page);
  counts.pages += 1;
  if (status !== 200 && !(status === 503 && headers.has('retry-after'))) wrong.push(`${page}: ${status} ${text}`);
  else if (status === 503 || text.includes('Error loading projects')) counts.comeBack += 1;
  else if (headers.has('carma-last-known')) counts.lastKnown += 1;
}

/**
 * Returns a reader of an instance, which bypasses the proxy: of the checkpoint, which only grows, and of a figure that only falls, by one
 * with each retirement that is acknowledged. An older one is wrong unless its response says that it is the last known.
 */
function instanceReader(site: Node, credits: number) {
  let [size, newest] = [0, credits];
  // Failures do not count here, because an instance may have been killed on purpose.
  const current = async (place: string) => {
    const { status, text, headers } = await cluster.request(cluster.urlOf(site) + place);
    return status === 200 && !headers.has('carma-last-known') ? text : undefined;
  };
  return async (): Promise<void> => {
    const [, treeSize = size, root] = (await current('/log/checkpoint'))?.split('\n') ?? [];
    if (Number(treeSize) < size) wrong.push(`${site}: checkpoint ${treeSize} after ${size}`);
    if (root) shown.add(`${treeSize} ${root}`);
    size = Number(treeSize);
    const left = credits - acknowledged.filter(({ call, at }) => call === 'record/retire' && at < Date.now() - ms.maxAge).length;
    const answer = await current(`/api/v1/projects/${project}`);
    if (!answer) return;
    const { availableCredits } = JSON.parse(answer) as { availableCredits: number };
    if (availableCredits > newest) wrong.push(`${site}: ${availableCredits} credits after ${newest}`);
    if (availableCredits > left) wrong.push(`${site}: ${availableCredits} credits, ${ms.maxAge} ms after there were ${left}`);
    newest = availableCredits;
  };
}

/** Takes the primary away, or a standby, and gives it back so many seconds later. */
async function takeAway(seconds: number, take: (node: Node) => unknown, give: typeof take, { isStandby = false } = {}): Promise<void> {
  const primary = await cluster.databasesReady();
  const node = cluster.databases.find((one) => (one === primary) !== isStandby) ?? primary;
  await take(node);
  await sleep(seconds * 1000);
  await give(node);
}

/** Ends one instance after the other and starts it again, each once the one before is ready. */
async function replaceEach(signal: string): Promise<void> {
  for (const site of cluster.sites) {
    await cluster.end(site, signal);
    await cluster.startNode(site);
    await cluster.ready(site);
    // Longer than the proxy needs to notice that an instance is back.
    await sleep(3_000);
  }
}

/** Upgrades to this release with a migration that adds a column, and goes back to this release, with the column. */
async function upgradeAndBack(): Promise<void> {
  const added = cluster.sites.map((site) => cluster.placeOf(site, 'db/migrations/9999_drill.sql'));
  for (const file of added) fs.writeFileSync(file, 'alter table messages add column drill_note text;\n');
  await cluster.migrateDatabase();
  await replaceEach('TERM');
  for (const file of added) fs.rmSync(file);
  await replaceEach('TERM');
}

/** Backs up under load, and restores a point in time into a separate PostgreSQL, which must have each earlier message, and no later one. */
async function backUpAndRestore(): Promise<void> {
  const node = await cluster.databasesReady();
  await cluster.pgBackRest(node, '--type=full', 'backup');
  // pgBackRest knows in whole seconds when a backup ended, and takes one that ended in an earlier second than the point in time.
  await sleep(1_000);
  const [moment = ''] = await cluster.askDatabase('select now()');
  // Until messages are acknowledged that were certainly sent after the point in time: a response takes `responseMs` at most.
  await sleep(cluster.responseMs + 5_000);
  // Archives what has been written until now, and waits for it.
  await cluster.pgBackRest(node, 'check');
  const folder = cluster.placeOf('restored/data');
  await cluster.pgBackRest(node, `--pg1-path=${folder}`, '--type=time', `--target=${moment}`, '--target-action=promote', 'restore');
  // Standalone: without standbys to wait for, and without adding to the archive.
  const settings = ['listen_addresses=*', `unix_socket_directories=${folder}`, 'archive_mode=off', 'synchronous_standby_names='];
  await cluster.startIn('restored', ['postgres', '-D', folder, ...settings.flatMap((setting) => ['-c', setting])]);
  const ask = (sql: string) => cluster.askDatabase(sql, 'restored');
  await cluster.until('the restored database', 120, async () => (await ask('select pg_is_in_recovery()'))[0] === 'f');
  const emails = new Set(await ask('select email from messages'));
  for (const { key, at } of acknowledged.filter(({ call }) => call === 'contact')) {
    const isThere = emails.has(sender(key).email);
    const isWrong = isThere ? at > Date.parse(moment) + cluster.responseMs : at < Date.parse(moment);
    if (isWrong) wrong.push(`restored ${isThere ? 'with' : 'without'} ${key}`);
  }
  await cluster.siteCommand(['record.ts', 'audit'], { DATABASE_URL: cluster.urlOfDatabase('restored') });
  await cluster.end('restored');
}
