/** The content of a document to print. Its design is in booklet-html.ts and booklet.css. */
export type Booklet = {
  file: string;
  /** The background of its cover. */
  cover: 'canopy' | 'paper';
  /** Determines its contour lines. */
  seed: string;
  kind: string;
  subject: string;
  title: string;
  subtitle: string;
  description: string;
  /** The day on which its text last changed (ISO). */
  edition: string;
  /** Opens the page of contents. */
  about: { title: string; paragraphs: string[] };
  chapters: Chapter[];
  closing: { title: string; body: string; links: { label: string; href: string }[] };
};

/** `number` is printed before the title: 01, or A for an annex. */
export type Chapter = { number: string; title: string; intro?: string; blocks: Block[] };

export type Block =
  | { kind: 'lead'; text: string }
  | { kind: 'text'; text: string }
  /** Numbered rows, with a label in the margin. */
  | { kind: 'points'; label: string; points: string[] }
  /** Rows of a name and an explanation, optionally with lines to write on. */
  | { kind: 'entries'; entries: { title: string; body: string }[]; numbered?: boolean; linesToWriteOn?: number }
  | { kind: 'questions'; questions: { question: string; answer: string }[] }
  | { kind: 'writing'; lines: number }
  /** `shares`: the relative widths of the columns. */
  | { kind: 'table'; columns: string[]; rows: string[][]; shares: number[] };
