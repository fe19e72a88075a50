import { readFile } from 'node:fs/promises';
import path from 'node:path';
import { buffer } from 'node:stream/consumers';
import { setImmediate } from 'node:timers/promises';
import PDFDocument from 'pdfkit';
import { encode } from 'uqr';
import { artifact, child, drawMark, partOf, tag, taggedPdf } from '#src/art/pdf.ts';
import { isRightToLeft, type NameFont, needsCjk, setName } from '#src/art/pdf-names.ts';
import { certificate, later } from '#src/content/record/index.ts';
import { colours } from '#src/lib/drawing/colours.ts';
import { vintageOf } from '#src/lib/projects/facts.ts';
import { claimsOf } from '#src/lib/record/claims.ts';
import { describeUnconfirmed, describeYears } from '#src/lib/record/describe-retirement.ts';
import { describeUnits } from '#src/lib/record/unit-groups.ts';
import { fill } from '#src/lib/text/fill.ts';
import { formatCount } from '#src/lib/text/numbers.ts';
import type { RecordEntry } from '#src/schemas/record.ts';
import {
  type CertifiedProject,
  type Confirmation,
  confirmationsOf,
  correctionsOf,
  linesOfProject,
  periodOf,
  type RelatedEntry,
  retiredParts,
} from '#verify/entry.ts';
import { registryName } from '#verify/registries.ts';
import { printSerial } from '#verify/serials.ts';
import { describeConfirmation, describeRetired, formatUtcInstant, nameCorrection } from '#verify/words.ts';

/** A project whose corresponding adjustment is put into words. */
type PrintedProject = CertifiedProject & { adjustment: string };

export type PrintedCertificate = {
  number: string;
  index: number;
  /** How many entries the checkpoint of its proof covers. */
  size: number;
  /** The log's origin, and the id (hexadecimal) of the key that signed the checkpoint. */
  log: { origin: string; key: string };
  entry: RecordEntry;
  beneficiary: string;
  purpose: string | undefined;
  reference: string | undefined;
  /** The projects whose units were retired, with their facts from the catalogue. */
  projects: PrintedProject[];
  /** Its corrections and confirmations, and those of these. */
  related: readonly RelatedEntry[];
  /** The address of its page. */
  address: string;
  /** The certificate with its proof, which is attached to the PDF. */
  json: string;
};

type OwnCut = 'display' | 'serif' | 'sans' | 'bold' | 'mono';
type Cut = OwnCut | NameFont;
type Style = { cut: OwnCut; size: number; colour?: string };
/** A text that is ready to be drawn: its height in points in a column, and how it is drawn there. */
type SetText = {
  height: (width: number) => number;
  draw: (x: number, y: number, width: number) => void;
  /** What a screen reader reads where letters stand in the order in which they are seen. */
  actual?: string;
};

const { ink, canopy, clay, rule } = colours;
/** In points: the margins of an A4 page, and the width of the label column. */
const sheet = { left: 54, width: 487, top: 54, bottom: 800, labels: 140 };

/** How many serial ranges are printed. A thousand would block the process for half a second; the attached JSON has all of them. */
const maxPrintedLines = 300;

/** So many rows take some 10 ms. */
const rowsAtOnce = 25;

/** Texts that the site's own fonts can set (scripts/print-fonts.ts). */
const ownFontText = /^[\u0020-\u007e\u00a0-\u00ff–—‘’“”…•−×]*$/;
/**
 * The characters in the fallback font, which scripts/make-print-fonts.ts builds: Latin with all diacritics, Greek, Cyrillic,
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
/** Our own words, without the one character of theirs that the site's own fonts lack. */
const inFonts = <Words>(words: Words): Words => JSON.parse(JSON.stringify(words).replaceAll('₂', '2')) as Words;
const texts = inFonts(certificate);
const words = inFonts(later);

/**
 * Returns everything that others wrote as it can be printed; the attached JSON has it as it is. A name with a character that
 * no font has becomes words that say so, where the name stands: never boxes, and never letters in another order.
 */
