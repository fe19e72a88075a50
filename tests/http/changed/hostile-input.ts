import { zipSync } from 'fflate';
import { parse } from 'node-html-parser';
import { beforeAll, describe, expect, it } from 'vitest';
import { openApiDocument } from '#server/api/routes.ts';
import { addresses } from '#server/http/addresses.ts';
import { sitePages } from '#shared/content/navigation.ts';
import { type Operation, readDocument } from '#tests/support/documented.ts';
import { type RawResponse, sendRaw } from '#tests/support/raw-http.ts';
import { loop, site } from './site.ts';

/**
 * Time (ms) for which one request may block all others, in addition to what an idle site shows in the same run: twice what the slowest
 * takes on a machine that has nothing else to do. What takes more than linear time takes seconds.
 */
const allowedMs = 100;
/** Just below the limits: 4,096 characters for a header and for an address, 256 KiB for a body and 11 MB for an upload. */
const [headerSize, querySize, bodySize, formSize] = [4_000, 4_000, 260_000, 11_400_000];

/** Makes each request unique, so that no cached response can answer it. */
let number = 0;

const filled = (text: string, size: number) => text.repeat(Math.ceil(size / text.length)).slice(0, size);
const get = (address: string, headers: Record<string, string> = {}) => send('GET', address, headers);
const post = (address: string, type: string, body: string, headers: Record<string, string> = {}) =>
  send('POST', address, { 'content-type': type, 'content-length': String(Buffer.byteLength(body, 'latin1')), ...headers }, body);

function send(method: string, address: string, headers: Record<string, string>, body = ''): Promise<RawResponse> {
  const lines = Object.entries({ host: 'localhost', connection: 'close', ...headers }).map(([name, value]) => `${name}: ${value}\r\n`);
  return sendRaw(site.url, Buffer.from(`${method} ${address} HTTP/1.1\r\n${lines.join('')}\r\n${body}`, 'latin1'));
}

for (let count = 0; count < 5; count += 1) await get('/projects');
const idleMs = await loop.longestBlock(() => get('/livez'));

/** Expects that none of these requests blocks the site beyond the limit, fails (in status or log), or gets a response of megabytes. */
async function expectHarmless(requests: (() => Promise<RawResponse>)[]): Promise<void> {
  const answers: RawResponse[] = [];
  const before = site.lines.length;
  const limit = idleMs + allowedMs;
  const sendAll = async () => {
    for (const request of requests) answers.push(await request());
  };
  // Over many requests, garbage collection or another process may intervene; if so, measure each request alone.
  if ((await loop.longestBlock(sendAll, { attempts: 1 })) >= limit) {
    for (const [index, request] of requests.entries())
      expect(await loop.longestBlock(request, { goodEnough: limit }), `request ${index}`).toBeLessThan(limit);
  }
  for (const { status, body } of answers) {
    expect(status).toBeGreaterThan(0);
    expect([500, 502, 504]).not.toContain(status);
    expect(body.length).toBeLessThan(1_500_000);
    expect(body).not.toContain('[native code]');
    // Most pages have neither: taking what is quoted out of all of them takes longer than making them.
    if (!body.startsWith('<!') || !/<marquee|\sonload=/i.test(body)) continue;
    // As browsers see it, which need no end of an element.
    const unquoted = body.replaceAll(/<script\b.*?<\/script>/gs, '').replaceAll(/="[^"]*"/g, '=""');
    expect(unquoted).not.toMatch(/<marquee|<[^>]+\sonload=/i);
  }
  expect(site.lines.slice(before).filter(({ level }) => ['error', 'fatal'].includes(String(level)))).toEqual([]);
}

/** Text as the bytes that are sent. */
const utf8 = (text: string) => Buffer.from(text).toString('latin1');
/** Inputs of a number of characters, whose work may grow faster than their size; and one that ends elements and attributes. */
const shapes: Record<string, (size: number) => string> = {
  long: (size) => 'a'.repeat(size),
  nested: (size) => `${filled('<a>', size / 2)}${filled('{"a":[', size / 2)}`,
  repeated: (size) => filled('CR-000001 ', size),
  'of many parts': (size) => filled('a,b:1;\nc/-', size),
  'of many marks': (size) => `a${filled('\u0315\u0300', size - 1)}`,
  markup: () => `</script></title>'"><marquee id="x" onload="alert(1)">`,
};
/** Each of many fields gets every other shape: two of a kind fail alike. */
const someShapes = (at: number) => Object.values(shapes).filter((_, index) => index % 2 === at % 2);
/**
 * Names that every object has (a function, and an object), and texts that PostgreSQL cannot store, as an address has them. Each stands in
 * all fields at once, because one that is refused hides none of the others. As JSON has them, api-contract.ts sends them.
 */
