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

/** A link whose label could stand on any page; `about` goes on with it, for who hears links one by one and for search engines. */
export type GeneralLink = Link & { about?: string };

/** A button: a link, or the opener of a dialog on the same page (its element id). */
export type Action = GeneralLink | { label: string; opens: string };

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
/** The six marks of /standards. Seal and colour follow from it: src/ui/sections/seal.tsx. */
export type StandardId = 'puro-earth' | 'bezero' | 'vcs' | 'gold-standard' | 'woodland-carbon' | 'qms';

/** A sheet on /standards: whose mark it is, what part it plays, three features, and its page. */
export type StandardCard = { id: StandardId; role: string; name: string; body: string; features: [string, string, string]; link: Link };
export type StandardCards = { id: string; eyebrow: string; title: string; intro?: string; cards: StandardCard[] };

/** Who signs what, in order. */
export type Signatures = { title: string; entries: { act: string; who: string; body: string }[] };

/** Running text beside a sheet of terms and details. */
export type FactSheet = {
  eyebrow: string;
  title: string;
  paragraphs: string[];
  sheet: { title: string; facts: { term: string; detail: string }[] };
};

/** What a standard certifies, what is counted for it, and what to ask a seller of it. */
export type ProjectCategories = {
  eyebrow: string;
  title: string;
  intro: string;
  columns: { category: string; counted: string; kind: string; ask: string };
  rows: { category: string; counted: string; kind: 'Avoidance' | 'Removal' | 'Either' | 'Slowest' | 'Slow' | 'Faster'; ask: string }[];
};

/** One of /vcs, /gold-standard and /woodland-carbon. */
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

/** Standards side by side: a column each, a question a row, an answer for each column. */
export type StandardsComparison = {
  eyebrow: string;
  title: string;
  intro: string;
  caption: string;
  standards: { id: StandardId; name: string; link: Link }[];
  rows: { question: string; answers: string[] }[];
};

/** Standards one below the other, a paragraph each. */
export type StandardEntries = {
  eyebrow: string;
  title: string;
  entries: { id: StandardId; name: string; line: string; body: string; link: Link }[];
};

/** Checks that all have to pass: what passes, and what stops a purchase. */
export type Checklist = {
  eyebrow: string;
  title: string;
  intro: string;
  labels: { passes: string; stops: string };
  items: { title: string; passes: string; stops: string }[];
};

/** A share of one hundred, drawn as marks. `share` is a whole number from 0 to 100. */
export type Share = { eyebrow: string; title: string; share: number; caption: string; paragraphs: string[] };

/** The seventeen Sustainable Development Goals, and which of them kinds of project add to. */
export type Goals = {
  eyebrow: string;
  title: string;
  intro: string;
  required: { goal: number; label: string };
  names: string[];
  examples: { project: string; goals: number[]; body: string }[];
};

/** What is issued and checked over the life of a planted wood. */
export type GrowthLog = {
  eyebrow: string;
  title: string;
  intro: string;
  axis: string;
  legend: { verified: string; pending: string };
  stations: { when: string; title: string; body: string }[];
  buffer: { title: string; body: string };
};

/** Layers from the top of the ground down, in order. */
export type Strata = { eyebrow: string; title: string; intro: string; layers: { title: string; body: string; proof: string }[] };

/** A scale from the best grade to the worst. */
export type GradeScale = { title: string; best: string; worst: string; grades: string[]; note: string };

/** Questions with a drawing each. */
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

/** A manual in chapters: the /qms page and the whitepaper are made from it. */
export type Manual = {
  eyebrow: string;
  title: string;
  intro: string;
  contents: string;
  pointsTitle: string;
  sections: { id: string; title: string; body: string[]; points: string[] }[];
};

/** Names of the icons and accent colours that posts choose from; product.md, section 3, "Blog post". */
export type PostIconName = 'Leaf' | 'Shield' | 'TrendingUp' | 'Globe' | 'FileText' | 'Users' | 'Target';
export type PostColor = 'emerald' | 'blue' | 'green' | 'teal' | 'purple' | 'orange' | 'slate';

/** An article of Carma Insights. `date` is ISO (2025-07-22); `content` is first-party HTML. */
export type Post = {
  id: number;
  slug: string;
  title: string;
  subtitle: string;
  author: string;
  /** ISO days: of the first publication, and of the last change of the text. */
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
  /** The call at the end of the article. */
  closing: { title: string; body: string };
};

/** What a legal page is made of. `html` has placeholders such as {{contactEmail}} for the company facts. */
export type LegalPage = { meta: PageMeta; eyebrow: string; title: string; lede: string; figures: Figure[]; html: string };

/** The room of a library: what is on a shelf, whether it is open yet, and where to go. */
export type Shelf = { title: string; status: string; open: boolean; body: string; link: Link };
export type Shelves = { eyebrow: string; title: string; intro?: string; shelves: Shelf[] };

/** A file to take away. */
export type Download = { title: string; body: string; format: string; link: Link };
export type Downloads = { eyebrow: string; title: string; intro?: string; downloads: Download[] };

/** Questions, each with the page that answers it. */
export type QuestionIndex = {
  eyebrow: string;
  title: string;
  columns: { question: string; page: string };
  rows: { question: string; page: Link }[];
};

/** A ruled sheet beside a heading: what a file or an entry holds, line by line. */
export type RecordSheet = { title: string; serial: string; rows: { label: string; value: string }[]; note?: string };

/** A table of words: what each row is named, and a cell for every column after the first. */
export type TableContent = {
  eyebrow: string;
  title: string;
  intro?: string;
  /** What the table holds, for those who do not see it. */
  caption: string;
  columns: string[];
  rows: { name: string; tag?: string; cells: string[] }[];
  note?: string;
};

/** A card in parts, each under a label of its own, with what to do next. `mark` is the initials in its seal. */
export type Dossier = { title: string; mark: string; parts: { label: string; body: string }[]; action: Action };
export type DossierGroup = { eyebrow: string; title: string; intro?: string; dossiers: Dossier[] };

/** One figure to remember, and those that stand beside it. */
export type LeadFigures = { title: string; lead: Figure; others: Figure[] };

export type Testimonials = { eyebrow: string; title: string; quotes: { quote: string; role: string; industry: string }[] };

/** The life of one credit; what each entry rules out. */
export type Lifecycle = {
  eyebrow: string;
  title: string;
  intro: string;
  labels: { written: string; rulesOut: string };
  stages: { state: 'created' | 'minted' | 'transferred' | 'retired'; title: string; written: string; rulesOut: string }[];
};

/** Shares that shift over a plan, drawn as layers from the top one down. */
export type ShareStrata = {
  eyebrow: string;
  title: string;
  paragraphs: string[];
  axis: { from: string; to: string };
  layers: { name: string; body: string; ground: 'air' | 'wood' | 'char' }[];
  caption: string;
};

export type ActionCards = { title: string; cards: { title: string; body: string; action: Action }[] };

/** What a downloadable guide says; the PDF is made from this. */
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

/** A page of the site: its address, its name in breadcrumbs, and the day its words last changed (ISO). */
export type SitePage = { path: string; name: string; updated: string };

/** The words of a printed document that no page has. Links are paths of this site. */
export type PrintedWords = { kind: string; description: string; closing: { title: string; body: string; links: Link[] } };
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
  learn: GeneralLink;
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
