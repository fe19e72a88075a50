import type { Link } from './types.ts';

/** Texts of a printed document that are on no page. Links are paths on this site. */
type PrintedWords = { kind: string; description: string; closing: { title: string; body: string; links: Link[] } };

/** Texts of the printed documents only. Their chapters come from the pages' content: scripts/downloads. */
export const printed = {
  site: 'Carma',
  contents: 'Contents',
  edition: 'Edition of',
  notes: 'Your notes',
  /** Above the last page's links: the address of the site is a setting, so a document names its pages only. */
  where: 'On our website',
  contact: { label: 'Contact', href: '/contact' },
};

export const whitepaper = {
  kind: 'Whitepaper',
  description: 'How Carma selects suppliers, checks projects, writes contracts, monitors, manages risk and learns from mistakes.',
  closing: {
    title: 'Ask for our files',
    body: 'You can ask for anything listed under “On file”, for any project you’ve bought from. Tell us which serial numbers are in your sample.',
    links: [
      { label: 'Book a call with us', href: '/book-call' },
      { label: 'The current version of this system', href: '/qms' },
      { label: 'The standards behind the credits', href: '/carbon-standards' },
    ],
  },
} satisfies PrintedWords;

export const onboardingGuide = {
  kind: 'Guide',
  description:
    'From the first call to the first issued credits: what Carma does, what a project brings, and why some projects are refused.',
  closing: {
    title: 'Book a first call',
    body: 'It takes 15 to 30 minutes, in UK business hours. Have a map of the site to hand, and the name of whoever owns the rights.',
    links: [
      { label: 'Schedule the call', href: '/book-call' },
      { label: 'Project onboarding, step by step', href: '/onboarding' },
      { label: 'What buyers see of a project', href: '/credits' },
    ],
  },
} satisfies PrintedWords;
