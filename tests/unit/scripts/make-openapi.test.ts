import { readFileSync } from 'node:fs';
import { Validator } from '@seriousme/openapi-schema-validator';
import { expect, it } from 'vitest';
import { openApiDocument } from '#server/api/routes.ts';

const published = JSON.parse(readFileSync('docs/openapi.json', 'utf8'));
const current = JSON.parse(JSON.stringify(openApiDocument('https://carma.example')));

it('the API is the published document, docs/openapi.json', () => {
  expect(current).toEqual(published);
});

it('the API is described by a valid OpenAPI 3.1 document', async () => {
  expect(await new Validator().validate(structuredClone(current))).toMatchObject({ valid: true });
  expect(current.openapi).toBe('3.1.0');
});
