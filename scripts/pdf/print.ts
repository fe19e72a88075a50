import { buffer } from 'node:stream/consumers';
import PDFDocument from 'pdfkit';
import { artifact, child, drawMark, partOf, tag, taggedPdf } from '#src/art/pdf.ts';
import { printed } from '#src/content/downloads.ts';
import { formatDate } from '#src/lib/dates.ts';
import type { Booklet, Imprint } from './booklet.ts';
import { drawBackPage, drawCover } from './covers.ts';
import type { Fonts } from './fonts.ts';
import { drawFootHills } from './ornaments.ts';
import { chapterPieces, type Piece, rule } from './pieces.ts';
import { colours, column, floor, page, styles } from './theme.ts';
import { createTypesetter } from './typesetter.ts';

/**
 * Prints a booklet as a tagged A4 PDF: cover, contents, chapters, back cover. The same content gives the same bytes.
 * @throws Error that names a character missing from the fonts.
 */
export async function printBooklet(booklet: Booklet, fonts: Fonts, imprint: Imprint): Promise<Buffer> {
  // The contents come before the chapters, so a first pass finds out on which pages these start.
  const proof = setBooklet(booklet, fonts, imprint, []);
  return buffer(setBooklet(booklet, fonts, imprint, proof.chapterPages).doc);
}

function setBooklet(booklet: Booklet, fonts: Fonts, imprint: Imprint, knownPages: readonly number[]) {
  const edition = new Date(`${booklet.edition}T00:00:00Z`);
  const doc = new PDFDocument({
    size: [page.width, page.height],
    margin: 0,
    autoFirstPage: false,
    ...taggedPdf,
    info: {
      Title: `${booklet.title}: ${booklet.subject}`,
      Author: printed.site,
      Subject: booklet.description,
      Creator: printed.site,
      CreationDate: edition,
      ModDate: edition,
    },
  });
  for (const [name, file] of Object.entries(fonts)) doc.registerFont(name, file);
  const type = createTypesetter(doc);
  const root = doc.struct('Document');
  doc.addStructure(root);
  const chapterPages: number[] = [];
  let folio = 1;

  doc.addPage();
  drawCover({ doc, type, root, booklet, edition: `${printed.edition} ${formatDate(edition)}` });
  nextPage();
  contents();
  nextPage();
  chapters();
  folio++;
  doc.addPage();
  drawBackPage({ doc, type, root, booklet, imprint });
  root.end();
  doc.end();
  return { doc, chapterPages };

  /** Starts an inside page: its background, running head and folio. */
  function nextPage(): void {
    folio++;
    doc.addPage();
    artifact(doc, () => doc.rect(0, 0, page.width, page.height).fill(colours.paperBright));
    artifact(
      doc,
      () => {
        const head = { y: 38, width: column.full.width };
        drawMark(doc, { x: page.left, y: head.y - 2, size: 14, colour: colours.canopy });
        type.draw(type.set(printed.site, { ...styles.furniture, font: 'serif', size: 10.5 }, 100), {
          x: page.left + 20,
          y: head.y,
          width: 100,
        });
        type.draw(type.set(booklet.subject, styles.furniture, head.width), { ...head, x: page.left }, { align: 'right' });
        const foot = { y: page.height - 36, width: column.full.width, x: page.left };
        rule(doc, column.full, foot.y - 12, colours.rule, 0.6);
        type.draw(type.set(`${booklet.kind}. ${printed.edition} ${formatDate(edition)}`, styles.furniture, foot.width), foot);
        type.draw(type.set(String(folio), styles.folio, foot.width), foot, { align: 'right' });
      },
      'Pagination',
    );
  }

  function contents(): void {
    const section = child(doc, root, 'Sect');
    artifact(doc, () => drawFootHills(doc, booklet.seed));
    const about = type.set(booklet.about.title, styles.aboutTitle, column.full.width * 0.86, { balanced: true });
    let y = page.top + 18;
    tag(doc, section, 'H2', () => type.draw(about, { ...column.full, y }));
    y += about.height + 18;
    for (const words of booklet.about.paragraphs) {
      const lines = type.set(words, styles.lead, column.main.width);
      tag(doc, section, 'P', () => type.draw(lines, { ...column.main, y }));
      y += lines.height + 9;
    }
    y = Math.max(y + 28, 330);
    const label = type.set(printed.contents.toUpperCase(), styles.label, column.margin.width);
    tag(doc, section, 'H2', () => type.draw(label, { ...column.margin, y: y + 11 }));
    const list = child(doc, section, 'TOC');
    const width = column.main.width;
    booklet.chapters.forEach(({ number, title }, i) => {
      const name = type.set(title, styles.contentsTitle, width - 64);
      const height = name.height + 14;
      artifact(doc, () => rule(doc, column.main, y, i === 0 ? colours.ink : colours.rule, i === 0 ? 0.8 : 0.6));
      const link = child(doc, child(doc, list, 'TOCI'), 'Link');
      link.add(() => {
        type.draw(type.set(number, { ...styles.number, leading: 19 }, 34), { x: column.main.x, y: y + 7, width: 34 });
        type.draw(name, { x: column.main.x + 34, y: y + 7, width: width - 64 });
        const on = String(knownPages[i] ?? '');
        if (on)
          type.draw(type.set(on, styles.contentsPage, 40), { x: column.main.x + width - 40, y: y + 7, width: 40 }, { align: 'right' });
      });
      doc.goTo(column.main.x, y, width, height, anchor(i), partOf(link, title));
      y += height;
    });
    artifact(doc, () => rule(doc, column.main, y, colours.rule, 0.6));
    section.end();
  }

  function chapters(): void {
    let y: number = page.top;
    let fresh = true;
    booklet.chapters.forEach((chapter, i) => {
      const section = child(doc, root, 'Sect', { title: chapter.title });
      const pieces = chapterPieces({ doc, type, notes: printed.notes }, chapter, section);
      const fitsOnPage = extent(pieces, 0) <= floor - page.top;
      // A chapter that fits on one page is not split; a longer one may start if a third of the page is left.
      const needed = fitsOnPage ? extent(pieces) : (floor - page.top) / 3;
      if (!fresh && y + needed > floor) breakPage();
      pieces.forEach((piece, at) => {
        const before = fresh ? 0 : piece.before;
        if (!fresh && y + before + extent(group(pieces, at), 0) > floor) breakPage();
        y += fresh ? 0 : piece.before;
        if (at === 0) {
          chapterPages.push(folio);
          doc.addNamedDestination(anchor(i), 'XYZ', page.left, page.height - y + 20, null);
          doc.outline.addItem(`${chapter.number}  ${chapter.title}`);
        }
        piece.draw(y);
        y += piece.height;
        fresh = false;
      });
      section.end();
    });

    function breakPage(): void {
      nextPage();
      y = page.top;
      fresh = true;
    }
  }
}

/** Returns a piece and the following pieces that must stay with it. */
function group(pieces: readonly Piece[], from: number): Piece[] {
  const end = pieces.findIndex((piece, i) => i >= from && !piece.sticky);
  return pieces.slice(from, end === -1 ? undefined : end + 1);
}

/** Returns the height of stacked pieces, in points. */
function extent(pieces: readonly Piece[], firstBefore = pieces[0]?.before ?? 0): number {
  return pieces.reduce((sum, { before, height }, i) => sum + height + (i === 0 ? firstBefore : before), 0);
}

function anchor(chapter: number): string {
  return `chapter-${chapter + 1}`;
}
