type Json = Record<string, unknown>;

/** The calls of the API in order, what is sent to a webhook, and the models of both. */
export type Reference = ReturnType<typeof readReference>;
export type ReferenceCall = Reference['calls'][number];
export type ReferenceModel = Reference['models'][number];

/** The id of a model's table on its page. */
export const modelAnchor = (name: string) => `model-${name}`;

/** Returns the calls of some tags, such as those of a group of /developers. */
export const callsOf = (calls: readonly ReferenceCall[], tags: readonly string[]) => calls.filter(({ tag }) => tags.includes(tag));

/** Returns the models with which the calls and events of some tags are made or answered, in the order of the document. */
export function modelsOf({ calls, events, models }: Reference, tags: readonly string[]): ReferenceModel[] {
  const names = new Set([...calls, ...events].filter(({ tag }) => tags.includes(tag)).flatMap((item) => item.modelNames));
  return models.filter(({ name, fields }) => fields.length > 0 && names.has(name));
}

/** Returns the models of problems, with which any call may answer. */
export const sharedModels = ({ models }: Reference) => models.filter(({ name }) => name === 'Problem' || name === 'FieldError');

/** Converts an OpenAPI document for /developers: its calls and events in order, and its models. */
export function readReference(document: object, origin: string) {
  const { paths, webhooks, components } = document as {
    paths: Record<string, Json>;
    webhooks: Record<string, Json>;
    components: { schemas: Record<string, Json> };
  };
  const calls = Object.entries(paths).flatMap(([path, item]) =>
    Object.entries(item).map(([method, operation]) => ({
      ...callOf({ path, method: method.toUpperCase(), operation: operation as Json, origin }),
      modelNames: modelsIn(bodiesOf(operation as Json), components.schemas),
    })),
  );
  const events = Object.values(webhooks)
    .flatMap((item) => Object.values(item) as Json[])
    .map((operation) => ({ tag: tagOf(operation), modelNames: modelsIn(operation.requestBody, components.schemas) }));
  const models = Object.entries(components.schemas).map(([name, schema]) => ({
    name,
    meaning: textOf(schema.description),
    fields: Object.entries(objectOf(schema.properties)).map(([field, property]) => ({
      name: field,
      type: typeOf(property as Json),
      meaning: textOf((property as Json).description),
    })),
  }));
  return { calls, events, models };
}

/** Returns what an operation is sent, and what it answers with when it succeeds. */
function bodiesOf({ requestBody, responses }: Json): unknown[] {
  return [requestBody, ...Object.entries(objectOf(responses)).flatMap(([status, answer]) => (status.startsWith('2') ? [answer] : []))];
}

/** Returns the names of all models to which a part of the document refers, also through others. */
function modelsIn(part: unknown, schemas: Record<string, Json>, names = new Set<string>()): string[] {
  for (const [, name = ''] of JSON.stringify([part]).matchAll(/"#\/components\/schemas\/([^"]+)"/g))
    if (!names.has(name)) modelsIn(schemas[name], schemas, names.add(name));
  return [...names];
}

function callOf({ path, method, operation, origin }: { path: string; method: string; operation: Json; origin: string }) {
  const [sent, answered] = bodiesOf(operation).map((part) => objectOf(objectOf(part).content));
  const body = sent?.['application/json'] ? JSON.stringify(objectOf(sent['application/json']).example) : undefined;
  const needsKey = ((operation.security ?? []) as unknown[]).length > 0;
  const parameters = ((operation.parameters ?? []) as Json[]).map(parameterOf);
  const exampleOf = (name: string) => encodeURIComponent(parameters.find((parameter) => parameter.name === name)?.example ?? '');
  const address = origin + path.replaceAll(/\{(\w+)\}/g, (_part, name) => exampleOf(name));
  const required = parameters.filter((parameter) => parameter.place === 'header' && parameter.required);
  const requiredHeaders = required.map(({ name, example }) => [name.toLowerCase(), example] as const);
  return {
    id: textOf(operation.operationId),
    tag: tagOf(operation),
    method,
    path,
    summary: textOf(operation.summary),
    meaning: textOf(operation.description),
    // Every read takes the same conditional headers; the guide to caching explains them.
    parameters: parameters.filter(({ name }) => !name.startsWith('If-')),
    answers: Object.entries(objectOf(operation.responses)).map(([status, answer]) => ({
      status,
      meaning: textOf(objectOf(answer).description),
    })),
    body,
    samples: samplesOf({ method, address, requiredHeaders, body, needsKey, isText: !answered?.['application/json'] }),
  };
}

