/** The kinds of landscape that can be drawn for a project. The name is part of the picture's address. */
export const landscapeKinds = [
  'woodland',
  'forest',
  'agroforestry',
  'coast',
  'biochar',
  'solar',
  'wind',
  'methane',
  'meadow',
  'default',
] as const;
export type LandscapeKind = (typeof landscapeKinds)[number];

/** Checks whether a text, such as a part of an address, names a kind of landscape. */
export function isLandscapeKind(text: string): text is LandscapeKind {
  return (landscapeKinds as readonly string[]).includes(text);
}

/**
 * Chooses the kind of landscape for a project. A category that names a place or a technology decides by itself; for other
 * categories the project type is tried first. Words match anywhere, in any case. "Renewable Energy" alone gives contour
 * lines: it may be a dam or a biomass plant, and a picture of turbines would be false.
 */
export function landscapeKindFor(project: { category: string; projectType?: string | null }): LandscapeKind {
  const category = project.category.toLowerCase();
  const type = (project.projectType ?? '').toLowerCase();
  const match =
    decisiveCategories.find(([words]) => words.test(category)) ??
    generalWords.find(([words]) => words.test(type)) ??
    generalWords.find(([words]) => words.test(category));
  return match?.[1] ?? 'default';
}

const decisiveCategories: readonly (readonly [RegExp, LandscapeKind])[] = [
  [/coast|mangrove|saltmarsh|seagrass|blue carbon/, 'coast'],
  [/solar|photovoltaic/, 'solar'],
  [/\bwind\b/, 'wind'],
  [/agroforestry|silvopasture/, 'agroforestry'],
  [/reforest|afforest|tree planting/, 'woodland'],
  [/forest conservation|redd|avoided deforestation/, 'forest'],
];

const generalWords: readonly (readonly [RegExp, LandscapeKind])[] = [
  [/biochar/, 'biochar'],
  [/solar|photovoltaic/, 'solar'],
  [/\bwind\b/, 'wind'],
  [/methane|landfill|biogas|digester/, 'methane'],
  [/biodiversity|meadow|grassland|habitat|peat|wetland/, 'meadow'],
  [/tree|wood/, 'woodland'],
  [/forest/, 'forest'],
];

/** Stored as the picture of a project without one of its own; `pictureOf` draws a landscape in its place. */
export const defaultImage = '/pictures/default/default.svg';

/** Returns the picture to show: the project's own, otherwise a landscape of its kind, drawn from its slug. */
export function pictureOf(project: { slug: string; category: string; projectType?: string | null; imageUrl: string }): string {
  return project.imageUrl === defaultImage ? `/pictures/${landscapeKindFor(project)}/${project.slug}.svg` : project.imageUrl;
}

/** Returns the alternative text of a landscape: that it is a drawing, and what it shows. */
export function sceneAlt(kind: LandscapeKind): string {
  return `Drawn landscape: ${scenes[kind]}`;
}

/** Returns `sceneAlt` with the project's name, for pictures shown away from it. */
export function landscapeAlt(picture: { kind: LandscapeKind; title: string; location: string }): string {
  const { kind, title, location } = picture;
  return `${sceneAlt(kind)}, for ${title}${location && !title.includes(location) ? `, ${location}` : ''}`;
}

const scenes: Record<LandscapeKind, string> = {
  woodland: 'tree crowns and rows of saplings over contour lines',
  forest: 'closed canopy from above, with a river through it',
  agroforestry: 'rows of trees along crop terraces',
  coast: 'tide lines and saltmarsh around low contours',
  biochar: 'a soil section with flecks of char in its layers',
  solar: 'rows of solar panels that leave the steep ground free',
  wind: 'slim turbines along a ridge, under lines of wind',
  methane: 'gas wells ringed by contour lines and joined by pipes',
  meadow: 'drifts of grass and flowers with a mown path and a hedge',
  default: 'contour lines alone',
};
