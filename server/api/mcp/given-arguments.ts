import type { z } from 'zod';

/** Returns a message without the parameters that are null, and with a call's arguments as an object if they are written as text. */
export function readMessage(message: unknown): unknown {
  if (!isObject(message) || message.params === undefined) return message;
  const { params, ...others } = message;
  if (!isObject(params)) return params === null ? others : message;
  const given = Object.fromEntries(Object.entries(params).filter(([, value]) => value !== null));
  if (typeof given.arguments === 'string') given.arguments = readJson(given.arguments);
  return { ...others, params: given };
}

type JsonSchema = z.core.JSONSchema.BaseSchema;

const isObject = (value: unknown): value is Record<string, unknown> => typeof value === 'object' && value !== null && !Array.isArray(value);

/**
 * Returns a tool's arguments as agents mean them, by the tool's JSON Schema: null and '' are left out where nothing is required; numbers,
 * booleans, lists and objects may be written as text, one text stands for a list of it, and a number for its text. Everything else stays
 * as it is, for the schema to refuse.
 */
export function readGiven(value: unknown, schema: JsonSchema): unknown {
  const forms = formsOf(schema);
  const of = (...types: string[]) =>
    forms.find(({ type, const: only, enum: all }) => types.includes(String(type ?? typeof (only ?? all?.[0]))));
  const [list, object] = [of('array'), of('object')];
  if (typeof value === 'string' && !of('string')) {
    if (of('number', 'integer') && /^-?\d+(?:\.\d+)?$/.test(value.trim())) return Number(value);
    if (of('boolean') && /^(?:true|false)$/.test(value)) return value === 'true';
    if (list && !/^\s*\[/.test(value)) return formsOf(list.items as JsonSchema).some(({ type }) => type === 'object') ? value : [value];
    const parsed = list || object ? readJson(value) : value;
    return typeof parsed === 'string' ? value : readGiven(parsed, schema);
  }
  if (typeof value === 'number' && of('string') && !of('number', 'integer')) return String(value);
  if (list && Array.isArray(value)) return value.map((item) => readGiven(item, list.items as JsonSchema));
  if (!object || !isObject(value)) return value;
  const { properties = {}, required = [] } = object;
  return Object.fromEntries(
    Object.entries(value).flatMap(([name, one]) => {
      const known = Object.hasOwn(properties, name) ? (properties[name] as JsonSchema) : undefined;
      if (!known) return [[name, one]];
      return (one === null || one === '') && !required.includes(name) ? [] : [[name, readGiven(one, known)]];
    }),
  );
}

function formsOf(schema: JsonSchema): JsonSchema[] {
  const forms = [...(schema.anyOf ?? []), ...(schema.oneOf ?? [])] as JsonSchema[];
  return forms.length > 0 ? forms.flatMap(formsOf) : [schema];
}

/** Returns the value of JSON; any other text as it is. */
function readJson(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    return text;
  }
}
