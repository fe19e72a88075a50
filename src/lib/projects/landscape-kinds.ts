/**
 * The kinds of landscape that can be drawn for a project, each with what its picture shows. The name is part of the picture's address.
 */
const scenes = {
  woodland: 'tree crowns and rows of saplings over contour lines',
  oakwood: 'broad oaks of several ages on a hill, with saplings below them',
  birchwood: 'slender birches with pale trunks',
  valley: 'steep streams from above, with planting along their banks',
  hillside: 'a band of wood and rows of saplings across a long slope',
  shelterbelt: 'fields from above, with belts of trees along stone walls',
  forest: 'closed canopy from above, with a river through it',
  agroforestry: 'rows of trees along crop terraces',
  silvopasture: 'rows of trees over rounded pasture',
  alleys: 'straight lines of trees from above, with strips of crops between them',
  shade: 'rows of coffee on a slope, under tall shade trees',
  coast: 'a shore from above, with tide lines, flats and contours',
  saltmarsh: 'a saltmarsh from above, with creeks that branch inland',
  mangrove: 'mangroves on arched roots in shallow water',
  seagrass: 'long blades of seagrass under clear water',
  biochar: 'a soil section with flecks of char in its layers',
  'orchard-char': 'a soil section with flecks of char, under a row of fruit trees',
  'straw-char': 'a soil section with flecks of char, under ripe corn',
  'willow-char': 'a soil section with flecks of char, under rows of willow rods',
  'coppice-char': 'a soil section with flecks of char, under coppiced stools',
  'conifer-char': 'a soil section with flecks of char, under conifers',
  'coffee-char': 'a soil section with flecks of char, under coffee bushes',
  solar: 'rows of solar panels that leave the steep ground free',
  'solar-pumps': 'small fields from above, with wells, solar panels and channels',
  'mini-grid': 'a village from above, wired to one solar array',
  wind: 'slim turbines along a ridge, under lines of wind',
  methane: 'gas wells ringed by contour lines and joined by pipes',
  tanks: 'round slurry stores under covers, piped to a farm',
  lagoons: 'four covered lagoons from above, joined by a pipe',
  digester: 'domed digesters beside a barn',
  dairy: 'long dairy sheds from above, beside covered channels',
  reactor: 'a covered round reactor from above, fed from settling basins',
  'plugged-wells': 'a section through rock, with old wells filled with cement and capped',
  'mine-gas': 'a section through coal seams, with a capped shaft and an engine house',
  meadow: 'drifts of grass and flowers with a mown path and a hedge',
  pasture: 'clover and knapweed in front of a fenced pasture',
  wetland: 'flat wet ground with ditches, pools and rushes',
  heath: 'mounds of heather with strips of bare sand',
  chalk: 'smooth chalk downs with short turf and bare chalk',
  default: 'contour lines alone',
} as const;

export type LandscapeKind = keyof typeof scenes;
export const landscapeKinds = Object.keys(scenes) as LandscapeKind[];

/** Checks whether a text, such as a part of an address, names a kind of landscape. */
export function isLandscapeKind(text: string): text is LandscapeKind {
  return Object.hasOwn(scenes, text);
}

/** What is known of a project's landscape. */
type Described = { title: string; category: string; projectType?: string | null; methodology?: string | null };

/**
 * Chooses the kind of landscape for a project. Its category, or otherwise its type, says what is done; the words of its title, or otherwise
 * its methodology, say where and how. Where these do not say enough for a true picture, it gives contour lines: "Renewable Energy" may
 * be a dam, "Methane Avoidance" a rice field, and "Biodiversity net gain" any habitat. Words match in any case.
 */
export function landscapeKindFor({ title, category, projectType, methodology }: Described): LandscapeKind {
  const family =
    families.find(({ words, isGeneral }) => !isGeneral && words.test(category)) ??
    families.find(({ words }) => words.test(projectType ?? '')) ??
    families.find(({ words }) => words.test(category));
  for (const text of [title, methodology ?? '', category, projectType ?? '']) {
    const match = family?.kinds.find(([words]) => words.test(text));
    if (match) return match[1];
  }
  return family?.other ?? 'default';
}

type Family = {
  /** Words of a category or a type. */
  words: RegExp;
  /** Whether a type says more than such a category. */
  isGeneral?: boolean;
  /** Words of a title or a methodology, the most telling first. */
  kinds: readonly (readonly [RegExp, LandscapeKind])[];
  /** The landscape that is true of every project of this family. */
  other: LandscapeKind;
};

