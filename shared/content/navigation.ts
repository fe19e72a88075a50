import type { Company, Link } from './types.ts';

/** A page of the site: its path, its name in breadcrumbs, and the ISO date of the last change of what its text says. */
export type SitePage = { path: string; name: string; updated: string };

/** A link of the header. `note`: what the arrow that marks a link to another site says in words. */
export type HeaderLink = Link & { note?: string };

/** The header's links: product.md, section 2. A function, because the marketplace's address is a setting. */
export const mainNavigation = ({ marketplaceUrl }: Company): HeaderLink[] => [
  { label: 'Home', href: '/' },
  { label: 'Verified Credits', href: '/credits' },
  { label: 'How It Works', href: '/how-it-works' },
  { label: 'Marketplace', href: marketplaceUrl, note: 'another site, with a sign-in' },
  { label: 'For Enterprises', href: '/enterprise' },
  { label: 'About Us', href: '/about' },
  { label: 'Contact', href: '/contact' },
];

/** The footer: the groups and first three legal links of product.md, section 2, and in `further` pages that are in none of these. */
export const footer = {
  about: 'Verified carbon credits from a nature-positive company. One credit is one tonne of CO₂ equivalent, sold once and retired once.',
  groups: [
    {
      title: 'Solutions',
      links: [
        { label: 'Verified Credits', href: '/credits' },
        { label: 'Project Onboarding', href: '/onboarding' },
        { label: 'Blockchain Registry', href: '/blockchain' },
      ],
    },
    {
      title: 'Enterprise',
      links: [
        { label: 'Portfolios', href: '/enterprise/portfolios' },
        { label: 'Compliance', href: '/enterprise/compliance' },
        { label: 'Traceability', href: '/enterprise/traceability' },
        { label: 'Enterprise Contact', href: '/enterprise/contact' },
      ],
    },
    {
      title: 'Impact Hub',
      links: [{ label: 'Impact Hub', href: '/impact-hub' }],
    },
    {
      title: 'Standards',
      links: [
        { label: 'Puro.Earth', href: '/puro-earth' },
        { label: 'BeZero', href: '/bezero' },
        { label: 'VCS', href: '/vcs' },
        { label: 'Gold Standard', href: '/gold-standard' },
        { label: 'Woodland Carbon Code', href: '/woodland-carbon' },
        { label: 'Quality Management', href: '/qms' },
      ],
    },
    {
      title: 'Resources',
      links: [
        { label: 'Blog', href: '/blog' },
        { label: 'Resources', href: '/resources' },
      ],
    },
    {
      title: 'Company',
      links: [
        { label: 'About Us', href: '/about' },
        { label: 'Contact', href: '/contact' },
      ],
    },
  ],
  further: {
    title: 'Catalogue and Record',
    links: [
      { label: 'Projects', href: '/projects' },
      { label: 'Find a Portfolio', href: '/portfolio' },
      { label: 'The Record', href: '/record' },
      { label: 'Check a Certificate', href: '/verify' },
      { label: 'Disclosure Pack', href: '/record/disclosure' },
      { label: 'Carbon Credits Guide', href: '/carbon-credits' },
      { label: 'Standards Overview', href: '/standards' },
      { label: 'Carbon Standards', href: '/carbon-standards' },
      { label: 'Geospatial Verification', href: '/geospatial' },
      { label: 'Developers', href: '/developers' },
      { label: 'Buying Terms', href: '/how-it-works#terms' },
    ],
  },
  legal: [
    { label: 'Privacy', href: '/privacy' },
    { label: 'Terms', href: '/terms' },
    { label: 'Cookies', href: '/cookies' },
    { label: 'Accessibility', href: '/accessibility' },
  ],
  copyright: '© 2025 Carma. All rights reserved.',
};

/**
 * The pages in the sitemap, with their names in breadcrumbs. `updated` is the day on which the meaning of the page's text last changed:
 * set it then, because the sitemap publishes it.
 */