function withPrintableNames(
  { beneficiary, purpose, reference, projects, entry, related, ...printed }: PrintedCertificate,
  hasGlyph: (character: string) => boolean,
): PrintedCertificate {
  const printable = (name: string) => (ownFontText.test(name) || [...name].every(hasGlyph) ? name : texts.pdf.otherScript);
  return {
    ...printed,
    beneficiary: printable(beneficiary),
    purpose: purpose && printable(purpose),
    reference: reference && printable(reference),
    projects: projects.map(({ title, registryId, location, standard, ...project }) => ({
      ...project,
      title: printable(title),
      registryId: registryId && printable(registryId),
      location: location && printable(location),
      standard: standard && printable(standard),
    })),
    related: related.map(({ entry: other, checkedBy, ...one }) => ({
      ...one,
      ...(checkedBy ? { checkedBy: printable(checkedBy) } : {}),
      entry: {
        ...other,
        ...Object.fromEntries(
          (['correction', 'registryRetirementId', 'source', 'checkedByRole'] as const).flatMap((field) =>
            other[field] === undefined ? [] : [[field, printable(other[field])]],
          ),
        ),
      },
    })),
    entry: {
      ...entry,
      ...(entry.registryRetirementId ? { registryRetirementId: printable(entry.registryRetirementId) } : {}),
      lines: entry.lines.map((line) => ({ ...line, registry: printable(line.registry), series: printable(line.series) })),
    },
  };
}

/** The fonts that have been read, by their files; each is read when it is first needed. */
const fonts = new Map<string, Promise<Buffer>>();

/**
 * Returns a certificate as a tagged A4 PDF with its JSON and proof attached. The same retirement under the same checkpoint
 * gives the same bytes.
 * @param fontFolder where the build puts the fonts. @throws Error when they are missing.
 */
