/** The company facts that come from settings (server/company.ts). */
export type Company = {
  contactEmail: string;
  companyNumber: string;
  vatNumber: string;
  marketplaceUrl: string;
};

/** Title and description of a page, as search engines and shared links show them. */
export type PageMeta = { title: string; description: string };

export type Link = { label: string; href: string };

/** A button: a link, or the opener of a dialog on the same page (its element id). */
export type Action = Link | { label: string; opens: string };

export type Hero = { eyebrow: string; title: string; lede: string; actions: Action[] };

/** A figure with what it counts. `value` is ready to show. */
export type Figure = { value: string; label: string; note?: string };

/** A numbered row: a claim and its substance. */
export type LedgerItem = { title: string; body: string; points?: string[]; link?: Link };
export type Ledger = { eyebrow: string; title: string; intro?: string; items: LedgerItem[] };

export type Comparison = {
  eyebrow: string;
  title: string;
  columns: { question: string; elsewhere: string; here: string };
  rows: { question: string; elsewhere: string; here: string }[];
};

export type Steps = { eyebrow: string; title: string; intro?: string; steps: { title: string; body: string }[] };

export type Faq = { title: string; items: { question: string; answer: string }[] };

/** Running text with a wide opening line and notes in the margin. */
export type Editorial = { eyebrow: string; title: string; paragraphs: string[]; notes?: string[]; actions?: Action[] };

export type Closing = { title: string; body: string; actions: Action[] };

/** A specimen card. `mark` is the initials in its seal. */
export type Card = { title: string; body: string; points?: string[]; link?: Link; mark?: string };
export type CardGroup = { eyebrow: string; title: string; intro?: string; cards: Card[] };

export type Timeline = { eyebrow: string; title: string; entries: { when: string; title: string; body: string }[] };

export type Footer = { about: string; groups: { title: string; links: Link[] }[]; legal: Link[]; copyright: string };

/** A word of the field: what it means in a line, and where it is explained at length. */
export type Term = { term: string; meaning: string; href: string };

/** A feature with a demo panel of its own on the page: `panel` is the panel's element id. */
export type FeatureDemo = {
  id: string;
  panel: string;
  accent: 'canopy' | 'tide' | 'clay' | 'lichen';
  title: string;
  short: string;
  subtitle: string;
  body: string;
  access: string;
  learn: Link;
};

/** How often something changes: `least` and `most` seconds from one change to the next. */
export type Clock = { title: string; pace: string; body: string; least: number; most: number };
export type Clocks = { eyebrow: string; title: string; intro: string; axis: { label: string; seconds: number }[]; clocks: Clock[] };

/** The fields of a retirement certificate, and what stands in those that only a real one has. */
export type CertificateWords = {
  title: string;
  stamp: string;
  issuer: string;
  labels: { project: string; place: string; standard: string; quantity: string; beneficiary: string; retired: string };
  quantity: number;
  unit: string;
  blanks: { beneficiary: string; retired: string };
  proofs: { title: string; blank: string }[];
  caption: string;
};

/** Layers of one piece of ground, from the top sheet down. */
export type GroundLayer = { sheet: 'sites' | 'water' | 'canopy' | 'cover'; title: string; shows: string; limit: string };
export type GroundLayers = {
  eyebrow: string;
  title: string;
  intro: string;
  labels: { shows: string; limit: string };
  layers: GroundLayer[];
  caption: string;
};

/** One plot as sensors of several sharpnesses see it; a `pixel` is its side in metres, 0 for the ground itself. */
export type PixelStudy = {
  eyebrow: string;
  title: string;
  paragraphs: string[];
  views: { pixel: 30 | 10 | 3 | 0; title: string; note: string }[];
  caption: string;
};
