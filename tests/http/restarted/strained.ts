import { randomUUID } from 'node:crypto';
import type { Socket } from 'node:net';
import { setTimeout as sleep } from 'node:timers/promises';
import { afterAll, beforeAll, describe, expect, it, vi } from 'vitest';
import { like } from '#tests/support/matchers.ts';
import { openConnection, parseResponse } from '#tests/support/raw-http.ts';
import { get, metric, scrape, site, start } from './site.ts';

/** In ms: for the whole of a form with a file, for any other body, and for headers. By default 330 s, 30 s and 10 s (`limits`). */
const [requestMs, bodyMs, headersMs] = [8_000, 1_500, 3_000];
const connections = 250;
/** How long (ms) a client may wait here. On an idle machine it waits a tenth of that; Node's own limits are 60 s and more. */
const waitLimitMs = 45_000;
let clients = 0;
/** The header by which a proxy says that a request is from a client; here each is from another. */
const newClientHeader = () => `X-Forwarded-For: 203.0.113.${++clients}\r\n`;

type Sent = { path: string; type: string; accept?: string; headers?: string; body: Buffer; contentLength?: number };
/** `isStubborn`: it neither sends the rest nor closes the connection. `isCurious`: it sends its last piece once it has an answer. */
type Client = { rate: number; isStubborn?: boolean; isCurious?: boolean };

const closed = (socket: Socket) => new Promise((resolve) => socket.once('close', resolve));

/** Sends a request at `rate` bytes a second. @returns the answer, the ms until it began, and the error of the connection, if any. */
async function send({ path, type, accept = 'text/html', headers = '', body, contentLength = body.length }: Sent, client: Client) {
  const socket = await openConnection(site.url);
  const chunks: Buffer[] = [];
  let errorCode: string | undefined;
  const started = performance.now();
  socket.on('error', (error: NodeJS.ErrnoException) => {
    errorCode = error.code;
  });
  socket.on('data', (chunk) => chunks.push(chunk));
  const ended = closed(socket);
  const { promise: answered, resolve: answer } = Promise.withResolvers<number>();
  socket.once('data', () => answer(performance.now() - started));
  socket.write(
    `POST ${path} HTTP/1.1\r\nHost: localhost\r\n${newClientHeader()}Accept: ${accept}\r\nContent-Type: ${type}\r\n${headers}Content-Length: ${contentLength}\r\n\r\n`,
  );
  const piece = Math.ceil(client.rate / 20);
  for (let at = 0; at < body.length && !socket.destroyed; at += piece) {
    if (client.isCurious && at + piece >= body.length) await Promise.race([answered, ended]);
    socket.write(body.subarray(at, at + piece));
    await sleep(50);
  }
  // The site may keep the connection.
  const closing = setInterval(() => chunks.length > 0 && !client.isStubborn && socket.end(), 200);
  await ended;
  clearInterval(closing);
  // Undefined if there was no answer.
  const answeredMs = await Promise.race([answered, undefined]);
  return { ...parseResponse(Buffer.concat(chunks).toString('latin1')), errorCode, answeredMs };
}

const typed = {
  ...{ kind: 'rfp', name: 'Ada Lovelace', email: 'ada@slow.example', organisation: 'Engines & Sons', sector: 'Manufacturing' },
  message: 'Biochar for five years.',
};
function form(fileBytes: number): Buffer {
  const fields = Object.entries(typed).map(([name, value]) => `--b\r\nContent-Disposition: form-data; name="${name}"\r\n\r\n${value}\r\n`);
  const file = '--b\r\nContent-Disposition: form-data; name="attachment"; filename="a.pdf"\r\n\r\n%PDF-1.7\n';
  return Buffer.concat([Buffer.from(fields.join('') + file), Buffer.alloc(fileBytes, 'x'), Buffer.from('\r\n--b--\r\n')]);
}
const upload = { path: '/api/enterprise-contact', type: 'multipart/form-data; boundary=b' };

const opened: Socket[] = [];

async function open(): Promise<Socket> {
  const socket = await openConnection(site.url);
  socket.on('error', () => {});
  socket.resume();
  opened.push(socket);
  return socket;
}

