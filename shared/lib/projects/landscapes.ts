import { own } from '#shared/lib/input/own.ts';

/** The landscapes drawn for projects (public/pictures/landscapes), each with what it shows. `catalogue_picture` in the database chooses. */
const scenes: Record<string, { shows: string; isFromAbove?: true }> = {
  woodland: { shows: 'tree crowns and rows of saplings over contour lines', isFromAbove: true },
  oakwood: { shows: 'broad oaks of several ages on a hill, with saplings below them' },
  birchwood: { shows: 'slender birches with pale trunks' },
  valley: { shows: 'steep streams from above, with planting along their banks', isFromAbove: true },
  hillside: { shows: 'a band of wood and rows of saplings across a long slope' },
  shelterbelt: { shows: 'fields from above, with belts of trees along stone walls', isFromAbove: true },
  forest: { shows: 'closed canopy from above, with a river through it', isFromAbove: true },
  savanna: { shows: 'tall grass with scattered flat-topped trees' },
  agroforestry: { shows: 'rows of trees along crop terraces', isFromAbove: true },
  silvopasture: { shows: 'rows of trees over rounded pasture' },
  alleys: { shows: 'straight lines of trees from above, with strips of crops between them', isFromAbove: true },
  shade: { shows: 'rows of coffee on a slope, under tall shade trees' },
  coast: { shows: 'a shore from above, with tide lines, flats and contours', isFromAbove: true },
  saltmarsh: { shows: 'a saltmarsh from above, with creeks that branch inland', isFromAbove: true },
  mangrove: { shows: 'mangroves on arched roots in shallow water' },
  seagrass: { shows: 'long blades of seagrass under clear water' },
  biochar: { shows: 'a soil section with flecks of char in its layers' },
  'orchard-char': { shows: 'a soil section with flecks of char, under a row of fruit trees' },
  'straw-char': { shows: 'a soil section with flecks of char, under ripe corn' },
  'willow-char': { shows: 'a soil section with flecks of char, under rows of willow rods' },
  'coppice-char': { shows: 'a soil section with flecks of char, under coppiced stools' },
  'conifer-char': { shows: 'a soil section with flecks of char, under conifers' },
  'coffee-char': { shows: 'a soil section with flecks of char, under coffee bushes' },
  solar: { shows: 'rows of solar panels that leave the steep ground free', isFromAbove: true },
  'solar-pumps': { shows: 'small fields from above, with wells, solar panels and channels', isFromAbove: true },
  'mini-grid': { shows: 'a village from above, wired to one solar array', isFromAbove: true },
  wind: { shows: 'slim turbines along a ridge, under lines of wind' },
  methane: { shows: 'gas wells ringed by contour lines and joined by pipes', isFromAbove: true },
  tanks: { shows: 'round slurry stores under covers, piped to a farm', isFromAbove: true },
  lagoons: { shows: 'four covered lagoons from above, joined by a pipe', isFromAbove: true },
  digester: { shows: 'domed digesters beside a barn' },
  reactor: { shows: 'a covered round reactor from above, fed from settling basins', isFromAbove: true },
  'plugged-wells': { shows: 'a section through rock, with old wells filled with cement and capped' },
  'mine-gas': { shows: 'a section through coal seams, with a capped shaft and an engine house' },
  meadow: { shows: 'drifts of grass and flowers with a mown path and a hedge' },
  pasture: { shows: 'clover and knapweed in front of a fenced pasture' },
  wetland: { shows: 'flat wet ground with ditches, pools and rushes' },
  heath: { shows: 'mounds of heather with strips of bare sand' },
  chalk: { shows: 'smooth chalk downs with short turf and bare chalk' },
  contours: { shows: 'contour lines alone', isFromAbove: true },
};

/** Shown for a project without a picture of its own. */
export const defaultImage = '/pictures/default/default.svg';

type Pictured = { imageUrl: string };

/** Returns the address of the picture that pages show: the default for one at another host, from which they load nothing. */
export const shownImage = ({ imageUrl }: Pictured): string => (imageUrl.startsWith('/') ? imageUrl : defaultImage);

/** Returns the alternative text of the picture that pages show: that it is a drawing, and of what. Empty for one that is no drawing. */
export function sceneAlt(project: Pictured): string {
  const scene = sceneOf(project);
  return scene ? `Drawn landscape: ${scene.shows}` : '';
}

/** Returns `sceneAlt` with the project's name, for pictures shown away from it. */
export function landscapeAlt(project: Pictured & { title: string; location: string }): string {
  const { title, location } = project;
  return `${sceneAlt(project) ? `${sceneAlt(project)}, for` : 'Picture for'} ${title}${location && !title.includes(location) ? `, ${location}` : ''}`;
}

/** Checks whether a project's picture is a view from the side, of which a crop keeps the upper part. One from above is cropped anywhere. */
export function isSideView(project: Pictured): boolean {
  const scene = sceneOf(project);
  return scene !== undefined && !scene.isFromAbove;
}

function sceneOf(project: Pictured) {
  const shown = shownImage(project);
  if (shown === defaultImage) return scenes.contours;
  const [, name = ''] = /^\/pictures\/landscapes\/([a-z-]+)-\d\.svg$/.exec(shown) ?? [];
  return own(scenes, name);
}
