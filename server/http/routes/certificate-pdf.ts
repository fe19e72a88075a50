import { readFile } from 'node:fs/promises';
import path from 'node:path';
import { buffer } from 'node:stream/consumers';
import { setImmediate } from 'node:timers/promises';
import PDFDocument from 'pdfkit';
import { addContainer, addDrawn, artifact, drawMark, linkOptions, type PdfTag, taggedPdf } from '#shared/art/pdf.ts';
import { isRightToLeft, type NameFont, needsCjk, typesetName } from '#shared/art/pdf-names.ts';
import { qrCode } from '#shared/art/qr-code.ts';
import { certificateWords } from '#shared/content/record/index.ts';
import { colours } from '#shared/lib/drawing.ts';
import { claimsOf } from '#shared/lib/record/claims.ts';
import { countOf } from '#shared/lib/text/numbers.ts';
import { type Certificate, describeRange, factsOf, nameCorrection } from '#verify/certificate.ts';
import { correctionsOf, type RelatedEntry } from '#verify/entry.ts';
import { entryNumber, fill, formatCount } from '#verify/text.ts';

export type PrintedCertificate = Certificate & {
  number: string;
  /** How many entries the checkpoint of its proof covers. */
  size: number;
  /** The log's origin, and the id (hexadecimal) of the key that signed the checkpoint. */
  log: { origin: string; key: string };
  /** The address of its page. */
  address: string;
  /** The certificate with its proof, which is attached to the PDF. */
  json: string;
};

const ownCuts = ['display', 'serif', 'sans', 'bold', 'mono'] as const;
type OwnCut = (typeof ownCuts)[number];
type Cut = OwnCut | NameFont;
type Style = { cut: OwnCut; size: number; colour?: string };
type Row = [label: string, value: string, style?: Style];
/** A text that is ready to be drawn: its height in points in a column, and how it is drawn there. */
type SetText = {
  height: (width: number) => number;
  draw: (x: number, y: number, width: number) => void;
  /** What a screen reader reads where letters stand in the order in which they are seen. */
  readAs: { actual?: string };
};

const { ink, canopy, clay, rule } = colours;
/** In points, from the top left of an A4 page: where its content begins and ends, and the widths of content, of labels and of values. */
const page = { left: 54, width: 487, top: 46, bottom: 806, label: 128, value: 347 };

/** How many serial ranges are printed. A thousand would take half a second of the processor; the attached JSON has all of them. */
const maxPrintedLines = 300;

/** How many rows are written before other work goes first: they take some 10 ms. */
const rowsAtOnce = 25;

/** Texts that the site's own fonts can set: scripts/print-fonts.ts gives them these characters. */
export const ownFontText = /^[\u0020-\u007e\u00a0-\u00ff–—‘’“”…•−×]*$/;
/**
 * The characters in the fallback font, which scripts/print-fonts.ts builds: Latin with all diacritics, Greek, Cyrillic,
 * Armenian, Hebrew, Arabic, Georgian; joiners, punctuation, currencies, letterlike symbols, mathematics; the forms of Hebrew and
 * Arabic letters. First and last code point of each range.
 */
export const fallbackFontRanges: readonly (readonly [from: number, to: number])[] = [
  [0x20, 0x7e],
  [0xa0, 0x52f],
  [0x531, 0x6ff],
  [0x750, 0x77f],
  [0x10a0, 0x10ff],
  [0x1e00, 0x1fff],
  [0x200c, 0x200d],
  [0x2010, 0x2027],
  [0x202f, 0x205e],
  [0x2070, 0x209c],
  [0x20a0, 0x20bf],
  [0x2100, 0x22ff],
  [0xfb1d, 0xfdff],
  [0xfe70, 0xfefc],
];
/** Returns our own words without the one character of theirs that the site's own fonts lack. */
const inOwnFonts = <Own>(own: Own): Own => JSON.parse(JSON.stringify(own).replaceAll('₂', '2')) as Own;
const words = inOwnFonts(certificateWords);
const { texts } = words;

/**
 * Returns a certificate as a tagged A4 PDF with its JSON and proof attached. The same `printed` gives the same bytes;
 * what the catalogue says of a project may have changed since an earlier one.
 * @param fontFolder where the build puts the fonts. @throws Error when they are missing.
 */
export async function printCertificate(printed: PrintedCertificate, fontFolder = 'dist/print-fonts'): Promise<Buffer> {
  const sheet = await Sheet.open(printed, fontFolder);
  const certificate = withPrintableNames(printed, (character) => sheet.hasGlyph(character));
  printHead(sheet, certificate);
  await printFacts(sheet, certificate);
  await printSerials(sheet, certificate);
  printClaims(sheet, certificate);
  printCheck(sheet, certificate);
  return sheet.close(printed);
}

