import { artifact, child, tag } from '#src/art/pdf.ts';
import type { Block, Chapter } from './booklet.ts';
import { colours, column, styles } from './theme.ts';
import type { SetText, TextStyle, Typesetter } from './typesetter.ts';

type Element = PDFKit.PDFStructureElement;

/** An unbreakable part of a chapter: its height in points, and a function that draws it, from its top, into the document's tree. */
export type Piece = {
  height: number;
  /** Space above, omitted at the top of a page. */
  before: number;
  /** Must stay with the next piece. */
  sticky?: boolean;
  draw: (y: number) => void;
};

type Press = {
  doc: PDFKit.PDFDocument;
  type: Typesetter;
  /** The label beside the lines to write on. */
  notes: string;
};

/** Splits a chapter into pieces, which draw themselves into `section`. */
export function chapterPieces(press: Press, chapter: Chapter, section: Element): Piece[] {
  return [...opening(press, chapter, section), ...chapter.blocks.flatMap((block) => blockPieces(press, chapter, block, section))];
}

function opening({ doc, type }: Press, { number, title, intro }: Chapter, section: Element): Piece[] {
  const heading = type.set(title, styles.chapterTitle, column.main.width, { balanced: true });
  const numeral = type.set(number, styles.chapterNumber, column.margin.width);
  const gap = 15;
  const pieces: Piece[] = [
    {
      before: 32,
      height: gap + Math.max(heading.height, numeral.height),
      sticky: true,
      draw(y) {
        artifact(doc, () => rule(doc, column.full, y, colours.ink, 1));
        tag(doc, section, 'H2', () => {
          type.draw(numeral, { ...column.margin, y: y + gap - 3 });
          type.draw(heading, { ...column.main, y: y + gap });
        });
      },
    },
  ];
  if (intro) pieces.push(...paragraph({ doc, type }, intro, styles.lead, section, 10));
  return pieces;
}

function blockPieces(press: Press, chapter: Chapter, block: Block, section: Element): Piece[] {
  switch (block.kind) {
    case 'lead':
      return paragraph(press, block.text, styles.lead, section, 10);
    case 'text':
      return paragraph(press, block.text, styles.text, section, 8);
    case 'points':
      return points(press, chapter.number, block, section);
    case 'entries':
      return entries(press, block, section);
    case 'questions':
      return questions(press, block.questions, section);
    case 'table':
      return table(press, block, section);
    case 'writing':
      return [writing(press, block.lines)];
  }
}

function paragraph({ doc, type }: Omit<Press, 'notes'>, text: string, style: TextStyle, section: Element, before: number): Piece[] {
  const lines = type.set(text, style, column.main.width);
  return [{ before, height: lines.height, draw: (y) => tag(doc, section, 'P', () => type.draw(lines, { ...column.main, y })) }];
}

const indent = 34;
const padding = 5.5;

function points({ doc, type }: Press, chapter: string, block: { label: string; points: string[] }, section: Element): Piece[] {
  const label = type.set(block.label.toUpperCase(), styles.label, column.margin.width);
  let list: Element | undefined;
  return block.points.map((point, i) => {
    const first = i === 0;
    const last = i === block.points.length - 1;
    const number = type.set(`${Number(chapter) || chapter}.${i + 1}`, styles.number, indent);
    const text = type.set(point, styles.row, column.main.width - indent);
    const height = text.height + 2 * padding;
    return {
      before: first ? 16 : 0,
      height,
      sticky: !last,
      draw(y) {
        if (first) tag(doc, section, 'P', () => type.draw(label, { ...column.margin, y: y + padding + 1 }));
        list ??= child(doc, section, 'L');
        artifact(doc, () => {
          rule(doc, column.main, y, first ? colours.ink : colours.rule, first ? 0.8 : 0.6);
          if (last) rule(doc, column.main, y + height, colours.rule, 0.6);
        });
        const item = child(doc, list, 'LI');
        tag(doc, item, 'Lbl', () => type.draw(number, { x: column.main.x, width: indent, y: y + padding }));
        tag(doc, item, 'LBody', () => type.draw(text, { x: column.main.x + indent, width: column.main.width - indent, y: y + padding }));
      },
    };
  });
}

type Entries = Extract<Block, { kind: 'entries' }>;

/** The distance between lines to write on, in points. */
const lineStep = 23;

function entries({ doc, type, notes }: Press, { entries, numbered, linesToWriteOn = 0 }: Entries, section: Element): Piece[] {
  return entries.map(({ title, body }, i) => {
    const first = i === 0;
    const above = 9;
    const step = numbered ? type.set(`${i + 1}`, { ...styles.chapterNumber, size: 26, leading: 28 }, 28) : undefined;
    const left = step ? 30 : 0;
    const name = type.set(title, styles.entryTitle, column.margin.width - left);
    const text = type.set(body, styles.text, column.main.width);
    const writing = linesToWriteOn * lineStep;
    const words = Math.max(name.height, text.height, step?.height ?? 0);
    const label = type.set(notes.toUpperCase(), styles.label, column.margin.width);
    return {
      before: first ? 16 : 0,
      height: above + words + (writing > 0 ? writing + 8 : 0) + 10,
      draw(y) {
        artifact(doc, () => {
          rule(doc, column.full, y, first ? colours.ink : colours.rule, first ? 0.8 : 0.6);
          const top = y + above + words + 8;
          for (let line = 1; line <= linesToWriteOn; line++) dotted(doc, column.main, top + line * lineStep - 4);
          if (writing > 0) type.draw(label, { ...column.margin, y: top + lineStep - 14 });
        });
        tag(doc, section, 'H3', () => {
          if (step) type.draw(step, { x: column.margin.x, width: 28, y: y + above - 4 });
          type.draw(name, { x: column.margin.x + left, width: column.margin.width - left, y: y + above });
        });
        tag(doc, section, 'P', () => type.draw(text, { ...column.main, y: y + above - 0.5 }));
      },
    };
  });
}

