import { readFileSync } from 'node:fs';
import { Validator } from '@seriousme/openapi-schema-validator';
import { Hono } from 'hono';
import { expect, it } from 'vitest';
import { verifyForm } from '#server/api/rest/verify.ts';
import { openApiDocument, routes } from '#server/api/routes.ts';
import { addressFinder } from '#server/http/addresses.ts';
import type { AppEnv } from '#server/platform/web/app-env.ts';

const addressAt = addressFinder([]);
const current = JSON.parse(JSON.stringify(openApiDocument('https://carma.example')));

it('the API declares each method of an address once', () => {
  const declared = routes.map(({ method, path }) => `${method} ${path}`);
  expect(declared).toEqual([...new Set(declared)]);
});

it('the API names no default in bodies of requests, which openapi-typescript would take for fields that have to be sent', () => {
  const { schemas } = current.components;
  const bodies = JSON.stringify(Object.values<object>(current.paths).flatMap((item) => Object.values(item).map((one) => one.requestBody)));
  const sent = [...bodies.matchAll(/"#\/components\/schemas\/(\w+)"/g)].map(([, name = '']) => schemas[name]);
  expect(sent).toContain(schemas.PortfolioNeed);
  expect(bodies + JSON.stringify(sent)).not.toContain('"default":');
  expect(schemas.ReadNeed).toMatchObject({ required: expect.arrayContaining(['vat', 'removal', 'nature', 'label']) });
});

const paths = Object.entries<object>(current.paths);
it.each(paths)('%s allows exactly the methods that are documented', (path, item) => {
  const documented = Object.keys(item).map((method) => (method === 'get' ? 'GET, HEAD' : method.toUpperCase()));
  expect(addressAt(path.replaceAll(/\{\w+\}/g, 'x')).allows).toBe([...documented, 'OPTIONS'].join(', '));
});

it.each([
  ['/api/verify', 'POST, OPTIONS'],
  ['/api/newsletter/unsubscribe', 'GET, HEAD, POST, OPTIONS'],
  ['/api/trpc/projects.list', 'GET, POST, OPTIONS'],
  ['/api/unknown', 'GET, HEAD, OPTIONS'],
])('%s allows %s', (address, methods) => {
  expect(addressAt(address).allows).toBe(methods);
});

it('a multipart form that the site fails to answer is not called malformed', async () => {
  const form = new FormData();
  form.append('record', 'words');
  const failing = { renderForm: () => Promise.reject(new Error('no page')), readSite: async () => undefined };
  const app = new Hono<AppEnv>()
    .post('/api/verify', (c) => verifyForm.handle(c, failing))
    .onError((error, c) => c.text(error.message, 500));
  expect(await (await app.request('/api/verify', { method: 'POST', body: form })).text()).toBe('no page');
});

const published = JSON.parse(readFileSync('docs/openapi.json', 'utf8'));

it('the API is the published document, docs/openapi.json', () => {
  expect(current).toEqual(published);
});

it('the API is described by a valid OpenAPI 3.1 document', async () => {
  expect(await new Validator().validate(structuredClone(current))).toMatchObject({ valid: true });
  expect(current.openapi).toBe('3.1.0');
});

it('the API has patterns that RE2 knows, for clients in Go', () => {
  const patterns = [...JSON.stringify(current).matchAll(/"pattern":("(?:[^"\\]|\\.)*")/g)].map(
    ([, text = '']) => JSON.parse(text) as string,
  );
  expect(patterns.length).toBeGreaterThan(20);
  // No look-around, no reference to a group, and nothing repeated more than a thousand times.
  const isUnknown = (pattern: string) =>
    /\(\?<?[=!]|\\[1-9k]/.test(pattern) || pattern.match(/(?<=\{[\d,]*)\d+/g)?.some((times) => Number(times) > 1_000);
  expect(patterns.filter(isUnknown)).toEqual([]);
});
