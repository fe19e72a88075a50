import { element } from '#src/art/landscape/svg.ts';

/** An SVG file of this viewBox, as large in CSS pixels as its units. It fits whatever box shows it. */
export function drawing(viewBox: string, ...children: string[]): string {
  const [, , width = '', height = ''] = viewBox.split(' ');
  return element('svg', { xmlns: 'http://www.w3.org/2000/svg', width, height, viewBox }, ...children);
}
