// npm run drill: runs the cluster of deploy/cluster on this machine and breaks it under load. See docs/deploy.md, "A cluster".
import { execFileSync } from 'node:child_process';
import { randomUUID } from 'node:crypto';
import fs from 'node:fs';
import { setTimeout as sleep } from 'node:timers/promises';
import * as cluster from './cluster.ts';

const { nodeAddress, askDatabase, databases, databasesReady, host, killAll, pgBackRest, placeOf, primary, publicUrl, release, runIn } =
  cluster;
const { signal, siteCommand, sites, startIn, startDatabase, startSite, until, urlOf, urlOfDatabase } = cluster;

/** The project whose credits are retired. */
const project = 'moray-brash-biochar';
const [writeGapMs, quietMs, responseMs, maxAgeMs] = [15_000, 3_000, 10_000, 2_500];
const emailOf = (key: string) => `${key}@drill.example`;
const sender = (key: string) => ({ name: 'Ada Lovelace', email: emailOf(key) });
/** What is written: to which call, and where in the database its key is found. */
const writes: [call: string, table: string, bodyOf: (key: string) => object][] = [
  ['contact', 'messages', (key) => ({ ...sender(key), message: key })],
  ['quotes', 'messages', (key) => ({ ...sender(key), lines: [{ slug: project, tonnes: 1 }] })],
  ['newsletter', 'newsletter_subscribers', (key) => ({ email: emailOf(key) })],
  ['record/retire', 'record_texts', (note) => ({ project, quantity: 1, beneficiary: 'Example plc', note })],
];

/** A round: what was acknowledged and shown, what is counted, and everything that is wrong. */
const newRound = (credits: number) => ({
  credits,
  acknowledged: [] as { call: string; table: string; key: string; at: number }[],
  /** The root of each tree whose checkpoint an instance has shown. */
  roots: new Map<string, string>(),
  /** `comeBack`: a page was rejected with the time to come back, or has the error text where the list would be. */
  counts: { refused: 0, pages: 0, lastKnown: 0, comeBack: 0, slowestMs: 0 },
  findings: { failed: [] as string[], lost: [] as string[], twice: [] as string[], wrong: [] as string[] },
});
type Round = ReturnType<typeof newRound>;

/** Faults by name. Each repairs what it broke. */
const faults: Record<string, [description: string, run: (round: Round) => unknown]> = {
  primary: ['the primary and its etcd are killed', () => takeAway(20, killAll, startDatabase)],
  postgres: ['only PostgreSQL of the primary is killed', async () => signal(await primary(), 'SIGKILL', 'postgres')],
  cut: ['the primary is cut off from the network for 20 s', () => takeAway(20, cluster.cutOff, cluster.reconnect)],
  pause: ['the primary is frozen for 30 s, then resumes', () => takeAway(30, cluster.freeze, cluster.thaw)],
  standby: ['a synchronous standby is killed', killStandby],
  instances: ['the instances are killed and started again, one by one', () => replaceEach(killAll)],
  upgrade: ['the instances are upgraded to a release with a migration, one by one, and back', upgradeAndBack],
  restore: ['a point in time is restored into a separate database', backUpAndRestore],
};

const usage = `Usage: npm run drill [-- FAULT ... | up]

As root: starts three PostgreSQL nodes, three instances of the site and their proxies on this machine, injects faults under load,
checks that everything acknowledged is stored exactly once, and removes it all. Without names, each fault is injected once. \`up\` only
starts the cluster, until Ctrl+C. CLUSTER_NET (77) is the third number of its addresses.
Exit code: 0 all is well, 1 failed, 2 usage error, 3 this machine lacks what the drill needs.

${Object.entries(faults)
  .map(([name, [description]]) => `  ${name.padEnd(12)}${description}`)
  .join('\n')}`;

process.exitCode = await main(process.argv.slice(2));

