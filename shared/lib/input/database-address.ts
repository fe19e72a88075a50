import { own } from './own.ts';

const sslModes = ['disable', 'prefer', 'require', 'verify-full'];

/** Parameters that other programs put into such an address, and what to do instead: without them the connection would be less safe. */
const foreignParameters: Readonly<Record<string, string>> = {
  ssl: 'Write sslmode=require or sslmode=verify-full',
  channel_binding: 'Remove it: sslmode=verify-full makes sure of the server',
  sslrootcert: "Remove it: with sslmode=verify-full, NODE_EXTRA_CA_CERTS in the process's environment names the authority's file",
};

/**
 * Says what is wrong with the address of a database, `postgres://user:password@host:port/database?sslmode=require`. The driver would
 * send parameters that it does not know to the server as settings, and would read an unencoded password as a part of the host.
 * @returns undefined if nothing is wrong. The text contains names of parameters, and nothing else of the address.
 */
export function databaseAddressProblem(text: string): string | undefined {
  const rest = /^postgres(?:ql)?:\/\/(.*)$/is.exec(text.trim())?.[1];
  if (rest === undefined) return 'must be a postgres:// address';
  const [authority = ''] = rest.split(/[/?#]/);
  const login = rest.slice(0, Math.max(0, rest.lastIndexOf('@')));
  if (/[@/?#]/.test(login) || !isDecodable(login))
    return 'has a character in its password (or user) that must be written with a percent sign: @ is %40, / is %2F, ? is %3F, # is %23, % is %25';
  if (authority.slice(authority.lastIndexOf('@') + 1).includes(','))
    return 'names several hosts. Give the one address that always leads to the primary: docs/deploy.md';
  if (!URL.canParse(text) || !isDecodable(authority)) return 'must be a postgres:// address: its host or port cannot be read';
  const { hash, hostname, password, pathname, searchParams } = new URL(text);
  if (hostname === '') return 'names no host';
  if (hash !== '') return 'has a #, which such an address cannot have. In a password it is written %23';
  if (!isDecodable(pathname)) return 'has a % in the name of the database, which is written %25';
  if (password.startsWith('change-me'))
    return 'has the password of the example, which everybody knows: choose another (deploy/postgres.env.example)';
  const foreign = [...new Set(searchParams.keys())].filter((name) => name !== 'sslmode');
  if (foreign.length > 0) return foreign.map(describeForeign).join('; ');
  const modes = searchParams.getAll('sslmode');
  if (modes.length > 1 || !modes.every((mode) => sslModes.includes(mode)))
    return `has a wrong sslmode, which is one of ${sslModes.join(', ')}`;
  return undefined;
}

function describeForeign(name: string): string {
  const remedy =
    own(foreignParameters, name) ??
    'Remove it: sslmode is the only one. DATABASE_POOL_SIZE limits connections; other limits are fixed, other settings can be given to the role (alter role ... set ...)';
  return `has the parameter ${JSON.stringify(name.slice(0, 40))}, which the site does not read. ${remedy}`;
}

/** Whether each % in a part of an address begins the code of a character; of the `%ab` in a password that was not encoded it need not. */
function isDecodable(part: string): boolean {
  try {
    // The result is used, because the build removes calls whose result is not.
    return typeof decodeURIComponent(part) === 'string';
  } catch {
    return false;
  }
}

/**
 * What the code assumes of every session, whatever its login, its database or the server's file say: how values are written and read,
 * which schema names mean, that lists come whole and that a connection which waits is not closed.
 */
export const assumedSettings: Readonly<Record<string, string>> = {
  client_encoding: 'UTF8',
  bytea_output: 'hex',
  datestyle: 'ISO, MDY',
  intervalstyle: 'postgres',
  timezone: 'UTC',
  standard_conforming_strings: 'on',
  array_nulls: 'on',
  transform_null_equals: 'off',
  extra_float_digits: '1',
  gin_fuzzy_search_limit: '0',
  search_path: 'public',
  default_transaction_isolation: 'read committed',
  default_transaction_read_only: 'off',
  default_transaction_deferrable: 'off',
  idle_session_timeout: '0',
};

/**
 * Returns the driver's options for a connection that asks for `assumedSettings`, and for `settings` in their place or besides.
 * @throws Error as `databaseAddressProblem`.
 */
export function connectionOptions(url: string, settings: Readonly<Record<string, string | number>> = {}) {
  // The driver leaves out what is false: the number 0, but not the text.
  const asked = Object.entries({ ...assumedSettings, ...settings }).map(([name, value]) => [name, String(value)]);
  return { ...readDatabaseAddress(url), connection: Object.fromEntries(asked) };
}

/**
 * Takes the address of a database apart for the driver, whose own reading breaks at an IPv6 host.
 * @throws Error as `databaseAddressProblem`.
 */
export function readDatabaseAddress(text: string) {
  const problem = databaseAddressProblem(text);
  if (problem !== undefined) throw new Error(`The address of the database ${problem}`);
  const { hostname, port, username, password, pathname, searchParams } = new URL(text);
  const host = decodeURIComponent(hostname).replace(/^\[(.*)\]$/, '$1');
  const portNumber = Number(port || 5432);
  const mode = searchParams.get('sslmode') ?? 'disable';
  return {
    // Lists, though the driver's types have only texts (postgres 3.4): it splits a text at its colons, and an IPv6 host has some.
    ...({ host: [host], port: [portNumber] } as unknown as { host: string; port: number }),
    // The socket in the file system, if the host is a folder.
    ...(host.startsWith('/') ? { path: `${host}/.s.PGSQL.${portNumber}` } : {}),
    ...(username === '' ? {} : { user: decodeURIComponent(username) }),
    ...(password === '' ? {} : { pass: decodeURIComponent(password) }),
    ...(pathname.length > 1 ? { database: decodeURIComponent(pathname.slice(1)) } : {}),
    ssl:
      mode === 'disable' ? false : mode === 'verify-full' && isIpAddress(host) ? { host } : (mode as 'prefer' | 'require' | 'verify-full'),
  };
}

/** The driver tells TLS no name where the host is a number, and the certificate would then be compared with `localhost`. */
const isIpAddress = (host: string): boolean => host.includes(':') || /^[\d.]+$/.test(host);

/** Node's and the driver's codes of a server that cannot be reached, or that went away during a query. */
export const unreachableCodes = /^(?:E(?:AI_)?[A-Z]+|CONNECT_TIMEOUT|CONNECTION_\w+)$/;

/** The settings that limit how long a session may take for something; 0: for ever. */
export const timeLimits = ['statement_timeout', 'lock_timeout', 'idle_in_transaction_session_timeout'] as const;
