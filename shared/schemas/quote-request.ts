import * as z from 'zod/mini';
import { emptyAsNull, fieldTexts, formTrap, optionalText, senderEmail, senderMessage, senderName } from './form-fields.ts';
import { linesLimit, priceLimit, slugForm, slugMaxLength, tonnesLimit } from './limits.ts';
import { dayTexts, isTimely } from './typed.ts';

const organisationMaxLength = 200;
const purchaseOrderMaxLength = 100;

/** The stored subject of a request for a quote. */
export const quoteSubject = 'Request for a quote';

export const quoteTexts = {
  noLines: 'Your shortlist is empty. Add a project first.',
  linesWrong: 'The lines must be a list of objects with slug and tonnes',
  tooManyLines: `A shortlist has at most ${linesLimit} projects`,
  slugTwice: 'List each project only once',
  organisationTooLong: `Organisation must be at most ${organisationMaxLength} characters`,
  purchaseOrderTooLong: `Purchase order must be at most ${purchaseOrderMaxLength} characters`,
  yesOrNo: 'Please answer true or false',
  priceWrong: 'The price of a credit is a whole number of pence, excl. VAT',
  tonnesChanged: 'You changed the tonnes, so nothing has been sent yet. These are the totals now: if they are right, send it again.',
} as const;

/** The fields of a line. */
export const quoteLine = {
  slug: z
    .string({ error: fieldTexts.projectUnknown })
    .check(z.regex(slugForm, fieldTexts.projectUnknown), z.maxLength(slugMaxLength, fieldTexts.projectUnknown)),
  /** Whole tonnes (tCO2e), which equals credits. */
  tonnes: z.int(fieldTexts.tonnesWrong).check(z.minimum(1, fieldTexts.tonnesWrong), z.maximum(tonnesLimit.max, fieldTexts.tonnesWrong)),
};

/** A line of a request for a quote, with the price (pence, excl. VAT) that its sender was shown: the request is refused at another. */
export const pricedLine = {
  ...quoteLine,
  pricePerCredit: z.nullish(
    z.int(quoteTexts.priceWrong).check(z.minimum(1, quoteTexts.priceWrong), z.maximum(priceLimit, quoteTexts.priceWrong)),
  ),
};

/** The schema of a list of lines, each of another project. */
export const linesOf = <Line extends z.core.$ZodType<{ slug: string }>>(line: Line) =>
  z
    .array(line, { error: ({ input }) => (input === undefined || input === null ? quoteTexts.noLines : quoteTexts.linesWrong) })
    .check(z.minLength(1, quoteTexts.noLines), z.maxLength(linesLimit, quoteTexts.tooManyLines), ({ value: lines, issues }) => {
      if (lines.length > linesLimit) return;
      const seen = new Set<string>();
      for (const [index, { slug }] of lines.entries()) {
        if (seen.has(slug)) issues.push({ code: 'custom', input: slug, path: [index, 'slug'], message: quoteTexts.slugTwice });
        seen.add(slug);
      }
    });

/** The day by which the credits are retired for the buyer. */
export const neededDay = z.iso.date({ error: dayTexts.wrong, abort: true }).check(z.refine(isTimely, dayTexts.tooEarly));

/** The day by which the credits are retired for the buyer, and whether a later delivery of those that are not issued yet is accepted. */
export const deliveryTerms = {
  deliverBy: emptyAsNull(z.union([neededDay, z.literal('')], dayTexts.wrong)),
  acceptsLaterDelivery: z.pipe(
    z.nullish(z.union([z.boolean(), z.enum(['', 'true', 'false'])], quoteTexts.yesOrNo)),
    z.transform((given) => given === true || given === 'true'),
  ),
};

/** A contact message, by the contact form's rules, with a shortlist. Prices are the catalogue's: a line's own only says what was shown. */
export const quoteRequest = z.object({
  name: senderName,
  email: senderEmail,
  message: senderMessage,
  organisation: optionalText(organisationMaxLength, quoteTexts.organisationTooLong),
  purchaseOrder: optionalText(purchaseOrderMaxLength, quoteTexts.purchaseOrderTooLong),
  ...deliveryTerms,
  lines: linesOf(z.object(pricedLine)),
});
export type QuoteRequest = z.output<typeof quoteRequest>;

/** The request as a browser sends it, with the form trap. */
export const quoteSubmission = z.object({ ...quoteRequest.shape, ...formTrap.shape });