describe('a site with short limits, which is overloaded', () => {
  // It waits no longer than a test can. A request that waits for its turn to be answered (`renderWaitMs`) does not count as stalled.
  beforeAll(() =>
    start({
      ...{ requestTimeoutMs: String(requestMs), bodyTimeoutMs: String(bodyMs), headersTimeoutMs: String(headersMs) },
      ...{ deliveryTimeoutMs: '3000', renderWaitMs: '20000', maxConnections: String(connections) },
      ...{ databaseReadLimitMs: '20000', databaseWriteLimitMs: '20000' },
    }),
  );
  afterAll(async () => {
    for (const socket of opened) socket.destroy();
    await site.stop();
  });

  describe.concurrent('a valid file', () => {
    it('arrives, though it takes longer than any other body may', async () => {
      const answer = await send({ ...upload, body: form(220_000) }, { rate: 60_000 });
      const thanks = like(/^\/enterprise\/contact\?sent=[0-9a-f-]{36}\.[\w-]{43}#form$/);
      expect([answer.status, answer.headers.get('location'), answer.errorCode]).toEqual([303, thanks, undefined]);
      expect(answer.answeredMs).toBeGreaterThan(2 * bodyMs);
    });

    // The form is made within the last twentieth of the time of a request: on a busy machine that may be too little.
    it('that takes too long gets the form again, with everything that was typed', { retry: 2 }, async () => {
      const answer = await send({ ...upload, body: form(40_000), contentLength: 5_000_000 }, { rate: 5_000 });
      expect([answer.status, answer.headers.get('connection')]).toEqual([408, 'close']);
      const typedAgain = ['Engines &amp; Sons', 'Biochar for five years.', 'type="file"', 'enctype="multipart/form-data"'];
      for (const words of ['It did not reach us in time.', ...typedAgain]) expect(answer.body).toContain(words);
    });
  });

  describe.concurrent('another body that takes too long', () => {
    const json = { type: 'application/json', accept: 'application/json', body: Buffer.from('{"name":"'), contentLength: 500 };
    const fields = { type: 'application/x-www-form-urlencoded', body: Buffer.from('name=Ada&email='), contentLength: 500 };
    const words = /It did not reach us in time\..*your browser still has what you wrote/s;
    it.each([
      ...['v1/contact', 'trpc/contact.send'].map((name) => ['a problem, as JSON', name, json, 'json', /"code":"body_late"/] as const),
      ...['contact', 'verify', 'newsletter/unsubscribe'].map((name) => ['a page, as a form', name, fields, 'text/html', words] as const),
    ])('gets %s sent to /api/%s', async (_what, name, begun, type, said) => {
      const answer = await send({ path: `/api/${name}`, ...begun }, { rate: 1_000 });
      expect([answer.status, answer.headers.get('connection')]).toEqual([408, 'close']);
      expect(answer.headers.get('content-type')).toContain(type);
      expect(answer.body).toMatch(said);
      expect(answer.answeredMs).toBeGreaterThan(bodyMs - 100);
      expect(site.lines.filter(({ event }) => event === 'request.failed')).toEqual([]);
    });
  });

  it.concurrent.each(['/api/v1/contact', '/api/v1/baskets', '/mcp'])(
    'a client that goes away while it sends to %s is no error in the log',
    async (path) => {
      const [socket, requestId] = [await openConnection(site.url), randomUUID()];
      const headers = `Host: localhost\r\n${newClientHeader()}X-Request-Id: ${requestId}\r\nContent-Type: application/json\r\nContent-Length: 99`;
      socket.write(`POST ${path} HTTP/1.1\r\n${headers}\r\n\r\n{`);
      await sleep(300);
      socket.destroy();
      const lines = () => site.lines.filter((line) => line.requestId === requestId);
      await expect.poll(lines).not.toEqual([]);
      await sleep(200);
      expect(lines()).toMatchObject([{ event: 'request', aborted: true }]);
    },
  );

  describe.concurrent('a body that is refused', () => {
    const body = Buffer.alloc(3_000_000, 'x');
    it.each<[what: string, status: number, sent: Sent]>([
      ['JSON that is too large', 413, { path: '/api/v1/contact', type: 'application/json', body }],
      ['a file of a wrong type', 415, { path: '/api/enterprise-contact', type: 'application/pdf', body }],
      ['a file to a page', 405, { path: '/contact', type: 'application/pdf', body }],
      ['a file from another site', 403, { ...upload, headers: 'Origin: https://elsewhere.example\r\n', body: form(3_000_000) }],
    ])('has its answer before all is sent, and no reset: %s', async (_what, status, sent) => {
      // A client that reads meanwhile need not send the rest.
      const answer = await send(sent, { rate: 2_000_000, isCurious: true });
      expect([answer.status, answer.headers.get('connection'), answer.errorCode]).toEqual([status, 'close', undefined]);
      expect(answer.body.length).toBe(Number(answer.headers.get('content-length')));
    });

    it('has its answer when it is a form with a file that is too large', async () => {
      const answer = await send({ ...upload, body: form(12_000_000) }, { rate: 8_000_000 });
      expect([answer.status, answer.errorCode]).toEqual([422, undefined]);
      expect(answer.body).toContain('Please attach at most 10 MB in all');
    });

    it('keeps nobody waiting who has stopped sending', async () => {
      const started = performance.now();
      const stopped = { path: '/api/v1/contact', type: 'application/json', body: Buffer.from('{'), contentLength: 3_000_000 };
      const answer = await send(stopped, { rate: 1_000, isStubborn: true });
      expect([answer.status, answer.headers.get('connection')]).toEqual([413, 'close']);
      expect(performance.now() - started).toBeLessThan(requestMs);
    });
  });

  describe.concurrent('a slow client', () => {
    const late = /^HTTP\/1\.1 408 .*content-security-policy: default-src 'none'/s;
    const page = 'GET /credits HTTP/1.1\r\nHost: carma.example\r\n\r\n';
    it.each([
      ['whose headers never end gets 408 with the policy of what is no page, and', 'GET / HTTP/1.1\r\nHost: a\r\n', 'X-A: b\r\n', late],
      ['that sends nothing gets 408 with the policy of what is no page, and', '', '', late],
      ['that never reads the response', page.repeat(60), page, undefined],
    ])('%s is disconnected', async (_what, beginning, piece, answer) => {
      const socket = await open();
      const startedAt = performance.now();
      const chunks: Buffer[] = [];
      socket.on('data', (chunk) => chunks.push(chunk));
      if (!answer) socket.pause();
      socket.write(beginning);
      const ended = closed(socket);
      // As slowloris does. Only writing to a socket reveals that the other side is gone.
      const timer = setInterval(() => socket.write(piece), 200);
      await ended;
      clearInterval(timer);
      expect(Buffer.concat(chunks).toString()).toMatch(answer ?? '');
      expect(performance.now() - startedAt).toBeLessThan(waitLimitMs);
    });
  });

  // Stands before the tests below, which leave connections open that would count here.
  it('connections above the limit are closed at once, the newest, with a log line; then all is as before', async () => {
    const sockets = await Promise.all(Array.from({ length: connections + 40 }, () => openConnection(site.url)));
    for (const socket of sockets) socket.resume().on('error', () => {});
    const isOpen = ({ readyState }: Socket) => readyState === 'open';
    await expect.poll(() => sockets.filter(isOpen).length).toBeLessThanOrEqual(connections);
    // But for twenty: connections of the tests above that are still open count, too.
    expect(sockets.slice(0, connections - 20).every(isOpen)).toBe(true);
    await expect.poll(() => site.lines.some(({ event }) => event === 'connections.dropped')).toBe(true);
    for (const socket of sockets) socket.destroy();
    await vi.waitFor(async () => expect((await get('/livez')).status).toBe(200), { timeout: 10_000 });
  });

  /** Bytes by which the site's memory may grow: less than the sixty uploads have. */
  const maxGrowth = 250e6;
  const memory = async () => Number(/^process_resident_memory_bytes (\S+)/m.exec(await (await scrape()).text())?.[1]);

  /** Client addresses, as forwarded by a proxy. */
  const [slowClient, otherClient] = ['198.51.100.1', '198.51.100.2'];

  const large = form(5_900_000).subarray(0, 5_900_000);
  /** Sends nearly all of a large form and then stalls. */
  async function stall(): Promise<void> {
    const socket = await open();
    socket.write(
      `POST ${upload.path} HTTP/1.1\r\nHost: localhost\r\nX-Forwarded-For: ${slowClient}\r\nContent-Type: ${upload.type}\r\nContent-Length: 6200000\r\n\r\n`,
    );
    socket.write(large);
  }

  const post = (accept: string, client: string) =>
    get(upload.path, {
      method: 'POST',
      body: form(100_000) as BodyInit,
      headers: { accept, 'content-type': upload.type, 'x-forwarded-for': client },
    });

  /** Posts until there is no slot left: the stalled uploads take all that their client may have. A slow database answers with 503 too. */
  const rejectedPost = (accept: string) =>
    vi.waitUntil(
      async () => {
        const answer = await post(accept, slowClient);
        if (answer.status === 503 && /overloaded|very busy/.test(await answer.clone().text())) return answer;
        // The first uploads may have lost their slots by now.
        await Promise.all(Array.from({ length: 20 }, stall));
      },
      { timeout: 30_000 },
    );

  it('sixty slow uploads from one client are not held in memory, do not delay other clients, and lose their slots', async () => {
    const before = await memory();
    let highest = before;
    const measure = async () => {
      highest = Math.max(highest, await memory());
    };
    const measuring = setInterval(() => void measure().catch(() => {}), 200);
    // Not awaited yet: the stalled uploads keep their slots for some seconds only.
    const stalled = Promise.all(Array.from({ length: 60 }, stall));
    const [rejected, rejectedPage] = await Promise.all(['application/json', 'text/html'].map(rejectedPost));
    await stalled;
    expect(rejected?.headers.get('retry-after')).toBe('5');
    expect(await rejected?.json()).toMatchObject({ code: 'overloaded', retryable: true });
    const text = await rejectedPage?.text();
    for (const word of ['The site is very busy at the moment', 'Engines &amp; Sons', 'Biochar for five years.', 'type="file"'])
      expect(text).toContain(word);
    expect((await post('application/json', otherClient)).status).toBe(201);

    // Stalled uploads lose their slots, though they are still connected.
    await vi.waitFor(async () => expect((await post('application/json', slowClient)).status).toBe(201), { timeout: 60_000 });
    expect(site.lines.some(({ event }) => event === 'request.shed')).toBe(true);
    expect(await metric('carma_failed_writes_total')).toBeGreaterThan(0);
    clearInterval(measuring);
    expect(highest).toBeGreaterThan(before);
    expect(highest - before).toBeLessThan(maxGrowth);
  }, 150_000);

  const cachedPaths = ['/about', '/', '/credits', '/api/carbon-projects', '/vcs', '/projects'];

  async function ask(path: string) {
    const startedAt = performance.now();
    const answer = await get(path, { headers: { accept: 'text/html, */*' } });
    return { status: answer.status, headers: answer.headers, text: await answer.text(), ms: performance.now() - startedAt };
  }

  /** How many requests were refused because there was no room; 0 if none was yet. */
  const refused = async () => (await metric('carma_shed_requests_total\\{reason="full"\\}')) || 0;

  /** Makes each search another, so that no answer comes from the cache. */
  let searches = 0;

  it('more expensive requests than the process can handle are answered, or soon rejected with 503 and Retry-After; cached pages and files never are; then all is as before', async () => {
    // Cached, as on a site that has been up for some seconds; on a busy machine that may take longer than the start.
    for (const path of cachedPaths)
      await vi.waitFor(async () => expect((await ask(path)).headers.get('etag')).not.toBeNull(), { timeout: 20_000 });
    const [before, refusedBefore] = [await memory(), await refused()];
    let isOver = false;
    const seen: Awaited<ReturnType<typeof ask>>[] = [];
    const crowd = Promise.all(
      Array.from({ length: 120 }, async (_, index) => {
        while (!isOver) seen.push(await ask(`${index % 3 ? '/projects' : '/api/v1/projects'}?q=crowd${searches++}`));
      }),
    );
    const cheap: typeof seen = [];
    const isEnough = () => cheap.length >= 20 && [200, 503].every((one) => seen.filter(({ status }) => status === one).length > 20);
    for (; !isEnough(); await sleep(50)) for (const path of [...cachedPaths, '/favicon.svg', '/livez']) cheap.push(await ask(path));
    isOver = true;
    await crowd;

    expect(new Set(seen.map(({ status }) => status))).toEqual(new Set([200, 503]));
    const rejected = seen.filter(({ status }) => status === 503);
    expect(rejected.filter(({ headers }) => headers.get('retry-after') !== '5')).toEqual([]);
    const problem = rejected.find(({ text }) => text.startsWith('{'));
    expect(problem?.headers.get('content-type')).toContain('application/problem+json');
    expect(JSON.parse(problem?.text ?? '{}').code).toMatch(/overloaded|unavailable/);
    expect(problem?.headers.get('access-control-allow-origin')).toBe('*');
    const page = rejected.find(({ headers }) => headers.get('content-type')?.includes('text/html'));
    expect(page?.text).toContain('The site is very busy at the moment');
    expect(page?.text).toMatch(/<meta http-equiv="refresh"/);
    expect(page?.headers.get('content-security-policy')).toMatch(/style-src 'self' 'sha256-/);
    expect(cheap.filter(({ status }) => status !== 200)).toEqual([]);
    expect(Math.max(...seen.map(({ ms }) => ms))).toBeLessThan(waitLimitMs);

    await vi.waitFor(async () => expect((await ask(`/projects?q=calm${searches++}`)).status).toBe(200), { timeout: waitLimitMs });
    expect((await memory()) - before).toBeLessThan(maxGrowth);
    expect(await refused()).toBeGreaterThan(refusedBefore);
  });

  it('batches over MCP, whose answer begins before their tools have run, keep their place until it ends: some are answered, the others rejected', async () => {
    const call = (id: number) => ({ jsonrpc: '2.0', id, method: 'tools/call', params: { name: 'search_projects', arguments: {} } });
    const body = JSON.stringify(Array.from({ length: 10 }, (_, id) => call(id)));
    const headers = { 'content-type': 'application/json', accept: 'application/json, text/event-stream' };
    const statuses = await Promise.all(
      Array.from({ length: 100 }, async () => (await get('/mcp', { method: 'POST', headers, body })).status),
    );
    expect(new Set(statuses)).toEqual(new Set([200, 503]));
  });
});
