import { proofLinks } from './ledger.ts';
import type { CardGroup, Closing, Hero, Note, PageMeta } from './types.ts';

export const meta = {
  title: 'Carbon credits: live prices and volumes | Carma',
  description:
    'The carbon projects Carma sells, each with its price per tonne, available credits, annual impact, place and verification standard.',
} satisfies PageMeta;

export const hero = {
  eyebrow: 'Verified credits',
  title: 'Carbon credits, project by project',
  lede: 'Biochar, methane avoidance, UK tree planting and biodiversity. Each project in the list shows its price, the credits left and the standard it’s certified under.',
  actions: [{ label: 'Prices and projects', href: '#projects' }],
} satisfies Hero;

export const portfolio = {
  title: 'How four kinds of project are measured',
  intro: 'They differ in price, in how long the carbon is stored and in what a verifier can measure. A portfolio can hold more than one.',
  cards: [
    {
      mark: 'Bc',
      title: 'Biochar',
      body: 'Plant waste heated without oxygen turns into a stable charcoal that’s worked into soil or building materials. This is a removal: what counts is the carbon in the char that will last, less the emissions from making it.',
      points: ['Carbon stored for 100+ years', 'Measured: mass, carbon content, stability'],
    },
    {
      mark: 'Me',
      title: 'Methane avoidance',
      body: 'Methane from slurry, landfill and old mines is captured, or prevented from forming. This reduces emissions rather than removing carbon, and takes effect soonest, because methane warms the air most in its first years.',
      points: ['Effect within the reporting year', 'Measured: flow meters and gas analysis'],
    },
    {
      mark: 'Tr',
      title: 'UK tree planting',
      body: 'New woodland, or trees among crops and pasture, planted for the soil and the slope it stands on. The tonnes are issued as the trees grow.',
      points: ['Projects last 35–100 years', 'Measured: plots, stem counts, survival'],
    },
    {
      mark: 'Bn',
      title: 'Biodiversity net gain',
      body: 'Meadow, heath, wetland and saltmarsh restored. The credits are for the tonnes alone, and don’t meet a planning condition. Wildlife, where it’s surveyed, is reported separately.',
      points: ['Tonnes measured: soil and plant carbon', 'Wildlife: an eDNA survey, or “no survey”'],
    },
  ],
} satisfies CardGroup;

export const list = {
  title: 'Carbon projects',
  filters: { label: 'Search, filter and compare', href: '/projects' },
  intro: 'Prices are in pounds per credit, excl. VAT. One credit is one tonne of CO₂ equivalent.',
  units: 'The credits of {issued} are issued; those of {expected} are pending: forecast, and not verified yet.',
  finder: { label: 'Find a portfolio for your tonnes or budget', href: '/portfolio' },
  loading: 'Loading carbon projects...',
  error: 'Error loading projects',
  tryAgain: 'Try Again',
  watch: {
    check: 'Check for updates',
    checking: 'Checking...',
    unchanged: 'Checked at {time}: these are the current figures.',
    changed: 'Checked at {time}: the catalogue has changed since you opened this page.',
    show: 'Show the new figures',
    failed: 'The catalogue could not be read. The figures are from when you opened this page.',
  },
  /** Shown if the catalogue is longer than the list. */
  more: 'See all {count} projects in the catalogue',
} as const;

export const proof = { text: 'What has been sold and retired so far:', links: proofLinks } satisfies Note;

export const closing = {
  title: 'Request a quote',
  body: 'A volume, a year and a budget are enough. We answer with projects, prices and the documents we have.',
  actions: [
    { label: 'Request Custom Quote', href: '/contact' },
    { label: 'Learn More', href: '/how-it-works', about: 'How it works' },
  ],
} satisfies Closing;