function printHead(sheet: Sheet, { number, index, entry, related, address }: PrintedCertificate): void {
  sheet.writeMark();
  sheet.write('H1', texts.title, { cut: 'display', size: 28, after: 4 });
  sheet.write('P', fill(texts.number, { number }), { cut: 'mono', size: 10, after: 8 });
  if (entry.sample) sheet.write('P', texts.pdf.sample, { cut: 'bold', size: 11, colour: clay.DEFAULT, after: 8 });
  sheet.drawCode(address);
  const corrections = correctionsOf(index, related);
  if (corrections.length > 0) sheet.writeCorrections(words.later.correctedRetirement, corrections, index);
}

async function printFacts(sheet: Sheet, certificate: PrintedCertificate): Promise<void> {
  const large: Style = { cut: 'serif', size: 17 };
  const shown = factsOf(certificate, words.adjustments).filter(({ name }) => name !== 'serials');
  await sheet.rows(
    shown.flatMap(({ name, label, values }): Row[] => {
      if (name === 'beneficiary') return values.map((value) => [label, value, large]);
      // A note stands behind the day to which it belongs; all else has a row each.
      const lines = inOwnFonts(name === 'retired' ? [values.join('. ')] : values);
      return lines.map((value) => (name === 'quantity' ? [label, value, large] : [label, value]));
    }),
  );
}

async function printSerials(sheet: Sheet, { number, entry }: PrintedCertificate): Promise<void> {
  sheet.heading(texts.serials);
  await sheet.rows(entry.lines.slice(0, maxPrintedLines).map((line) => [countOf(line.quantity, 'unit'), describeRange(line)]));
  const omitted = entry.lines.length - maxPrintedLines;
  if (omitted > 0) sheet.write('P', fill(texts.pdf.more, { count: formatCount(omitted), number }), { cut: 'sans', size: 10, after: 0 });
}

function printClaims(sheet: Sheet, { index, entry, projects, related }: PrintedCertificate): void {
  const { corrected, source } = texts.claims;
  sheet.heading(texts.claims.title);
  if (correctionsOf(index, related).length > 0) sheet.write('P', corrected, { cut: 'bold', size: 10, colour: clay.DEFAULT, after: 4 });
  for (const { title, rules } of claimsOf({ index, entry, related }, projects, texts.claims)) sheet.list(title, rules);
  sheet.write('P', source, { cut: 'sans', size: 8, colour: ink.soft, after: 0 });
}

function printCheck(sheet: Sheet, { number, index, size, log, address }: PrintedCertificate): void {
  sheet.heading(texts.pdf.check);
  for (const sentence of [
    fill(texts.proven, { entry: entryNumber(index), size: formatCount(size) }),
    `${fill(texts.knownUpTo, { size: formatCount(size) })} ${fill(texts.pdf.log, { ...log, log: new URL('/log', address).href })}`,
    fill(texts.pdf.howToCheck, { number }),
  ])
    sheet.write('P', sentence, { cut: 'sans', size: 9, after: 3 });
  sheet.link(address);
}

/**
 * Returns everything that others wrote as it can be printed; the attached JSON has it as it is. A name with a character that
 * no font has becomes words that say so, where the name stands: never boxes, and never letters in another order.
 */
function withPrintableNames(printed: PrintedCertificate, hasGlyph: (character: string) => boolean): PrintedCertificate {
  // Blanks of any width are set as plain ones.
  const isPrintable = (name: string) => ownFontText.test(name) || [...name.replace(/\p{Zs}/gu, ' ')].every(hasGlyph);
  const { json, ...shown } = printed;
  const printable = JSON.stringify(shown, (_, value) => (typeof value === 'string' && !isPrintable(value) ? texts.pdf.otherScript : value));
  return { ...JSON.parse(printable), json };
}

/** The pages of a certificate, filled from top to bottom, and what a screen reader reads of them. */
class Sheet {
  readonly #doc: PDFKit.PDFDocument;
  readonly #root: PDFKit.PDFStructureElement;
  readonly #glyphs: { font: NameFont; has: (codePoint: number) => boolean }[];
  #y: number = page.top;

