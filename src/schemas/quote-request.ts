import * as z from 'zod/mini';
import { contactMessage, contactReceipt, optionalText } from './contact.ts';
import { formTrap } from './form-trap.ts';

/** The limits of src/lib/basket.ts, said again here because schemas import nothing; a test holds them together. */
export const quoteLimits = { lines: 20, tonnes: 1_000_000, slug: 120, organisation: 200, purchaseOrder: 100 } as const;

/** The subject that a request for a quote is stored under. */
export const quoteSubject = 'Request for a quote';

export const quoteTexts = {
  noLines: 'Your shortlist is empty. Add a project first.',
  tooManyLines: `A shortlist has at most ${quoteLimits.lines} projects`,
  slugWrong: 'There is no such project in the catalogue',
  slugTwice: 'List each project only once',
  organisationTooLong: 'Organisation must be at most 200 characters',
  purchaseOrderTooLong: 'Purchase order must be at most 100 characters',
  dayWrong: 'Please enter a date such as 2027-03-31',
  tonnesWrong: `Tonnes must be a whole number from 1 to ${quoteLimits.tonnes.toLocaleString('en-GB')}`,
} as const;

const quoteLine = z.object({
  slug: z
    .string({ error: quoteTexts.slugWrong })
    .check(z.regex(/^[a-z0-9]+(-[a-z0-9]+)*$/, quoteTexts.slugWrong), z.maxLength(quoteLimits.slug, quoteTexts.slugWrong)),
  /** Whole tonnes of CO2 equivalent, which is credits. */
  tonnes: z.int(quoteTexts.tonnesWrong).check(z.minimum(1, quoteTexts.tonnesWrong), z.maximum(quoteLimits.tonnes, quoteTexts.tonnesWrong)),
});

const quoteLines = z.array(quoteLine, { error: quoteTexts.noLines }).check(
  z.minLength(1, quoteTexts.noLines),
  z.maxLength(quoteLimits.lines, quoteTexts.tooManyLines),
  z.superRefine((lines, context) => {
    if (lines.length > quoteLimits.lines) return;
    const seen = new Set<string>();
    for (const [index, { slug }] of lines.entries()) {
      if (seen.has(slug)) context.addIssue({ code: 'custom', path: [index, 'slug'], message: quoteTexts.slugTwice });
      seen.add(slug);
    }
  }),
);

/** Tonnes of projects, to be priced. */
export const basketRequest = z.object({ lines: quoteLines });

/** A contact message, by the contact form's rules, with a shortlist. Prices are never taken from a client. */
export const quoteRequest = z.extend(z.omit(contactMessage, { subject: true, project: true, tonnes: true }), {
  organisation: optionalText(quoteLimits.organisation, quoteTexts.organisationTooLong),
  purchaseOrder: optionalText(quoteLimits.purchaseOrder, quoteTexts.purchaseOrderTooLong),
  deliverBy: optionalDay(quoteTexts.dayWrong),
  lines: quoteLines,
});
export type QuoteRequest = z.output<typeof quoteRequest>;

/** The answer: the message's id, what it is called between people, and how long its prices hold. */
export const quoteReceipt = z.extend(contactReceipt, {
  reference: z.string(),
  /** A day, as 2026-12-07. */
  pricesValidUntil: z.string(),
});
export type QuoteReceipt = z.infer<typeof quoteReceipt>;

/** What a browser sends: the request, and the fields that no person fills in. */
export const quoteSubmission = z.extend(quoteRequest, formTrap.shape);

/** A day of the calendar, as date fields send it, or nothing. */
function optionalDay(wrong: string) {
  const day = z.union([z.iso.date(), z.literal('')], wrong);
  return z.pipe(
    z.nullish(day),
    z.transform((given: string | null | undefined) => given || null),
  );
}