export async function printCertificate(printed: PrintedCertificate, fontFolder: string): Promise<Buffer> {
  const nameFonts: NameFont[] = ['other', 'devanagari', ...(needsCjk(JSON.stringify(printed)) ? (['cjk'] as const) : [])];
  const cuts = await Promise.all(
    [...ownCuts, ...nameFonts].map(async (name): Promise<[Cut, Buffer]> => [name, await readFont(fontFolder, fontFiles[name])]),
  );
  const { number } = printed;
  const when = new Date(printed.entry.time);
  const { labels } = texts;
  const doc = new PDFDocument({
    size: 'A4',
    margins: { top: sheet.top, bottom: 40, left: sheet.left, right: sheet.left },
    ...taggedPdf,
    info: {
      Title: `${texts.title} ${number}: ${formatCount(printed.entry.quantity)} tCO2e`,
      Author: 'Carma',
      Creator: 'Carma',
      CreationDate: when,
      ModDate: when,
    },
  });
  for (const [name, file] of cuts) doc.registerFont(name, file);
  const glyphs = nameFonts.map((font) => ({ font, has: glyphsOf(doc, font) }));
  /** Returns the fonts that have a character, the preferred one first. */
  const fontsOf = (cut: OwnCut, character: string): Cut[] => [
    ...(ownFontText.test(character) ? [cut] : []),
    ...glyphs.flatMap(({ font, has }) => (has(character.codePointAt(0) ?? 0) ? [font] : [])),
  ];
  const { index, size, entry, beneficiary, purpose, reference, projects, related, address } = withPrintableNames(
    printed,
    (character) => fontsOf('sans', character).length > 0,
  );
  const [corrections, confirmations] = [correctionsOf(index, related), confirmationsOf(index, related)];
  const period = periodOf(retiredParts({ index, entry, related }));
  const years = describeYears(period, words);
  const unconfirmed = describeUnconfirmed(entry.quantity, confirmations, words);
  const [only] = projects.length === 1 ? projects : [];
  const root = doc.struct('Document');
  doc.addStructure(root);
  let y: number = sheet.top;

  artifact(doc, () => drawMark(doc, { x: sheet.left, y: y + 1, size: 18, colour: canopy.DEFAULT }));
  write(root, 'P', 'Carma', { cut: 'serif', size: 15, colour: canopy.DEFAULT }, 16, 26);
  write(root, 'H1', texts.title, { cut: 'display', size: 28 }, 4);
  write(root, 'P', fill(texts.number, { number }), { cut: 'mono', size: 10 }, 8);
  if (entry.sample) write(root, 'P', texts.pdf.sample, { cut: 'bold', size: 11, colour: clay.DEFAULT }, 8);
  drawCode();
  y = Math.max(y + 4, sheet.top + 104);
  if (corrections.length > 0) writeCorrections(words.correctedRetirement, corrections, index);
  await rows([
    [labels.quantity, `${formatCount(entry.quantity)} ${texts.pdf.unit}`, { cut: 'serif', size: 17 }],
    [labels.beneficiary, beneficiary, { cut: 'serif', size: 17 }],
    ...(purpose ? [[labels.purpose, purpose] as Row] : []),
    ...(only ? [[labels.project, [only.title, ...(only.registryId ? [only.registryId] : [])].join('; ')] as Row] : []),
    ...(period.isOurs ? [] : [[labels.retired, [describeRetired(period), ...(years ? [years] : [])].join('. ')] as Row]),
    [period.isOurs ? labels.retired : labels.recorded, formatUtcInstant(when)],
    ...(entry.registryRetirementId ? [[labels.registryRetirement, entry.registryRetirementId] as Row] : []),
    ...confirmations.map((one): Row => [words.atRegistry, confirmationText(one)]),
    ...(unconfirmed ? [[words.atRegistry, unconfirmed] as Row] : []),
    ...(only?.location ? [[labels.place, only.location] as Row] : []),
    ...(only?.standard ? [[labels.standard, only.standard] as Row] : []),
    ...(only ? [[labels.adjustment, only.adjustment] as Row] : []),
    [labels.registry, distinct(entry.lines.map(({ registry }) => registryName(registry)))],
    ...(only ? describeUnits(entry.lines, texts.units).map((group): Row => [labels.composition, group]) : []),
    ...(reference ? [[labels.reference, reference] as Row] : []),
    [labels.entry, String(index)],
  ]);

  if (!only) {
    heading(labels.projects);
    await rows(
      projects.map(({ quantity, location, standard, adjustment, ...project }) => [
        `${formatCount(quantity)} ${texts.pdf.units}`,
        [
          project.title,
          project.registryId,
          ...describeUnits(linesOfProject(entry, project), texts.units),
          location,
          standard,
          `${labels.adjustment}: ${adjustment}`,
        ]
          .filter((fact) => fact !== null)
          .join('; '),
      ]),
    );
  }

  heading(labels.serials);
  await rows(
    entry.lines
      .slice(0, maxPrintedLines)
      .map((line) => [
        `${formatCount(line.quantity)} ${texts.pdf.units}`,
        [
          `${printSerial(line)} (${registryName(line.registry)}, ${vintageOf(line)})`,
          ...projects.filter(({ id }) => id === line.project?.id).map(({ title }) => title),
        ].join('; '),
      ]),
  );

  const omitted = entry.lines.length - maxPrintedLines;
  if (omitted > 0) write(root, 'P', fill(texts.pdf.more, { count: formatCount(omitted), number }), { cut: 'sans', size: 10 }, 0);

  const { may, mayNot } = claimsOf(entry, projects, texts.claims);
  heading(texts.claims.title);
  if (corrections.length > 0) write(root, 'P', texts.claims.corrected, { cut: 'bold', size: 10, colour: clay.DEFAULT }, 4);
  list(texts.claims.may, may);
  list(texts.claims.mayNot, mayNot);
  write(root, 'P', texts.claims.source, { cut: 'sans', size: 8, colour: ink.soft }, 0);

  heading(texts.pdf.check);
  for (const sentence of [
    fill(texts.proven, { index: String(index), size: String(size) }),
    fill(texts.knownUpTo, { size: String(size) }),
    fill(texts.pdf.log, printed.log),
    fill(texts.pdf.howToCheck, { number }),
  ])
    write(root, 'P', sentence, { cut: 'sans', size: 9.5 }, 4);
  link();
  root.end();
  // Not compressed, so that a check finds it without reading the PDF's structure.
  doc.compress = false;
  doc.file(Buffer.from(printed.json, 'utf8'), {
    name: `${number}.json`,
    type: 'application/json',
    description: texts.files.json,
    creationDate: when,
    modifiedDate: when,
  });
  doc.compress = true;
  doc.end();
  return buffer(doc);

  /** Sets a text in its own font, in the fallback font if its own lacks one of its characters, or in as many fonts as it needs. */
  function set(text: string, { cut, size: points, colour = ink.DEFAULT }: Style): SetText {
    const oneLine = text.replace(/\s+/g, ' ');
    const use = (font: Cut) => doc.font(font).fontSize(points).fillColor(colour);
    const isInFallback = () => [...oneLine].every((character) => glyphs[0]?.has(character.codePointAt(0) ?? 0));
    const font = ownFontText.test(oneLine) ? cut : isInFallback() ? 'other' : undefined;
    if (font && !isRightToLeft(oneLine)) {
      return {
        height: (width) => use(font).heightOfString(oneLine, { width }),
        draw: (x, top, width) => void use(font).text(oneLine, x, top, { width }),
      };
    }
    // With features, pdfkit shapes a run as a whole; without, each word by itself, in the order in which words are read.
    const shaped: PDFKit.Mixins.TextOptions = { lineBreak: false, features: [] };
    const lineHeight = points * 1.45;
    const lines = (width: number) =>
      setName<Cut>(oneLine, {
        width,
        fontsOf: (character) => fontsOf(cut, character),
        widthOf: (run) => use(run.font).widthOfString(run.text, shaped),
      });
    return {
      height: (width) => lines(width).length * lineHeight,
      actual: oneLine,
      draw: (x, top, width) => {
        for (const [at, { runs }] of lines(width).entries()) {
          let left = x;
          for (const run of runs) {
            use(run.font).text(run.text, left, top + at * lineHeight + points * 1.05, { ...shaped, baseline: 'alphabetic' });
            left += doc.widthOfString(run.text, shaped);
          }
        }
      },
    };
  }

  function makeRoom(height: number): void {
    if (y + height <= sheet.bottom) return;
    doc.addPage();
    y = sheet.top;
  }

  function write(parent: PDFKit.PDFStructureElement, kind: string, words: string, style: Style, after: number, indent = 0): void {
    const text = set(words, style);
    const width = sheet.width - indent;
    const height = text.height(width);
    makeRoom(height);
    tag(doc, parent, kind, () => text.draw(sheet.left + indent, y, width), readAs(text));
    y += height + after;
  }

  function writeCorrections(title: string, list: readonly RelatedEntry[], of: number): void {
    write(root, 'H2', title, { cut: 'bold', size: 11, colour: clay.DEFAULT }, 3);
    for (const one of list) write(root, 'P', `${nameCorrection(one, of)}: ${one.entry.correction}`, { cut: 'sans', size: 10 }, 3);
    y += 6;
  }

  function heading(words: string): void {
    // A heading is never the last line on a page.
    makeRoom(60);
    y += 11;
    write(root, 'H2', words, { cut: 'serif', size: 15 }, 6);
  }

  /** Writes a two-column table of labels and values, and lets others have the processor in between. */
  async function rows(list: readonly Row[]): Promise<void> {
    const table = child(doc, root, 'Table');
    const label: Style = { cut: 'mono', size: 8, colour: ink.soft };
    const width = sheet.width - sheet.labels;
    for (const [at, [name, words, value = { cut: 'sans', size: 10 } as const]] of list.entries()) {
      if (at % rowsAtOnce === 0) await setImmediate();
      const [head, cell] = [set(name, label), set(words, value)];
      const height = Math.max(cell.height(width), head.height(sheet.labels - 12));
      makeRoom(height + 7.5);
      line();
      const row = child(doc, table, 'TR');
      tag(doc, row, 'TH', () => head.draw(sheet.left, y + (value.size > 12 ? 9 : 5.2), sheet.labels - 12), { scope: 'Row' });
      tag(doc, row, 'TD', () => cell.draw(sheet.left + sheet.labels, y + 3.8, width), readAs(cell));
      row.end();
      y += height + 7.5;
    }
    table.end();
    line();
    y += 6;
  }

  function list(name: string, sentences: readonly string[]): void {
    makeRoom(40);
    write(root, 'H3', name, { cut: 'bold', size: 10 }, 3);
    const items = child(doc, root, 'L');
    for (const sentence of sentences) {
      const item = child(doc, items, 'LI');
      write(item, 'LBody', `• ${sentence}`, { cut: 'sans', size: 9.5 }, 3);
      item.end();
    }
    items.end();
    y += 5;
  }

  /** Draws the QR code at the top right, beside the title. */
  function drawCode(): void {
    const { data } = encode(address, { border: 0 });
    const side = 84 / data.length;
    const left = sheet.left + sheet.width - 84;
    const draw = () => {
      data.forEach((cells, row) => {
        cells.forEach((isDark, column) => {
          // Slightly larger than its cell, so that no viewer shows seams.
          if (isDark) doc.rect(left + column * side, sheet.top + row * side, side + 0.05, side + 0.05);
        });
      });
      doc.fill(ink.DEFAULT);
    };
    // pdfkit places a figure by its corners, from the top left of the page.
    const bbox = [left, sheet.top, left + 84, sheet.top + 84];
    tag(doc, root, 'Figure', draw, { alt: texts.qr, bbox, placement: 'Block' });
  }

  function link(): void {
    const style: Style = { cut: 'mono', size: 8.5, colour: canopy.DEFAULT };
    makeRoom(14);
    const element = child(doc, root, 'Link');
    element.add(() => {
      set(address, style).draw(sheet.left, y, sheet.width);
      doc.link(sheet.left, y, sheet.width, 12, address, partOf(element, address));
    });
    element.end();
  }

  function line(): void {
    artifact(doc, () =>
      doc
        .moveTo(sheet.left, y)
        .lineTo(sheet.left + sheet.width, y)
        .lineWidth(0.6)
        .stroke(rule.DEFAULT),
    );
  }
}

