import cookiesHtml from './legal/cookies.html?raw';
import privacyHtml from './legal/privacy.html?raw';
import termsHtml from './legal/terms.html?raw';
import type { Figure, PageMeta } from './types.ts';

/** A legal page. Its `html` and some values of its figures have placeholders: src/pages/_components/legal-page.tsx fills them. */
export type LegalContent = { meta: PageMeta; eyebrow: string; title: string; lede: string; figures: Figure[]; html: string };

export const privacy = {
  meta: {
    title: 'Privacy Policy: which data we hold and why | Carma',
    description:
      'Which personal data Carma’s website stores when you contact us or subscribe, why, for how long, who sees it, and how to have it corrected or erased.',
  },
  eyebrow: 'Legal',
  title: 'Privacy Policy',
  lede: 'We hold personal data only if you send it to us: an enquiry, a brief, a request for a quote, or an address for the newsletter.',
  figures: [
    { value: '0', label: 'accounts needed to read this site' },
    { value: '{retentionMonths}', label: 'months at most, for an enquiry that led to no order' },
    { value: '1', label: 'month for us to answer when you exercise your rights' },
    { value: '≤ £50', label: 'for the few requests that UK law lets us charge for' },
  ],
  html: privacyHtml,
} satisfies LegalContent;

export const terms = {
  meta: {
    title: 'Terms of Service: quotes, payment, retirement | Carma',
    description:
      'The terms for using Carma’s website and asking for a quote: accounts from age 16, payments in GBP with VAT on top, refunds, retirement and limits of liability.',
  },
  eyebrow: 'Legal',
  title: 'Terms of Service',
  lede: 'A “Purchase” link opens an enquiry, not an order. A contract needs our written confirmation and your acceptance of it.',
  figures: [
    { value: '16', label: 'minimum age of an account holder' },
    { value: 'GBP', label: 'for all payments; VAT is added at the UK rate' },
    { value: '12', label: 'months of fees paid is the cap on our liability' },
    { value: '3%', label: 'of our revenue goes to veteran charities' },
  ],
  html: termsHtml,
} satisfies LegalContent;

export const cookies = {
  meta: {
    title: 'Cookie Policy: no tracking, no banner | Carma',
    description:
      'Carma’s website runs no analytics and keeps no cookies except one for a shortlist made without JavaScript, so there is no consent banner. What your browser stores, and what /book-call loads.',
  },
  eyebrow: 'Legal',
  title: 'Cookie Policy',
  lede: 'This site sets no tracking cookies. One cookie keeps your shortlist if JavaScript is switched off.',
  figures: [
    { value: '0', label: 'cookies while JavaScript is on; one for the shortlist without it' },
    { value: '0', label: 'analytics, advertising or tracking scripts' },
    { value: '3', label: 'features that use local storage: the shortlist, the request for a quote and the check of a certificate' },
    { value: '1', label: 'page that loads a third-party service: /book-call' },
  ],
  html: cookiesHtml,
} satisfies LegalContent;
