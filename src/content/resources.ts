import type { Closing, Downloads, Hero, PageMeta, QuestionIndex, Shelves } from './types.ts';

export const meta = {
  title: 'Resources: articles, documents and answers | Carma',
  description:
    'The Carma blog and two PDFs are open now; case studies and a help centre are coming. Until then, an index of which page answers which buyer’s question.',
} satisfies PageMeta;

export const hero = {
  eyebrow: 'Resources',
  title: 'What to read before you sign',
  lede: 'One shelf of this library is full and two are still being built. Each says so, and says where the answer stands in the meantime.',
  actions: [
    { label: 'Explore Our Blog', href: '/blog' },
    { label: 'View All Case Studies', href: '/enterprise#testimonials' },
  ],
} satisfies Hero;

export const shelves = {
  eyebrow: 'The shelves',
  title: 'Blog, case studies, help centre',
  shelves: [
    {
      title: 'Blog',
      status: 'Open',
      open: true,
      body: 'Carma Insights has seven long articles, from counting species in a June meadow to the disclosure note that an auditor can tick. Each ends with something to do on Monday.',
      link: { label: 'Explore Our Blog', href: '/blog' },
    },
    {
      title: 'Case studies',
      status: 'Coming',
      open: false,
      body: 'Full case studies are coming: volume, project, paperwork and what went wrong, published once a client agrees to be read. Until then, two enterprise buyers speak by role and industry.',
      link: { label: 'View All Case Studies', href: '/enterprise#testimonials' },
    },
    {
      title: 'Help centre',
      status: 'Coming',
      open: false,
      body: 'A help centre is coming too. For now each subject has its questions and answers on its own page, the index below says which, and anything else gets a reply within 24 hours.',
      link: { label: 'Find the page that answers', href: '#answers' },
    },
  ],
} satisfies Shelves;

export const downloads = {
  eyebrow: 'To take away',
  title: 'Two documents for the file',
  intro: 'Attach them to the tender. They hold what their pages hold, laid out for print.',
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
} satisfies Downloads;

export const answers = {
  eyebrow: 'Until the help centre opens',
  title: 'Your question, and its page',
  columns: { question: 'Question', page: 'Page' },
  rows: [
    {
      question: 'What is a credit, and how does net zero differ from carbon neutral?',
      page: { label: 'Carbon credits guide', href: '/carbon-credits' },
    },
    { question: 'What does a tonne cost today, and how many are left?', page: { label: 'Project catalogue', href: '/projects' } },
    { question: 'Which standard stands behind the credit?', page: { label: 'Standards', href: '/standards' } },
    { question: 'Who checks the supplier, and how often?', page: { label: 'Quality management', href: '/qms' } },
    { question: 'What stops a credit from being sold twice?', page: { label: 'Blockchain registry', href: '/blockchain' } },
    { question: 'Where is the project, and what does it look like from above?', page: { label: 'Geospatial', href: '/geospatial' } },
    { question: 'Where does it go in a CSRD, SBTi or Scope 3 report?', page: { label: 'Compliance', href: '/enterprise/compliance' } },
    { question: 'Can our own systems read the catalogue?', page: { label: 'Developers', href: '/developers' } },
  ],
} satisfies QuestionIndex;

export const closing = {
  title: 'Not on any shelf? Ask.',
  body: 'Write the question as your auditor put it. If several people ask the same one, it becomes the next article.',
  actions: [
    { label: 'Contact Us', href: '/contact' },
    { label: 'Book a Call', href: '/book-call' },
  ],
} satisfies Closing;