/** What a registry shows, with its address, the entry that says so, and the corrections of that. */
function confirmationText(confirmation: Confirmation): string {
  const { index, entry, corrections } = confirmation;
  const withdrawn = corrections.map((one) => `${nameCorrection(one, index)}: ${one.entry.correction}`);
  return [
    ...(withdrawn.length > 0 ? [words.withdrawn, ...withdrawn] : []),
    inFonts(describeConfirmation(confirmation)),
    `${fill(words.confirmedWith, { index: String(index) })}.`,
    ...(entry.registryUrl ? [entry.registryUrl] : []),
  ].join(' ');
}

type Row = [label: string, value: string, style?: Style];

/** Returns whether a font has a character. pdfkit's types leave out the opened font (fontkit's). */
function glyphsOf(doc: PDFKit.PDFDocument, cut: Cut): (codePoint: number) => boolean {
  const { _font } = doc.font(cut) as unknown as { _font: { font: { hasGlyphForCodePoint: (codePoint: number) => boolean } } };
  return (codePoint) => _font.font.hasGlyphForCodePoint(codePoint);
}

const distinct = (values: readonly string[]) => [...new Set(values)].join(', ');

const readAs = ({ actual }: SetText) => (actual === undefined ? {} : { actual });

const ownCuts: OwnCut[] = ['display', 'serif', 'sans', 'bold', 'mono'];
const fontFiles: Record<Cut, string> = {
  ...{ display: 'display.ttf', serif: 'serif.ttf', sans: 'sans.ttf', bold: 'bold.ttf', mono: 'mono.ttf' },
  ...{ other: 'other.ttf', devanagari: 'devanagari.ttf', cjk: 'cjk.otf' },
};

function readFont(folder: string, name: string): Promise<Buffer> {
  const file = path.join(folder, name);
  const known = fonts.get(file);
  if (known) return known;
  const reading = readFile(file);
  fonts.set(file, reading);
  // A file that could not be read is tried again.
  reading.catch(() => fonts.delete(file));
  return reading;
}