const tagOf = ({ tags }: Json) => textOf(((tags ?? []) as unknown[])[0]);

function parameterOf(parameter: Json) {
  const schema = objectOf(parameter.schema);
  // Of an example that is a list, its first item.
  const [example] = [((schema.examples ?? []) as unknown[])[0] ?? parameter.example ?? ''].flat();
  const [place, required] = [textOf(parameter.in), parameter.required === true];
  return {
    name: textOf(parameter.name),
    place,
    type: [place, typeOf(schema), ...(required ? ['required'] : [])].join(', '),
    meaning: textOf(parameter.description ?? schema.description),
    required,
    example: String(example),
  };
}

type SampledCall = {
  method: string;
  address: string;
  /** The body of a write, as an example: JSON that is Python, too. */
  body: string | undefined;
  needsKey: boolean;
  isText: boolean;
  requiredHeaders: (readonly [name: string, value: string])[];
};

/** Returns the call in curl, TypeScript and Python. */
function samplesOf({ method, address, requiredHeaders, body, needsKey, isText }: SampledCall): { label: string; code: string }[] {
  const headers = [
    ...(needsKey ? [['authorization', 'Bearer carma_…'] as const] : []),
    ...requiredHeaders,
    ...(body === undefined ? [] : [['content-type', 'application/json'] as const]),
  ];
  const quoted = (mark: string) => headers.map(([name, value]) => `${mark}${name}${mark}: ${mark}${value}${mark}`).join(', ');
  const lines = (parts: string[], indent: string) => parts.map((part) => `\n${indent}${part},`).join('');
  const isRead = method === 'GET';
  const curl = [
    `curl ${isRead || body !== undefined ? '' : `-X ${method} `}'${address}'`,
    ...headers.map(([name, value]) => `-H '${name}: ${value}'`),
    ...(body === undefined ? [] : [`-d '${body}'`]),
  ];
  const options = [
    ...(isRead ? [] : [`method: '${method}'`]),
    ...(headers.length > 0 ? [`headers: { ${quoted("'")} }`] : []),
    ...(body === undefined ? [] : [`body: JSON.stringify(${body})`]),
  ];
  const python = [
    `"${address}"`,
    ...(headers.length > 0 ? [`headers={${quoted('"')}}`] : []),
    ...(body === undefined ? [] : [`json=${body}`]),
    'timeout=10',
  ];
  const typescript = `const answer = await fetch('${address}'${options.length > 0 ? `, {${lines(options, '  ')}\n}` : ''});`;
  const requests = `answer = requests.${method.toLowerCase()}(${lines(python, '    ')}\n)`;
  return [
    { label: 'curl', code: curl.join(' \\\n  ') },
    { label: 'TypeScript', code: typescript + (isRead ? `\nconst data = await answer.${isText ? 'text' : 'json'}();` : '') },
    { label: 'Python', code: requests + (isRead ? `\ndata = answer.${isText ? 'text' : 'json()'}` : '') },
  ];
}

/** Describes a schema's type in a few words. */
function typeOf(schema: Json): string {
  if (typeof schema.$ref === 'string') return schema.$ref.split('/').at(-1) ?? '';
  const alternatives = (schema.anyOf ?? schema.oneOf) as Json[] | undefined;
  if (alternatives) return [...new Set(alternatives.map(typeOf))].join(' or ');
  if (schema.items) return `list of ${typeOf(schema.items as Json)}`;
  if (schema.enum)
    return (schema.enum as unknown[]).length > 10 ? 'one of a list' : (schema.enum as unknown[]).filter((value) => value !== '').join(', ');
  const types = [schema.type].flat().join(' or ');
  return schema.format ? `${types} (${schema.format})` : types;
}

const objectOf = (value: unknown): Json => (typeof value === 'object' && value !== null ? (value as Json) : {});
const textOf = (value: unknown): string => (typeof value === 'string' ? value : '');