async function main(names: string[]): Promise<number> {
  const isOnlyUp = names.join() === 'up';
  if (!isOnlyUp && !names.every((name) => Object.hasOwn(faults, name))) {
    console.error(usage);
    return 2;
  }
  const missing = process.getuid?.() === 0 ? cluster.missingPrograms() : ['root'];
  if (missing.length > 0) {
    console.log(`Missing: ${missing.join(', ')}.`);
    return 3;
  }
  for (const name of ['SIGINT', 'SIGTERM'] as const) process.once(name, () => void cluster.down().finally(() => process.exit(1)));
  let isGood = false;
  try {
    await cluster.up();
    if (isOnlyUp) await new Promise(() => setInterval(() => {}, 60_000));
    await checkRefusals();
    // Credits to retire, and a key that may retire them.
    const units = [`project=${project}`, 'registry=Sample registry', 'series=SAMPLE-0010-2025', 'unitType=Removal - technical'];
    const vintage = ['vintageStart=2025-01-01', 'vintageEnd=2025-12-31', 'issuance=issued'];
    await siteCommand(['record.ts', 'receive', ...units, 'first=1000000', 'last=1999999', ...vintage]);
    const [key = ''] = (await siteCommand(['record.ts', 'keys', 'create', 'drill', '--scope', 'retire'])).split('\n');
    isGood = true;
    for (const name of names.length > 0 ? names : Object.keys(faults)) isGood = (await isWithstood(name, key)) && isGood;
  } catch (error) {
    isGood = false;
    console.error(error);
  }
  await cluster.down({ keepsLogs: !isGood });
  console.log(isGood ? 'Nothing was lost.' : `The drill failed: see above, and the logs in ${placeOf('*')}/*.log.`);
  return isGood ? 0 : 1;
}

/** Injects a fault under load, prints what it did, and compares what is stored with what was acknowledged. */
async function isWithstood(name: string, key: string): Promise<boolean> {
  const [credits] = await askDatabase(`select available_credits from carbon_projects where slug = '${project}'`);
  const round = newRound(Number(credits));
  const { acknowledged, counts, findings } = round;
  const writers = Array.from({ length: 20 }, (_, writer) => () => write(round, writer, key));
  const pageReader = (turn: number) => readPage(round, turn);
  const readers = [pageReader, pageReader, ...sites.map((site) => instanceReader(round, site))];
  const stops = [keepDoing(1_000, writers), keepDoing(100, readers)];
  await sleep(quietMs);
  try {
    await faults[name]?.[1](round);
    // Patroni may still report the previous state.
    await sleep(quietMs);
    await databasesReady();
    for (const site of sites) await cluster.ready(urlOf(site));
  } catch (error) {
    findings.wrong.push((error as Error).message);
  }
  await sleep(quietMs);
  await Promise.all(stops.map((stop) => stop()));
  await check(round);
  const times = acknowledged.map(({ at }) => at).sort((a, b) => a - b);
  const gapMs = Math.max(...times.map((time, index) => time - (times[index - 1] ?? time)));
  const found = Object.values(findings);
  const numbers = Object.entries({ writes: times.length, gapMs, ...counts, ...findings });
  console.log(`${name}: ${numbers.map(([what, count]) => `${what} ${Array.isArray(count) ? count.length : count}`).join(', ')}`);
  for (const line of found.flatMap((lines) => lines.slice(0, 5))) console.log(`  ${line.slice(0, 300)}`);
  return found.every(({ length }) => length === 0) && gapMs <= writeGapMs;
}

/** Repeats each work with a rest between. @returns a function that stops all, and waits for the last of each. */
function keepDoing(restMs: number, works: ((turn: number) => Promise<void>)[]): () => Promise<unknown> {
  let stopped = false;
  const running = works.map(async (work) => {
    for (let turn = 0; !stopped; turn += 1, await sleep(restMs)) await work(turn);
  });
  return () => {
    stopped = true;
    return Promise.all(running);
  };
}

