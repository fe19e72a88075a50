/** The company's details, from settings (server/company.ts). */
export type Company = {
  contactEmail: string;
  companyNumber: string;
  vatNumber: string;
  marketplaceUrl: string;
  /** The next four are undefined if their settings are not set. */
  contactName?: string | undefined;
  telephone?: string | undefined;
  registeredOffice?: string | undefined;
  /** The explorer of the registry's own chain. */
  chainExplorerUrl?: string | undefined;
};

/** The title and description of a page, for search engines and link previews. */
export type PageMeta = { title: string; description: string };

export type Link = { label: string; href: string };

/** A link whose label, as specified, does not say what it leads to, such as “Learn More”: `about` does, as its description. */
export type GeneralLink = Link & { about?: string };

/**
 * What stands in a row of buttons: a link, a button that leads to an address (where the specification says button), or one that opens a
 * dialog or submits a form on the same page (by its element id).
 */
export type Action = (GeneralLink & { isButton?: boolean }) | { label: string; opens: string } | { label: string; submits: string };

export type Hero = { eyebrow: string; title: string; lede: string; actions: Action[] };

/** A figure with its label. `value` is already formatted. */
export type Figure = { value: string; label: string; note?: string };

/** A numbered row: a claim and its explanation. */
export type LedgerItem = { title: string; body: string; points?: string[]; link?: Link };

export type Ledger = { eyebrow?: string; title: string; intro?: string; items: LedgerItem[] };

export type Comparison = {
  eyebrow?: string;
  title: string;
  intro?: string;
  columns: { question: string; elsewhere: string; here: string };
  rows: { question: string; elsewhere: string; here: string }[];
};

export type StepsContent = { title: string; intro?: string; steps: { title: string; body: string }[] };

export type Faq = { title: string; items: { question: string; answer: string }[] };

/** Body text with a wide heading and notes in the margin. */
export type Editorial = { eyebrow?: string; title: string; paragraphs: string[]; notes?: string[]; actions?: Action[] };

export type Closing = { title: string; body: string; actions: Action[] };

/** A card. `seal`: the letters in its seal. */
export type Card = { title: string; body: string; link?: Link; seal?: string };

export type CardGroup = { eyebrow?: string; title: string; cards: Card[] };

/** A step or stage, and the kind of the entry that it leaves on the record, if it leaves one. */
export type RecordedStep = { id: string; recordedAs?: 'receive' | 'transfer' | 'retire' };

/** Steps with labelled facts beside their texts. */
export type Custody = {
  eyebrow?: string;
  title: string;
  intro?: string;
  steps: readonly (RecordedStep & { title: string; body: string; facts: readonly { label: string; value: string }[] })[];
};

/** A table of texts. A row begins with its name, which may have a tag, and has a cell for every column after the first. */
export type WordTableContent = {
  /** Visually hidden. */
  caption: string;
  columns: string[];
  rows: [name: string | { name: string; tag: string }, ...cells: string[]][];
};

/** A table of texts in a section of its own. */
export type TableContent = WordTableContent & { eyebrow?: string; title: string; intro?: string; note?: string };

/** The small drawings that can explain a claim. */
export type EvidenceDrawing = 'chain' | 'barcode' | 'report' | 'share' | 'scale' | 'types';

export type Evidence = { drawing: EvidenceDrawing; title: string; body: string; link?: Link };

export type EvidenceGroup = { title: string; intro?: string; items: Evidence[] };

/** The table of contents of a long page. */
export type Contents = { title: string; links: readonly Link[] };

/** The six standards of /standards. They determine seal and colour: src/pages/_components/standards.tsx. */
export type StandardId = 'puro-earth' | 'bezero' | 'vcs' | 'gold-standard' | 'woodland-carbon' | 'qms';

/** Body text beside a list of terms and details. */
export type FactSheet = {
  title: string;
  paragraphs: string[];
  sheet: { title: string; facts: { term: string; detail: string }[] };
};

/** The project categories of a standard: what is counted, and what to ask a seller. */
export type ProjectCategories = {
  eyebrow?: string;
  title: string;
  intro: string;
  columns: { category: string; counted: string; kind: string; ask: string };
  rows: {
    category: string;
    counted: string;
    /** That of its tonnes or, of woodland, how fast it takes up carbon. */
    kind: 'Avoidance' | 'Reduction' | 'Removal' | 'Either' | 'Slowest' | 'Slow' | 'Faster';
    ask: string;
  }[];
};

/** Facts shown beside a heading, line by line. */
export type DataSheetContent = { eyebrow: string; title: string; rows: { label: string; value: string }[]; note?: string };

/** A card with labelled parts and an action. `seal`: the letters in its seal. */
export type Dossier = { title: string; seal: string; parts: { label: string; body: string }[]; action: Action };

export type DossierGroup = { title: string; dossiers: Dossier[] };

/** One line with links to where its subject is dealt with. */
export type Note = { text: string; links: Link[] };

/** Figures under a title. */
export type FigureGroup = { title: string; figures: Figure[] };

/** A technical term: a one-line definition, and a link to a full explanation. */
export type Term = { term: string; meaning: string; href: string };

/** The content of /vcs, /gold-standard or /woodland-carbon. */
export type StandardPageContent = {
  standard: StandardId;
  hero: Hero;
  figures: Figure[];
  facts: FactSheet;
  categories: ProjectCategories;
  /** What the standard leaves open. */
  limit?: Note;
  faq: Faq;
  closing: Closing;
};
