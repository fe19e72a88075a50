/** The company's details, from settings (server/company.ts). */
export type Company = {
  contactEmail: string;
  companyNumber: string;
  vatNumber: string;
  marketplaceUrl: string;
};

/** The title and description of a page, for search engines and link previews. */
export type PageMeta = { title: string; description: string };

export type Link = { label: string; href: string };

/** A link with a generic label. `about` completes it, for search engines and for screen readers that list links out of context. */
export type GeneralLink = Link & { about?: string };

/** A button: a link, or one that opens a dialog on the same page (by its element id). */
export type Action = GeneralLink | { label: string; opens: string };

export type Hero = { eyebrow: string; title: string; lede: string; actions: Action[] };

/** A figure with its label. `value` is already formatted. */
export type Figure = { value: string; label: string; note?: string };

/** A numbered row: a claim and its explanation. */
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

/** Body text with a wide heading and notes in the margin. */
export type Editorial = { eyebrow: string; title: string; paragraphs: string[]; notes?: string[]; actions?: Action[] };

export type Closing = { title: string; body: string; actions: Action[] };

/** A card. `mark`: the initials in its seal. */
export type Card = { title: string; body: string; points?: string[]; link?: Link; mark?: string };
export type CardGroup = { eyebrow: string; title: string; intro?: string; cards: Card[] };

export type Timeline = { eyebrow: string; title: string; entries: { when: string; title: string; body: string }[] };

export type FooterGroup = { title: string; links: Link[] };
export type Footer = { about: string; groups: FooterGroup[]; further: FooterGroup; legal: Link[]; copyright: string };

/** A step with labelled facts beside its text. */
export type CustodyStep = { id: string; title: string; body: string; facts: { label: string; value: string }[] };
export type Custody = { eyebrow: string; title: string; intro?: string; steps: CustodyStep[] };

/** A table of texts. The first cell of a row is its header. */
export type WordTable = { caption: string; columns: string[]; rows: string[][] };
export type TableSection = { eyebrow: string; title: string; intro?: string; table: WordTable };

/** The small drawings that can explain a claim. */
export type EvidenceDrawing = 'chain' | 'barcode' | 'report' | 'share' | 'scale' | 'types';
export type Evidence = { drawing: EvidenceDrawing; title: string; body: string; link?: Link };
export type EvidenceGroup = { eyebrow: string; title: string; intro?: string; items: Evidence[] };

/** A mission in one sentence, and values. */
export type Creed = {
  mission: { title: string; statement: string; paragraphs: string[] };
  values: { title: string; items: { title: string; body: string }[] };
};

/** An entry of one credit in a ledger. A lane stands for a holder; the first entry has no `from`. */
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

/** The printed label of one credit, with a caption that marks it as a specimen. */
export type TokenLabel = { value: string; unit: string; rows: { label: string; value: string }[]; caption: string };

/** A page of a two-page spread, whose rows correspond. */
export type SpreadPage = { title: string; line: string; items: { title: string; body: string }[] };
export type Spread = { left: SpreadPage; right: SpreadPage };

/** The kinds of blocks in a guide card. */
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

/** The table of contents of a long page. */
export type Contents = { title: string; links: Link[] };
/** The six standards of /standards. They determine seal and colour: src/ui/sections/seal.tsx. */
export type StandardId = 'puro-earth' | 'bezero' | 'vcs' | 'gold-standard' | 'woodland-carbon' | 'qms';

/** A card on /standards: the standard, its role, three features and a link. */
export type StandardCard = { id: StandardId; role: string; name: string; body: string; features: [string, string, string]; link: Link };
export type StandardCards = { id: string; eyebrow: string; title: string; intro?: string; cards: StandardCard[] };

/** The signatories, in order. */
export type Signatures = { title: string; entries: { act: string; who: string; body: string }[] };

/** Body text beside a list of terms and details. */
export type FactSheet = {
  eyebrow: string;
  title: string;
  paragraphs: string[];
  sheet: { title: string; facts: { term: string; detail: string }[] };
};

