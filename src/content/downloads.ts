import type { PrintedWords } from './types.ts';

/** What only the printed documents say. Their chapters come from the pages' own content: scripts/downloads. */
export const printed = {
  site: 'Carma',
  contents: 'Contents',
  edition: 'Edition of',
  page: 'Page',
  email: 'Email',
  notes: 'Your notes',
} satisfies Record<string, string>;

export const whitepaper = {
  kind: 'Whitepaper',
  description: 'How Carma selects suppliers, checks projects, writes contracts, monitors, handles risk and learns from faults.',
  closing: {
    title: 'Ask for the file.',
    body: 'Everything under “On file” can be asked for, for any project that you have bought from. Say which serials are in your sample, and you hear back within 24 hours.',
    links: [
      { label: 'Book a call with us', href: '/book-call' },
      { label: 'This system as it stands today', href: '/qms' },
      { label: 'The standards behind each credit', href: '/carbon-standards' },
    ],
  },
} satisfies PrintedWords;

export const onboardingGuide = {
  kind: 'Guide',
  description: 'From the first call to the first issued credits: what Carma does, what a project brings, and why some are refused.',
  closing: {
    title: 'One call tells you whether to pay for a survey.',
    body: 'It takes 15-30 minutes, in UK business hours. Have a map of the site at hand, and the name of whoever owns the rights.',
    links: [
      { label: 'Schedule the call', href: '/book-call' },
      { label: 'Project onboarding, step by step', href: '/onboarding' },
      { label: 'What buyers see of each project', href: '/credits' },
    ],
  },
} satisfies PrintedWords;
