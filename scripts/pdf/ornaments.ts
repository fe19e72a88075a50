import { heroContours } from '#src/art/landscape/draw-hero-contours.ts';
import { unitsPerPixel } from '#src/art/landscape/svg.ts';
import { colours, page } from './theme.ts';

type Doc = PDFKit.PDFDocument;
type Inks = { line: string; minor: number; major: number; accent: string; fill?: string };

/** Draws the hill of the site's hero as vector contour lines over a whole page. Line opacities range from 0 to 1. */
export function drawContours(doc: Doc, seed: string, size: { width: number; height: number }, inks: Inks): void {
  const lines = heroContours({ seed, width: Math.ceil(size.width), height: Math.ceil(size.height) });
  doc
    .save()
    .scale(1 / unitsPerPixel)
    .lineJoin('round');
  doc.path(lines.minor).lineWidth(1.3).strokeOpacity(inks.minor).stroke(inks.line);
  doc.path(lines.major).lineWidth(1.9).strokeOpacity(inks.major).stroke(inks.line);
  if (inks.fill) doc.path(lines.accentFill).fillOpacity(0.1).fill(inks.fill);
  doc.path(lines.accent).lineWidth(3.6).strokeOpacity(1).stroke(inks.accent);
  doc.restore();
}

/** Draws faint contours that rise from the foot of a page. */
export function drawFootHills(doc: Doc, seed: string): void {
  const top = page.height - 250;
  doc
    .save()
    .rect(0, top, page.width, page.height - top)
    .clip();
  drawContours(doc, `${seed}/foot`, page, { line: colours.rule, minor: 0.55, major: 1, accent: colours.rule });
  const fade = doc.linearGradient(0, top, 0, page.height - 90);
  fade.stop(0, colours.paperBright, 1).stop(1, colours.paperBright, 0);
  doc
    .rect(0, top, page.width, page.height - top)
    .fill(fade)
    .restore();
}
