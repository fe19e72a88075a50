import { z } from 'zod';
import { contactMessage, senderEmail, senderName } from './contact.ts';

/** The limits of src/lib/basket.ts, said again here because schemas import nothing; a test holds them together. */
export const quoteLimits = { lines: 20, tonnes: 1_000_000 } as const;

export const quoteTexts = {
  noLines: 'Your shortlist is empty. Add a project first.',
  wrongLines: 'Your shortlist cannot be read. Open it again.',
  /** A project was deleted or renamed while its shortlist was open. */
  projectsGone: 'The catalogue has changed: a project on this shortlist is no longer in it. Open the shortlist again and resend.',
} as const;

const quoteLine = z.object({
  slug: z
    .string()
    .regex(/^[a-z0-9]+(-[a-z0-9]+)*$/, quoteTexts.wrongLines)
    .max(120, quoteTexts.wrongLines),
  /** Whole tonnes of CO2 equivalent, which is credits. */
  tonnes: z.int(quoteTexts.wrongLines).min(1, quoteTexts.wrongLines).max(quoteLimits.tonnes, quoteTexts.wrongLines),
});

/** A request for a quote: who asks, by the contact form's rules, and the shortlist. Prices are never taken from a client. */
export const quoteRequest = z.object({
  name: senderName,
  email: senderEmail,
  message: contactMessage.shape.message,
  lines: z.array(quoteLine).min(1, quoteTexts.noLines).max(quoteLimits.lines, quoteTexts.wrongLines),
});
export type QuoteRequest = z.output<typeof quoteRequest>;
