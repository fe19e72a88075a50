import { readFileSync } from 'node:fs';
import { strToU8, type Zippable, zipSync } from 'fflate';
import { parse } from 'node-html-parser';
import { beforeAll, describe, expect, it } from 'vitest';
import { queriesRead } from '#server/http/addresses.ts';
import { sitePages } from '#shared/content/navigation.ts';
import { monitorEventLoop } from '#tests/support/event-loop.ts';
import { ownSite } from '#tests/support/own-site.ts';
import { type RawResponse, sendRaw } from '#tests/support/raw-http.ts';

/** Time (ms) for which one request may block all others, in addition to what an idle site shows in the same run. */
const allowedMs = 50;
/** Just below the limits: 4,096 characters for a header and for an address, 256 KiB for a body and 11 MB for an upload. */
const [headerSize, querySize, bodySize, formSize] = [4_000, 4_000, 260_000, 11_400_000];

const loop = monitorEventLoop();
const site = ownSite({ TRUST_PROXY: '1', ...loop.env }, 'shared');
let idleMs: number;
/** Makes each request unique, so that no cached response can answer it. */
let number = 0;
beforeAll(async () => {
  for (let count = 0; count < 5; count += 1) await get('/projects');
  idleMs = await loop.longestBlock(() => get('/livez'), 0);
});

const filled = (text: string, size: number) => text.repeat(Math.ceil(size / text.length)).slice(0, size);
const get = (address: string, headers: Record<string, string> = {}) => send('GET', address, headers);
const post = (address: string, type: string, body: string, headers: Record<string, string> = {}) =>
  send('POST', address, { 'content-type': type, 'content-length': String(Buffer.byteLength(body, 'latin1')), ...headers }, body);

function send(method: string, address: string, headers: Record<string, string>, body = ''): Promise<RawResponse> {
  const lines = Object.entries({ host: 'localhost', connection: 'close', ...headers }).map(([name, value]) => `${name}: ${value}\r\n`);
  return sendRaw(site.url, Buffer.from(`${method} ${address} HTTP/1.1\r\n${lines.join('')}\r\n${body}`, 'latin1'));
}

/** Expects that none of these requests blocks the site beyond the limit, fails, or gets a response of megabytes. */
async function expectHarmless(requests: (() => Promise<RawResponse>)[]): Promise<void> {
  const answers: RawResponse[] = [];
  const limit = idleMs + allowedMs;
  const sendAll = async () => {
    for (const request of requests) answers.push(await request());
  };
  // Over many requests, garbage collection or another process may intervene; if so, measure each request alone.
  if ((await loop.longestBlock(sendAll, limit, 1)) >= limit) {
    for (const [index, request] of requests.entries())
      expect(await loop.longestBlock(request, limit), `request ${index}`).toBeLessThan(limit);
  }
  for (const { status, body } of answers) {
    expect(status).toBeGreaterThan(0);
    expect([500, 502, 504]).not.toContain(status);
    expect(body.length).toBeLessThan(1_500_000);
  }
}

/** Text as the bytes that are sent. */
const utf8 = (text: string) => Buffer.from(text).toString('latin1');
/** The shapes of input whose work may grow faster than its size, by the number of characters. */
const shapes: Record<string, (size: number) => string> = {
  long: (size) => 'a'.repeat(size),
  nested: (size) => `${filled('<a>', size / 2)}${filled('{"a":[', size / 2)}`,
  repeated: (size) => filled('CR-000001 ', size),
  'of many parts': (size) => filled('a,b;\nc/', size),
  'of many marks': (size) => `a${filled('\u0315\u0300', size - 1)}`,
};

type Described = {
  in?: string;
  name?: string;
  content?: { 'application/json'?: { schema: Described } };
  properties?: object;
  $ref?: string;
};
const contract = JSON.parse(readFileSync('docs/openapi.json', 'utf8')) as { paths: Record<string, Record<string, Operation>> };
type Operation = { parameters?: Described[]; requestBody?: Described };
const operations = Object.entries(contract.paths).flatMap(([address, methods]) =>
  Object.entries(methods).map(([method, operation]) => ({ method, address: address.replaceAll(/\{\w+\}/g, 'a'), operation })),
);
const described = ({ $ref, ...own }: Described): Described =>
  $ref
    ? described(
        $ref
          .split('/')
          .slice(1)
          .reduce<unknown>((at, key) => (at as Record<string, unknown>)[key], contract) as Described,
      )
    : own;

