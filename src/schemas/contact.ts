// The light half of zod: these schemas are fetched with the forms.
import * as z from 'zod/mini';
import { formTrap } from './form-trap.ts';

export const nameLength = { min: 2, max: 100 } as const;
export const messageMaxLength = 5_000;
export const subjectMaxLength = 200;
/** A quarter of what a proved entry may have that is pasted into /verify. */
const recordMaxLength = 10_000;
export const emailMaxLength = 254;

/**
 * UTF-16 units that a text of at most `max` characters may have as it comes, with its spaces. More was typed by nobody: it is
 * not looked at, and shown again up to here.
 */
export const roomFor = (max: number) => Math.max(4 * max, 1_000);

/** The same of a form's field, by its name. */
export const roomOf = (field: string) => roomFor({ message: messageMaxLength, record: recordMaxLength }[field] ?? 0);

/** The texts of product.md, section 5, word for word. */
export const contactTexts = {
  nameTooShort: 'Name must be at least 2 characters',
  nameTooLong: 'Name must be less than 100 characters',
  emailInvalid: 'Please enter a valid email address',
  messageTooLong: `Message must be at most ${messageMaxLength.toLocaleString('en-GB')} characters`,
  subjectTooLong: `Subject must be at most ${subjectMaxLength} characters`,
  projectWrong: 'There is no such project in the catalogue',
  tonnesWrong: 'Tonnes must be a whole number from 1 to 1,000,000',
  unreadable: 'Please remove unreadable characters',
} as const;

/** Postgres cannot store a NUL byte, and a lone surrogate is not text: both are refused, by field, at the edge. */
const readable = (text: string) => !text.includes('\u0000') && text.isWellFormed();

/** Characters as a person counts them, near enough: code points, so that an emoji is one and Postgres agrees. */
const characters = (text: string) => [...text].length;

/** A browser shows and counts a line break as one character, and sends it as two (HTML, "multipart/form-data"): here it is one. */
const manyLines = (text: string) => text.replace(/\r\n?/g, '\n').trim();

/** U+0085 ends a line for PostgreSQL, which refuses a name of nothing else; JavaScript does not count it as space. */
const oneLine = (text: string) => text.replace(/[\s\u0085]+/gu, ' ').trim();

/** A sender's name: one line of 2 to 100 characters. */
export const senderName = lineOfText(nameLength, { tooShort: contactTexts.nameTooShort, tooLong: contactTexts.nameTooLong });

/** A sender's email address. */
export const senderEmail = z.pipe(
  z.string({ error: contactTexts.emailInvalid }).check(z.refine(fits(emailMaxLength), contactTexts.emailInvalid), z.trim()),
  z.email({ error: contactTexts.emailInvalid }).check(z.maxLength(emailMaxLength, contactTexts.emailInvalid)),
);

/**
 * The contact form and the body of `POST /api/contact`. An empty field counts as absent. `project` and `tonnes`: what a
 * purchase is about, by its slug, and the credits wanted of it.
 */
export const contactMessage = z.object({
  name: senderName,
  email: senderEmail,
  message: optionalText(messageMaxLength, contactTexts.messageTooLong),
  subject: optionalText(subjectMaxLength, contactTexts.subjectTooLong),
  project: optionalSlug(contactTexts.projectWrong),
  tonnes: optionalTonnes(contactTexts.tonnesWrong),
});
/** What is stored: trimmed, null where nothing was written. */
export type ContactMessage = z.output<typeof contactMessage>;

/** What a browser sends: the message, and the fields that no person fills in. */
export const contactSubmission = z.extend(contactMessage, formTrap.shape);

/** The answer to an accepted message: the id it is stored under. */
export const contactReceipt = z.object({ id: z.string(), receivedAt: z.date() });
export type ContactReceipt = z.infer<typeof contactReceipt>;

/** Text that must be there, on one line: line breaks become spaces. Lengths in characters. */
export function lineOfText(length: { min: number; max: number }, texts: { tooShort: string; tooLong: string }) {
  return writtenText(oneLine, length, texts);
}

/** Text that must be there, line breaks kept, each one `\n`. Lengths in characters. */
export function requiredText(length: { min: number; max: number }, texts: { tooShort: string; tooLong: string }) {
  return writtenText(manyLines, length, texts);
}

function writtenText(tidy: (text: string) => string, length: { min: number; max: number }, texts: { tooShort: string; tooLong: string }) {
  const written = z
    .string({ error: texts.tooShort })
    .check(z.refine(fits(length.max), texts.tooLong), z.refine(readable, contactTexts.unreadable));
  return z.pipe(written, z.transform(tidy)).check(
    z.refine((text) => characters(text) >= length.min, texts.tooShort),
    z.refine((text) => characters(text) <= length.max, texts.tooLong),
  );
}

/** Text that may be absent or empty: then null. Line breaks are kept, each one `\n`. `max` in characters. */
export function optionalText(max: number, tooLong: string) {
  const text = z
    .pipe(z.string().check(z.refine(fits(max), tooLong), z.refine(readable, contactTexts.unreadable)), z.transform(manyLines))
    .check(z.refine((trimmed) => characters(trimmed) <= max, tooLong));
  return z.pipe(
    z.nullish(text),
    z.transform((given: string | null | undefined) => given || null),
  );
}

/** The name of a project in addresses, or nothing. */
function optionalSlug(wrong: string) {
  const slug = z.string().check(z.maxLength(120, wrong), z.regex(/^([a-z0-9]+(-[a-z0-9]+)*)?$/, wrong));
  return z.pipe(
    z.nullish(slug),
    z.transform((given: string | null | undefined) => given || null),
  );
}

/** Whole tonnes from 1 to 1,000,000, as a number or as a person types it ("2,000"), or nothing. */
function optionalTonnes(wrong: string) {
  const typed = z.pipe(
    z.string().check(z.trim(), z.regex(/^(\d{1,7}|\d{1,3}(,\d{3}){1,2})?$/, wrong)),
    z.transform((text) => (text === '' ? null : Number(text.replaceAll(',', '')))),
  );
  const tonnes = z.int(wrong).check(z.minimum(1, wrong), z.maximum(1_000_000, wrong));
  return z.pipe(
    z.nullish(z.union([typed, tonnes], wrong)),
    z.pipe(
      z.transform((given: number | null | undefined) => given ?? null),
      z.nullable(tonnes),
    ),
  );
}

/** Whether a text is short enough to be looked at: rules are searched for in what is of a person's size only. */
export function fits(max: number): (text: string) => boolean {
  return (text) => text.length <= roomFor(max);
}
