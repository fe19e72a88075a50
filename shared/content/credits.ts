import { proofLinks } from './ledger.ts';
import type { Closing, Note, PageMeta } from './types.ts';

export const meta = {
  title: 'Carbon credits: live prices and volumes | Carma',
  description:
    'The carbon projects Carma sells, each with its price per tonne, available credits, annual impact, place and verification standard.',
} satisfies PageMeta;

export const head = {
  title: 'Carbon credits, project by project',
  lede: 'Projects with their prices, the credits left and their standards.',
  link: { label: 'Find a Portfolio', href: '/portfolio' },
};

/** The four products of product.md: `type` as the catalogue has it. */
export const products = {
  title: 'What each kind costs',
  from: 'from',
  unit: 'per tonne, excl. VAT',
  pending: 'pending',
  none: 'None on sale',
  onSale: '{projects} on sale',
  kinds: [
    {
      type: 'UK tree planting',
      body: 'New woodland, or trees among crops and pasture. The credits are issued as the trees grow.',
      measured: 'Measured by plots, stem counts and survival. Projects last 35–100 years.',
    },
    {
      type: 'Biochar',
      body: 'Plant waste heated without oxygen, so that its carbon stays in soil or building materials.',
      measured: 'Measured by mass, carbon content and stability. Stored for 100+ years.',
    },
    {
      type: 'Methane avoidance',
      body: 'Methane from slurry, landfill and old mines, captured or prevented from forming.',
      measured: 'Measured by flow meters and gas analysis. A reduction: nothing is stored.',
    },
    {
      type: 'Biodiversity net gain',
      body: 'Meadow, heath, wetland and saltmarsh restored. The credits are for the tonnes alone, and don’t meet a planning condition.',
      measured: 'Measured by the carbon in soil and plants. Wildlife, where surveyed, is reported separately.',
    },
  ],
} as const;

export const list = {
  title: 'Carbon projects',
  filters: { label: 'Search, filter and compare', href: '/projects' },
  intro: 'Prices are in pounds per credit, excl. VAT. One credit is one tonne of CO₂ equivalent.',
  units: 'The credits of {issued} are issued; those of {expected} are pending: forecast, and not verified yet.',
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
