import { readFileSync } from 'node:fs';
import { Validator } from '@seriousme/openapi-schema-validator';
import { describe, expect, it } from 'vitest';
import { openApiDocument } from '#server/api/routes.ts';
import { problemCodes } from '#src/schemas/problem.ts';

const published = JSON.parse(readFileSync('docs/openapi.json', 'utf8'));
const current = JSON.parse(JSON.stringify(openApiDocument('https://carma.example')));

describe('the API', () => {
  it('is the published document, docs/openapi.json', () => {
    expect(current).toEqual(published);
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