/** The project categories of a standard: what is counted, and what to ask a seller. */
export type ProjectCategories = {
  eyebrow: string;
  title: string;
  intro: string;
  columns: { category: string; counted: string; kind: string; ask: string };
  rows: {
    category: string;
    counted: string;
    kind: 'Avoidance' | 'Reduction' | 'Removal' | 'Either' | 'Slowest' | 'Slow' | 'Faster';
    ask: string;
  }[];
};

/** The content of /vcs, /gold-standard or /woodland-carbon. */
export type StandardPageContent = {
  standard: StandardId;
  hero: Hero;
  figures: Figure[];
  facts: FactSheet;
  categories: ProjectCategories;
  limits: Editorial;
  faq: Faq;
  closing: Closing;
};

/** A comparison of standards: a column for each standard, a row for each question. */
export type StandardsComparison = {
  eyebrow: string;
  title: string;
  intro: string;
  caption: string;
  standards: { id: StandardId; name: string; link: Link }[];
  rows: { question: string; answers: string[] }[];
};

/** A list of standards, with a paragraph each. */
export type StandardEntries = {
  eyebrow: string;
  title: string;
  entries: { id: StandardId; name: string; line: string; body: string; link: Link }[];
};

/** Checks that must all pass: what passes, and what stops a purchase. */
export type Checklist = {
  eyebrow: string;
  title: string;
  intro: string;
  labels: { passes: string; stops: string };
  items: { title: string; passes: string; stops: string }[];
};

/** A share drawn as marks out of a hundred. `share`: a whole number from 0 to 100. */
export type Share = { eyebrow: string; title: string; share: number; caption: string; paragraphs: string[] };

/** The seventeen Sustainable Development Goals, and which of them each kind of project contributes to. */
export type Goals = {
  eyebrow: string;
  title: string;
  intro: string;
  required: { goal: number; label: string };
  names: string[];
  examples: { project: string; goals: number[]; body: string }[];
};

/** The issues and checks over the life of a planted wood. */
export type GrowthLog = {
  eyebrow: string;
  title: string;
  intro: string;
  axis: string;
  legend: { verified: string; pending: string };
  stations: { when: string; title: string; body: string }[];
  buffer: { title: string; body: string };
};

/** Layers from the top down. */
export type Strata = { eyebrow: string; title: string; intro: string; layers: { title: string; body: string; proof: string }[] };

/** A scale from the best grade to the worst. */
export type GradeScale = { title: string; best: string; worst: string; grades: string[]; note: string };

/** Questions, each with a drawing. */
export type DrawnQuestions = {
  id: string;
  eyebrow: string;
  title: string;
  intro: string;
  asks: string;
  questions: {
    drawing: 'baseline' | 'permanence' | 'over-crediting' | 'leakage';
    title: string;
    question: string;
    body: string;
    ask: string;
  }[];
};

/** A manual in chapters, for the /qms page and the whitepaper. */
export type Manual = {
  eyebrow: string;
  title: string;
  intro: string;
  contents: string;
  pointsTitle: string;
  sections: { id: string; title: string; body: string[]; points: string[] }[];
};

/** The icons and accent colours available to posts; product.md, section 3, "Blog post". */
export type PostIconName = 'Leaf' | 'Shield' | 'TrendingUp' | 'Globe' | 'FileText' | 'Users' | 'Target';
export type PostColor = 'emerald' | 'blue' | 'green' | 'teal' | 'purple' | 'orange' | 'slate';

/** An article of Carma Insights. `date` is ISO (2025-07-22); `content` is first-party HTML. */
export type Post = {
  id: number;
  slug: string;
  title: string;
  subtitle: string;
  author: string;
  /** ISO dates of the first publication and of the last change of the text. */
  date: string;
  updated?: string;
  readTime: string;
  category: string;
  image: string;
  imageAlt: string;
  icon: PostIconName;
  color: PostColor;
  excerpt: string;
  content: string;
  meta: PageMeta;
  /** The call to action at the end of the article. */
  closing: { title: string; body: string };
};

/** A legal page. `html` has placeholders such as {contactEmail} for the company's details. */
export type LegalPage = { meta: PageMeta; eyebrow: string; title: string; lede: string; figures: Figure[]; html: string };

/** A part of the library: its contents, whether it is open yet, and a link. */
export type Shelf = { title: string; status: string; open: boolean; body: string; link: Link };
export type Shelves = { eyebrow: string; title: string; intro?: string; shelves: Shelf[] };

