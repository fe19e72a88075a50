/** What a project's picture can show. The name is part of the picture's address. */
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

/**
 * The kind that suits a project. A category that names a place or a machine decides alone; other categories look at the
 * project type first; words are matched anywhere, in any case. "Renewable Energy" alone is contour lines: it may be a dam
 * or a biomass plant, and a picture of turbines would say what is not so.
 */
export function landscapeKindFor(project: { category: string; projectType?: string | null }): LandscapeKind {
  const category = project.category.toLowerCase();
  const type = (project.projectType ?? '').toLowerCase();
  const decided = byPlace.find(([words]) => words.test(category)) ?? byWork.find(([words]) => words.test(type));
  const found = decided ?? byWork.find(([words]) => words.test(category));
  return found?.[1] ?? 'default';
}

const byPlace: readonly (readonly [RegExp, LandscapeKind])[] = [
  [/coast|mangrove|saltmarsh|seagrass|blue carbon/, 'coast'],
  [/solar|photovoltaic/, 'solar'],
  [/\bwind\b/, 'wind'],
  [/agroforestry|silvopasture/, 'agroforestry'],
  [/reforest|afforest|tree planting/, 'woodland'],
  [/forest conservation|redd|avoided deforestation/, 'forest'],
];

const byWork: readonly (readonly [RegExp, LandscapeKind])[] = [
  [/biochar/, 'biochar'],
  [/solar|photovoltaic/, 'solar'],
  [/\bwind\b/, 'wind'],
  [/methane|landfill|biogas|digester/, 'methane'],
  [/biodiversity|meadow|grassland|habitat|peat|wetland/, 'meadow'],
  [/tree|wood/, 'woodland'],
  [/forest/, 'forest'],
];

/** The picture of a project that has none of its own: in a list of `Project`s, the sign that it has none. */
export const defaultImage = '/pictures/default/default.svg';

/** The picture to show: the project's own, else a landscape of its kind, drawn from its slug. */
export function pictureOf(project: { slug: string; category: string; projectType?: string | null; imageUrl: string }): string {
  return project.imageUrl === defaultImage ? `/pictures/${landscapeKindFor(project)}/${project.slug}.svg` : project.imageUrl;
}

/** Whether the catalogue says of an eDNA survey, so that its ornament stands for something. */
export function hasSurvey(project: { description: string; monitoring: string | null }): boolean {
  return /\be-?DNA\b/i.test(`${project.description} ${project.monitoring ?? ''}`);
}

/** A true alternative text: that it is a drawing, and what it shows. */
export function sceneAlt(kind: LandscapeKind): string {
  return `Drawn landscape: ${scenes[kind]}`;
}

/** The same, and for which project: where the picture does not stand beside its name. */
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
  default: 'contour lines on plain paper',
};