export const sitePages = [
  { path: '/', name: 'Home', updated: '2026-11-28' },
  { path: '/credits', name: 'Verified Credits', updated: '2026-11-30' },
  { path: '/projects', name: 'Projects', updated: '2026-11-30' },
  { path: '/portfolio', name: 'Find a Portfolio', updated: '2026-11-29' },
  { path: '/how-it-works', name: 'How It Works', updated: '2026-11-30' },
  { path: '/carbon-credits', name: 'Carbon Credits Guide', updated: '2026-11-30' },
  { path: '/blockchain', name: 'Blockchain Registry', updated: '2026-11-28' },
  { path: '/record', name: 'The Record', updated: '2026-11-28' },
  { path: '/record/disclosure', name: 'Disclosure Pack', updated: '2026-11-30' },
  { path: '/verify', name: 'Check a Certificate', updated: '2026-11-28' },
  { path: '/impact-hub', name: 'Impact Hub', updated: '2026-11-30' },
  { path: '/geospatial', name: 'Geospatial Verification', updated: '2026-11-29' },
  { path: '/standards', name: 'Standards', updated: '2026-11-28' },
  { path: '/carbon-standards', name: 'Carbon Standards', updated: '2026-11-30' },
  { path: '/puro-earth', name: 'Puro.Earth', updated: '2026-11-28' },
  { path: '/bezero', name: 'BeZero', updated: '2026-11-30' },
  { path: '/vcs', name: 'VCS', updated: '2026-11-28' },
  { path: '/gold-standard', name: 'Gold Standard', updated: '2026-11-30' },
  { path: '/woodland-carbon', name: 'Woodland Carbon Code', updated: '2026-11-28' },
  { path: '/qms', name: 'Quality Management', updated: '2026-11-28' },
  { path: '/enterprise', name: 'For Enterprises', updated: '2026-11-28' },
  { path: '/enterprise/portfolios', name: 'Portfolios', updated: '2026-11-30' },
  { path: '/enterprise/compliance', name: 'Compliance', updated: '2026-11-28' },
  { path: '/enterprise/traceability', name: 'Traceability', updated: '2026-11-28' },
  { path: '/enterprise/contact', name: 'Enterprise Contact', updated: '2026-11-28' },
  { path: '/onboarding', name: 'Project Onboarding', updated: '2026-11-28' },
  { path: '/about', name: 'About Us', updated: '2026-11-30' },
  { path: '/blog', name: 'Blog', updated: '2026-11-29' },
  { path: '/resources', name: 'Resources', updated: '2026-11-30' },
  { path: '/developers', name: 'Developers', updated: '2026-11-30' },
  { path: '/developers/catalogue', name: 'Catalogue API', updated: '2026-11-30' },
  { path: '/developers/messages', name: 'Messages API', updated: '2026-11-29' },
  { path: '/developers/record', name: 'Record API', updated: '2026-11-29' },
  { path: '/developers/clients', name: 'Clients of the API', updated: '2026-11-26' },
  { path: '/developers/entries', name: 'The entries', updated: '2026-11-27' },
  { path: '/developers/webhooks', name: 'Webhooks', updated: '2026-11-29' },
  { path: '/developers/agents', name: 'For agents', updated: '2026-11-29' },
  { path: '/developers/changelog', name: 'API changes', updated: '2026-11-30' },
  { path: '/contact', name: 'Contact', updated: '2026-11-30' },
  { path: '/book-call', name: 'Book a Call', updated: '2026-11-26' },
  { path: '/accessibility', name: 'Accessibility', updated: '2026-11-30' },
  { path: '/privacy', name: 'Privacy', updated: '2026-11-29' },
  { path: '/terms', name: 'Terms', updated: '2026-11-28' },
  { path: '/cookies', name: 'Cookies', updated: '2026-11-29' },
] satisfies SitePage[];
