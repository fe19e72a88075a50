import { readFileSync } from 'node:fs';
import { Validator } from '@seriousme/openapi-schema-validator';
import { describe, expect, it } from 'vitest';
import { openApiDocument } from '#server/api/routes.ts';
import { problemCodes } from '#src/schemas/problem.ts';
import { incompatibilities } from '../../../scripts/api-compat.ts';

const published = JSON.parse(readFileSync('docs/openapi.json', 'utf8'));
const current = JSON.parse(JSON.stringify(openApiDocument('https://carma.example')));

describe('the API', () => {
  it('keeps every promise of the published document, docs/openapi.json', () => {
    expect(incompatibilities(published, current)).toEqual([]);
  });

  it('has patterns that mean the same with and without the flag u', () => {
    const texts = [
      'oak',
      'é木',
      '😀',
      'a\u0000b',
      '\u0085',
      '',
      '7',
      'https://a.example/é😀',
      'https://a.example/ b',
      'CR-000001',
      '£12.50',
    ];
    const patterns = new Set(
      [...JSON.stringify(current).matchAll(/"pattern":("(?:[^"\\]|\\.)*")/g)].map(([, text = '']) => JSON.parse(text)),
    );
    expect(patterns.size).toBeGreaterThan(10);
    for (const pattern of patterns) {
      const matching = (flags: string) => texts.filter((text) => new RegExp(pattern, flags).test(text));
      expect(matching('u'), pattern).toEqual(matching(''));
    }
  });

  it('is described by a valid OpenAPI 3.1 document', async () => {
    expect(await new Validator().validate(structuredClone(current))).toMatchObject({ valid: true });
    expect(current.openapi).toBe('3.1.0');
  });

  it('gives every operation a unique id, and lists every error it may return', () => {
    const operations = Object.values<Record<string, { operationId: string; responses: object }>>(current.paths).flatMap((item) =>
      Object.values(item),
    );
    expect(new Set(operations.map(({ operationId }) => operationId)).size).toBe(operations.length);
    for (const { responses } of operations) expect(Object.keys(responses)).toEqual(expect.arrayContaining(['429', '500', '503', '504']));
    expect(current.components.schemas.Problem.properties.code.enum).toEqual(problemCodes);
  });
});

describe('a breaking change', () => {
  type Document = typeof published;
  const projects = (document: Document) => document.paths['/api/v1/projects'].get;
  const sort = (document: Document) => projects(document).parameters.find(({ name }: { name: string }) => name === 'sort');
  const project = (document: Document) => document.components.schemas.Project;
  const message = (document: Document) => document.components.schemas.Message;

  const changes: [what: string, change: (document: Document) => void, found: RegExp][] = [
    ['a removed operation', (document) => delete document.paths['/api/v1/changes'], /GET \/api\/v1\/changes is gone/],
    ['a removed parameter', (document) => projects(document).parameters.pop(), /parameter facets is gone/],
    [
      'a new required parameter',
      (document) => projects(document).parameters.push({ in: 'query', name: 'key', required: true, schema: { type: 'string' } }),
      /parameter key is new and required/,
    ],
    ['a removed parameter value', (document) => sort(document).schema.enum.pop(), /sort lost the values name-desc/],
    ['a changed pattern', (document) => Object.assign(sort(document).schema, { pattern: '^a' }), /sort has another pattern/],
    ['a removed field', (document) => delete project(document).properties.slug, /slug is gone/],
    [
      'a field with a changed type',
      (document) => Object.assign(project(document).properties.id, { type: 'string' }),
      /id has another type/,
    ],
    [
      'a field that may become null',
      (document) => Object.assign(project(document).properties.title, { type: ['string', 'null'] }),
      /title has another type/,
    ],
    ['a field that becomes optional', (document) => project(document).required.shift(), /id may be missing now/],
    ['a removed response value', (document) => project(document).properties.status.enum.shift(), /status lost the values On sale/],
    ['a body field that becomes required', (document) => message(document).required.push('message'), /message is now required/],
    [
      'a longer minimum length',
      (document) => Object.assign(message(document).properties.name, { minLength: 5 }),
      /name has a tighter minLength/,
    ],
    [
      'fields that no longer go together',
      (document) => Object.assign(message(document), { anyOf: [{ required: ['subject'] }] }),
      /takes only some combinations of fields now/,
    ],
    ['a removed status', (document) => delete projects(document).responses['304'], /status 304 is gone/],
    ['a removed header', (document) => delete projects(document).responses['200'].headers.ETag, /header ETag is gone/],
    [
      'a removed body type',
      (document) => delete document.paths['/api/contact'].post.requestBody.content['application/json'],
      /application\/json is gone/,
    ],
  ];
  const changed = structuredClone(published);
  for (const [, change] of changes) change(changed);
  const found = incompatibilities(published, changed).join('\n');

  it.each(changes)('is detected: %s', (_what, _change, expected) => {
    expect(found).toMatch(expected);
  });

  it('does not include an added operation, parameter, field, value or status', () => {
    const next = structuredClone(published);
    next.paths['/api/v2/projects'] = structuredClone(next.paths['/api/v1/projects']);
    projects(next).parameters.push({ in: 'query', name: 'new', schema: { type: 'string' } });
    sort(next).schema.enum.push('newest');
    project(next).properties.registry = { type: 'string' };
    project(next).required.push('registry');
    message(next).properties.phone = { type: 'string' };
    projects(next).responses['451'] = { description: 'New' };
    expect(incompatibilities(published, next)).toEqual([]);
  });
});
