/** The largest `integer` of PostgreSQL: of ids, pence and numbers of credits. */
export const maxInteger = 2_147_483_647;

/**
 * What a slug, the last part of a project's address, consists of: it has a letter, because digits alone are an id. `slugOrNothing`: in a
 * field that may be empty.
 */
export const slugForm = /^([0-9]+-)*[0-9]*[a-z][a-z0-9]*(-[a-z0-9]+)*$/;
export const slugOrNothing = /^(([0-9]+-)*[0-9]*[a-z][a-z0-9]*(-[a-z0-9]+)*)?$/;
export const slugMaxLength = 120;
/** A slug that no project has: another page is at its address. */
export const reservedSlug = 'compare';

/** The name of a log: signed notes allow neither blanks nor a plus, the database 200 characters, with the `/sample` of a log of samples. */
export const logName = { form: /^[^\s+]+$/, maxLength: 190 } as const;

/** Tonnes allowed on one line. A credit is one tonne, so fractions are not allowed. */
export const tonnesLimit = { min: 1, max: 1_000_000 } as const;

/** Most characters of a number of tonnes, as it is typed. */
export const typedTonnesLength = 15;

/** The years that a vintage may have. Woodland units can be promised up to a hundred years ahead. */
export const vintageYears = { min: 1990, max: 2200 } as const;

/** Highest price of a tonne, in pence (£1,000,000). Together with the other limits it keeps every sum an exact integer. */
export const priceLimit = 100_000_000;

/** Most lines in one basket or shortlist. */
export const linesLimit = 20;

/** Most calls of the RPC router, or messages of MCP, in one request. */
export const maxBatchSize = 10;

/** The most characters of an address, path and query together. Longer ones are refused. */
export const maxAddressLength = 4_096;
