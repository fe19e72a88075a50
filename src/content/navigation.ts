import type { Company, Footer, Link } from './types.ts';

/** The header's links: product.md, section 2. The marketplace's address is a setting. */
export const mainNavigation = ({ marketplaceUrl }: Company): Link[] => [
  { label: 'Home', href: '/' },
  { label: 'Verified Credits', href: '/credits' },
  { label: 'How It Works', href: '/how-it-works' },
  { label: 'Marketplace', href: marketplaceUrl },
  { label: 'For Enterprises', href: '/enterprise' },
  { label: 'About Us', href: '/about' },
  { label: 'Contact', href: '/contact' },
];

/** The footer's groups and legal links: product.md, section 2. */
export const footer = {
  about: 'Verified, nature-positive carbon credits. One credit is one tonne of CO₂ equivalent, recorded once and retired once.',
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
    { title: 'Impact Hub', links: [{ label: 'Impact Hub', href: '/impact-hub' }] },
    {
      title: 'Standards',
      links: [
        { label: 'Puro.earth', href: '/puro-earth' },
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
  legal: [
    { label: 'Privacy', href: '/privacy' },
    { label: 'Terms', href: '/terms' },
    { label: 'Cookies', href: '/cookies' },
  ],
  copyright: '© 2025 Carma. All rights reserved.',
} satisfies Footer;