/** Asks for an address. Without a status there was no complete response. `isTold`: when to come back; `isLastKnown`: that it may be old. */
async function request(url: string, init: RequestInit = {}) {
  try {
    const answer = await fetch(url, { ...init, signal: AbortSignal.timeout(responseMs) });
    const { status, headers } = answer;
    return { status, text: await answer.text(), isTold: headers.has('retry-after'), isLastKnown: headers.has('carma-last-known') };
  } catch (error) {
    return { status: undefined, text: String(error), isTold: false, isLastKnown: false };
  }
}

/** Writes through the proxy: repeats a request under the same idempotency key until it is acknowledged, as any valid one has to be. */
async function write({ acknowledged, counts, findings }: Round, writer: number, recordKey: string): Promise<void> {
  const [call = '', table = '', bodyOf] = writes[writer % writes.length] ?? [];
  const key = randomUUID();
  const headers = { 'content-type': 'application/json', 'idempotency-key': key, authorization: `Bearer ${recordKey}` };
  const body = JSON.stringify(bodyOf?.(key));
  for (const deadline = Date.now() + 90_000; ; await sleep(250)) {
    const { status = 599, text, isTold } = await request(`${publicUrl}/api/v1/${call}`, { method: 'POST', headers, body });
    if (status < 300) return void acknowledged.push({ call, table, key, at: Date.now() });
    counts.refused += 1;
    if (status === 503 && !isTold) findings.wrong.push(`${call}: no Retry-After: ${text}`);
    const isFinal = status < 500 && ![408, 429].includes(status);
    if (isFinal || Date.now() > deadline) return void findings.wrong.push(`${call}: ${status} ${text}`);
  }
}

/** Reads a page through the proxy. */
async function readPage({ counts, findings }: Round, turn: number): Promise<void> {
  const begun = performance.now();
  const pages = ['/', '/credits', `/projects/${project}`, '/record'];
  // Every fifth is a search that is not cached.
  const page = pages[turn % (pages.length + 1)] ?? `/projects?max=${1_000 + Math.round(begun)}`;
  const { status, text, isTold, isLastKnown } = await request(publicUrl + page);
  counts.pages += 1;
  counts.slowestMs = Math.round(Math.max(counts.slowestMs, performance.now() - begun));
  if (status !== 200 && !(status === 503 && isTold)) findings.failed.push(`${page}: ${status ?? text}`);
  else if (status === 503 || text.includes('Error loading projects')) counts.comeBack += 1;
  else if (isLastKnown) counts.lastKnown += 1;
}

/**
 * Returns a reader of an instance, which bypasses the proxy: of the checkpoint, and of a figure that only falls, by one with each
 * retirement that is acknowledged. It notices when the instance serves an older one than before, or than is allowed, without saying
 * that it is the last known.
 */
function instanceReader({ credits, acknowledged, roots, findings }: Round, site: string) {
  let [size, newest] = [0, credits];
  const note = (isWrong: boolean, what: string) => isWrong && findings.wrong.push(`${site}: ${what}`);
  // Failures do not count here, because an instance may have been killed on purpose.
  const current = async (place: string) => {
    const { status, text, isLastKnown } = await request(urlOf(site) + place);
    return status === 200 && !isLastKnown ? text : undefined;
  };
  return async (): Promise<void> => {
    const [, treeSize, root = ''] = (await current('/log/checkpoint'))?.split('\n') ?? [];
    if (treeSize !== undefined) {
      note((roots.get(treeSize) ?? root) !== root, `two roots of ${treeSize}`);
      note(Number(treeSize) < size, `checkpoint ${treeSize} after ${size}`);
      roots.set(treeSize, root);
      size = Number(treeSize);
    }
    const asked = Date.now();
    const answer = await current(`/api/v1/projects/${project}`);
    if (!answer) return;
    const { availableCredits } = JSON.parse(answer) as { availableCredits: number };
    const left = credits - acknowledged.filter(({ table, at }) => table === 'record_texts' && at < asked - maxAgeMs).length;
    note(availableCredits > newest, `${availableCredits} credits after ${newest}`);
    note(availableCredits > left, `${availableCredits} credits, ${maxAgeMs} ms after there were ${left}`);
    newest = availableCredits;
  };
}

