import { formErrors } from './form-errors.ts';
import { receiptTexts } from './receipt.ts';
import type { PageMeta } from './types.ts';

export const meta = {
  title: 'Contact Carma: email us or book a strategy call',
  description:
    'Ask about carbon credits, volumes, prices and evidence. Send a message, or book a call of 15 to 30 minutes in UK business hours.',
} satisfies PageMeta;

export const hero = {
  eyebrow: 'Contact',
  title: 'Contact the team that chooses the projects',
  lede: 'Ask about volumes, prices, standards or evidence.',
  email: 'Email Us',
  call: { label: 'Book a Call', href: '/book-call' },
};

export const options = {
  title: 'Two ways to reach us',
  email: {
    name: 'Our team responds within 24 hours',
    body: 'Send us a volume, a deadline or a tender clause.',
    button: 'Email Us',
    files: { label: 'Send files to the enterprise team', href: '/enterprise/contact?mode=rfp#form' },
  },
  call: {
    name: 'A 15-30 minute discovery call',
    body: 'In UK business hours. Have your footprint and deadline to hand.',
    button: 'Book a Strategy Call',
    href: '/contact?topic=strategy-call',
  },
};

export const companyCard = {
  title: 'The company',
  country: 'United Kingdom',
  labels: {
    name: 'Contact',
    telephone: 'Telephone',
    office: 'Registered office',
    email: 'Email',
    country: 'Registered in',
    companyNumber: 'Company number',
    vatNumber: 'VAT number',
  },
};

/** The subjects that `?topic=` presets. */
export const topics: Record<string, string> = {
  'buying-terms': 'Buying terms and procurement',
  'strategy-call': 'Strategy call',
};

/** The section on one project. {title}: its name. */
export const purchase = {
  /** What its heading says before the project's name, if the credits can be bought. */
  heading: 'Purchase:',
  intro:
    'We reply with a written quote at this price and the project documents we have. Nothing is reserved or bought until you accept it.',
  form: { back: 'Back to the project', inclVat: 'incl. VAT' },
  /** If its credits cannot be bought, or if a piece of evidence is asked for. */
  question: {
    heading: 'Ask about:',
    subject: 'Question about {title}',
    intro: 'We’ll send what we have, and ask the project for what we don’t. If it can’t be had, we’ll tell you.',
  },
  /** In place of the section, if the catalogue has no such project. */
  gone: { text: 'The project that you asked about is not in the catalogue.', link: { label: 'See all projects', href: '/projects' } },
} as const;
export type PurchaseFormTexts = typeof purchase.form;

/** The message that asks for a mix. {need}: in words; {address}: the page of its mixes. */
export const needMessage = 'We need: {need}.\n{address}';

export const dialog = {
  // No label of a field occurs in it, so that a search of the page for a label finds the field alone.
  title: 'Write to us',
  intro: 'We answer within 24 hours.',
  /** In the order in which they stand. */
  labels: { name: 'Name', email: 'Email', tonnes: 'Tonnes (optional)', message: 'Message (optional)' },
  /** Beside the tonnes of a purchase. */
  available: {
    'On sale': 'Credits available: {count}. One credit is one tonne.',
    'Not yet on sale': 'Not yet on sale. Credits: {count}.',
    'Sold out': 'Sold out.',
  },
  about: 'Subject',
  problem: formErrors,
  send: 'Send Message',
  sending: 'Sending...',
  cancel: 'Cancel',
  /** The toast, and the answer to a form sent without scripts. */
  success: { title: 'Message sent successfully!', body: "We'll get back to you within 24 hours." },
  /** The heading of the panel in place of the form; the toast beside it says the rest. */
  thanks: 'Thank you',
  receipt: receiptTexts,
  failure: { title: 'Failed to send message', body: 'Please try again or contact us directly at {email}' },
} as const;
export type ContactDialogContent = typeof dialog;
