import { z } from 'zod';
import { formTrap } from './form-trap.ts';

export const nameLength = { min: 2, max: 100 } as const;
export const messageMaxLength = 5_000;
export const subjectMaxLength = 200;
export const emailMaxLength = 254;

/** The texts of product.md, section 5, word for word. */
export const contactTexts = {
  nameTooShort: 'Name must be at least 2 characters',
  nameTooLong: 'Name must be less than 100 characters',
  emailInvalid: 'Please enter a valid email address',
  messageTooLong: `Message must be at most ${messageMaxLength.toLocaleString('en-GB')} characters`,
  subjectTooLong: `Subject must be at most ${subjectMaxLength} characters`,
  unreadable: 'Please remove characters that cannot be read',
} as const;

/** Postgres cannot store a NUL byte, and a lone surrogate is not text: both are refused, by field, at the edge. */
const readable = (text: string) => !text.includes('\u0000') && text.isWellFormed();

/** Characters as a person counts them, near enough: code points, so that an emoji is one and Postgres agrees. */
const characters = (text: string) => [...text].length;

const oneLine = (text: string) => text.replace(/\s+/gu, ' ').trim();

/** A sender's name: one line of 2 to 100 characters. */
export const senderName = lineOfText(nameLength, { tooShort: contactTexts.nameTooShort, tooLong: contactTexts.nameTooLong }).meta({
  description: "The sender's name, on one line.",
  examples: ['Ada Lovelace'],
  minLength: nameLength.min,
});

/** A sender's email address. */
export const senderEmail = z
  .string({ error: contactTexts.emailInvalid })
  .trim()
  .pipe(z.email({ error: contactTexts.emailInvalid }).max(emailMaxLength, contactTexts.emailInvalid))
  .meta({ description: 'Where the answer goes.', examples: ['ada@example.com'], format: 'email' });

/** The contact form and the body of `POST /api/contact`. An empty message or subject counts as absent. */
export const contactMessage = z.object({
  name: senderName,
  email: senderEmail,
  message: optionalText(messageMaxLength, contactTexts.messageTooLong).meta({
    description: `At most ${messageMaxLength} characters. Empty counts as absent.`,
    examples: ['500 tonnes of biochar for 2026?'],
  }),
  subject: optionalText(subjectMaxLength, contactTexts.subjectTooLong).meta({ description: `At most ${subjectMaxLength} characters.` }),
});
/** What is stored: trimmed, null where nothing was written. */
export type ContactMessage = z.output<typeof contactMessage>;

/** What a browser sends: the message, and the fields that no person fills in. */
export const contactSubmission = contactMessage.extend(formTrap.shape);

/** The answer to an accepted message: the id it is stored under. */
export const contactReceipt = z.object({ id: z.string(), receivedAt: z.date() });
export type ContactReceipt = z.infer<typeof contactReceipt>;

/** Text that must be there, on one line: line breaks become spaces. Lengths in characters. */
export function lineOfText(length: { min: number; max: number }, texts: { tooShort: string; tooLong: string }) {
  return z
    .string({ error: texts.tooShort })
    .refine(readable, contactTexts.unreadable)
    .transform(oneLine)
    .refine((text) => characters(text) >= length.min, texts.tooShort)
    .refine((text) => characters(text) <= length.max, texts.tooLong);
}

/** Text that must be there, line breaks kept. Lengths in characters. */
export function requiredText(length: { min: number; max: number }, texts: { tooShort: string; tooLong: string }) {
  return z
    .string({ error: texts.tooShort })
    .refine(readable, contactTexts.unreadable)
    .transform((text) => text.trim())
    .refine((text) => characters(text) >= length.min, texts.tooShort)
    .refine((text) => characters(text) <= length.max, texts.tooLong);
}

/** Text that may be absent or empty: then null. `max` in characters. */
export function optionalText(max: number, tooLong: string) {
  return z
    .string()
    .refine(readable, contactTexts.unreadable)
    .transform((text) => text.trim())
    .refine((text) => characters(text) <= max, tooLong)
    .nullish()
    .transform((text) => text || null);
}