const families: readonly Family[] = [
  {
    words: /coast|mangrove|saltmarsh|seagrass|blue carbon/i,
    kinds: [
      [/mangrove/i, 'mangrove'],
      [/seagrass|eelgrass/i, 'seagrass'],
      [/salt ?marsh|\bmerse\b/i, 'saltmarsh'],
    ],
    other: 'coast',
  },
  {
    words: /solar|photovoltaic/i,
    kinds: [
      [/pump|irrigat/i, 'solar-pumps'],
      [/mini-?grid/i, 'mini-grid'],
    ],
    other: 'solar',
  },
  { words: /\bwind\b/i, kinds: [], other: 'wind' },
  {
    words: /agroforestry|silvopasture/i,
    kinds: [
      [/silvopastur/i, 'silvopasture'],
      [/\balleys?\b/i, 'alleys'],
      [/shade[ -](grown )?(coffee|cocoa|cacao)|coffee/i, 'shade'],
    ],
    other: 'agroforestry',
  },
  {
    words: /reforest|afforest|tree planting/i,
    kinds: [
      [/\b(dykes?|hedge(row)?s?|shelterbelts?|shelter belts?)\b/i, 'shelterbelt'],
      [/\boak(s|wood|woods|lands?)?\b/i, 'oakwood'],
      [/\b(birch(es|wood)?)\b/i, 'birchwood'],
      [/\b(gills?|ghylls?|combes?|cleughs?|riverside|riparian)\b/i, 'valley'],
      [/\b(hillside|slopes?|fellside)\b/i, 'hillside'],
    ],
    other: 'woodland',
  },
  { words: /forest conservation|redd|avoided deforestation/i, kinds: [], other: 'forest' },
  {
    words: /biochar/i,
    isGeneral: true,
    kinds: [
      [/\borchards?\b/i, 'orchard-char'],
      [/\bstraw\b/i, 'straw-char'],
      [/\bwillow\b/i, 'willow-char'],
      [/\bcoppice/i, 'coppice-char'],
      [/\b(brash|conifers?|spruce|pine)\b/i, 'conifer-char'],
      [/\bcoffee\b/i, 'coffee-char'],
    ],
    other: 'biochar',
  },
  {
    words: /methane|landfill|biogas|digester/i,
    isGeneral: true,
    kinds: [
      [/\b(orphan(ed)?|abandoned|plugged)\b.*\bwells?\b/i, 'plugged-wells'],
      [/landfill/i, 'methane'],
      [/\b(coal|mine|mines|colliery)\b/i, 'mine-gas'],
      [/\bdairy digesters?\b/i, 'dairy'],
      [/digester|biogas/i, 'digester'],
      [/\blagoons?\b/i, 'lagoons'],
      [/\b(slurry|manure)\b/i, 'tanks'],
      [/\b(wash|waste) ?water\b/i, 'reactor'],
    ],
    other: 'default',
  },
  {
    words: /biodiversity|meadow|grassland|habitat|peat|wetland/i,
    isGeneral: true,
    kinds: [
      [/\bheath/i, 'heath'],
      [/\bchalk\b/i, 'chalk'],
      [/\b(wet grassland|wetland|fen|washland|peat)/i, 'wetland'],
      [/\bpastures?\b/i, 'pasture'],
      [/\bmeadows?\b/i, 'meadow'],
    ],
    other: 'default',
  },
  { words: /tree|wood/i, isGeneral: true, kinds: [], other: 'woodland' },
  { words: /forest/i, isGeneral: true, kinds: [], other: 'forest' },
];

/** Stored as the picture of a project without one of its own; `pictureOf` draws a landscape in its place. */
export const defaultImage = '/pictures/default/default.svg';

type Pictured = Described & { slug: string; imageUrl: string };

/** Returns the picture to show: the project's own, otherwise a landscape of its kind, drawn from its slug. */
export function pictureOf(project: Pictured): string {
  return project.imageUrl === defaultImage ? `/pictures/${landscapeKindFor(project)}/${project.slug}.svg` : project.imageUrl;
}

/**
 * Returns the kind of landscape that `pictureOf` shows; undefined for a picture from elsewhere. The address decides: it may name a kind that the
 * project's words do not.
 */
export function kindShown(project: Pictured): LandscapeKind | undefined {
  const [, kind = ''] = /^\/pictures\/([a-z-]+)\//.exec(pictureOf(project)) ?? [];
  return isLandscapeKind(kind) ? kind : undefined;
}

/** Returns the alternative text of a project's picture: that it is a drawing, and of what. Empty for a picture from elsewhere, whose content is unknown. */
export function sceneAlt(project: Pictured): string {
  const kind = kindShown(project);
  return kind ? `Drawn landscape: ${scenes[kind]}` : '';
}

/** Returns `sceneAlt` with the project's name, for pictures shown away from it. */
export function landscapeAlt(project: Pictured & { location: string }): string {
  const { title, location } = project;
  return `${sceneAlt(project) ? `${sceneAlt(project)}, for` : 'Picture for'} ${title}${location && !title.includes(location) ? `, ${location}` : ''}`;
}

/** Seen from above, these can be cropped anywhere; the others are seen from the side, and keep what stands on their horizon. */
const fromAbove: readonly LandscapeKind[] = [
  'woodland',
  'valley',
  'shelterbelt',
  'forest',
  'agroforestry',
  'alleys',
  'coast',
  'saltmarsh',
  'solar',
  'solar-pumps',
  'mini-grid',
  'methane',
  'tanks',
  'lagoons',
  'dairy',
  'reactor',
  'default',
];

/** Checks whether a project's picture is seen from the side, so that a crop must keep its upper part. */
export function isSideView(project: Pictured): boolean {
  const kind = kindShown(project);
  return kind !== undefined && !fromAbove.includes(kind);
}
