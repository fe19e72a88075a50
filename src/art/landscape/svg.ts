type Attributes = Record<string, string | number>;

/** An SVG element; one whose path data is empty is left out. Styling is by attribute only, so no policy can refuse it. */
export function element(name: string, attributes: Attributes, ...children: string[]): string {
  if (attributes.d === '') return '';
  const written = Object.entries(attributes)
    .map(([key, value]) => ` ${key}="${typeof value === 'number' ? shortNumber(value) : value}"`)
    .join('');
  const inside = children.join('');
  return inside ? `<${name}${written}>${inside}</${name}>` : `<${name}${written}/>`;
}

/** A filled path. */
export function fill(d: string, colour: string, more: Attributes = {}): string {
  return element('path', { fill: colour, ...more, d });
}

/** A stroked path without fill; the width is in sheet units. */
export function stroke(d: string, colour: string, width: number, more: Attributes = {}): string {
  return element('path', { fill: 'none', stroke: colour, 'stroke-width': width, ...more, d });
}

/** Dots drawn as caps of lines without length: see `dots` in paths.ts. */
export function discs(d: string, colour: string, diameter: number, more: Attributes = {}): string {
  return stroke(d, colour, diameter, { 'stroke-linecap': 'round', ...more });
}

/** One coat of a layered dot: its colour and width, and how far it is shifted, in sheet units. */
export interface Coat {
  colour: string;
  diameter: number;
  dx?: number;
  dy?: number;
  opacity?: number;
}

/** The same dots in several coats, such as shade, crown and light of trees, for the bytes of one. The id must be the document's own. */
export function coatedDiscs(id: string, d: string, coats: readonly Coat[]): string {
  if (d === '') return '';
  const uses = coats.map(({ colour, diameter, dx = 0, dy = 0, opacity = 1 }) => {
    const shift: Attributes = { ...(dx && { x: dx }), ...(dy && { y: dy }), ...(opacity < 1 && { 'stroke-opacity': opacity }) };
    return element('use', { href: `#${id}`, stroke: colour, 'stroke-width': diameter, ...shift });
  });
  return element('g', { 'stroke-linecap': 'round' }, element('defs', {}, element('path', { id, d })), ...uses);
}

/** A whole document of the given size in CSS pixels, drawn in half pixels so that whole numbers are fine enough. */
export function svgDocument(size: { width: number; height: number }, ...children: string[]): string {
  const { width, height } = size;
  const viewBox = `0 0 ${width * unitsPerPixel} ${height * unitsPerPixel}`;
  return element('svg', { xmlns: 'http://www.w3.org/2000/svg', width, height, viewBox }, ...children);
}

/** Sheet units in one CSS pixel at the drawing's own size. */
export const unitsPerPixel = 2;

function shortNumber(value: number): string {
  return String(Math.round(value * 1000) / 1000).replace(/^(-?)0\./, '$1.');
}