/** The parameters of every address that reads any, as the site declares them for pages and files, and the API's contract for its own. */
function declaredQueries(): [address: string, parameters: string[]][] {
  const pages = Object.entries(queriesRead)
    // The files of a list read its query as the page and the feed do, and take long to make.
    .filter(([address]) => !/\.(?:csv|xlsx|json)$/.test(address) || !(address.replace(/\.\w+$/, '') in queriesRead))
    .map(([address, reads]) => [address.replaceAll(/:\w+/g, 'a'), reads] as const);
  const api = operations.map(({ address, operation: { parameters = [] } }) => {
    const queries = parameters.map(described).filter((parameter) => parameter.in === 'query');
    return [address, queries.map(({ name = '' }) => name)] as const;
  });
  return [...pages, ...api, ['/api/trpc/projects.search', ['input']] as const]
    .filter(([, parameters]) => parameters.length > 0)
    .map(([address, parameters]) => [address, parameters.map((name) => name.replace('*', 'a'))]);
}

/** Hard cases for one parser or another: long runs, repetition, incomplete pairs. */
const runs = [' ', ...', ; = " \\" a, a;q= a=" - W/"a", 1. %41'.split(' '), ' , ', ' ; q='];
const headers: Record<string, [start: string, address: string]> = {
  accept: ['a/b', '/api/v1/projects'],
  'accept-encoding': ['br', '/about'],
  'accept-language': ['en', '/about'],
  'if-none-match': ['"a"', '/api/v1/projects'],
  'if-modified-since': ['Mon, 23 Nov 2026', '/api/v1/projects'],
  'x-forwarded-for': ['1', '/api/v1/projects'],
  range: ['bytes=0-', '/robots.txt'],
  cookie: ['a=b', '/about'],
  traceparent: ['00-', '/about'],
  'x-request-id': ['a', '/about'],
  origin: ['http://a', '/api/v1/projects'],
  authorization: ['Bearer ', '/metrics'],
  'x-waku-etags': ['{', '/RSC/R/about.txt'],
  host: ['a', '/about'],
  'sec-fetch-site': ['a', '/about'],
  'user-agent': ['a', '/about'],
};

describe('a header of maximum size, whatever it contains,', () => {
  it.each(Object.entries(headers))('blocks nobody: %s', async (name, [start, address]) => {
    const requests: (() => Promise<RawResponse>)[] = [];
    for (const run of runs) {
      requests.push(() => get(address, { [name]: start + filled(run, headerSize) + start + number++ }));
      // Again at the end of the value, where trailing space is stripped.
      requests.push(() => get(address, { [name]: `${filled(run, headerSize)}x${number++}` }));
    }
    await expectHarmless(requests);
  });

  it.each(['idempotency-key', 'content-type', 'origin', 'content-length', 'transfer-encoding', 'expect'])(
    'blocks nobody with a body: %s',
    async (name) => {
      const requests: (() => Promise<RawResponse>)[] = [];
      const starts =
        name === 'content-type' ? ['multipart/form-data; boundary=', 'application/json;', 'application/x-www-form-urlencoded '] : ['a'];
      for (const start of starts) {
        for (const run of runs) {
          requests.push(() => post('/api/enterprise-contact', 'application/json', '{}', { [name]: start + filled(run, headerSize) }));
        }
      }
      await expectHarmless(requests);
    },
  );
});

describe('an address of maximum length, whatever it contains,', () => {
  const queries = 'a=& & = q=a& p=a:1& t.a=1& remove=a& removed=a:1& category=a& %2c % + a[b]= %25 - 1'.split(' ');
  /** What can be a part of one value, where it may be hard to parse. */
  const values = ['%2c', '-', ':1,'];
  it('blocks nobody: the query of a page that reads none', async () => {
    await expectHarmless(queries.map((part) => () => get(`/about?${filled(part, querySize - 40)}&n=${number++}`)));
  });

  it.each(declaredQueries())('blocks nobody: the query of %s', async (address, parameters) => {
    const requests: (() => Promise<RawResponse>)[] = [];
    for (const parameter of parameters) {
      const query = (text: string) => get(`${address}?${parameter}=${text}&n=${number++}`);
      for (const part of values) requests.push(() => query(filled(part, querySize - 120)));
      for (const shape of Object.values(shapes)) requests.push(() => query(encodeURIComponent(shape((querySize - 120) / 6))));
      requests.push(() => query(`a${filled(`&${parameter}=a:1`, querySize - 120)}`));
    }
    await expectHarmless(requests);
  });

  it.each(['/', '/projects/', '/RSC/R/', '/api/v1/projects/', '/pictures/', '/assets/', '/api/trpc/'])(
    'blocks nobody: the path after %s',
    async (start) => {
      const requests: (() => Promise<RawResponse>)[] = [];
      for (const part of ['/', 'a/', '-', '%41', '%e2%82%ac', '.', ',', 'projects.list,', '*', '1', '//a']) {
        requests.push(() => get(start + filled(part, querySize - start.length)));
      }
      await expectHarmless(requests);
    },
  );
});

