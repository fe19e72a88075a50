import type { Hero, PageMeta } from './types.ts';

export const meta = {
  title: 'Contact Carma: email us or book a strategy call',
  description:
    'Ask about carbon credits, volumes, prices and evidence. Send a message and hear back within 24 hours, or book a 15-30 minute call in UK business hours.',
} satisfies PageMeta;

export const hero = {
  eyebrow: 'Contact',
  title: 'Talk to the people who read the reports',
  lede: 'Send the question as you would ask it across a table. It goes to the team that chooses the projects, not to a queue.',
  actions: [
    { label: 'Email Us', opens: 'contact-dialog' },
    { label: 'Book a Call', href: '/book-call' },
  ],
} satisfies Hero;

export const options = {
  title: 'Two ways to reach us',
  email: {
    title: 'Email Us',
    body: 'A volume, a deadline, a clause in a tender: write it down and we answer it. Our team responds within 24 hours.',
    button: 'Email Us',
  },
  call: {
    title: 'Book a Strategy Call',
    body: 'A 15-30 minute discovery call in UK business hours. Bring your footprint and the date your report is due.',
    button: 'Book a Strategy Call',
    href: '/contact?topic=strategy-call',
  },
};

export const companyCard = {
  title: 'Carma',
  country: 'United Kingdom',
  labels: { email: 'Email', country: 'Registered in', companyNumber: 'Company number', vatNumber: 'VAT number' },
};

/** What `?topic=` fills in as the subject. */
export const topics: Record<string, string> = {
  'strategy-call': 'Strategy call',
};

/** The subject that a purchase of a project, or a question about one, fills in. */
export const purchase = { subject: 'Purchase: {title}', question: 'Question about {title}' };

export const dialog = {
  title: 'Email Us',
  intro: 'We answer within 24 hours.',
  labels: { name: 'Name', email: 'Email', message: 'Message (optional)', tonnes: 'Tonnes (optional)' },
  /** Beside the tonnes of a purchase. */
  available: '{count} credits available. One credit is one tonne.',
  about: 'About:',
  check: 'Some answers need another look. They are marked below; the others are kept.',
  send: 'Send Message',
  sending: 'Sending...',
  cancel: 'Cancel',
  success: { title: 'Message sent successfully!', body: "We'll get back to you within 24 hours." },
  failure: { title: 'Failed to send message', body: 'Please try again or contact us directly at {email}' },
};
export type ContactDialogContent = typeof dialog;
