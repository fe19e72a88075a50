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

/** A page of the site: its address, its name in breadcrumbs, and the day its words last changed (ISO). */
export type SitePage = { path: string; name: string; updated: string };

/** What an article's .json file holds, as far as the feed and the sitemap ask. `date` is an ISO day. */
export type PostFacts = { slug: string; title: string; author: string; date: string; category: string; excerpt: string };
