import { Ajv2020, type ValidateFunction } from 'ajv/dist/2020.js';
import formats from 'ajv-formats';
import { expect } from 'vitest';

type Json = Record<string, unknown>;
export type Parameter = { in: 'query' | 'path' | 'header'; name: string; required?: boolean; schema: Json };
export type Operation = {
  operationId: string;
  path: string;
  method: string;
  parameters: Parameter[];
  body: { schema: Json; example: unknown } | undefined;
  /** Whether it needs a bearer key. */
  isSecured: boolean;
};
type DocumentedResponse = {
  description: string;
  headers?: Record<string, { required?: boolean }>;
  content?: Record<string, { schema: Json }>;
};

/** Reads an OpenAPI document. Returns its operations and a check that a response matches it: status, headers, type and body. */
export function readDocument(document: Json) {
  const paths = document.paths as Record<string, Record<string, Json>>;
  const ajv = new Ajv2020({ strict: false, allErrors: true });
  formats.default(ajv);
  // The document allows additional properties; this check rejects any that are not documented.
  ajv.addSchema(forbidUnknown({ $id: 'document', components: document.components }) as Json);
  /** By their schema as text: most answers share one, and compiling takes longer than checking. */
  const validators = new Map<string, ValidateFunction>();

  const operations = Object.entries(paths).flatMap(([path, item]) =>
    Object.entries(item).map(([method, operation]): Operation => {
      const content = (operation.requestBody as { content: Record<string, { schema: Json; example: unknown }> } | undefined)?.content;
      return {
        operationId: operation.operationId as string,
        path,
        method: method.toUpperCase(),
        parameters: (operation.parameters ?? []) as Parameter[],
        body: content?.['application/json'],
        isSecured: ((operation.security ?? []) as unknown[]).length > 0,
      };
    }),
  );

  async function check({ path, method }: Operation, answer: Response): Promise<void> {
    const responses = paths[path]?.[method.toLowerCase()]?.responses as Record<string, DocumentedResponse>;
    const response = responses[answer.status];
    expect(response, `${method} ${answer.url}: status ${answer.status} is not documented`).toBeDefined();
    for (const [name, { required }] of Object.entries(response?.headers ?? {})) {
      if (required) expect(answer.headers.has(name), `${answer.url}: no header ${name}`).toBe(true);
    }
    const text = await answer.text();
    // Nothing of how it was made: no path, stack, query or table.
    expect(text).not.toMatch(/node_modules|\.ts:\d|\bat [\w.]+ \(|select .* from |carbon_projects|stack"/i);
    if (!response?.content) return expect(text).toBe('');
    const type = answer.headers.get('content-type')?.split(';')[0] ?? '';
    expect(Object.keys(response.content), `${answer.url}: type`).toContain(type);
    if (!type.includes('json')) return;
    const read = JSON.parse(text);
    if (type === 'application/problem+json') expect(response.description, `${method} ${answer.url}`).toContain(`\`${read.code}\``);
    // Compiled outside the document, so that its references have to name the document.
    const schema = JSON.stringify(response.content[type]?.schema).replaceAll('"#/components', '"document#/components');
    const validate = validators.get(schema) ?? ajv.compile(forbidUnknown(JSON.parse(schema)) as Json);
    validators.set(schema, validate);
    expect(validate(read) ? [] : validate.errors, `${method} ${answer.url}: ${answer.status}`).toEqual([]);
  }

  return { operations, check, resolve: (schema: Json) => resolve(document, schema) };
}

/** Follows a schema's `$ref`. */
function resolve(document: Json, schema: Json): Json {
  if (typeof schema.$ref !== 'string') return schema;
  const path = schema.$ref.slice(2).split('/');
  return path.reduce<Json>((part, key) => part[key] as Json, document);
}

/** Copies a schema, forbidding properties that it does not name. The schema of the OpenAPI document itself stays open. */
function forbidUnknown(schema: unknown): unknown {
  if (Array.isArray(schema)) return schema.map(forbidUnknown);
  if (typeof schema !== 'object' || schema === null) return schema;
  const copy = Object.fromEntries(Object.entries(schema).map(([key, value]) => [key, forbidUnknown(value)]));
  const isLoose = Object.keys((copy.properties ?? {}) as object).join() === 'openapi';
  return copy.type === 'object' && copy.properties && !isLoose ? { ...copy, additionalProperties: false } : copy;
}