/** A file to download. */
export type Download = { title: string; body: string; format: string; link: Link };
export type Downloads = { eyebrow: string; title: string; intro?: string; downloads: Download[] };

/** An index of questions, with the pages that answer them. */
export type QuestionIndex = {
  eyebrow: string;
  title: string;
  columns: { question: string; page: string };
  rows: { question: string; page: Link }[];
};

/** A record shown beside a heading, line by line. */
export type RecordSheet = { title: string; serial: string; rows: { label: string; value: string }[]; note?: string };

/** A table of texts: each row has a name, and a cell for every column after the first. */
export type TableContent = {
  eyebrow: string;
  title: string;
  intro?: string;
  /** The table's caption, visually hidden. */
  caption: string;
  columns: string[];
  rows: { name: string; tag?: string; cells: string[] }[];
  note?: string;
};

/** A card with labelled parts and an action. `mark`: the initials in its seal. */
export type Dossier = { title: string; mark: string; parts: { label: string; body: string }[]; action: Action };
export type DossierGroup = { eyebrow: string; title: string; intro?: string; dossiers: Dossier[] };

/** A main figure, and others beside it. */
export type LeadFigures = { title: string; lead: Figure; others: Figure[] };

export type Testimonials = { eyebrow: string; title: string; quotes: { quote: string; role: string; industry: string }[] };

/** The states of a credit, and what each entry rules out. */
export type Lifecycle = {
  eyebrow: string;
  title: string;
  intro: string;
  labels: { written: string; rulesOut: string };
  stages: { state: 'created' | 'minted' | 'transferred' | 'retired'; title: string; written: string; rulesOut: string }[];
};

/** Shares that shift over time, drawn as layers, from the top down. */
export type ShareStrata = {
  eyebrow: string;
  title: string;
  paragraphs: string[];
  axis: { from: string; to: string };
  layers: { name: string; body: string; ground: 'air' | 'wood' | 'char' }[];
  caption: string;
};

export type ActionCards = { title: string; cards: { title: string; body: string; action: Action }[] };

/** The text of a downloadable PDF guide. */
export type PrintedGuide = {
  title: string;
  subtitle: string;
  intro: string[];
  sections: {
    title: string;
    intro?: string;
    items?: { title: string; body: string }[];
    table?: { columns: string[]; rows: string[][] };
  }[];
};

/** A page of the site: its path, its name in breadcrumbs, and the ISO date of the last change of its text. */
export type SitePage = { path: string; name: string; updated: string };

/** Texts of a printed document that are on no page. Links are paths on this site. */
export type PrintedWords = { kind: string; description: string; closing: { title: string; body: string; links: Link[] } };
/** A technical term: a one-line definition, and a link to a full explanation. */
export type Term = { term: string; meaning: string; href: string };

/** A feature with a demo. `panel`: the element id of the demo's panel. */
export type FeatureDemo = {
  id: string;
  panel: string;
  accent: 'canopy' | 'tide' | 'clay' | 'lichen';
  title: string;
  short: string;
  subtitle: string;
  body: string;
  access: string;
  learn: GeneralLink;
};

/** How often something changes: `least` and `most` seconds between changes. */
export type Clock = { title: string; pace: string; body: string; least: number; most: number };
export type Clocks = { eyebrow: string; title: string; intro: string; axis: { label: string; seconds: number }[]; clocks: Clock[] };

/** The fields of a retirement certificate, and placeholders for those that only a real one has. */
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

/** The layers of a map, from the top down. */
export type GroundLayer = { sheet: 'sites' | 'water' | 'canopy' | 'cover'; title: string; shows: string; limit: string };
export type GroundLayers = {
  eyebrow: string;
  title: string;
  intro: string;
  labels: { shows: string; limit: string };
  layers: GroundLayer[];
  caption: string;
};

/** A plot of land at several sensor resolutions. `pixel`: the side of a pixel in metres, or 0 for the plot itself. */
export type PixelStudy = {
  eyebrow: string;
  title: string;
  paragraphs: string[];
  views: { pixel: 30 | 10 | 3 | 0; title: string; note: string }[];
  caption: string;
};
