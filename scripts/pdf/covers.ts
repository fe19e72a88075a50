import { artifact, child, drawMark, partOf, tag } from '#src/art/pdf.ts';
import { printed } from '#src/content/downloads.ts';
import type { Booklet, Imprint } from './booklet.ts';
import { drawContours } from './ornaments.ts';
import { rule } from './pieces.ts';
import { colours, page } from './theme.ts';
import type { TextStyle, Typesetter } from './typesetter.ts';

type Cover = { doc: PDFKit.PDFDocument; type: Typesetter; root: PDFKit.PDFStructureElement; booklet: Booklet };

const grounds = {
  canopy: {
    ground: colours.canopyDeep,
    text: colours.paper,
    soft: colours.mist,
    accent: colours.lichen,
    inks: { line: colours.paper, minor: 0.2, major: 0.45, accent: colours.lichen, fill: colours.lichen },
  },
  paper: {
    ground: colours.paperDeep,
    text: colours.ink,
    soft: colours.inkSoft,
    accent: colours.clay,
    inks: { line: colours.canopy, minor: 0.3, major: 0.65, accent: colours.clay, fill: colours.clay },
  },
};

const left = 54;
const width = page.width - 2 * left;

/** Draws the front cover: contour lines at the top, a large title below them, the edition at the foot. */
export function drawCover({ doc, type, root, booklet, edition }: Cover & { edition: string }): void {
  const { ground, text, soft, accent, inks } = grounds[booklet.cover];
  const section = child(doc, root, 'Sect');
  artifact(doc, () => {
    doc.rect(0, 0, page.width, page.height).fill(ground);
    drawContours(doc, booklet.seed, page, inks);
    veil(doc, ground, 0.32, 0.6);
  });
  const name = type.set(printed.site, { font: 'serif', size: 21, leading: 26, colour: text }, 200);
  const kind = type.set(booklet.kind.toUpperCase(), { font: 'mono', size: 8.5, leading: 26, colour: text, tracking: 0.8 }, 200);
  artifact(doc, () => drawMark(doc, { x: left, y: 50, size: 30, colour: booklet.cover === 'canopy' ? colours.lichen : colours.canopy }));
  tag(doc, section, 'P', () => {
    type.draw(name, { x: left + 40, y: 52, width: 200 });
    type.draw(kind, { x: page.width - left - 200, y: 52, width: 200 }, { align: 'right' });
  });

  const title = type.set(booklet.title, { font: 'display', size: 55, leading: 57, colour: text, tracking: -0.9 }, width * 0.9, {
    balanced: true,
  });
  const subtitle = type.set(booklet.subtitle, { font: 'serif', size: 14, leading: 20.5, colour: soft }, 380);
  const subject = type.set(booklet.subject.toUpperCase(), { font: 'mono', size: 8.5, leading: 14, colour: accent, tracking: 0.8 }, width);
  const foot = page.height - 60;
  const subtitleTop = foot - 44 - subtitle.height;
  const titleTop = subtitleTop - 20 - title.height;
  tag(doc, section, 'P', () => type.draw(subject, { x: left, y: titleTop - 30, width }));
  tag(doc, section, 'H1', () => type.draw(title, { x: left - 2, y: titleTop, width }));
  tag(doc, section, 'P', () => type.draw(subtitle, { x: left, y: subtitleTop, width }));
  artifact(doc, () => rule(doc, { x: left, width }, foot - 14, soft, 0.6));
  const line = type.set(edition, { font: 'mono', size: 8.5, leading: 12, colour: soft }, width);
  tag(doc, section, 'P', () => type.draw(line, { x: left, y: foot, width }));
  section.end();
}

/** Fades the lines out between two fractions of the page's height, so that text has a calm background. */
function veil(doc: PDFKit.PDFDocument, ground: string, from: number, to: number): void {
  const top = page.height * from;
  const fade = doc.linearGradient(0, top, 0, page.height * to);
  fade.stop(0, ground, 0).stop(1, ground, 0.94);
  doc.rect(0, top, page.width, page.height - top).fill(fade);
}

/** Draws the back cover: the next steps, with links. */
export function drawBackPage({ doc, type, root, booklet, imprint }: Cover & { imprint: Imprint }): void {
  const { closing, seed } = booklet;
  const { ground, text, soft, inks } = grounds.canopy;
  const section = child(doc, root, 'Sect');
  artifact(doc, () => {
    doc.rect(0, 0, page.width, page.height).fill(ground);
    drawContours(doc, `${seed}/back`, page, { ...inks, minor: 0.16, major: 0.34, accent: colours.canopy, fill: undefined });
    veil(doc, ground, 0.14, 0.36);
  });
  const title = type.set(closing.title, { font: 'display', size: 42, leading: 45, colour: text, tracking: -0.6 }, width * 0.86, {
    balanced: true,
  });
  const body = type.set(closing.body, { font: 'serif', size: 14, leading: 20.5, colour: soft }, 380);
  let y = 300;
  tag(doc, section, 'H2', () => type.draw(title, { x: left - 1, y, width }));
  y += title.height + 18;
  tag(doc, section, 'P', () => type.draw(body, { x: left, y, width }));
  y += body.height + 40;
  const links = [
    ...closing.links.map(({ label, href }) => ({ label, shown: `${imprint.publicUrl}${href}`, to: `${imprint.publicUrl}${href}` })),
    { label: printed.email, shown: imprint.contactEmail, to: `mailto:${imprint.contactEmail}` },
  ];
  const labelStyle: TextStyle = { font: 'bold', size: 10.5, leading: 15, colour: colours.lichen };
  const shownStyle: TextStyle = { font: 'mono', size: 8.4, leading: 15, colour: soft };
  const list = child(doc, section, 'L');
  for (const { label, shown, to } of links) {
    const [name, address] = [type.set(label, labelStyle, 210), type.set(shown.replace(/^https?:\/\//, ''), shownStyle, width - 220)];
    artifact(doc, () => rule(doc, { x: left, width }, y, '#4C6A5C', 0.7));
    const link = child(doc, child(doc, child(doc, list, 'LI'), 'LBody'), 'Link');
    link.add(() => {
      type.draw(name, { x: left, y: y + 10, width: 210 });
      type.draw(address, { x: left + 220, y: y + 10, width: width - 220 });
    });
    doc.link(left, y, width, 35, to, partOf(link, label));
    y += 35;
  }
  artifact(doc, () => {
    rule(doc, { x: left, width }, y, '#4C6A5C', 0.7);
    drawMark(doc, { x: left, y: page.height - 92, size: 30, colour: colours.lichen });
  });
  const name = type.set(printed.site, { font: 'serif', size: 21, leading: 26, colour: text }, 200);
  tag(doc, section, 'P', () => type.draw(name, { x: left + 40, y: page.height - 90, width: 200 }));
  section.end();
}
