import { once } from 'node:events';
import { connect, createServer, Socket } from 'node:net';
import { expect, it, onTestFinished, vi } from 'vitest';
import { checkServer } from '#db/check-server.ts';
import { sessionSettings } from '#server/platform/database/pool.ts';
import { assumedSettings, readDatabaseAddress } from '#shared/lib/input/database-address.ts';
import { listenOn } from '#tests/support/free-port.ts';
import { has } from '#tests/support/matchers.ts';
import { ownDatabase } from '#tests/support/own-database.ts';

const session = sessionSettings();
const database = ownDatabase();

const check = (url: string, limitMs = 10_000) => checkServer({ setting: 'DATABASE_URL', url, session, limitMs });
const refusalOf = async (url: string, limitMs?: number) => String(await check(url, limitMs).catch(({ message }: Error) => message));

/** Listens in front of the database, as a pooler does. Returns the address that leads through it. */
async function listen(serve: (client: Socket) => void, host = '127.0.0.1'): Promise<string> {
  const sockets = new Set<Socket>();
  const server = createServer((client) => {
    sockets.add(client.on('error', () => {}));
    serve(client);
  });
  const port = await listenOn(server, host);
  onTestFinished(() => {
    server.close();
    for (const socket of sockets) socket.destroy();
  });
  const url = new URL(database.url);
  url.host = host.includes(':') ? `[${host}]` : host;
  url.port = String(port);
  return url.href;
}

/** Connects to the database's server, as bytes. */
function openDatabaseSocket(): Socket {
  const { path } = readDatabaseAddress(database.url);
  const { hostname, port } = new URL(database.url);
  const socket = connect(path ? { path } : { host: hostname, port: Number(port) }).on('error', () => {});
  onTestFinished(() => void socket.destroy());
  return socket;
}

/** Reads the first message of a client, its start. */
const startOf = async (client: Socket) => ((await once(client, 'data')) as [Buffer])[0];

/** Returns the message with which a server ends a connection. */
function fatal(code: string, text: string): Buffer {
  const fields = Buffer.from(`SFATAL\0C${code}\0M${text}\0\0`);
  return Buffer.concat([Buffer.from([0x45, 0, 0, 0, fields.length + 4]), fields]);
}

/** Returns a start without the parameters named, as a pooler does with what it ignores. */
function withoutParameters(start: Buffer, names: string[]): Buffer {
  const words = start.subarray(8, -2).toString('latin1').split('\0');
  const kept = words.flatMap((name, at) => (at % 2 === 0 && !names.includes(name) ? [name, words[at + 1] ?? ''] : []));
  const message = Buffer.concat([start.subarray(0, 8), Buffer.from(`${kept.join('\0')}\0\0`, 'latin1')]);
  message.writeInt32BE(message.length);
  return message;
}

it('a server is tried as the site will use it, and its version is returned, also at an IPv6 address', async () => {
  expect(await check(database.url)).toMatch(/^\d+/);
  const url = await listen((client) => client.pipe(openDatabaseSocket()).pipe(client), '::1');
  expect(url).toContain('@[::1]:');
  expect(await check(url)).toMatch(/^\d+/);
});

it('a pooler that refuses the parameters of a connection is refused, with the lines that help', async () => {
  const url = await listen(async (client) => {
    await startOf(client);
    client.end(fatal('08P01', 'unsupported startup parameter: statement_timeout'));
  });
  const message = await refusalOf(url);
  expect(message).toContain('refuses statement_timeout');
  expect(message).toContain(`ignore_startup_parameters = ${Object.keys({ ...assumedSettings, ...session }).join(', ')}"`);
  expect(message).toContain('pool_mode = session');
});

it('a pooler that drops such parameters is refused, with each value that is not as asked', async () => {
  await database.sql.unsafe(`alter database ${database.sql.options.database} set bytea_output = escape`);
  const dropped = ['statement_timeout', 'pg_trgm.word_similarity_threshold', 'bytea_output'];
  const url = await listen(async (client) => {
    const onward = openDatabaseSocket();
    onward.write(withoutParameters(await startOf(client), dropped));
    client.pipe(onward).pipe(client);
  });
  const message = await refusalOf(url);
  expect(message).toMatch(/statement_timeout is \S+, not 5s/);
  expect(message).toMatch(/word_similarity_threshold is .+, not 0\.38/);
  expect(message).toContain('bytea_output is escape, not hex');
  expect(message).toMatch(/select show_limit\(\); .*alter role current_user set statement_timeout = '5s';/);
  expect(message).not.toContain('lock_timeout');
  expect(await check(database.url)).toMatch(/^\d+/);
  await database.sql.unsafe(`alter database ${database.sql.options.database} reset bytea_output`);
});

