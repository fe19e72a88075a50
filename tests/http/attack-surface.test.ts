import { readdirSync, readFileSync } from 'node:fs';
import path from 'node:path';
import { expect, inject, it, vi } from 'vitest';
import { settingNames } from '#server/platform/env.ts';
import { type RawResponse, sendRaw } from '#tests/support/raw-http.ts';

const head = (line: string, ...headers: string[]) =>
  Buffer.from([`${line} HTTP/1.1`, ...headers, 'Connection: close', '', ''].join('\r\n'), 'latin1');
const host = 'Host: carma.example';
const raw = (request: string | Buffer) => sendRaw(inject('siteUrl'), request);

const alwaysRequired = ['content-security-policy', 'cross-origin-resource-policy', 'x-content-type-options', 'x-request-id'];
/** The last, because this site has an http address: browsers would ask it for https from then on. */
const forbidden = ['server', 'x-powered-by', 'set-cookie', 'strict-transport-security'];
/** Headers that browsers apply only to what they show as a page. */
const documentsOnly = {
  'cross-origin-opener-policy': 'same-origin',
  'permissions-policy': 'camera=(), microphone=(), geolocation=(), display-capture=(), payment=(), usb=(), browsing-topics=()',
  'referrer-policy': 'strict-origin-when-cross-origin',
  'x-frame-options': 'DENY',
};

/** Expects the headers that every response needs, those that the API's data (`isData`) omits, and none that are forbidden. */
function expectSecurityHeaders({ headers }: RawResponse, { isData = false } = {}): void {
  expect(alwaysRequired.filter((name) => !headers.has(name))).toEqual([]);
  expect(Object.fromEntries([...headers].filter(([name]) => name in documentsOnly))).toEqual(isData ? {} : documentsOnly);
  expect(headers.get('content-security-policy')).toMatch(/frame-ancestors 'none'/);
  expect(headers.get('content-security-policy')).not.toMatch(/unsafe-(inline|eval)/);
  expect(forbidden.filter((name) => headers.has(name))).toEqual([]);
}