const odd = ['constructor', '__proto__', 'a%00b', '%ED%A0%80'];

const { operations, resolve } = readDocument(openApiDocument('http://localhost') as never);
const addressOf = ({ path }: Operation) => path.replaceAll(/\{\w+\}/g, 'a');

/** The parameters of every address that reads any, as the site declares them for pages and files, and the API's contract for its own. */
function declaredQueries(): [address: string, parameters: string[]][] {
  const pages = Object.entries(addresses)
    // The files and the feed of a list read its query as the page does, and take long to make.
    .filter(([address]) => !/\.(?:csv|xlsx|json|xml)$/.test(address) || !addresses[address.replace(/\.\w+$/, '')]?.reads)
    .map(([address, { reads = [] }]) => [address.replaceAll(/:\w+/g, 'a'), reads === 'all' ? [] : reads] as const);
  const api = operations.map((operation) => {
    const queries = operation.parameters.filter((parameter) => parameter.in === 'query');
    return [addressOf(operation), queries.map(({ name }) => name)] as const;
  });
  // The same code reads a parameter on every page that has it, and another one on every such address of the API: one of each is enough.
  const tried = new Set<string>();
  return [...pages, ...api, ['/api/trpc/projects.search', ['input']] as const]
    .map(([address, parameters]): [string, string[]] => {
      const known = (name: string) => `${address.startsWith('/api/')} ${name}`;
      const untried = parameters.filter((name) => !tried.has(known(name)));
      for (const name of untried) tried.add(known(name));
      return [address, untried.map((name) => name.replace('*', 'a'))];
    })
    .filter(([, parameters]) => parameters.length > 0);
}

/** What addresses of many things begin with. */
const families = [
  ...['/', '/blog/', '/projects/', '/certificates/', '/record/', '/record/entries/', '/record/batches/', '/log/tile/0/', '/RSC/R/'],
  ...['/api/trpc/', '/assets/', '/share/', '/downloads/', '/pictures/default/', '/payload/', '/api/v1/', '/api/v1/projects/'],
  '/api/v1/record/certificates/',
];

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
  host: ['a', '/about'],
  'sec-fetch-site': ['a', '/about'],
  'user-agent': ['a', '/about'],
};

it.each(Object.entries(headers))('a header of maximum size, whatever it contains, blocks nobody: %s', async (name, [start, address]) => {
  const requests: (() => Promise<RawResponse>)[] = [];
  for (const run of runs) {
    requests.push(() => get(address, { [name]: start + filled(run, headerSize) + start + number++ }));
    // Again at the end of the value, where trailing space is stripped.
    requests.push(() => get(address, { [name]: `${filled(run, headerSize)}x${number++}` }));
  }
  await expectHarmless(requests);
});

it.each([
  ['idempotency-key', 'a'],
  ['content-type', 'multipart/form-data; boundary='],
  ['content-type', 'application/json;'],
])('a header of maximum size, whatever it contains, blocks nobody with a body: %s, %s', async (name, start) => {
  const sent = runs.map((run) => ({ [name]: start + filled(run, headerSize) }));
  await expectHarmless(sent.map((header) => () => post('/api/enterprise-contact', 'application/json', '{}', header)));
});

it.each(declaredQueries())(
  'an address of maximum length, whatever it contains, blocks nobody: the query of %s',
  async (address, parameters) => {
    const query = (text: string, ...names: string[]) => get(`${address}?${names.map((name) => `${name}=${text}&`).join('')}n=${number++}`);
    const requests = parameters.flatMap((parameter, at) => [
      // 120: for the path and the parameters’ names. Percent-encoded, a character takes six at most.
      ...someShapes(at).map((shape) => () => query(encodeURIComponent(shape((querySize - 120) / 6)), parameter)),
      () => query(`a${filled(`&${parameter}=a:1`, querySize - 120)}`, parameter),
    ]);
    await expectHarmless([...requests, ...odd.map((text) => () => query(text, ...parameters))]);
  },
);

