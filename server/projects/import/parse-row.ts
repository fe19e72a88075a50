import { createHash } from 'node:crypto';
import { z } from 'zod';
import type { Row } from './read-rows.ts';

/** What is wrong with one value of a file. */
export type Fault = { line: number; column: string; value: string; reason: string };

const maxInt = 2_147_483_647;
const words = (max: number) =>
  z
    .string()
    .min(1, 'is missing')
    .refine((text) => [...text].length <= max, `is longer than ${max} characters`);
const optional = (max: number) => words(max).nullable();
const number = (value: unknown) => (typeof value === 'string' ? Number(value.replace(/[,\s\u00A0]/g, '')) : value);
const count = z.preprocess(
  (value) => (value === null ? 0 : Math.round(Number(number(value)))),
  z.int('is not a number').min(0, 'is negative').max(maxInt, 'is too large'),
);
const degrees = (limit: number) =>
  z.preprocess((value) => (value === null ? null : number(value)), z.number('is not a number').min(-limit).max(limit).nullable());

/** One row as the table takes it. The limits are those of the table's constraints. */
const rowSchema = z
  .object({
    externalId: optional(200),
    slug: z
      .string()
      .max(120)
      .regex(/^[a-z0-9]+(-[a-z0-9]+)*$/, 'must be lower case words joined by hyphens')
      .refine((slug) => slug !== 'compare', 'is the address of another page')
      .nullable(),
    title: words(300),
    description: words(5000),
    category: words(100),
    projectType: optional(100),
    imageUrl: z
      .string()
      .max(2000)
      .regex(/^(\/|https:\/\/)[^/\s]\S*$/, 'must be a path on this site or an https address')
      .nullable(),
    pricePerCredit: z.int('must be whole pence').min(0, 'is negative').max(maxInt, 'is too large'),
    availableCredits: count,
    verificationStandard: words(200),
    location: words(200),
    country: z
      .string()
      .regex(/^[A-Z]{2}$/, 'must be two capital letters (ISO 3166-1)')
      .nullable(),
    latitude: degrees(90),
    longitude: degrees(180),
    impactPerYear: count,
    featured: z.preprocess((value) => (value === null ? false : /^(true|yes|1)$/i.test(String(value))), z.boolean()),
    status: z.preprocess((value) => value ?? 'on sale', z.enum(['on sale', 'not yet on sale'])),
    unitsStatus: z.enum(['issued', 'expected']).nullable(),
    permanenceYears: z.preprocess(
      (value) => (value === null ? null : Math.round(Number(number(value)))),
      z.int('is not a number').min(1).max(1_000_000).nullable(),
    ),
    figuresSource: optional(500),
    figuresAsOf: z.iso.date('must be a day such as 2026-03-31').nullable(),
  })
  .refine(({ latitude, longitude }) => (latitude === null) === (longitude === null), {
    path: ['latitude'],
    message: 'has one coordinate without the other',
  });

export const fields = Object.keys(rowSchema.shape);
export type ImportedProject = Omit<z.infer<typeof rowSchema>, 'slug'> & { slug: string };

/**
 * One row of a file as a project. Pence come from `pricePerCredit`, or pounds ("£12.50", "1,234") from `price`.
 * @returns the project, or every fault of the row.
 */
export function parseRow({ line, values }: Row, map: Record<string, string> = {}): { project: ImportedProject } | { faults: Fault[] } {
  const columnOf = Object.fromEntries(Object.entries(map).map(([column, field]) => [field, column]));
  const given = (field: string) => clean(values[columnOf[field] ?? field]);
  const input: Record<string, unknown> = Object.fromEntries(fields.map((field) => [field, given(field)]));
  const pounds = given('price');
  input.pricePerCredit = pounds === null ? wholeNumber(given('pricePerCredit')) : penceOf(String(pounds));
  const result = rowSchema.safeParse(input);
  if (!result.success) {
    const faults = result.error.issues.map(({ path, message }) => {
      const field = String(path[0]);
      const column = field === 'pricePerCredit' && pounds !== null ? 'price' : field;
      const value = given(column);
      return {
        line,
        column: columnOf[column] ?? column,
        value: String(value ?? '').slice(0, 80),
        reason: value === null ? 'is missing' : message,
      };
    });
    return { faults };
  }
  const { slug, title, externalId } = result.data;
  return { project: { ...result.data, slug: slug ?? slugOf(title, externalId) } };
}

/** Text without blanks at its ends, composed (NFC), without characters that Postgres cannot store. Empty is null. */
function clean(value: unknown): unknown {
  if (value === undefined) return null;
  if (typeof value !== 'string') return value;
  return value.replaceAll('\0', '').replace(/\r\n?/g, '\n').normalize('NFC').trim() || null;
}

function wholeNumber(value: unknown): unknown {
  return typeof value === 'string' && /^\d{1,3}(,?\d{3})*$|^\d+$/.test(value) ? Number(value.replaceAll(',', '')) : value;
}

/** Pounds as a person writes them, in pence; NaN for what is no such amount. Fractions of a penny are rounded, half up. */
function penceOf(text: string): number {
  const match = /^£?\s*(\d{1,3}(?:,\d{3})+|\d+)(?:\.(\d+))?$/.exec(text);
  if (!match) return Number.NaN;
  const [, pounds = '', fraction = ''] = match;
  const pence = Number(pounds.replaceAll(',', '')) * 100 + Number(fraction.padEnd(2, '0').slice(0, 2));
  return pence + (Number(fraction[2] ?? 0) >= 5 ? 1 : 0);
}

/** An address from the title, with the external id (or the title's fingerprint) where the title alone may repeat. */
function slugOf(title: string, externalId: string | null): string {
  const plain = (text: string) =>
    text
      .normalize('NFKD')
      .toLowerCase()
      .replace(/[\u0300-\u036f]/g, '')
      .replace(/[^a-z0-9]+/g, '-')
      .replace(/^-+|-+$/g, '');
  const mark =
    plain(externalId ?? '') ||
    createHash('sha256')
      .update(externalId ?? title)
      .digest('hex')
      .slice(0, 8);
  const base = plain(title).slice(0, 80).replace(/-+$/, '');
  return (base ? (externalId ? `${base}-${mark}` : base === 'compare' ? `${base}-${mark}` : base) : `project-${mark}`)
    .slice(0, 120)
    .replace(/-+$/, '');
}
