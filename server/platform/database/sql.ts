import postgres from 'postgres';

declare const isFragment: unique symbol;
/** A piece of SQL with its values, to stand within a statement. It is none itself: nothing can be awaited of it. */
export type Fragment = { readonly [isFragment]: true };

export type JSONValue = postgres.JSONValue;
export type Value = postgres.ParameterOrFragment<never> | Fragment | readonly Fragment[];
type FragmentTag = {
  (strings: TemplateStringsArray, ...values: readonly Value[]): Fragment;
  /** A column or table whose name is a value of the code, or several columns. */
  (identifier: string | readonly string[]): Fragment;
  json: (value: JSONValue) => postgres.Parameter;
  /** A value of the Postgres type with this oid. */
  typed: (value: unknown, oid: number) => postgres.Parameter;
};

// Made by connections that have ended before they began: a fragment that is awaited by mistake is refused, not sent.
const ended = postgres({ transform: postgres.camel });
void ended.end();

/** The tag of a part of a statement: `` sql`status = ${status}` ``. */
export const sql = ended as unknown as FragmentTag;