it.each(families)('an address of maximum length, whatever it contains, blocks nobody: the path after %s', async (start) => {
  const requests: (() => Promise<RawResponse>)[] = [];
  for (const part of ['/', 'a/', '-', '%41', '%e2%82%ac', '.', ',', 'projects.list,', '*', '1', '//a'])
    requests.push(() => get(start + filled(part, querySize - start.length)));
  for (const name of odd.flatMap((one) => [one, `${one}.json`, `${one}/${one}.svg`]))
    requests.push(async () => {
      const answer = await get(start + name);
      // No page, file, project or entry.
      expect([start + name, answer.status]).not.toEqual([start + name, 200]);
      return answer;
    });
  await expectHarmless(requests);
});

const zipped = (parts: Record<string, Uint8Array>) => Buffer.from(zipSync(parts)).toString('latin1');
const form = 'application/x-www-form-urlencoded';
const person = 'name=Ada+Lovelace&email=ada%40hostile.example&';
it('a form of maximum size, whatever it contains, blocks nobody: each field of each form of each page', async () => {
  const numbers = Array.from({ length: 60_000 }, (_, index) => index.toString(36));
  const numbered = numbers.join('&').slice(0, bodySize);
  const parts = ['&', '%', '%e2%82%ac', 'p=a:1&'];
  const wholes = [numbered, ...parts.map((part) => filled(part, bodySize))];
  const forms = await formsOfPages();
  expect([...forms.keys()]).toEqual(expect.arrayContaining(['/api/contact', '/api/quote-request', '/api/verify']));
  // The same code reads a field in every form that has it: one address of each is enough.
  const tried = new Set<string>();
  for (const [address, names] of forms) {
    // 80: for the person and the field’s name. Percent-encoded, a character takes six at most.
    const untried = [...names].filter((name) => !tried.has(name));
    const values = untried.flatMap((name, at) => [
      ...someShapes(at).map((shape) => `${name}=${encodeURIComponent(shape((bodySize - 80) / 6))}`),
      `${name}=a%40${filled('a.', bodySize - 80)}`,
    ]);
    values.push(...odd.map((text) => untried.map((name) => `${name}=${text}`).join('&')));
    for (const name of names) tried.add(name);
    await expectHarmless([...wholes, ...values].map((body) => () => post(address, form, person + body, { accept: 'text/html' })));
  }
});

