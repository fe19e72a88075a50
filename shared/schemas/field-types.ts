import { z } from 'zod';
import './field-messages.ts';
import { normalised } from '#verify/text.ts';
import { maxInteger, priceLimit, reservedSlug, slugForm, slugMaxLength } from './limits.ts';
import { unreadableIn } from './readable-text.ts';
import { isStorable, storableRule } from './storable-text.ts';

/**
 * The type of a project's field. `schema`: validates a stored value other than null, like the column's constraints. `published`: what the
 * API promises of it, which is no more than clients need. A new type also needs a parser in server/domain/projects/import/catalogue-row.ts.
 */
export type FieldType = ReturnType<(typeof fieldTypes)[keyof typeof fieldTypes]>;

// Published as the `pattern` of JSON Schema, which clients compile with or without the flag `u`: no `\p`.
// biome-ignore lint/suspicious/noControlCharactersInRegex: these are what it rejects
const noControls = /^[^\x00-\x1f\x7f-\x9f]+$/;
// biome-ignore lint/suspicious/noControlCharactersInRegex: these are what it rejects
const webAddressPattern = /^https?:\/\/[^\s\x00-\x1f\x7f-\x9f]+$/;

/** Declares a type: its kind, what the API says of it, what a stored value may be, and what its parser needs to know. */
const typeOf = <const Kind extends string, Published extends z.ZodType, Schema extends z.ZodType, More extends object = object>(
  kind: Kind,
  published: Published,
  schema: Schema,
  more?: More,
) => ({ kind, published, schema, ...(more as More) });

/**
 * Text of at most `max` characters. Line breaks are kept only with `hasParagraphs`. An import leaves out characters that cannot be read
 * (shared/schemas/readable-text.ts), of a name only the invisible ones: it refuses a name with others. It shortens a text that is too long,
 * or leaves it out if it is `isIndivisible`: a part of it would say something else.
 */
export const text = (max: number, { hasParagraphs = false, isName = false, isIndivisible = false } = {}) => {
  const schema = z
    .string()
    .trim()
    .min(1)
    .refine((value) => [...value].length <= max);
  return typeOf('text', z.string(), schema, { max, hasParagraphs, isName, isIndivisible });
};

/** The last part of a project's address. */
export const slug = () => {
  const schema = z
    .string()
    .max(slugMaxLength, `must have at most ${slugMaxLength} characters`)
    .regex(slugForm, 'must be lower case letters and digits joined by hyphens, with a letter among them')
    .refine((value) => value !== reservedSlug, 'is the address of another page');
  return typeOf('slug', z.string(), schema);
};

/** A path on this site or an https address, as PostgreSQL reads the pattern, too. Browsers read a backslash as a slash. */
export const pictureAddress = /^(\/|https:\/\/)[^/\\\s][^\\\s]*$/;

/** The address of a picture. */
export const picture = () =>
  typeOf('picture', z.string(), z.string().regex(pictureAddress, 'must be a path on this site or an https address').max(2000));

/** A country: ISO 3166-1 alpha-2. */
export const country = () => typeOf('country', z.string().length(2), z.string().regex(/^[A-Z]{2}$/, 'is not an ISO 3166-1 country'));

/** A price in whole pence (GBP), excl. VAT. */
export const pence = () => typeOf('pence', z.int().positive(), z.int().min(1).max(priceLimit));

/** A whole number from `min` to `max`, both included. A `min` above 1, as of years, is not published: it is no promise. */
export const wholeNumber = ({ min = 0, max = maxInteger } = {}) =>
  typeOf('wholeNumber', min > 1 ? z.int() : z.int().min(min), z.int().min(min).max(max));

/** A share from 0 to 1: 20% is 0.2. */
export const share = () => typeOf('share', z.number(), z.number().min(0).max(1));

/** Degrees (WGS 84) from -`limit` to `limit`. */
export const degrees = (limit: number) => typeOf('degrees', z.number(), z.number().min(-limit).max(limit), { limit });

/** Yes or no. */
export const flag = () => typeOf('flag', z.boolean(), z.boolean());

/** A day that exists: the years of PostgreSQL, and of people, begin with 1. */
const calendarDay = z.iso.date().refine((text) => !text.startsWith('0000'), 'is not a valid date');

/** A date, as 2026-03-31. */
export const day = () => typeOf('day', z.string(), calendarDay);

/** A web address. */
export const webAddress = () => {
  const error = 'is not a web address such as https://example.org/report';
  const schema = z
    .url({ protocol: /^https?$/, error })
    .max(2000)
    .regex(webAddressPattern, error)
    .refine(isStorable, storableRule);
  return typeOf('webAddress', z.string(), schema);
};

/** One of a fixed set of values. */
export const oneOf = <const Value extends string>(values: readonly Value[]) => {
  const schema = z.enum(values);
  return typeOf('oneOf', schema, schema, { values });
};

/**
 * A list of at most `max` objects. `item`: a `z.strictObject` of `itemText`, `webAddress().schema` and the like. In CSV files
 * the list is JSON in one cell. An empty list is stored as null.
 */
export const listOf = <Item extends z.ZodObject>(item: Item, max = 20) => typeOf('list', z.array(item), z.array(item).min(1).max(max));

/** What is declared of a field besides its type, description and names. */
type FieldRules = {
  examples?: readonly (string | number)[];
  /** Whether every project has it. The description of all others ends with what null means, by default "not stated". */
  isNeverNull?: true;
  /** Whether an imported project must have it, or something from which it is derived. */
  isRequired?: true;
  /**
   * Whether it identifies the project or says what is sold: what a program left in its cell, or a text that is too long, refuses the row.
   * In any other field, debris is left out, and a long text is cut or left out, with a note.
   */
  isEssential?: true;
  /** The field that must be stated where this one is. */
  needs?: string;
  /** Whether it is omitted from /projects.csv, /projects.json and /api/v1/projects.csv. */
  isLeftOutOfFiles?: true;
};
export type ProjectField = FieldRules & { type: FieldType; description: string; names: string };

/**
 * Declares a field: its type, what it says, for integrators, and `names`: other names of its column in imported files, among them those
 * in registries' exports (Verra, Gold Standard, ACR, CAR, OffsetsDB), the preferred first, each in lower case without spaces and
 * punctuation, with a space between two.
 */
export const field = <Type extends FieldType, const Rules extends FieldRules = object>(
  type: Type,
  description: string,
  names: string,
  rules?: Rules,
) => ({ type, description, names, ...(rules as Rules) });

/** A name or another text on one line: at most `max` characters, normalised (NFC), and readable (shared/schemas/readable-text.ts). */
export const itemText = (max: number) =>
  z
    .string()
    // Normalising leaves a quarter of a text at least: what is longer than this is refused before that work.
    .max(4 * max, { error: `is longer than ${max} characters`, abort: true })
    .overwrite(normalised)
    .trim()
    .min(1, 'is missing')
    .max(max, `is longer than ${max} characters`)
    .regex(noControls, 'has a control character')
    .refine(isStorable, storableRule)
    .refine((value) => unreadableIn(value) === undefined, { error: ({ input }) => unreadableIn(String(input)) });

const fieldTypes = { text, slug, picture, country, pence, wholeNumber, share, degrees, flag, day, webAddress, oneOf, listOf };
