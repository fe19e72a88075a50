import { mark } from './mark.ts';

type Doc = PDFKit.PDFDocument;
type Element = PDFKit.PDFStructureElement;

/** The options of every PDF: tagged, for screen readers. */
export const taggedPdf = {
  // Without this, pdfkit would add Helvetica.
  font: '',
  tagged: true,
  lang: 'en-GB',
  displayTitle: true,
  pdfVersion: '1.7',
} as const;

/** Draws decoration, which screen readers skip. */
export function artifact(doc: Doc, draw: () => void): void {
  doc.markContent('Artifact', { type: 'Layout' });
  draw();
  doc.endMarkedContent();
}

/** What the elements of our documents are, to screen readers (ISO 32000-1, 14.8.4). */
export type PdfTag = 'Figure' | 'H1' | 'H2' | 'H3' | 'L' | 'LBody' | 'LI' | 'Link' | 'P' | 'Table' | 'TD' | 'TH' | 'TR';

/** What an element says besides its content. pdfkit's types lack those of tables and figures, whose box is in points. */
type TagOptions = { actual?: string; alt?: string; scope?: 'Row'; bbox?: number[]; placement?: 'Block' };

/** Draws content as a new element of the document's tree. */
export function addDrawn(doc: Doc, parent: Element, tag: PdfTag, draw: () => void, options: TagOptions = {}): void {
  const element = doc.struct(tag, options, draw);
  parent.add(element);
  element.end();
}

/** Adds an element whose content is other elements to the document's tree. */
export function addContainer(doc: Doc, parent: Element, tag: PdfTag): Element {
  const element = doc.struct(tag);
  parent.add(element);
  return element;
}

/** Returns the options of a link that belongs to an element of the tree and is read out as `label`. */
export function linkOptions(element: Element, label: string) {
  // pdfkit writes a primitive string as a PDF name, and a String object as a PDF string. Its types lack `structParent`.
  return { structParent: element, Contents: Object(label) as string } as PDFKit.Mixins.AnnotationOption;
}

/** Draws Carma's mark, whose own box is 32 units wide, in a box `size` points wide. */
export function drawMark(doc: Doc, { x, y, size, colour }: { x: number; y: number; size: number; colour: string }): void {
  doc
    .save()
    .translate(x, y)
    .scale(size / 32)
    .lineWidth(1.8);
  for (const ring of mark.rings) doc.path(ring).stroke(colour);
  doc.path(mark.centre).fill(colour).restore();
}
