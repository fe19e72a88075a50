import type { Closing, Hero, PageMeta } from '../types.ts';

export const meta = {
  title: 'All carbon projects, with prices and volumes | Carma',
  description:
    'The whole catalogue of carbon projects: price per tonne excl. VAT, credits available, impact a year, place and verification standard, featured ones first.',
} satisfies PageMeta;

export const hero = {
  eyebrow: 'The catalogue',
  title: 'Every project, every price',
  lede: 'All of it is public: what a tonne costs, how many are left, and who checked them. Open a project for its place, its evidence and its figures.',
  actions: [
    { label: 'Request a Quote', href: '/contact' },
    { label: 'How the Standards Differ', href: '/carbon-standards' },
  ],
} satisfies Hero;

export const list = {
  title: 'Carbon projects',
  /** {from}, {to} and {total} are counts. */
  shown: 'Projects {from} to {to} of {total}. Prices are per credit, excl. VAT.',
  loading: 'Loading carbon projects...',
  error: 'Error loading projects',
  tryAgain: 'Try Again',
  pages: { label: 'Pages of the catalogue', previous: 'Previous page', next: 'Next page' },
  empty: 'There is nothing on this page of the catalogue.',
  first: 'Go to the first page',
};

export const closing = {
  title: 'Found more than one? Ask for them together.',
  body: 'A quote can mix removals and avoidance, years and standards. Name the projects and the tonnes; we answer within 24 hours.',
  actions: [
    { label: 'Request a Quote', href: '/contact' },
    { label: 'Explore Enterprise Portfolios', href: '/enterprise/portfolios' },
  ],
} satisfies Closing;