  private constructor(doc: PDFKit.PDFDocument, nameFonts: readonly NameFont[]) {
    this.#doc = doc;
    this.#glyphs = nameFonts.map((font) => ({ font, has: glyphsOf(doc, font) }));
    this.#root = doc.struct('Document');
    doc.addStructure(this.#root);
  }

  /** Opens the document of a certificate, with the fonts that it needs. */
  static async open(printed: PrintedCertificate, fontFolder: string): Promise<Sheet> {
    const { number, entry } = printed;
    const nameFonts: NameFont[] = ['other', 'devanagari', ...(needsCjk(JSON.stringify(printed)) ? (['cjk'] as const) : [])];
    const fileOf = (cut: Cut) => path.join(fontFolder, cut === 'cjk' ? 'cjk.otf' : `${cut}.ttf`);
    const files = await Promise.all([...ownCuts, ...nameFonts].map(async (cut) => [cut, await readFile(fileOf(cut))] as const));
    const when = new Date(entry.time);
    const doc = new PDFDocument({
      size: 'A4',
      // The bottom one is below `page.bottom`, or pdfkit would begin a page by itself.
      margins: { top: page.top, bottom: 34, left: page.left, right: page.left },
      ...taggedPdf,
      info: {
        Title: `${texts.title} ${number}: ${formatCount(entry.quantity)} tCO2e`,
        Author: 'Carma',
        Creator: 'Carma',
        CreationDate: when,
        ModDate: when,
      },
    });
    for (const [name, file] of files) doc.registerFont(name, file);
    return new Sheet(doc, nameFonts);
  }

  /** Attaches the JSON, and returns the file. */
  close({ number, entry, json }: PrintedCertificate): Promise<Buffer> {
    const [doc, when] = [this.#doc, new Date(entry.time)];
    this.#root.end();
    // Not compressed, so that a check finds it without reading the PDF's structure.
    doc.compress = false;
    doc.file(Buffer.from(json, 'utf8'), {
      name: `${number}.json`,
      type: 'application/json',
      description: texts.files.json,
      creationDate: when,
      modifiedDate: when,
    });
    doc.compress = true;
    doc.end();
    return buffer(doc);
  }

  /** Whether any font has a character. */
  hasGlyph(character: string): boolean {
    return this.#fontsOf('sans', character).length > 0;
  }

  /** Returns the fonts that have a character, the preferred one first. */
  #fontsOf(cut: OwnCut, character: string): Cut[] {
    return [
      ...(ownFontText.test(character) ? [cut] : []),
      ...this.#glyphs.flatMap(({ font, has }) => (has(character.codePointAt(0) ?? 0) ? [font] : [])),
    ];
  }

  /** Sets a text in its own font, in the fallback font if its own lacks one of its characters, or in as many fonts as it needs. */
  #set(text: string, { cut, size: points, colour = ink.DEFAULT }: Style): SetText {
    const oneLine = text.replace(/\s+/g, ' ');
    const use = (font: Cut) => this.#doc.font(font).fontSize(points).fillColor(colour);
    const isInFallback = () => [...oneLine].every((character) => this.#fontsOf(cut, character).includes('other'));
    const font = ownFontText.test(oneLine) ? cut : isInFallback() ? 'other' : undefined;
    if (font && !isRightToLeft(oneLine)) {
      return {
        height: (width) => use(font).heightOfString(oneLine, { width }),
        draw: (x, top, width) => void use(font).text(oneLine, x, top, { width }),
        readAs: {},
      };
    }
    // With features, pdfkit shapes a run as a whole; without, each word by itself, in the order in which words are read.
    const shaped: PDFKit.Mixins.TextOptions = { lineBreak: false, features: [] };
    const [lineHeight, toBaseline] = [points * 1.45, points * 1.05];
    const lines = (width: number) =>
      typesetName<Cut>(oneLine, {
        width,
        fontsOf: (character) => this.#fontsOf(cut, character),
        widthOf: (run) => use(run.font).widthOfString(run.text, shaped),
      });
    return {
      height: (width) => lines(width).length * lineHeight,
      readAs: { actual: oneLine },
      draw: (x, top, width) => {
        for (const [at, { runs }] of lines(width).entries()) {
          let left = x;
          for (const run of runs) {
            use(run.font).text(run.text, left, top + at * lineHeight + toBaseline, { ...shaped, baseline: 'alphabetic' });
            left += this.#doc.widthOfString(run.text, shaped);
          }
        }
      },
    };
  }

  #makeRoom(height: number): void {
    if (this.#y + height <= page.bottom) return;
    this.#doc.addPage();
    this.#y = page.top;
  }

  /** Writes a text under a tag, and leaves `after` points below it. */
  write(tag: PdfTag, written: string, { after, ...style }: Style & { after: number }, { parent = this.#root, indent = 0 } = {}): void {
    const text = this.#set(written, style);
    const width = page.width - indent;
    const height = text.height(width);
    this.#makeRoom(height);
    addDrawn(this.#doc, parent, tag, () => text.draw(page.left + indent, this.#y, width), text.readAs);
    this.#y += height + after;
  }

  writeMark(): void {
    artifact(this.#doc, () => drawMark(this.#doc, { x: page.left, y: this.#y + 1, size: 18, colour: canopy.DEFAULT }));
    this.write('P', 'Carma', { cut: 'serif', size: 15, colour: canopy.DEFAULT, after: 16 }, { indent: 26 });
  }

  writeCorrections(title: string, list: readonly RelatedEntry[], of: number): void {
    this.write('H2', title, { cut: 'bold', size: 11, colour: clay.DEFAULT, after: 3 });
    for (const one of list) this.write('P', `${nameCorrection(one, of)}: ${one.entry.correction}`, { cut: 'sans', size: 10, after: 3 });
    this.#y += 6;
  }

  heading(title: string): void {
    // A heading is never the last line on a page.
    this.#makeRoom(90);
    this.#y += 7;
    this.write('H2', title, { cut: 'serif', size: 15, after: 6 });
  }

  /** Writes a two-column table of labels and values, and lets others have the processor in between. */
  async rows(list: readonly Row[]): Promise<void> {
    const doc = this.#doc;
    const table = addContainer(doc, this.#root, 'Table');
    const label: Style = { cut: 'mono', size: 8, colour: ink.soft };
    const valueLeft = page.left + page.width - page.value;
    for (const [at, [name, value, style = { cut: 'sans', size: 10 } as const]] of list.entries()) {
      if (at % rowsAtOnce === 0) await setImmediate();
      const [head, cell] = [this.#set(name, label), this.#set(value, style)];
      const height = Math.max(cell.height(page.value), head.height(page.label));
      this.#makeRoom(height + 6);
      this.#line();
      const row = addContainer(doc, table, 'TR');
      // Lower beside a large value, so that both stand on one line.
      addDrawn(doc, row, 'TH', () => head.draw(page.left, this.#y + (style.size > 12 ? 8 : 4.5), page.label), { scope: 'Row' });
      addDrawn(doc, row, 'TD', () => cell.draw(valueLeft, this.#y + 3, page.value), cell.readAs);
      row.end();
      this.#y += height + 6;
    }
    table.end();
    this.#line();
    this.#y += 6;
  }

  list(name: string, sentences: readonly string[]): void {
    this.#makeRoom(40);
    this.write('H3', name, { cut: 'bold', size: 10, after: 3 });
    const items = addContainer(this.#doc, this.#root, 'L');
    for (const sentence of sentences) {
      const parent = addContainer(this.#doc, items, 'LI');
      this.write('LBody', `• ${sentence}`, { cut: 'sans', size: 9.5, after: 3 }, { parent });
      parent.end();
    }
    items.end();
    this.#y += 5;
  }

  /** Draws the QR code of an address at the top right, beside the title, and goes on below it. */
  drawCode(address: string): void {
    const { size, path } = qrCode(address, { border: 0 });
    const [doc, side] = [this.#doc, 84];
    const left = page.left + page.width - side;
    const draw = () =>
      void doc
        .save()
        .translate(left, page.top)
        .scale(side / size)
        .path(path)
        // Slightly wider than a row, so that no viewer shows seams.
        .lineWidth(1.05)
        .stroke(ink.DEFAULT)
        .restore();
    // pdfkit places a figure by its corners, from the top left of the page.
    const bbox = [left, page.top, left + side, page.top + side];
    addDrawn(doc, this.#root, 'Figure', draw, { alt: texts.qr, bbox, placement: 'Block' });
    this.#y = Math.max(this.#y + 4, page.top + side + 12);
  }

  link(address: string): void {
    this.#makeRoom(14);
    const element = addContainer(this.#doc, this.#root, 'Link');
    element.add(() => {
      this.#set(address, { cut: 'mono', size: 8.5, colour: canopy.DEFAULT }).draw(page.left, this.#y, page.width);
      this.#doc.link(page.left, this.#y, page.width, 12, address, linkOptions(element, address));
    });
    element.end();
  }

  #line(): void {
    const [doc, y] = [this.#doc, this.#y];
    artifact(doc, () =>
      doc
        .moveTo(page.left, y)
        .lineTo(page.left + page.width, y)
        .lineWidth(0.6)
        .stroke(rule.DEFAULT),
    );
  }
}

/** Returns a function that tells whether a font has a character. pdfkit's types leave out the opened font (fontkit's). */
function glyphsOf(doc: PDFKit.PDFDocument, cut: Cut): (codePoint: number) => boolean {
  const { _font } = doc.font(cut) as unknown as { _font: { font: { hasGlyphForCodePoint: (codePoint: number) => boolean } } };
  return (codePoint) => _font.font.hasGlyphForCodePoint(codePoint);
}
