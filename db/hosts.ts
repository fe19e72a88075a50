import { setTimeout as sleep } from 'node:timers/promises';
import postgres from 'postgres';

/** How long (ms) servers have to answer a search, and how long to wait after a failed search before the next. */
const searchMs = 1_000;
const cooldownMs = 250;
/** How long (ms) a search waits for further answers after the first. */
const graceMs = 100;

const upToHosts = /^(postgres(?:ql)?:\/\/(?:[^/?#@]*@)?)([^/?#@]*)/i;
const standbyRoles = ['standby', 'prefer-standby', 'read-only'];
const roles = ['read-write', 'primary', ...standbyRoles];

/** The address of the server that the last search found, by the setting that was searched. */
const found = new Map<string, string>();
const searches = new Map<string, Promise<string | undefined>>();

/**
 * Splits an address that names several hosts (`postgres://user@a:5432,b:5432/database?target_session_attrs=read-write`) into
 * one address for each; an address with one host is returned unchanged. Each host is then accepted only in its role, standby or
 * primary. `read-write` becomes `primary`, because the driver's own `read-write` also accepts a hot standby (postgres 3.4).
 * @throws TypeError when one of them is not an address.
 */
export function addressesOf(url: string): string[] {
  const [start = '', scheme = '', hosts = ''] = upToHosts.exec(url) ?? [];
  const rest = url.slice(start.length);
  if (!hosts.includes(',')) return [url];
  return hosts.split(',').map((host) => {
    const address = new URL(`${scheme}${host}${rest}`);
    const role = address.searchParams.get('target_session_attrs') ?? 'read-write';
    if (host === '' || !roles.includes(role)) throw new TypeError('A host is missing, or target_session_attrs is not supported');
    address.searchParams.set('target_session_attrs', standbyRoles.includes(role) ? 'standby' : 'primary');
    return address.href;
  });
}

/** Checks whether a text is an address of one or several PostgreSQL servers. */
export function isDatabaseAddress(text: string): boolean {
  try {
    return addressesOf(text).every((address) => /^postgres(ql)?:$/.test(new URL(address).protocol));
  } catch {
    return false;
  }
}

/** Returns the server that `findServer` last found for this address; before the first search, the first one that it names. */
export function currentAddress(url: string): string {
  const lastFound = found.get(url);
  if (lastFound !== undefined) return lastFound;
  const [first = url] = addressesOf(url);
  found.set(url, first);
  return first;
}

/**
 * Searches the servers of an address for the one in the requested role, all at once, and remembers it. Callers share a
 * search. The driver could try one host after the other itself, but it then retries without pause or limit (docs/couplings.md).
 * @returns undefined when no server qualifies within a second. An address with one host is returned without a search. Never throws.
 */
export function findServer(url: string): Promise<string | undefined> {
  const addresses = addressesOf(url);
  if (addresses.length === 1) return Promise.resolve(url);
  const running = searches.get(url);
  if (running) return running;
  const newSearch = search(addresses).then((address) => {
    if (address) found.set(url, address);
    if (address) searches.delete(url);
    else setTimeout(() => searches.delete(url), cooldownMs).unref();
    return address;
  });
  searches.set(url, newSearch);
  return newSearch;
}

type Answer = { address: string; timeline: string };

async function search(addresses: string[]): Promise<string | undefined> {
  const connections = addresses.map((address) => ({ address, sql: connect(address) }));
  const answers: Answer[] = [];
  const queries = connections.map(async ({ address, sql }) => {
    const timeline = await timelineOf(sql);
    answers.push({ address, timeline });
  });
  try {
    const all = Promise.allSettled(queries);
    await Promise.race([Promise.any(queries).catch(() => {}), sleep(searchMs)]);
    await Promise.race([all, sleep(answers.length > 0 ? graceMs : 0)]);
  } finally {
    for (const { sql } of connections) void sql.end({ timeout: 0 });
  }
  // A primary that was frozen during a failover may not have noticed it yet. Its successor is on a later timeline.
  return answers.toSorted((a, b) => b.timeline.localeCompare(a.timeline))[0]?.address;
}

/** @returns the timeline in hexadecimal; empty for a standby. @throws when the server is in the wrong role or read-only. */
async function timelineOf(sql: postgres.Sql): Promise<string> {
  const [row] = await sql<{ isStandby: boolean; isReadOnly: boolean; timeline: string }[]>`
    select pg_is_in_recovery() as "isStandby", current_setting('transaction_read_only') = 'on' as "isReadOnly",
      case when pg_is_in_recovery() then '' else left(pg_walfile_name(pg_current_wal_lsn()), 8) end as timeline`;
  if (!row || (row.isReadOnly && !row.isStandby)) throw new Error('The server is read-only');
  return row.timeline;
}

function connect(address: string): postgres.Sql {
  return postgres(address, {
    max: 1,
    fetch_types: false,
    connect_timeout: searchMs / 1_000,
    connection: { application_name: 'carma-find', statement_timeout: searchMs },
    onnotice: () => {},
  });
}