/** Compares what was acknowledged with the stored rows and mails, compares the three databases, and audits the record. */
async function check({ acknowledged, roots, findings }: Round): Promise<void> {
  const note = (error: Error & { stdout?: string }) => void findings.wrong.push(`${error.message} ${error.stdout ?? ''}`);
  const countOnce = (what: string, times = 0) => {
    if (times === 0) findings.lost.push(what);
    if (times > 1) findings.twice.push(`${what}: ${times}`);
  };
  const stored = await askDatabase(`
    select 'messages', split_part(email, '@', 1), count(*) from messages group by email
    union all select 'newsletter_subscribers', split_part(email, '@', 1), count(*) from newsletter_subscribers group by email
    union all select 'record_texts', text, count(*) from record_texts where field = 'note' group by text`);
  const times = new Map(stored.map((line) => line.split(' ')).map(([table, key, count]) => [`${table} ${key}`, Number(count)]));
  for (const { call, table, key } of acknowledged) countOnce(`${call} ${key}`, times.get(`${table} ${key}`));
  const left = () => askDatabase(`select 1 from deliveries where state in ('queued', 'sending') limit 1`);
  await until('the mail queue to drain', 180, async () => (await left()).length === 0).catch(note);
  const written = sites.flatMap((site) => fs.readdirSync(placeOf(site, 'data/outbox')));
  const mails = await askDatabase(`select purpose || '-' || id || '.eml' from deliveries where state = 'written'`);
  for (const mail of mails) countOnce(`mail ${mail}`, written.filter((file) => file === mail).length);
  const checkpoints = await askDatabase(`select size, encode(root, 'base64') from record_checkpoints`);
  for (const [size = '', root] of checkpoints.map((line) => line.split(' ')))
    if ((roots.get(size) ?? root) !== root) findings.wrong.push(`fork: ${size} was ${roots.get(size)} and is ${root}`);
  const log = `select count(*), sha256(string_agg(hash, '' order by index)) from record_nodes where level = 0`;
  const logAt = async (node: string) => (await askDatabase(log, urlOfDatabase(`${nodeAddress(node)}:5432`))).join();
  await until('the same log on all nodes', 30, async () => new Set(await Promise.all(databases.map(logAt))).size === 1).catch(note);
  await siteCommand(['record.ts', 'audit']).catch(note);
}

/**
 * Tries, from the address of the site's instances, what would change the cluster: whoever takes over an instance may do no more.
 * @throws Error when something is accepted, or when the same server does not answer a node.
 */
async function checkRefusals(): Promise<void> {
  const [patroni, etcd] = [`http://${nodeAddress('db1')}:8008`, `https://${nodeAddress('db1')}:2379`];
  const quietly = ['-s', '-o', '/dev/null', '--max-time', '5', '-w', '%{http_code}', '--cacert', placeOf('db1/ca.crt')];
  const curl = (...args: string[]) => runIn('haproxy', ['curl', ...quietly, ...args]).catch(({ stdout }) => stdout);
  const version = await curl('--cert', placeOf('db1/node.crt'), '--key', placeOf('db1/node.key'), `${etcd}/version`);
  if (version !== '200') throw new Error('etcd does not answer a node');
  const changes = [`-XPATCH -d{"loop_wait":1} ${patroni}/config`, `-d{} ${patroni}/restart`, `-d{} ${patroni}/reinitialize`];
  for (const change of [...changes, `-XPUT -dvalue=1 ${etcd}/v2/keys/drill`, `-d{"key":"ZA==","value":"MQ=="} ${etcd}/v3/kv/put`]) {
    const answer = await curl(...change.split(' '));
    // Of etcd, 000: the connection was refused for lack of a certificate.
    const isRefused = ['401', '403'].includes(answer) || (answer === '000' && change.includes(etcd));
    if (!isRefused) throw new Error(`${change} from an instance: ${answer}`);
  }
}

