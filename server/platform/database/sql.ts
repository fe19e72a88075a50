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

/** Puts pieces of SQL, of which there is at least one, one after the other. */
export const joined = (parts: readonly Fragment[]): Fragment => parts.reduce((all, next) => sql`${all} ${next}`);

/** Joins pieces of SQL, of which there is at least one, with commas. */
export const commaList = (parts: readonly Fragment[]): Fragment => parts.reduce((all, next) => sql`${all}, ${next}`);

/** Joins conditions, of which there is at least one, with `and`, in parentheses. */
export const allOf = (conditions: readonly Fragment[]): Fragment => sql`(${conditions.reduce((all, next) => sql`${all} and ${next}`)})`;

/**
 * Ids of advisory locks. They share one number space for the whole database, so their owners declare them in this one list, where
 * two equal ones would be seen; other locks are on the hash of a text that names what they lock. Two more are in db: 7_230_114_925 is
 * held by whoever migrates (db/migrate.ts), 7_230_114_926 orders changes of the catalogue (db/migrations/0002_catalogue.sql).
 */
export const advisoryLocks = {
  /** Held while a checkpoint is signed. */
  signCheckpoint: 7_230_114_927,
  /** Held while it is decided whether the record of the sample projects is created. */
  seedRecord: 7_230_114_928,
  /** Held by the command that imports a file to the record. */
  importUnits: 7_230_114_929,
} as const;
