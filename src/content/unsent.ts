import { form as enterprise } from './enterprise/contact.ts';

/** The page that a browser without scripts gets when a form was not stored and the form's own page cannot be made. */
export const unsent = {
  title: 'Not sent yet',
  /** Why, where nothing more is known. */
  failed: 'We could not store it just now.',
  /** Why, by the code of the problem. */
  reasons: {
    body_too_large: 'That was longer than we take: a message has at most {characters} characters.',
    form_malformed: 'Not all of it could be read.',
    overloaded: 'We are busy just now.',
    too_many_requests: 'More came from your network in a minute than we take.',
  } as Partial<Record<string, string>>,
  check: 'Some answers need another look.',
  kept: 'What you wrote stands below. Send it again in a moment, or write to us:',
  /** When it could not be read. */
  inBrowser: 'Go back: your browser still has what you wrote. Or write to us:',
  /** The fields that a person fills in; whatever else a form holds goes along unseen. */
  labels: { ...enterprise.labels, email: 'Email', message: 'Message' } as Partial<Record<string, string>>,
  chooseSector: enterprise.chooseSector,
  attachment: { label: 'Attachment (optional)', hint: enterprise.hints.attachment },
  send: 'Send again',
};
export type UnsentContent = typeof unsent;
