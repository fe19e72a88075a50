import postgres from 'postgres';

declare const isFragment: unique symbol;
/** A piece of SQL with its values, for use inside a statement. It cannot be awaited. */
export type Fragment = { readonly [isFragment]: true };

export type JSONValue = postgres.JSONValue;
export type Value = postgres.ParameterOrFragment<never> | Fragment | readonly Fragment[];
type FragmentTag = {
  (strings: TemplateStringsArray, ...values: readonly Value[]): Fragment;
  /** Quotes the name of a table or column, or several columns. */
  (identifier: string | readonly string[]): Fragment;
  /** A constant piece of SQL, such as a list of columns: text from the code, never input. */
  unsafe: (text: string) => Fragment;
  json: (value: JSONValue) => postgres.Parameter;
};

// A pool that was closed before it opened a connection, so that a fragment awaited by mistake fails instead of being sent.
const closedPool = postgres({ transform: postgres.camel });
void closedPool.end();

/** The template tag for part of a statement: `` sql`status = ${status}` ``. */
export const sql = closedPool as unknown as FragmentTag;

/** Puts pieces of SQL, of which there is at least one, behind each other. */
export const joined = (parts: readonly Fragment[]): Fragment => parts.reduce((all, next) => sql`${all} ${next}`);

/** Joins pieces of SQL, of which there is at least one, with commas. */
export const commaList = (parts: readonly Fragment[]): Fragment => parts.reduce((all, next) => sql`${all}, ${next}`);

/** Joins conditions, of which there is at least one, with `and`, in parentheses. */
export const allOf = (conditions: readonly Fragment[]): Fragment => sql`(${conditions.reduce((all, next) => sql`${all} and ${next}`)})`;
