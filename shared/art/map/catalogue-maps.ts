import { type GroundSheet, sheetSizes } from './ground-sheets.ts';
import { type MapPoint, placePoints } from './project-map.ts';
import { boundsAround } from './views.ts';

/** Most places on the map of /geospatial: more would cover it with rings. Its table gives the total. */
export const mappedPlaces = 60;

/** A project's location in degrees, north and east positive (WGS 84). */
export type MapPlace = {
  slug: string;
  title: string;
  location: string;
  standard: string;
  latitude: number;
  longitude: number;
  /** The link of its ring. Default: the project's page. */
  href?: string;
};

type Located = Omit<MapPlace, 'standard' | 'latitude' | 'longitude'> & {
  verificationStandard: string;
  latitude: number | null;
  longitude: number | null;
};

/** Returns the places of the projects that have coordinates. */
export function placesOf(projects: readonly Located[]): MapPlace[] {
  return projects.flatMap(({ slug, title, location, verificationStandard: standard, latitude, longitude }) =>
    latitude === null || longitude === null ? [] : [{ slug, title, location, standard, latitude, longitude }],
  );
}

/** A place with its number on the maps: the British Isles from north to south, then everywhere else. */
export type NumberedPlace = MapPlace & { number: number; isBritish: boolean };

/** A numbered ring at (x, y) for the place at (atX, atY), in viewBox units. The two differ where close rings are moved apart. */
export type MapMark = { place: NumberedPlace; x: number; y: number; atX: number; atY: number };

export type MapSheet = { ground: GroundSheet; marks: MapMark[] };

/** The single mark for all British rings on the world map: the range of their numbers, and its position. */
export type MapCluster = { first: number; last: number; x: number; y: number };

export type CatalogueMaps = { places: NumberedPlace[]; uk: MapSheet; world: MapSheet; cluster: MapCluster | undefined };

const britishSheet: GroundSheet = { size: 'tall', bounds: 'uk' };
/** The distance between rings, in viewBox units: at the sheet's narrowest size a touch target of 24 px; less in a crowded catalogue. */
const roomyGap = { uk: 29, world: 60 };
const crowdedGap = 11;
const crowd = 60;

const britishIsles = { id: 'british-isles', latitude: 54.6, longitude: -3.4 };

let last: { key: string; maps: CatalogueMaps } | undefined;

/**
 * Draws both maps of the catalogue: the British Isles, with a ring for each project, and the area around all other projects,
 * where the British ones are a single mark. The result is cached until the places change.
 */
export function drawCatalogueMaps(places: readonly MapPlace[]): CatalogueMaps {
  const key = JSON.stringify(places);
  if (last?.key !== key) last = { key, maps: draw(places) };
  return last.maps;
}

/** Returns the background of the map of the world: the area around all places, where the British ones are a single mark. */
export function worldGround(places: readonly MapPlace[]): GroundSheet {
  const abroad = slugsAbroad(places);
  const others = places.filter(({ slug }) => abroad.has(slug));
  const extra = others.length < places.length ? [britishIsles] : [];
  return { size: 'wide', bounds: others.length > 0 ? boundsAround([...others, ...extra]) : 'world' };
}

function slugsAbroad(places: readonly MapPlace[]): Set<string> {
  return new Set(placeOn(britishSheet, places.map(toPoint), 0).outside.map(({ id }) => id));
}

function draw(places: readonly MapPlace[]): CatalogueMaps {
  const abroad = slugsAbroad(places);
  const numbered = [...places]
    .sort((a, b) => Number(abroad.has(a.slug)) - Number(abroad.has(b.slug)) || b.latitude - a.latitude || (a.slug < b.slug ? -1 : 1))
    .map((place, index): NumberedPlace => ({ ...place, number: index + 1, isBritish: !abroad.has(place.slug) }));
  const british = numbered.filter(({ isBritish }) => isBritish);
  const others = numbered.filter(({ isBritish }) => !isBritish);
  const extra = british.length > 0 ? [britishIsles] : [];
  const world = drawSheet(worldGround(places), others, extra);
  const [first, final, at] = [british[0], british.at(-1), world.extra[0]];
  return {
    places: numbered,
    uk: drawSheet(britishSheet, british, []).sheet,
    world: world.sheet,
    cluster: first && final && at ? { first: first.number, last: final.number, x: at.x, y: at.y } : undefined,
  };
}

function drawSheet(ground: GroundSheet, places: NumberedPlace[], extra: MapPoint[]) {
  const points = [...places.map(toPoint), ...extra];
  const gap = points.length > crowd ? crowdedGap : roomyGap[ground.bounds === 'uk' ? 'uk' : 'world'];
  const { points: rings } = placeOn(ground, points, gap);
  const spots = new Map(placeOn(ground, points, 0).points.map((spot) => [spot.id, spot]));
  const placeOf = new Map(places.map((place) => [place.slug, place]));
  const marks = rings.flatMap(({ id, x, y }): MapMark[] => {
    const [place, spot] = [placeOf.get(id), spots.get(id)];
    return place && spot ? [{ place, x, y, atX: spot.x, atY: spot.y }] : [];
  });
  return { sheet: { ground, marks }, extra: rings.filter(({ id }) => !placeOf.has(id)) };
}

function placeOn({ size, bounds }: GroundSheet, points: MapPoint[], gap: number) {
  return placePoints({ ...sheetSizes[size], bounds }, points, gap);
}

function toPoint({ slug, latitude, longitude }: MapPlace): MapPoint {
  return { id: slug, latitude, longitude };
}
