import { reply } from './reply.ts';
import type { Hero, Link, PageMeta } from './types.ts';

export const meta = {
  title: 'Accessibility statement: standard, tests, gaps | Carma',
  description: 'The standard Carma’s website aims at (WCAG 2.2 AA), how it is tested, what is known not to work, and whom to tell.',
} satisfies PageMeta;

export const hero = {
  eyebrow: 'This site',
  title: 'Accessibility statement',
  lede: 'What we aim at, how we test it, what we know doesn’t work yet, and whom to tell if something stops you.',
  actions: [{ label: 'Contact', href: '/contact' }],
} satisfies Hero;

/** The day on which somebody last compared the statement with the site. */
export const reviewed = { label: 'Reviewed on', day: '2026-11-26' };

/** A section of the statement. {email}: Carma's address. */
type StatementSection = { id: string; title: string; body: string[]; points?: string[]; links?: Link[] };

export const sections: StatementSection[] = [
  {
    id: 'standard',
    title: 'What we aim at',
    body: [
      'The Web Content Accessibility Guidelines (WCAG) 2.2, level AA, on every page of this site. Nobody independent has audited it, so we claim no conformance.',
      'Every page can be read, and every form sent, without JavaScript. A form that is refused says so first in the page’s title, lists what is wrong, and leads to each field. With JavaScript, the contact dialog instead says what is wrong under each field, and leads to the first.',
    ],
    links: [{ label: 'WCAG 2.2', href: 'https://www.w3.org/TR/WCAG22/' }],
  },
  {
    id: 'tests',
    title: 'How it is tested',
    body: ['Programs test the site with every change:'],
    points: [
      'axe checks pages 375 pixels wide, with their questions, dialogs and menus open. It also checks a page of each kind 1280 pixels wide.',
      'No page scrolls sideways in a window of 320 pixels, with text at 200%, or with the text spacing of WCAG 1.4.12.',
      'Menus, dialogs, forms and tooltips are used with the keyboard alone. The element with the focus is never covered.',
      'Pages and forms are used with JavaScript off, and after a browser has translated them.',
      'PDFs are checked for tags, language, title, and the texts and boxes of their pictures.',
    ],
  },
  {
    id: 'gaps',
    title: 'What we know doesn’t work',
    body: ['Tell us if one of these is in your way. We’ll send you the content in a form you can use.'],
    points: [
      'People with disabilities haven’t tested the site, and it hasn’t been tested with screen readers such as NVDA, JAWS or VoiceOver. Programs find only part of what’s wrong.',
      'Our tests run in Chromium, a few of them also in Firefox. None runs in Safari.',
      'PDFs (certificates and the two booklets) are tagged, not validated against PDF/UA.',
      'A certificate’s PDF prints names in the scripts its fonts have. For other scripts it refers to the certificate’s page, which shows every name.',
      'The booking page holds another company’s calendar, which we don’t test. You can email us a time instead.',
      'Documents that projects and registries publish aren’t ours, and neither is the marketplace. We haven’t checked them.',
    ],
    links: [{ label: 'Booking page', href: '/book-call' }],
  },
  {
    id: 'contact',
    title: 'Tell us, or complain',
    body: [
      `Write to {email} or use the contact form: say which page it is, what you wanted to do and what you use. ${reply}`,
      'If our answer doesn’t help, the Equality Advisory and Support Service advises people in England, Scotland and Wales, and the Equality Commission those in Northern Ireland.',
    ],
    links: [
      { label: 'Contact form', href: '/contact' },
      { label: 'Equality Advisory and Support Service', href: 'https://www.equalityadvisoryservice.com/' },
      { label: 'Equality Commission for Northern Ireland', href: 'https://www.equalityni.org/' },
    ],
  },
];