/** The names of the fields of every form that a page posts as text, by the form's address. */
async function formsOfPages(): Promise<Map<string, Set<string>>> {
  const [, slug] = /href="\/projects\/([a-z0-9-]+)"/.exec((await get('/projects')).body) ?? [];
  const varying = [`/projects/${slug}`, `/shortlist?p=${slug}:10`, `/contact?project=${slug}`, '/contact?topic=strategy-call'];
  const forms = new Map([['/api/newsletter/unsubscribe?id=1&token=a', new Set(['List-Unsubscribe'])]]);
  for (const page of [...sitePages.map(({ path }) => path), ...varying]) {
    for (const element of parse((await get(page)).body).querySelectorAll('form[method=post]')) {
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
  ['a part header of 11 MB', () => `--b\r\n${filled('a', formSize)}`],
  ['a file name of 8 kB', () => part('attachment', '%PDF-', `; filename="${filled('\\"', 8_000)}"`)],
  ['incomplete boundaries', () => part('attachment', `%PDF-${filled('\r\n--', formSize)}`, file)],
  // What a document may unpack to is proven where that is read.
  ['a document whose types are 60 MB', () => part('attachment', zipped({ '[Content_Types].xml': new Uint8Array(60_000_000) }), file)],
  ['an archive that may end anywhere', () => part('attachment', `PK\x03\x04${filled('PK\x05\x06', 10_400_000)}`, file)],
];
it.each(multipart)('a form of maximum size, whatever it contains, blocks nobody: %s', async (_what, body) => {
  const whole = `${body()}--b--\r\n`;
  await expectHarmless([() => post('/api/enterprise-contact', 'multipart/form-data; boundary=b', whole, { accept: 'text/html' })]);
});

const list = (count: number, item: (index: number) => string) => Array.from({ length: count }, (_, index) => item(index)).join(',');
it.each([
  ['deep lists', filled('[', bodySize / 2) + filled(']', bodySize / 2)],
  ['many names', `{${list(6_000, (index) => `"a${index}":1`)}}`],
  ['the same name', `{${filled('"name":1,', bodySize)}"name":1}`],
])('JSON of maximum size, whatever it contains, blocks nobody: %s', async (_what, body) => {
  await expectHarmless([
    ...['/api/v1/contact', '/api/trpc/contact.requestQuote'].map((address) => () => post(address, 'application/json', body)),
    () => post('/api/trpc/contact.send', 'application/json', `{"json":${body.slice(0, bodySize - 20)}}`),
  ]);
});

/** As with the forms, one address of each field. */
const fields = operations.flatMap((operation) => {
  const { properties = {} } = operation.body ? resolve(operation.body.schema) : {};
  return Object.keys(properties as object).map((field) => [field, addressOf(operation)] as const);
});
it.each([...Map.groupBy(new Map(fields), ([, address]) => address)])(
  'JSON of maximum size, whatever it contains, blocks nobody: each field to %s',
  async (address, own) => {
    for (const [at, [field]] of own.entries()) {
      // In JSON, a character takes two bytes at most: an escape, or a mark. The rest is for what is around it.
      const texts = someShapes(at).map((shape) => utf8(JSON.stringify(shape(bodySize / 3))));
      const values = [...texts, `[${filled(`${texts[0]?.slice(0, 12)}",`, bodySize / 2)}1]`, filled('[', bodySize / 2)];
      await expectHarmless(values.map((value) => () => post(address, 'application/json', `{"${field}":${value}}`)));
    }
  },
);

it('JSON of maximum size, whatever it contains, blocks nobody over RPC: a meta of deep values, and of deep references', async () => {
  const references = list(20, () => `"${filled('a.', 1_000)}a"`);
  for (const input of [
    `{"json":{},"meta":{"values":${filled('[', bodySize / 2)}${filled(']', bodySize / 2)}}}`,
    `{"json":${filled('{"a":', 20_000)}{}${filled('}', 4_000)},"meta":{"referentialEqualities":{"a":[${references}]}}}`,
  ])
    await expectHarmless([() => post('/api/trpc/contact.send', 'application/json', input)]);
});

describe('a catalogue of thousands', () => {
  beforeAll(async () => {
    await site.sql`
      insert into carbon_projects
        (slug, title, description, category, price_per_credit, available_credits, verification_standard, location, country, impact_per_year)
      select
        'p-' || n, 'Oak wood ' || n, repeat('Oak on some hectares. ', 20), 'Reforestation', 100 + n, n % 50, 'Woodland Carbon Code',
        'Rhayader, Powys', 'GB', n
      from generate_series(1, 3000) as n
    `;
  });
  /** Returns a number that makes an address new, so that no cached answer can be sent; as a highest price, it leaves no project out. */
  const unique = () => 50_000 + number++;
  const lists = [
    ['/projects.csv', () => `/projects.csv?max=${unique()}`],
    ['/projects.xlsx', () => `/projects.xlsx?max=${unique()}`],
    ['/api/carbon-projects', () => `/api/carbon-projects?${unique()}`],
  ] as const;

  it.each(lists)('holds no other request up while several of its lists are written: %s', async (_, address) => {
    const several = async () => {
      const one = () => site.get(address(), { headers: { 'accept-encoding': 'identity' } });
      const answers = await Promise.all(Array.from({ length: 3 }, one));
      for (const { status, headers, body } of answers)
        expect([status, headers.get('content-length')]).toEqual([200, String((await new Response(body).bytes()).length)]);
    };
    expect(await loop.longestBlock(several, { goodEnough: allowedMs })).toBeLessThan(allowedMs);
  });

  it('lists at most 500 projects together in a batch over RPC; what is beyond is refused, not cut', async () => {
    const numbers = Array.from({ length: 10 }, (_, index) => index);
    const input = encodeURIComponent(JSON.stringify(Object.fromEntries(numbers.map((index) => [index, { json: { limit: 200 } }]))));
    const answers = await site.json(`/api/trpc/${numbers.map(() => 'projects.search').join()}?batch=1&input=${input}`);
    const listed = answers.map(({ result }: { result?: { data: { json: { projects: unknown[] } } } }) => result?.data.json.projects.length);
    expect(listed.filter(Boolean)).toHaveLength(2);
    const refused = { code: 'parameter_invalid', errors: [{ field: 'limit' }] };
    for (const [index, { error }] of answers.entries()) if (!listed[index]) expect(error.json.data.problem).toMatchObject(refused);
  });
});