it.each([
  ['commits do not wait for the disk', 'synchronous_commit', 'off', 'on', 'as that login'],
  ['sessions skip the triggers', 'session_replication_role', 'replica', 'origin', 'as a superuser, with the name of the login'],
  ['transactions end too soon', 'transaction_timeout', '1min', '0', 'as that login'],
])('a server whose %s is refused, by the name of the setting', async (_what, name, held, wanted, asWhom) => {
  await database.sql.unsafe(`alter database ${database.sql.options.database} set ${name} = '${held}'`);
  expect(await refusalOf(database.url)).toContain(`${name} is ${held}, not ${wanted}. Give the settings to the login, in psql ${asWhom}`);
  await database.sql.unsafe(`alter database ${database.sql.options.database} reset ${name}`);
});

it('a server of an older PostgreSQL is refused, by its version', async () => {
  const url = await listen((client) => {
    const onward = openDatabaseSocket();
    client.pipe(onward);
    onward.on('data', (data) => client.write(Buffer.from(data.toString('latin1').replaceAll(/\b1[5-9](?=\.\d)/g, '14'), 'latin1')));
  });
  expect(await refusalOf(url)).toMatch(/is PostgreSQL 14\.\d.* needs PostgreSQL 15 or newer\.$/);
});

it('a server is tried again while it is starting, and while there is no network yet', async () => {
  const lost = vi.spyOn(Socket.prototype, 'connect').mockImplementationOnce(function (this: Socket) {
    return this.destroy(Object.assign(new Error('connect ENETDOWN'), { code: 'ENETDOWN' }));
  });
  onTestFinished(() => lost.mockRestore());
  let tries = 0;
  const url = await listen(async (client) => {
    tries += 1;
    if (tries > 2) return void client.pipe(openDatabaseSocket()).pipe(client);
    await startOf(client);
    client.end(fatal('57P03', 'the database system is starting up'));
  });
  expect(await check(url)).toMatch(/^\d+/);
});

it('a pooler that gives one session to two clients is refused: it is in transaction mode', async () => {
  const onward = openDatabaseSocket();
  let last: Socket | undefined;
  let isStarted = false;
  onward.on('data', (data) => last?.write(data));
  const url = await listen(async (client) => {
    const start = await startOf(client);
    last ??= client;
    // AuthenticationOk and ReadyForQuery, as from a session that is open already.
    if (isStarted) client.write(Buffer.from([0x52, 0, 0, 0, 8, 0, 0, 0, 0, 0x5a, 0, 0, 0, 5, 0x49]));
    else onward.write(start);
    isStarted = true;
    client.on('data', (data) => {
      last = client;
      onward.write(data);
    });
  });
  await expect(check(url)).rejects.toThrow(/one session to several clients.*pool_mode = session/);
});

it('a server that does not answer is refused, and so is one that answers one connection at a time, each with its own reason', async () => {
  expect(await refusalOf(await listen(() => {}), 500)).toContain('cannot be used: it does not answer. Check DATABASE_URL');
  let clients = 0;
  const single = await listen((client) => {
    clients += 1;
    if (clients === 1) client.pipe(openDatabaseSocket()).pipe(client);
  });
  expect(await refusalOf(single, 1_000)).toContain('cannot be used: it does not answer two connections at a time. Check DATABASE_URL');
});

it('a server without TLS is refused where the address asks for it, and the reason says so', async () => {
  const url = await listen((client) => client.once('data', () => client.write('N')));
  // It is asked until the limit, because a server that starts answers later.
  const refusals = await Promise.all(['require', 'verify-full'].map((mode) => refusalOf(`${url}?sslmode=${mode}`, 1_000)));
  const reason = has('Check DATABASE_URL and that the server is running and speaks TLS (ssl = on), which sslmode asks for');
  expect(refusals).toEqual([reason, reason]);
});
