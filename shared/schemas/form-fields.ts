// What several forms ask for. zod/mini, because browsers load these schemas with the forms.
import * as z from 'zod/mini';
import { formatCount } from '#verify/text.ts';
import { tonnesLimit } from './limits.ts';
import { withoutUnreadable } from './readable-text.ts';
import { isStorable } from './storable-text.ts';
import { readCount } from './typed.ts';

export const nameLength = { min: 2, max: 100 } as const;
export const messageMaxLength = 50_000;
/** Characters pasted into /verify: an entry (65,535 bytes at most) and as much of later ones, which JSON doubles at most, and proofs. */
const recordMaxLength = 500_000;
const emailMaxLength = 254;

/**
 * UTF-16 units accepted for a text of at most `max` characters: two for each, as a character or a line break has at most, and 1,000 for
 * a short one. A longer text is rejected without further checks, and cut to this length when the form is shown again.
 */
const rawLimit = (max: number) => Math.max(2 * max, 1_000);
/** Returns the check of a text's length that runs before other rules, so that they never see a huge text. */
const isWithinRawLimit = (max: number) => (text: string) => text.length <= rawLimit(max);

/** Every field of a form that may have more than 500 characters: what is missing here is cut before its schema sees it. */
const longFields = new Map([
  ['message', messageMaxLength],
  ['record', recordMaxLength],
  ['json', recordMaxLength],
]);

/** Checks whether a form's field has several lines, by its name. */
export const isLongField = (field: string) => longFields.has(field);

/** Returns the `rawLimit` of a form's field, by its name. */
export const rawLimitOf = (field: string) => rawLimit(longFields.get(field) ?? 0);

/** What is wrong with a field of several forms; of names and addresses in the words of product.md, section 5. */
export const fieldTexts = {
  nameTooShort: `Name must be at least ${nameLength.min} characters`,
  nameTooLong: `Name must be less than ${nameLength.max} characters`,
  emailInvalid: 'Please enter a valid email address',
  messageTooLong: `Message must be at most ${formatCount(messageMaxLength)} characters`,
  unreadable: 'Please remove characters that cannot be stored',
  projectUnknown: 'There is no such project in the catalogue',
  tonnesWrong: `Tonnes must be a whole number from 1 to ${formatCount(tonnesLimit.max)}, such as 1200`,
} as const;

/** Counts code points, as PostgreSQL does: close to what a person would count (most emoji are one). */
const countCharacters = (text: string) => [...text].length;
/** Counts those of a message, a line break as one, as browsers do, though they send two: only the column of messages has room for both. */
export const countInMessage = (text: string) => countCharacters(text.replaceAll('\r\n', '\n'));

/** Whether a reader sees at least `count` characters of a text. What it begins with behind blanks is enough, because `count` is small. */
const hasVisible = (text: string, count: number) => countCharacters(withoutUnreadable(text.trimStart().slice(0, 400)).trim()) >= count;

/** A sender's name, trimmed. */
export const senderName = requiredText({
  ...nameLength,
  tooShort: fieldTexts.nameTooShort,
  tooLong: fieldTexts.nameTooLong,
  changes: [z.trim()],
});

/**
 * What browsers take in a field of type email (HTML, "Valid email address"), with a domain of two labels at least: a mail server
 * cannot be reached under one label, and "kate@gmail" is a slip. The part before the `@` has 64 characters at most (RFC 5321,
 * 4.5.3.1.1), as the pattern says; the whole has 254, which schemas state as its length.
 */
