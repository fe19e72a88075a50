import { element } from '#src/art/landscape/svg.ts';

/** Returns an SVG document whose size in CSS pixels equals its viewBox. It scales to fit its box. */
export function drawing(viewBox: string, ...children: string[]): string {
  const [, , width = '', height = ''] = viewBox.split(' ');
  return element('svg', { xmlns: 'http://www.w3.org/2000/svg', width, height, viewBox }, ...children);
}
