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
  intro?: string;
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

/** A step with what it asks and leaves behind: `facts` are ruled pairs beside its text. */
export type CustodyStep = { id: string; title: string; body: string; facts: { label: string; value: string }[] };
export type Custody = { eyebrow: string; title: string; intro?: string; steps: CustodyStep[] };

/** A table of words. The first cell of a row is its heading. */
export type WordTable = { caption: string; columns: string[]; rows: string[][] };
export type TableSection = { eyebrow: string; title: string; intro?: string; table: WordTable };

/** A claim with the small drawing that makes it plain. */
export type EvidenceDrawing = 'chain' | 'barcode' | 'report' | 'share' | 'scale' | 'types';
export type Evidence = { drawing: EvidenceDrawing; title: string; body: string; link?: Link };
export type EvidenceGroup = { eyebrow: string; title: string; intro?: string; items: Evidence[] };

/** A mission in one sentence, and the values that follow from it. */
export type Creed = {
  mission: { title: string; statement: string; paragraphs: string[] };
  values: { title: string; items: { title: string; body: string }[] };
};

/** One credit's entries in a ledger. A lane is a holder; `from` is missing where the line begins. */
export type LifeEntry = {
  when: string;
  title: string;
  body: string;
  holder: string;
  record: string;
  from?: number;
  to: number;
  outcome: 'written' | 'retired' | 'refused';
};
export type LifeLedger = {
  eyebrow: string;
  title: string;
  intro: string;
  lanes: string[];
  labels: { holder: string; record: string };
  entries: LifeEntry[];
  caption: string;
};

/** The label of one credit: what is printed on it, and that it is a specimen. */
export type TokenLabel = { value: string; unit: string; rows: { label: string; value: string }[]; caption: string };

/** Two pages of one spread, answering each other row by row. */
export type SpreadPage = { title: string; line: string; items: { title: string; body: string }[] };
export type Spread = { left: SpreadPage; right: SpreadPage };

/** What the pieces of an opened guide card are made of. */
export type GuideBlock =
  | { kind: 'text'; title: string; paragraphs: string[] }
  | { kind: 'terms'; title: string; items: { term: string; body: string }[] }
  | { kind: 'steps'; title: string; steps: { title: string; body: string }[] }
  | { kind: 'specimen'; title: string; rows: { label: string; value: string; note: string }[]; caption: string }
  | { kind: 'residual'; title: string; bars: { label: string; emitted: number; removed?: number }[]; caption: string }
  | { kind: 'wedges'; title: string; avoidance: { title: string; body: string }; removal: { title: string; body: string }; caption: string }
  | { kind: 'table'; title: string; table: WordTable };
export type GuideGlyph = 'unit' | 'descent' | 'balance' | 'wedge';
export type GuideCard = { id: string; title: string; teaser: string; glyph: GuideGlyph; blocks: GuideBlock[] };
export type Guide = { eyebrow: string; title: string; intro: string; open: string; close: string; cards: GuideCard[] };

/** The parts of a long page, as links into it. */
export type Contents = { title: string; links: Link[] };