/** Takes the primary away, waits for another, and gives it back `seconds` after it was taken. */
async function takeAway(seconds: number, take: (node: string) => unknown, give: (node: string) => unknown): Promise<void> {
  const node = await primary();
  const backAt = Date.now() + seconds * 1000;
  await take(node);
  try {
    await primary(node);
    await sleep(Math.max(0, backAt - Date.now()));
  } finally {
    await give(node);
  }
}

async function killStandby(): Promise<void> {
  const { name } = await until('a synchronous standby', 30, async () => (await cluster.standbys())[0]);
  await killAll(name);
  await sleep(10_000);
  await startDatabase(name);
}

/** To this release with a migration that adds a column. */
async function upgradeAndBack(): Promise<void> {
  for (const site of sites) {
    cluster.linkRelease(site, 'next', 'db');
    fs.cpSync(`${release}/db`, placeOf(site, 'next/db'), { recursive: true });
    fs.writeFileSync(placeOf(site, 'next/db/migrations/9999_drill.sql'), 'alter table messages add column drill_note text;\n');
  }
  const stop = async (site: string) => {
    signal(site, 'SIGTERM');
    await cluster.end(site, 40, 0);
  };
  await cluster.migrateTo('next');
  await replaceEach(stop, 'next');
  await replaceEach(stop);
}

/** Ends one instance after the other and starts it in a folder of links to a release, each once the one before is ready again. */
async function replaceEach(stop: (site: string) => Promise<unknown>, name = 'release'): Promise<void> {
  for (const site of sites) {
    await stop(site);
    await startSite(site, name);
    await cluster.ready(urlOf(site));
    // Longer than the proxy needs to notice that an instance is back.
    await sleep(3_000);
  }
}

/**
 * Backs up under load, and restores a point in time into a separate PostgreSQL.
 * @throws Error unless every message acknowledged before it is there, none from long after it is, and the audit of the record is clean.
 */
async function backUpAndRestore({ acknowledged }: Round): Promise<void> {
  const node = await databasesReady();
  await pgBackRest(node, '--type=full', 'backup');
  // pgBackRest knows in whole seconds when a backup ended, and takes one that ended in an earlier second than the point in time.
  await sleep(1_000);
  const [moment = ''] = await askDatabase('select now()');
  const target = Date.parse(moment);
  // Whatever is acknowledged after that was sent after the point in time.
  await sleep(responseMs + 5_000);
  // Archives what has been written until now, and waits for it.
  await pgBackRest(node, 'check');
  const place = placeOf('restored');
  fs.mkdirSync(`${place}/postgres`, { recursive: true, mode: 0o700 });
  execFileSync('chown', ['--recursive', 'postgres:', place]);
  await pgBackRest(node, `--pg1-path=${place}/postgres`, '--type=time', `--target=${moment}`, '--target-action=promote', 'restore');
  // Standalone: without standbys to wait for, and without adding to the archive.
  const settings = [`listen_addresses=${host}`, 'port=5440', `unix_socket_directories=${place}`, 'archive_mode=off'];
  const options = [...settings, 'synchronous_standby_names='].flatMap((setting) => ['-c', setting]);
  await startIn('restored', ['postgres', '-D', `${place}/postgres`, ...options], { cwd: 'postgres' });
  const url = urlOfDatabase(`${host}:5440`);
  try {
    await until('the restored database', 120, async () => (await askDatabase('select pg_is_in_recovery()', url))[0] === 'f');
    const emails = new Set(await askDatabase('select email from messages', url));
    const messages = acknowledged.filter(({ call }) => call === 'contact');
    const lost = messages.filter(({ key, at }) => at < target && !emails.has(emailOf(key)));
    const later = messages.filter(({ key, at }) => at > target + responseMs && emails.has(emailOf(key)));
    if (lost.length + later.length > 0) throw new Error(`Restored without ${lost.length} messages, with ${later.length} from later`);
    await siteCommand(['record.ts', 'audit'], { DATABASE_URL: url });
  } finally {
    await killAll('restored');
  }
}
