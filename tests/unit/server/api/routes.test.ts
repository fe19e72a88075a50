import { expect, it } from 'vitest';
import { openApiDocument, routes } from '#server/api/routes.ts';
import { addressFinder } from '#server/http/addresses.ts';

const addressAt = addressFinder([]);

it('declares each method of an address once', () => {
  const declared = routes.map(({ method, path }) => `${method} ${path}`);
  expect(declared).toEqual([...new Set(declared)]);
});

it('names no default in bodies of requests, which openapi-typescript would take for fields that have to be sent', () => {
  const { PortfolioNeed: need, ReadNeed: read } = openApiDocument('https://carma.example').components?.schemas ?? {};
  expect(need).toMatchObject({ properties: { vat: { enum: ['excl', 'incl'] } } });
  expect(JSON.stringify(need)).not.toContain('"default"');
  expect(read).toMatchObject({ required: expect.arrayContaining(['vat', 'removal', 'nature', 'label']) });
});

it.each(Object.entries(openApiDocument('https://carma.example').paths ?? {}))(
  '%s allows exactly the methods that are documented',
  (path, item) => {
    const documented = Object.keys(item).map((method) => (method === 'get' ? 'GET, HEAD' : method.toUpperCase()));
    expect(addressAt(path.replaceAll(/\{\w+\}/g, 'x')).allows).toBe([...documented, 'OPTIONS'].join(', '));
  },
);

it.each([
  ['/api/verify', 'POST, OPTIONS'],
  ['/api/newsletter/unsubscribe', 'GET, HEAD, POST, OPTIONS'],
  ['/api/trpc/projects.list', 'GET, POST, OPTIONS'],
  ['/api/unknown', 'GET, HEAD, OPTIONS'],
])('%s allows %s', (address, methods) => {
  expect(addressAt(address).allows).toBe(methods);
});
