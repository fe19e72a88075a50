import { form as enterprise } from '#shared/content/enterprise/contact.ts';
import { verify } from '#shared/content/record/verify.ts';
import type { ProblemCode } from '#shared/schemas/problem.ts';
import { quote } from './shortlist.ts';

const { purchaseOrder, deliverBy } = quote.labels;

/** The page for browsers without scripts when a form, of whatever page, could not be taken and its own page cannot be rendered. */
export const unsent = {
  title: 'Not sent yet',
  /** The reason if nothing more is known. */
  failed: 'Something went wrong on our side.',
  /** The reason, by problem code. */
  reasons: {
    body_late: 'It did not reach us in time.',
    body_too_large: 'It was too long.',
    form_malformed: 'Part of it could not be read.',
    overloaded: 'The site is very busy at the moment.',
    too_many_requests: 'Too many requests came from your network within a minute.',
  } satisfies Partial<Record<ProblemCode, string>>,
  kept: 'What you wrote is below. Send it again in a moment, or email us:',
  /** Shown if the form could not be read. */
  inBrowser: 'Go back: your browser still has what you wrote. Or email us:',
  /** Labels of the fields that a person fills in. Other fields are resubmitted as hidden ones. */
  labels: {
    ...{ ...enterprise.labels, purchaseOrder, deliverBy, tonnes: 'Tonnes', email: 'Email', message: 'Message' },
    attachment: 'Attachments (optional)',
    ...{ record: verify.field, json: verify.json, file: verify.file },
  } as Partial<Record<string, string>>,
  attachmentHint: enterprise.hints.attachment,
  send: 'Send again',
} as const;