export const emailPattern =
  /^[a-zA-Z0-9.!#$%&'*+/=?^_`{|}~-]{1,64}@[a-zA-Z0-9](?:[a-zA-Z0-9-]{0,61}[a-zA-Z0-9])?(?:\.[a-zA-Z0-9](?:[a-zA-Z0-9-]{0,61}[a-zA-Z0-9])?)+$/;

/**
 * Returns an address with its domain in ASCII, as browsers send it and as mail servers take it: `kate@münchen.example` becomes
 * `kate@xn--mnchen-3ya.example` (UTS #46). Any other text is returned unchanged.
 */
export function withAsciiDomain(address: string): string {
  const at = address.lastIndexOf('@');
  const domain = address.slice(at + 1);
  // With one of these characters it would be more than a host in the address of a page.
  if (at < 0 || /^[\x20-\x7e]*$/.test(domain) || /[\s/?#:@\\[\]%]/.test(domain)) return address;
  try {
    return `${address.slice(0, at)}@${new URL(`http://${domain}`).hostname}`;
  } catch {
    return address;
  }
}

/** A sender's email address, with its domain in ASCII. */
export const senderEmail = z.pipe(
  z.pipe(
    z.string({ error: fieldTexts.emailInvalid }).check(z.refine(isWithinRawLimit(emailMaxLength), fieldTexts.emailInvalid), z.trim()),
    z.transform(withAsciiDomain),
  ),
  z.string().check(z.regex(emailPattern, fieldTexts.emailInvalid), z.maxLength(emailMaxLength, fieldTexts.emailInvalid)),
);

/** A sender's message, which may be empty. */
export const senderMessage = optionalText(messageMaxLength, fieldTexts.messageTooLong, countInMessage);

type RequiredText = {
  /** In characters. */
  min: number;
  max: number;
  tooShort: string;
  tooLong: string;
  /** What is done to the text before it is measured. By default it stays as it was sent. */
  changes?: z.core.$ZodCheck<string>[];
  count?: (text: string) => number;
};

/** Required text. What is dangerous in a text is made harmless where it is shown. */
export function requiredText({ min, max, tooShort, tooLong, changes = [], count = countCharacters }: RequiredText) {
  return z.string({ error: tooShort }).check(
    z.refine(isWithinRawLimit(max), { error: tooLong, abort: true }),
    z.refine(isStorable, { error: fieldTexts.unreadable, abort: true }),
    ...changes,
    z.refine((text) => hasVisible(text, min), tooShort),
    z.refine((text) => count(text) <= max, tooLong),
  );
}

/** Optional text, as it was sent; null if it is absent or says nothing. `max` in characters. */
export function optionalText(max: number, tooLong: string, count = countCharacters) {
  return emptyAsNull(
    z.string().check(
      z.refine(isWithinRawLimit(max), { error: tooLong, abort: true }),
      z.refine(isStorable, fieldTexts.unreadable),
      z.refine((text) => count(text) <= max, tooLong),
    ),
  );
}

/** A whole number from 1 to `max`, given as one or as `readCount` reads it; null if absent or empty. */
export function optionalCount(max: number, wrong: string, tooLarge = wrong) {
  const typed = z.pipe(
    z.string(),
    z.transform((text) => (text.trim() === '' ? null : (readCount(text) ?? Number.NaN))),
  );
  const count = z.int(wrong).check(z.minimum(1, wrong), z.maximum(max, tooLarge));
  return z.pipe(
    z.nullish(z.union([typed, count], wrong)),
    z.pipe(
      z.transform((given: number | null | undefined) => given ?? null),
      z.nullable(count),
    ),
  );
}

/** Whether a text says something: it has more than white space and control characters. */
const saysSomething = /[^\s\p{Cc}\p{Cf}]/u;

/** Accepts that a text is absent, or says nothing, and makes it null. */
export function emptyAsNull<Input>(text: z.ZodMiniType<string, Input>) {
  return z.pipe(
    z.nullish(text),
    z.transform((given: string | null | undefined) => (given && saysSomething.test(given) ? given : null)),
  );
}

/** Drops what is far longer than any ticket, whose key is at most 128 characters (`wellFormedKey`). */
const lenient = z.optional(z.transform((given) => (typeof given === 'string' && given.length <= 300 ? given : null)));

/**
 * Two fields of every form that no person fills in: a ticket (the time the page was opened, and a random key) and a honeypot.
 * No value of theirs makes a message invalid.
 */
export const formTrap = z.object({ form_ticket: lenient, topic_note: lenient });
export type TrapFields = z.output<typeof formTrap>;
