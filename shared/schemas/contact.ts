// zod/mini, because browsers load these schemas with the forms.
import * as z from 'zod/mini';
import { emptyAsNull, formTrap, optionalText, senderEmail, senderMessage, senderName } from './form-fields.ts';

export const subjectMaxLength = 200;
const projectWrong = 'There is no such project in the catalogue';

/**
 * The contact form and the body of `POST /api/contact`. An empty field counts as absent. `project` and `tonnes`: for a purchase,
 * the project's slug and the number of credits.
 */
export const contactMessage = z.object({
  name: senderName,
  email: senderEmail,
  message: senderMessage,
  subject: optionalText(subjectMaxLength, `Subject must be at most ${subjectMaxLength} characters`),
  project: emptyAsNull(z.string().check(z.maxLength(120, projectWrong), z.regex(/^([a-z0-9]+(-[a-z0-9]+)*)?$/, projectWrong))),
  tonnes: optionalTonnes('Tonnes must be a whole number from 1 to 1,000,000'),
});
/** The message as stored: the name trimmed, empty fields as null. */
export type ContactMessage = z.output<typeof contactMessage>;

/** The message as a browser sends it, with the form trap. */
export const contactSubmission = z.object({ ...contactMessage.shape, ...formTrap.shape });

/** Whole tonnes from 1 to 1,000,000, as a number or as typed ("2,000"); null if absent or empty. */
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

/** The newsletter form: an email address with the rules and error texts of the contact form; decisions.md, "Forms". */
export const newsletterSubscription = z.object({ email: senderEmail });
/** The subscription as a browser sends it, with the form trap. */
export const newsletterSubmission = z.object({ email: senderEmail, ...formTrap.shape });
export type NewsletterSubscription = z.output<typeof newsletterSubscription>;