it.each<[what: string, status: number, request: string | Buffer]>([
  ['a hidden file', 404, head('GET /.env', host)],
  ['a hidden file beside security.txt', 404, head('GET /.well-known/../.env', host)],
  ['an encoded backslash', 400, head('GET /projects/%5c', host)],
  ['encoded traversal', 400, head('GET /%2e%2e/%2e%2e/etc/passwd', host)],
  ['an encoded NUL', 400, head('GET /projects/%00', host)],
  ['an address of 5,000 bytes', 414, head(`GET /${'a'.repeat(5_000)}`, host)],
  ['a cookie of 5 kB', 431, head('GET /', host, `Cookie: a=${'a'.repeat(5_000)}`)],
  ['headers of 40 kB', 431, head('GET /', host, ...Array.from({ length: 10 }, (_, index) => `X-${index}: ${'a'.repeat(4_000)}`))],
  ['CONNECT', 405, head('CONNECT evil.example:443', host)],
  ['POST to a page', 405, head('POST /credits', host, 'Content-Length: 0')],
  ['an unknown method', 400, head('FETCH /', host)],
  ['no Host', 400, head('GET /')],
  ['a Host with a space', 400, head('GET /', 'Host: a b')],
  ['a Host with a port that there is not', 400, head('GET /no-such-page', 'Host: carma.example:99999')],
  ['two Hosts', 400, head('GET /', host, 'Host: evil.example')],
  ['an expectation', 417, head('GET /', host, 'Expect: everything')],
  ['a server function', 405, head('POST /not%20served/F/_/src/x.ts/run.txt', host, 'Content-Length: 0')],
  ['the elements of a page', 404, head('GET /not%20served/R/about.txt', host)],
  ['a procedure with a broken input', 400, head('GET /api/trpc/projects.search?input=%7B', host)],
])('an illegitimate request is rejected, with the security headers: %s', async (_what, status, request) => {
  const answer = await raw(request);
  expect([answer.status, answer.headers.get('allow')]).toEqual([status, status === 405 ? 'GET, HEAD' : undefined]);
  expectSecurityHeaders(answer, { isData: request.includes('/api/') });
  expect(answer.body).not.toMatch(/node_modules|\bat .+\.(js|ts):\d+|postgres:\/\//);
});

it('HTTP/1.0, which knows no Host, is answered without one, as load balancers check the health of a site', async () => {
  const answer = await raw('GET /readyz HTTP/1.0\r\n\r\n');
  expect(answer.status).toBe(200);
  expectSecurityHeaders(answer);
});

it('a Referer may be longer than other headers: it is the address of another page, with its query', async () => {
  expect((await raw(head('GET /livez', host, `Referer: https://carma.example/?${'a'.repeat(5_000)}`))).status).toBe(200);
});

it.each([
  ['a page', '/', 200],
  ['a page that does not exist', '/no-such-page', 404],
  ['a redirect', '/credits/', 308],
  ['a file', '/favicon.svg', 200],
  ['a PDF', '/downloads/carma-qms-whitepaper.pdf', 200],
  ['the list for integrators', '/api/carbon-projects', 200],
  ['an unknown filter', '/api/v1/projects?colour=green', 400],
  ['the unsubscribe link in mails', '/api/newsletter/unsubscribe', 303],
  ['health', '/livez', 200],
  ['security.txt', '/.well-known/security.txt', 200],
])('every response, also a 304, carries the security headers, the API’s data those that apply: %s', async (_what, address, status) => {
  const answer = await raw(head(`GET ${address}`, host));
  expect(answer.status).toBe(status);
  const isPage = answer.headers.get('content-type')?.startsWith('text/html');
  const isData = address.startsWith('/api/');
  expectSecurityHeaders(answer, { isData });
  const strictest = "default-src 'none'; base-uri 'none'; form-action 'none'; frame-ancestors 'none'";
  if (!isPage) expect(answer.headers.get('content-security-policy')).toBe(address.endsWith('.pdf') ? "frame-ancestors 'none'" : strictest);
  // Health is always asked anew. A page has an ETag once it is kept.
  if (status !== 200 || address === '/livez') return;
  const keptAs = async () => (await raw(head(`GET ${address}`, host))).headers.get('etag');
  const etag = await vi.waitUntil(keptAs, { timeout: 10_000 });
  const revalidated = await raw(head(`GET ${address}`, host, `If-None-Match: ${etag}`));
  expect(revalidated.status).toBe(304);
  expectSecurityHeaders(revalidated, { isData });
});

it('security.txt names a contact, and expires in months', async () => {
  const { body } = await raw(head('GET /.well-known/security.txt', host));
  expect(body).toContain('Contact: mailto:hello@carma.example');
  const days = (Date.parse(/^Expires: (.+)$/m.exec(body)?.[1]?.trim() ?? '') - Date.now()) / 86_400_000;
  expect(days).toBeGreaterThan(150);
  expect(days).toBeLessThan(365);
});

it('files served to browsers name no setting, table or library of the server, and have no source map and no server source', () => {
  const names = readdirSync('dist/public', { recursive: true, encoding: 'utf8' });
  expect(names.filter((name) => name.endsWith('.map'))).toEqual([]);
  const files = names
    .filter((name) => /\.(m?js|css|json|html|txt|webmanifest|svg)$/.test(name))
    .map((name) => readFileSync(path.join('dist/public', name), 'utf8'))
    .join('\n');
  // Words of other programs as well.
  const settings = settingNames.filter((name) => !['HOST', 'PORT', 'NODE_ENV'].includes(name));
  const migrations = readdirSync('db/migrations').map((name) => readFileSync(path.join('db/migrations', name), 'utf8'));
  const tables = Array.from(migrations.join('\n').matchAll(/^create table (\w+_\w+)/gm), ([, name = '']) => name);
  expect(tables).toContain('newsletter_subscribers');
  expect([...settings, ...tables].filter((name) => new RegExp(`\\b${name}\\b`).test(files))).toEqual([]);
  expect(files).not.toMatch(/postgres(ql)?:\/\/|nodemailer|sourceMappingURL|#server\//);
});