function questions({ doc, type }: Press, items: { question: string; answer: string }[], section: Element): Piece[] {
  return items.map(({ question, answer }, i) => {
    const number = type.set(`Q${i + 1}`, styles.number, column.margin.width);
    const heading = type.set(question, styles.question, column.main.width, { balanced: true });
    const text = type.set(answer, styles.text, column.main.width);
    return {
      before: i === 0 ? 16 : 0,
      height: 11 + heading.height + 4 + text.height + 10,
      draw(y) {
        artifact(doc, () => rule(doc, column.full, y, i === 0 ? colours.ink : colours.rule, i === 0 ? 0.8 : 0.6));
        tag(doc, section, 'H3', () => {
          type.draw(number, { ...column.margin, y: y + 12 });
          type.draw(heading, { ...column.main, y: y + 11 });
        });
        tag(doc, section, 'P', () => type.draw(text, { ...column.main, y: y + 11 + heading.height + 4 }));
      },
    };
  });
}

function writing({ doc, type, notes }: Press, lines: number): Piece {
  const label = type.set(notes.toUpperCase(), styles.label, column.margin.width);
  return {
    before: 22,
    height: lines * lineStep,
    draw: (y) =>
      artifact(doc, () => {
        type.draw(label, { ...column.margin, y: y + lineStep - 10 });
        for (let line = 1; line <= lines; line++) dotted(doc, column.main, y + line * lineStep);
      }),
  };
}

type Table = Extract<Block, { kind: 'table' }>;

function table({ doc, type }: Press, { columns, rows, shares }: Table, section: Element): Piece[] {
  const gutter = 16;
  const parts = shares.reduce((sum, share) => sum + share, 0);
  const inner = column.full.width - gutter * (columns.length - 1);
  const widths = columns.map((_, i) => (inner * (shares[i] ?? 0)) / parts);
  const boxes = widths.map((width, i) => ({
    x: column.full.x + widths.slice(0, i).reduce((sum, before) => sum + before + gutter, 0),
    width,
  }));
  let element: Element | undefined;
  const line = (cells: SetText[], y: number, kinds: { first: 'TH'; rest: 'TH' | 'TD' }) => {
    element ??= child(doc, section, 'Table');
    const row = child(doc, element, 'TR');
    cells.forEach((cell, i) => {
      const box = boxes[i];
      if (!box) return;
      const kind = i === 0 ? kinds.first : kinds.rest;
      const scope = kinds.rest === 'TH' ? 'Column' : 'Row';
      tag(doc, row, kind, () => type.draw(cell, { ...box, y }), kind === 'TH' ? { scope } : {});
    });
  };
  const heads = columns.map((head, i) => type.set(head.toUpperCase(), styles.label, widths[i] ?? 0));
  const headHeight = Math.max(...heads.map(({ height }) => height)) + 14;
  const top: Piece = {
    before: 18,
    height: headHeight,
    sticky: true,
    draw(y) {
      artifact(doc, () => {
        rule(doc, column.full, y, colours.ink, 0.8);
        rule(doc, column.full, y + headHeight, colours.ink, 0.6);
      });
      line(heads, y + 7, { first: 'TH', rest: 'TH' });
    },
  };
  return [
    top,
    ...rows.map((row): Piece => {
      const cells = row.map((cell, i) => type.set(cell, i === 0 ? styles.cellName : styles.cell, widths[i] ?? 0));
      const height = Math.max(...cells.map((cell) => cell.height)) + 18;
      return {
        before: 0,
        height,
        draw(y) {
          artifact(doc, () => rule(doc, column.full, y + height, colours.rule, 0.6));
          line(cells, y + 8, { first: 'TH', rest: 'TD' });
        },
      };
    }),
  ];
}

/** Draws a horizontal line across a column. */
export function rule(doc: PDFKit.PDFDocument, { x, width }: { x: number; width: number }, y: number, colour: string, weight: number): void {
  doc
    .save()
    .moveTo(x, y)
    .lineTo(x + width, y)
    .lineWidth(weight)
    .stroke(colour)
    .restore();
}

function dotted(doc: PDFKit.PDFDocument, { x, width }: { x: number; width: number }, y: number): void {
  doc
    .save()
    .moveTo(x, y)
    .lineTo(x + width, y)
    .lineWidth(0.7)
    .dash(0.7, { space: 3 })
    .stroke(colours.inkFaint)
    .restore();
}
