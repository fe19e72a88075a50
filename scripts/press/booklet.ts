/** A document to print, as words alone; how it looks is up to scripts/press. */
export type Booklet = {
  file: string;
  /** The ground of its cover. */
  cover: 'canopy' | 'paper';
  /** Its contour lines follow from this. */
  seed: string;
  kind: string;
  subject: string;
  title: string;
  subtitle: string;
  description: string;
  /** The day its words last changed (ISO). */
  edition: string;
  /** Opens the page of contents. */
  about: { title: string; paragraphs: string[] };
  chapters: Chapter[];
  closing: { title: string; body: string; links: { label: string; href: string }[] };
};

/** `number` is what stands before the title: 01, or A for an annex. */
export type Chapter = { number: string; title: string; intro?: string; blocks: Block[] };

export type Block =
  | { kind: 'lead'; text: string }
  | { kind: 'text'; text: string }
  /** Numbered rows under a label in the margin. */
  | { kind: 'points'; label: string; points: string[] }
  /** Rows of a name and what it means; with lines to write on, if asked for. */
  | { kind: 'entries'; entries: { title: string; body: string }[]; numbered?: boolean; linesToWriteOn?: number }
  | { kind: 'questions'; questions: { question: string; answer: string }[] }
  | { kind: 'writing'; lines: number }
  /** `shares`: how wide each column is, in parts. */
  | { kind: 'table'; columns: string[]; rows: string[][]; shares: number[] };

/** Where the links of a document lead: the site's address, without a slash at its end, and its email. */
export type Imprint = { publicUrl: string; contactEmail: string };
