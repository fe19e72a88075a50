export type Attributes = Record<string, string | number>;

/** Returns an SVG element; empty if its path data is empty. Styles are attributes only, which no CSP can block. */
export function element(name: string, attributes: Attributes, ...children: string[]): string {
  if (attributes.d === '') return '';
  const written = Object.entries(attributes)
    .map(([key, value]) => ` ${key}="${typeof value === 'number' ? shortNumber(value) : value}"`)
    .join('');
  const inside = children.join('');
  return inside ? `<${name}${written}>${inside}</${name}>` : `<${name}${written}/>`;
}

export function fill(d: string, colour: string, more: Attributes = {}): string {
  return element('path', { fill: colour, ...more, d });
}

/** Returns a stroked path without fill; the width is in sheet units. */
export function stroke(d: string, colour: string, width: number, more: Attributes = {}): string {
  return element('path', { fill: 'none', stroke: colour, 'stroke-width': width, ...more, d });
}

/** Returns dots, drawn as the round caps of zero-length lines: see `dots` in paths.ts. */
export function discs(d: string, colour: string, diameter: number, more: Attributes = {}): string {
  return stroke(d, colour, diameter, { 'stroke-linecap': 'round', ...more });
}

/** One coat of a layered dot: its colour, size and offset, in sheet units. */
export interface Coat {
  colour: string;
  diameter: number;
  dx?: number;
  dy?: number;
  opacity?: number;
}

/**
 * Returns dots in several coats, such as the shadow, crown and highlight of trees, which share one path. The id must be unique in
 * the document.
 */
export function coatedDiscs(id: string, d: string, coats: readonly Coat[]): string {
  if (d === '') return '';
  const uses = coats.map(({ colour, diameter, dx = 0, dy = 0, opacity = 1 }) => {
    const shift: Attributes = { ...(dx && { x: dx }), ...(dy && { y: dy }), ...(opacity < 1 && { 'stroke-opacity': opacity }) };
    return element('use', { href: `#${id}`, stroke: colour, 'stroke-width': diameter, ...shift });
  });
  return element('g', { 'stroke-linecap': 'round' }, element('defs', {}, element('path', { id, d })), ...uses);
}

/** Returns a complete document of a size in CSS pixels. Its units are half pixels, so that whole numbers are precise enough. */
export function svgDocument(size: { width: number; height: number }, ...children: string[]): string {
  const { width, height } = size;
  const viewBox = `0 0 ${width * unitsPerPixel} ${height * unitsPerPixel}`;
  return element('svg', { xmlns: 'http://www.w3.org/2000/svg', width, height, viewBox }, ...children);
}

/** Sheet units per CSS pixel at the drawing's natural size. */
export const unitsPerPixel = 2;

function shortNumber(value: number): string {
  return String(Math.round(value * 1000) / 1000).replace(/^(-?)0\./, '$1.');
}