/** Word documents of a few kB that unpack, or repeat a name, to many times as much. */
const typesPart = '[Content_Types].xml';
const spelling = (index: number) =>
  [...typesPart].map((letter, bit) => (index & (1 << (bit - 1)) ? letter.toUpperCase() : letter)).join('');
const archives: [what: string, content: Buffer][] = [
  ['a document whose types are nested without end', { [typesPart]: strToU8('<a>'.repeat(400_000)) }],
  [
    'a document of one name in many spellings',
    Object.fromEntries(Array.from({ length: 9_000 }, (_, at) => [spelling(at), strToU8('<a>')])),
  ],
  ['a document whose types are 60 MB', { [typesPart]: new Uint8Array(60_000_000) }],
  ['a document of 9,000 parts', Object.fromEntries(Array.from({ length: 9_000 }, (_, at) => [at.toString(36), new Uint8Array()]))],
].map(([what, parts]) => [what as string, Buffer.from(zipSync(parts as Zippable))]);

const form = 'application/x-www-form-urlencoded';
describe('a form of maximum size, whatever it contains,', () => {
  const person = 'name=Ada+Lovelace&email=ada%40hostile.example&';
  it('blocks nobody: each field of each form of each page', async () => {
    const numbered = Array.from({ length: 60_000 }, (_, index) => index.toString(36))
      .join('&')
      .slice(0, bodySize);
    const parts = ['a&', '&', '=', '%', '%41', '%e2%82%ac', '+', 'p=a:1&', 'p=a&', 'a=b&'];
    const wholes = [numbered, ...parts.map((part) => filled(part, bodySize))];
    const forms = await formsOfPages();
    expect([...forms.keys()]).toEqual(expect.arrayContaining(['/api/contact', '/api/quote-request', '/api/verify']));
    for (const [address, names] of forms) {
      const values = [...names].flatMap((name) => [
        ...['%0a', '%c2%85', '%F0%9F%8C%B2'].map((part) => `${name}=${filled(part, bodySize - 80)}`),
        ...Object.values(shapes).map((shape) => `${name}=${encodeURIComponent(shape((bodySize - 80) / 6))}`),
        `${name}=a%40${filled('a.', bodySize - 80)}`,
      ]);
      await expectHarmless([...wholes, ...values].map((body) => () => post(address, form, person + body, { accept: 'text/html' })));
    }
  });

  /** The names of the fields of every form that a page posts as text, by the form's address. */
  async function formsOfPages(): Promise<Map<string, Set<string>>> {
    const [, slug] = /href="\/projects\/([a-z0-9-]+)"/.exec(String((await get('/projects')).body)) ?? [];
    const varying = [`/projects/${slug}`, `/shortlist?p=${slug}:10`, `/contact?project=${slug}`, '/contact?topic=strategy-call'];
    const byToken = { address: '/api/newsletter/unsubscribe?id=1&token=a', names: ['List-Unsubscribe'] };
    const forms = new Map([[byToken.address, new Set(byToken.names)]]);
    for (const page of [...sitePages.map(({ path }) => path), ...varying]) {
      for (const element of parse(String((await get(page)).body)).querySelectorAll('form[method=post]')) {
        const address = element.getAttribute('action') ?? page;
        const known = forms.get(address) ?? new Set();
        for (const field of element.querySelectorAll('[name]')) known.add(field.getAttribute('name') ?? '');
        forms.set(address, known);
      }
    }
    return forms;
  }

  const part = (name: string, text: string, more = '') => `--b\r\ncontent-disposition: form-data; name="${name}"${more}\r\n\r\n${text}\r\n`;
  const file = '; filename="a.pdf"';
  const multipart: [what: string, body: () => string][] = [
    ['16,000 fields', () => Array.from({ length: 16_000 }, (_, index) => part(`f${index}`, '')).join('')],
    ['the same field repeated', () => filled(part('name', ''), formSize)],
    ['a name of 11 MB', () => part('name', filled('a ', formSize))],
    ['an email of 11 MB', () => part('email', `a@${filled('a.', formSize)}`)],
    ['a part header of 11 MB', () => `--b\r\n${filled('a', formSize)}`],
    ['a file name of 8 kB', () => part('attachment', '%PDF-', `; filename="${filled('\\"', 8_000)}"`)],
    ['incomplete boundaries', () => part('attachment', `%PDF-${filled('\r\n--', formSize)}`, file)],
    ['a file that looks like an archive', () => part('attachment', `PK\x03\x04${filled('PK\x01\x02', 10_400_000)}`, file)],
    ...archives.map(
      ([what, content]) =>
        [what, () => part('attachment', content.toString('latin1'), file).repeat(content.length < 1_000_000 ? 10 : 1)] as [
          string,
          () => string,
        ],
    ),
    ['an archive that may end anywhere', () => part('attachment', `PK\x03\x04${filled('PK\x05\x06', 10_400_000)}`, file)],
  ];
  it.each(multipart)('blocks nobody: %s', async (_what, body) => {
    const whole = `${body()}--b--\r\n`;
    await expectHarmless([() => post('/api/enterprise-contact', 'multipart/form-data; boundary=b', whole, { accept: 'text/html' })]);
  });
});

