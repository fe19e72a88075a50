import { type BlogPlateCategory, blogPlateCategories, drawBlogPlate } from './draw-blog-plate.ts';

/** The accent for each colour that a post can have: the same as the colour of its category on the page. */
const accents: Record<string, string> = {
  emerald: '#0B6A4C',
  blue: '#24548F',
  green: '#3A6A1C',
  teal: '#17646B',
  purple: '#6A3F88',
  orange: '#9A4710',
  slate: '#7B8A96',
};

/** The size of a card, in CSS pixels. */
const size = { width: 800, height: 500 };

const nameOf = (category: string) => category.toLowerCase().replaceAll(' ', '-');
const categories = new Map<string, BlogPlateCategory>(blogPlateCategories.map((category) => [nameOf(category), category]));

type Plate = { category: string; color: string; slug: string };

/** Returns the address of an article's picture. It contains everything needed to draw it. */
export function blogPlatePath({ category, color, slug }: Plate): string {
  return `/pictures/blog/${nameOf(category)}/${color}/${slug}.svg`;
}

/** Draws the picture at an address of `blogPlatePath`; undefined if a name is unknown. `category` as in the address. */
export function drawNamedBlogPlate({ category, color, slug }: Plate): string | undefined {
  const plate = categories.get(category);
  const accent = accents[color];
  return plate && accent ? drawBlogPlate({ category: plate, seed: slug, accent, ...size }) : undefined;
}
