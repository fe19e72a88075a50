// zod/mini, because browsers load these schemas with the forms.
import * as z from 'zod/mini';
import { emptyAsNull, fieldTexts, formTrap, optionalCount, optionalText, senderEmail, senderMessage, senderName } from './form-fields.ts';
import { reservedSlug, slugMaxLength, slugOrNothing, tonnesLimit } from './limits.ts';

export const subjectMaxLength = 200;

/**
 * The contact form and the body of `POST /api/contact`. An empty field counts as absent. `project` and `tonnes`: the slug
 * of the project that the message is about, and the number of credits wanted.
 */
export const contactMessage = z.object({
  name: senderName,
  email: senderEmail,
  message: senderMessage,
  subject: optionalText(subjectMaxLength, `Subject must be at most ${subjectMaxLength} characters`),
  project: emptyAsNull(
    z.string().check(
      z.maxLength(slugMaxLength, fieldTexts.projectUnknown),
      z.regex(slugOrNothing, fieldTexts.projectUnknown),
      z.refine((slug) => slug !== reservedSlug, fieldTexts.projectUnknown),
    ),
  ),
  tonnes: optionalCount(tonnesLimit.max, fieldTexts.tonnesWrong),
});
/** The message as stored: the name trimmed, empty fields as null. */
export type ContactMessage = z.output<typeof contactMessage>;

/** The message as a browser sends it, with the form trap. */
export const contactSubmission = z.object({ ...contactMessage.shape, ...formTrap.shape });

/** The newsletter form: an email address with the rules and error texts of the contact form; decisions.md, "Forms". */
export const newsletterSubscription = z.object({ email: senderEmail });
/** The subscription as a browser sends it, with the form trap. */
export const newsletterSubmission = z.object({ email: senderEmail, ...formTrap.shape });
export type NewsletterSubscription = z.output<typeof newsletterSubscription>;