describe('JSON of maximum size, whatever it contains,', () => {
  const list = (count: number, item: (index: number) => string) => Array.from({ length: count }, (_, index) => item(index)).join(',');
  const bodies: [what: string, body: string][] = [
    ['deep lists', filled('[', bodySize / 2) + filled(']', bodySize / 2)],
    ['deep objects', `${filled('{"a":', bodySize - 13_000)}1${filled('}', (bodySize - 13_000) / 5)}`],
    ['many names', `{${list(6_000, (index) => `"a${index}":1`)}}`],
    ['the same name', `{${filled('"name":1,', bodySize)}"name":1}`],
    ['backslashes', `{"name":"${filled('\\\\', bodySize)}"}`],
    ['strings and space', `{"name":[${filled('"" ,', bodySize)}""]}`],
    ['characters outside the Basic Multilingual Plane', `{"name":"${filled('\\ud83c\\udf32', bodySize - (bodySize % 12))}"}`],
    ['an email of dots', `{"name":"Ada","email":"a@${filled('a.', bodySize)}"}`],
  ];
  it.each(bodies)('blocks nobody: %s', async (_what, body) => {
    const requests: (() => Promise<RawResponse>)[] = [];
    for (const address of ['/api/v1/contact', '/api/trpc/contact.requestQuote']) {
      requests.push(() => post(address, 'application/json', body));
    }
    requests.push(() => post('/api/trpc/contact.send', 'application/json', `{"json":${body.slice(0, bodySize - 20)}}`));
    await expectHarmless(requests);
  });

  it.each([...new Map(operations.flatMap(fieldsOf))])('blocks nobody: %s, as of %s', async (field, address) => {
    const texts = Object.values(shapes).map((shape) => utf8(JSON.stringify(shape(bodySize / 3))));
    const values = [...texts, `[${filled(`${texts[0]?.slice(0, 12)}",`, bodySize / 2)}1]`, filled('[', bodySize / 2)];
    await expectHarmless(values.map((value) => () => post(address, 'application/json', `{"name":"Ada","${field}":${value}}`)));
  });

  /** A field of a name is read by the same code wherever it stands: one address of each is enough. */
  function fieldsOf({ address, operation: { requestBody } }: (typeof operations)[number]): [field: string, address: string][] {
    const schema = requestBody && described(requestBody).content?.['application/json']?.schema;
    return Object.keys((schema && described(schema).properties) ?? {}).map((field) => [field, address]);
  }

  const inputs: [what: string, input: string][] = [
    ['lines of a shortlist', `{"json":{"name":"Ada","email":"a@b.example","lines":[${list(2_500, () => '{"slug":"a","tonnes":1}')}]}}`],
    ['a meta of deep values', `{"json":{},"meta":{"values":${filled('[', bodySize / 2)}${filled(']', bodySize / 2)}}}`],
    ['a prototype', '{"json":{"a":1},"meta":{"values":{"__proto__.polluted":["Date"],"constructor.prototype.x":["map"]}}}'],
    ['endless references', `{"json":{"a":{}},"meta":{"referentialEqualities":{"a":[${list(8_000, (index) => `"b${index}"`)}]}}}`],
    [
      'deep references',
      `{"json":${filled('{"a":', 20_000)}{}${filled('}', 4_000)},"meta":{"referentialEqualities":{"a":[${list(20, () => `"${filled('a.', 1_000)}a"`)}]}}}`,
    ],
    ['an expression', `{"json":"/${filled('(a*)*', 30_000)}/","meta":{"values":["regexp"]}}`],
    ['a map', `{"json":[${filled('[1,2],', 60_000)}[1,2]],"meta":{"values":["map"]}}`],
  ];
  it.each(inputs)('blocks nobody over RPC: %s', async (_what, input) => {
    const requests: (() => Promise<RawResponse>)[] = [];
    for (const call of ['contact.requestQuote', 'contact.send', 'newsletter.subscribe']) {
      requests.push(() => post(`/api/trpc/${call}`, 'application/json', input));
      const batch = list(10, (index) => `"${index}":${input.length < 6_000 ? input : '{}'}`);
      requests.push(() => post(`/api/trpc/${Array(10).fill(call).join()}?batch=1`, 'application/json', `{${batch}}`));
    }
    if (input.length < 1_300) requests.push(() => get(`/api/trpc/projects.search?input=${encodeURIComponent(input)}`));
    await expectHarmless(requests);
  });
});
