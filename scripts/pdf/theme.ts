import type { TextStyle } from './typesetter.ts';

/** The site's colours in print, with the roles of src/lib/colours.ts. */
export const colours = {
  paper: '#F5F1E6',
  paperDeep: '#ECE6D6',
  paperBright: '#FBF9F2',
  rule: '#CFC6B0',
  ink: '#15211B',
  inkSoft: '#3B4740',
  inkFaint: '#565F57',
  canopy: '#1E4B39',
  canopyDeep: '#12332A',
  mist: '#C9D8CC',
  lichen: '#CFE35A',
  clay: '#A84A25',
} as const;

/** A4 in points, with a narrow column for numbers and labels, and a wide one for text. */
export const page = { width: 595.28, height: 841.89, left: 54, right: 54, top: 80, bottom: 54 };
export const column = {
  margin: { x: page.left, width: 112 },
  main: { x: page.left + 134, width: page.width - page.right - page.left - 134 },
  full: { x: page.left, width: page.width - page.left - page.right },
};
export const floor = page.height - page.bottom;

const { ink, inkSoft, inkFaint, canopy, clay } = colours;

export const styles = {
  chapterNumber: { font: 'display', size: 34, leading: 34, colour: canopy },
  chapterTitle: { font: 'serif', size: 24, leading: 28, colour: ink, tracking: -0.25 },
  lead: { font: 'serif', size: 12.6, leading: 18.4, colour: ink },
  text: { font: 'sans', size: 9.8, leading: 15, colour: inkSoft },
  label: { font: 'mono', size: 7.4, leading: 12, colour: inkFaint, tracking: 0.5 },
  number: { font: 'mono', size: 8, leading: 14, colour: clay },
  row: { font: 'sans', size: 9.6, leading: 14, colour: ink },
  entryTitle: { font: 'bold', size: 9.8, leading: 14, colour: ink },
  question: { font: 'serif', size: 13, leading: 17, colour: ink },
  cell: { font: 'sans', size: 8.9, leading: 12.8, colour: inkSoft },
  cellName: { font: 'serif', size: 11, leading: 14, colour: ink },
  furniture: { font: 'sans', size: 7.8, leading: 10, colour: inkFaint },
  folio: { font: 'mono', size: 8, leading: 10, colour: ink },
  contentsTitle: { font: 'serif', size: 13.6, leading: 19, colour: ink },
  contentsPage: { font: 'mono', size: 9.5, leading: 19, colour: ink },
  aboutTitle: { font: 'serif', size: 30, leading: 34, colour: ink, tracking: -0.4 },
} satisfies Record<string, TextStyle>;
