type Json = Record<string, unknown>;
type Direction = 'request' | 'response';

const methods = ['get', 'put', 'post', 'delete', 'patch'];
/** Limits of a schema that become stricter when lowered, and those that become stricter when raised. */
const upper = ['maximum', 'exclusiveMaximum', 'maxLength', 'maxItems'];
const lower = ['minimum', 'exclusiveMinimum', 'minLength', 'minItems'];

/**
 * Lists, as one sentence each, what would break clients of a published OpenAPI document in a newer one: operations,
 * parameters, fields, statuses, headers, types and values that are gone, and anything newly required. Additions are fine.
 */
export function incompatibilities(published: Json, next: Json): string[] {
  const found: string[] = [];
  for (const [path, item] of entries(published.paths)) {
    for (const method of methods.filter((name) => name in object(item))) {
      const where = `${method.toUpperCase()} ${path}`;
      const before = object(object(item)[method]);
      const after = object(object(object(next.paths)[path])[method]);
      if (Object.keys(after).length === 0) found.push(`${where} is gone`);
      else compareOperations(where, before, after);
    }
  }
  return found;

  function compareOperations(where: string, before: Json, after: Json): void {
    if (before.operationId !== after.operationId) found.push(`${where} has another operationId`);
    const parameters = (operation: Json) =>
      new Map(((operation.parameters ?? []) as Json[]).map((parameter) => [`${parameter.in} parameter ${parameter.name}`, parameter]));
    const parametersAfter = parameters(after);
    for (const [name, parameter] of parameters(before)) {
      const counterpart = parametersAfter.get(name);
      if (!counterpart) found.push(`${where}: ${name} is gone`);
      else {
        if (counterpart.required && !parameter.required) found.push(`${where}: ${name} is now required`);
        compareSchemas(`${where}: ${name}`, parameter.schema, counterpart.schema, 'request');
      }
    }
    for (const [name, parameter] of parametersAfter) {
      if (parameter.required && !parameters(before).has(name)) found.push(`${where}: ${name} is new and required`);
    }
    if (object(after.requestBody).required && !object(before.requestBody).required) found.push(`${where}: a body is now required`);
    compareContents(`${where}: body`, object(before.requestBody).content, object(after.requestBody).content, 'request');
    for (const [status, response] of entries(before.responses)) {
      const counterpart = object(object(after.responses)[status]);
      if (Object.keys(counterpart).length === 0) found.push(`${where}: status ${status} is gone`);
      else {
        compareContents(`${where}: ${status}`, object(response).content, counterpart.content, 'response');
        for (const [name] of entries(object(response).headers)) {
          if (!(name in object(counterpart.headers))) found.push(`${where}: ${status}: header ${name} is gone`);
        }
      }
    }
  }

  function compareContents(where: string, before: unknown, after: unknown, direction: Direction): void {
    for (const [type, content] of entries(before)) {
      if (type in object(after)) compareSchemas(where, object(content).schema, object(object(after)[type]).schema, direction);
      else found.push(`${where}: ${type} is gone`);
    }
  }

  function compareSchemas(where: string, publishedSchema: unknown, nextSchema: unknown, direction: Direction): void {
    const before = resolve(published, publishedSchema);
    const after = resolve(next, nextSchema);
    if (JSON.stringify(typesOf(before, published)) !== JSON.stringify(typesOf(after, next))) {
      found.push(`${where} has another type`);
      return;
    }
    const removed = ((before.enum ?? []) as unknown[]).filter((value) => after.enum && !(after.enum as unknown[]).includes(value));
    if (removed.length > 0) found.push(`${where} lost the values ${removed.join(', ')}`);
    if (direction === 'request') {
      if (!before.enum && after.enum) found.push(`${where} takes only some values now`);
      const tighter = [
        ...upper.filter((name) => after[name] !== undefined && !(Number(before[name] ?? Number.POSITIVE_INFINITY) <= Number(after[name]))),
        ...lower.filter((name) => after[name] !== undefined && !(Number(before[name] ?? Number.NEGATIVE_INFINITY) >= Number(after[name]))),
      ];
      for (const name of tighter) found.push(`${where} has a tighter ${name}`);
      if (after.type && after.anyOf && !before.anyOf) found.push(`${where} takes only some combinations of fields now`);
      if (after.pattern !== undefined && after.pattern !== before.pattern) found.push(`${where} has another pattern`);
    }
    const required = (schema: Json) => (schema.required ?? []) as string[];
    for (const [name, property] of entries(before.properties)) {
      if (name in object(after.properties)) compareSchemas(`${where}: ${name}`, property, object(after.properties)[name], direction);
      else found.push(`${where}: ${name} is gone`);
      if (direction === 'response' && required(before).includes(name) && !required(after).includes(name)) {
        found.push(`${where}: ${name} may be missing now`);
      }
    }
    if (direction === 'request') {
      for (const name of required(after).filter((field) => !required(before).includes(field)))
        found.push(`${where}: ${name} is now required`);
    }
    if (before.items && after.items) compareSchemas(`${where}[]`, before.items, after.items, direction);
    const [variantBefore] = variants(before);
    const [variantAfter] = variants(after);
    if (variantBefore && variantAfter) compareSchemas(where, variantBefore, variantAfter, direction);
  }
}

/** The alternatives of a schema. Beside a type, `anyOf` says which of its fields go together. */
const alternativesOf = (schema: Json) => (schema.type ? undefined : (schema.anyOf ?? schema.oneOf)) as Json[] | undefined;
const variants = (schema: Json) => (alternativesOf(schema) ?? []).filter(({ type }) => type !== 'null');

function typesOf(schema: Json, document: Json): unknown[] {
  const alternatives = alternativesOf(schema);
  if (alternatives) return alternatives.flatMap((alternative) => typesOf(resolve(document, alternative), document)).toSorted();
  return [schema.type].flat().toSorted();
}

function resolve(document: Json, schema: unknown): Json {
  const { $ref } = object(schema);
  if (typeof $ref !== 'string') return object(schema);
  return $ref
    .slice(2)
    .split('/')
    .reduce<Json>((part, key) => object(part[key]), document);
}

const object = (value: unknown): Json => (typeof value === 'object' && value !== null ? (value as Json) : {});
const entries = (value: unknown): [string, unknown][] => Object.entries(object(value));
