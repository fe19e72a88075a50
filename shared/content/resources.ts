import { reply } from './reply.ts';
import type { Closing, Hero, Link, PageMeta } from './types.ts';

/** A part of the library: its contents, whether it is open yet, and a link. */
type Shelf = { title: string; status: string; open: boolean; body: string; link: Link };

export type Shelves = { title: string; intro?: string; shelves: Shelf[] };

export const meta = {
  title: 'Resources: articles, documents and answers | Carma',
  description:
    'A blog, case studies and a help centre are coming. The first articles and two PDFs are here now, with an index of which page answers which buyer’s question.',
} satisfies PageMeta;

const caseStudies = (hasTestimonials: boolean) => ({
  label: 'View All Case Studies',
  href: hasTestimonials ? '/enterprise#testimonials' : '/enterprise',
});

/** A function, because a setting can hide the testimonials. */
export const hero = (hasTestimonials: boolean) =>
  ({
    eyebrow: 'Resources',
    title: 'Articles and documents for buyers',
    lede: 'A blog, case studies and a help centre are coming. The first articles and two documents are here now, and the index below shows which page answers which question.',
    actions: [{ label: 'Explore Our Blog', href: '/blog' }, caseStudies(hasTestimonials)],
  }) satisfies Hero;

/** A function, because a setting can hide the testimonials. */
export const shelves = (hasTestimonials: boolean) =>
  ({
    title: 'Blog, case studies, help centre',
    shelves: [
      {
        title: 'Blog',
        status: 'First articles',
        open: true,
        body: 'Carma Insights has its first articles, with more to come, from counting species in a June meadow to a disclosure note for your annual report. Each ends with practical next steps.',
        link: { label: 'Read the articles', href: '/blog' },
      },
      {
        title: 'Case studies',
        status: 'Coming soon',
        open: false,
        body: `Full case studies are coming: volume, project, documents and what went wrong, each published with the client’s consent.${hasTestimonials ? ' Until then, the testimonials show the form that these will take.' : ''}`,
        link: { ...caseStudies(hasTestimonials), label: hasTestimonials ? 'Read the testimonials' : 'See what enterprises ask for' },
      },
      {
        title: 'Help centre',
        status: 'Coming soon',
        open: false,
        body: 'A help centre is coming too. For now each subject has its questions and answers on its own page, and the index below says which.',
        link: { label: 'Find your question', href: '#answers' },
      },
    ],
  }) satisfies Shelves;

export const downloads = {
  title: 'Two documents to download',
  intro: 'They contain the same text as their pages, laid out for print, and can be attached to a tender.',
  downloads: [
    {
      title: 'QMS Whitepaper',
      body: 'How suppliers are selected, checked, contracted and monitored, for the colleague who runs due diligence.',
      format: 'PDF, A4',
      link: { label: 'Download QMS Whitepaper', href: '/downloads/carma-qms-whitepaper.pdf' },
    },
    {
      title: 'Onboarding Guide',
      body: 'The four steps from initial consultation to implementation support, for developers with a project to bring.',
      format: 'PDF, A4',
      link: { label: 'Download Onboarding Guide', href: '/downloads/carma-onboarding-guide.pdf' },
    },
  ],
};

export const answers = {
  title: 'Which page answers your question',
  columns: { question: 'Question', page: 'Page' },
  rows: [
    {
      question: 'What is a credit, and how does net zero differ from carbon neutral?',
      page: { label: 'Carbon credits guide', href: '/carbon-credits' },
    },
    { question: 'What does a credit cost today, and how many are left?', page: { label: 'Project catalogue', href: '/projects' } },
    { question: 'Which standard is the credit certified under?', page: { label: 'Standards', href: '/standards' } },
    { question: 'Who checks the supplier, and how often?', page: { label: 'Quality management', href: '/qms' } },
    { question: 'What stops a credit from being sold twice?', page: { label: 'Blockchain registry', href: '/blockchain' } },
    { question: 'What has been sold and retired, and for whom?', page: { label: 'The record', href: '/record' } },
    { question: 'Is this certificate genuine?', page: { label: 'Check a certificate', href: '/verify' } },
    { question: 'Where is the project, and what can satellites show?', page: { label: 'Geospatial', href: '/geospatial' } },
    { question: 'Where does it go in a CSRD, SBTi or Scope 3 report?', page: { label: 'Compliance', href: '/enterprise/compliance' } },
    { question: 'Can our own systems read the catalogue?', page: { label: 'Developers', href: '/developers' } },
  ],
};

export const closing = {
  title: 'Ask us a question',
  body: `Send it as your auditor put it. If several people ask the same question, we write an article about it. ${reply}`,
  actions: [
    { label: 'Contact Us', href: '/contact' },
    { label: 'Book a Call', href: '/book-call' },
  ],
} satisfies Closing;
