import { countryName } from '#shared/lib/projects/facts.ts';

/** [category, project type, typical price in pence, typical impact in tCO2e a year, words of titles] */
const kinds = [
  ['Reforestation', 'UK tree planting', 2800, 600, 'Oakwood Birchwood Planting Woodland'],
  ['Forest Conservation', 'REDD+', 1100, 180_000, 'Forest Peatland Reserve Corridor'],
  ['Improved Forest Management', 'Improved forest management', 1600, 40_000, 'Hardwood Conifer Timberland Forest'],
  ['Renewable Energy', 'Wind', 400, 60_000, 'Wind Breeze Ridge'],
  ['Renewable Energy', 'Hydropower', 350, 45_000, 'Hydro River Weir'],
  ['Solar Energy', 'Solar power', 450, 50_000, 'Solar Sunfield'],
  ['Methane Avoidance', 'Methane avoidance', 1900, 30_000, 'Landfill Digester Lagoon Mine'],
  ['Biochar', 'Biochar', 14_500, 2_500, 'Biochar Charcoal'],
  ['Agroforestry', 'Agroforestry', 2200, 8_000, 'Coffee Cacao Orchard Shade'],
  ['Coastal Protection', 'Blue carbon', 2600, 20_000, 'Mangrove Saltmarsh Seagrass'],
  ['Energy Efficiency', 'Cookstoves', 900, 35_000, 'Cookstove Kitchen Household'],
  ['Biodiversity Net Gain', 'Biodiversity net gain', 3200, 150, 'Meadow Hedgerow Grassland'],
] as const;
/** A standard is picked as often as it is listed. */
const standards = [
  ...['VCS', 'VCS', 'VCS', 'Gold Standard', 'Gold Standard', 'American Carbon Registry', 'Climate Action Reserve'],
  ...['Woodland Carbon Code', 'Puro.Earth', 'Plan Vivo', 'Isometric', 'ART TREES'],
];
/** A point well within each country, as latitude and longitude. */
const countries = Object.entries({
  ...{ GB: [53, -1.5], US: [39, -98], IN: [22, 79], CN: [33, 105], BR: [-10, -53], TR: [39, 35], KE: [0.5, 37.5], UG: [1, 32] },
  ...{ CO: [4, -73], PE: [-9, -75], ID: [-2, 115], VN: [16, 107], MX: [23, -102], ZA: [-29, 24], GH: [8, -1] },
} satisfies Record<string, [number, number]>);
const beginnings = 'Ash Bar Cal Dun El Far Gal Har In Jor Kal Lor Mar Nor Os Pel Quin Ros Sal Tor Ul Ver Wes Yar Zan'.split(' ');
const endings = 'dale field more by ton wick ara imba ongo pura ville hala mere stead nagar vara oro'.split(' ');
const sentences = [
  'Fixed plots are walked every five years; height, survival and browsing are recorded tree by tree.',
  'Meters send their readings every quarter of an hour, and a verifier compares them with the invoices.',
  'The baseline was surveyed before the first year, and losses at the start are counted against the credits.',
  'Families choose the stove they want; every tenth household is visited in the first year and every third.',
  'A buffer of credits is held back for losses, and released only after the next verification.',
  'The gas that used to escape is collected, measured and burned, and its flow is logged without a gap.',
  'Mangrove seedlings come from a nursery in the village, and the shore is measured from the air each spring.',
];

/** Returns `count` invented projects as `catalogue import` reads them, always the same; some titles are long, repeated or Arabic. */
export function manyProjects(count: number) {
  // Any number gives projects; another gives others.
  let state = 0x856082f6;
  /** Returns the next number from 0 to below 1 (mulberry32). */
  const random = () => {
    state = (state + 0x6d2b79f5) | 0;
    let mixed = Math.imul(state ^ (state >>> 15), 1 | state);
    mixed = (mixed + Math.imul(mixed ^ (mixed >>> 7), 61 | mixed)) ^ mixed;
    return ((mixed ^ (mixed >>> 14)) >>> 0) / 4294967296;
  };
  const pick = <T>(values: readonly T[]): T => values[Math.floor(random() * values.length)] as T;
  /** Returns a whole number from a sixth of `middle` to six times it, most often near it; at least 1. */
  const spread = (middle: number) => Math.max(1, Math.round(middle * Math.exp((random() + random() + random() - 1.5) * 1.2)));
  return Array.from({ length: count }, (_, index) => {
    const [category, projectType, price, impact, words] = pick(kinds);
    // A few countries have most of the projects.
    const [country, [north, east]] = countries[Math.floor(random() ** 2 * countries.length)] as (typeof countries)[number];
    const place = `${pick(beginnings)}${pick(endings)}`;
    const noun = pick(words.split(' '));
    const impactPerYear = spread(impact);
    const isPriced = random() > 0.05;
    const extent = country === 'GB' ? 3 : 5;
    return {
      externalId: `INV-${String(index + 1).padStart(6, '0')}`,
      title: titleOf(index, `${place} ${noun}`),
      description: `${noun} at ${place}, ${countryName(country)}. ${pick(sentences)} ${pick(sentences)} Invented for measuring, number ${index + 1}.`,
      category,
      projectType,
      pricePerCredit: isPriced ? spread(price) : null,
      availableCredits: random() < 0.12 ? 0 : spread(impact * 1.5),
      verificationStandard: pick(standards),
      location: `${place}, ${countryName(country)}`,
      country,
      latitude: Math.round((north + (random() - 0.5) * extent) * 1000) / 1000,
      longitude: Math.round((east + (random() - 0.5) * extent) * 1000) / 1000,
      impactPerYear,
      featured: index % 1500 === 7,
      status: isPriced ? 'On sale' : 'Not yet on sale',
      unitsStatus: random() < 0.7 ? 'issued' : 'expected',
      permanenceYears: category === 'Renewable Energy' ? null : 40,
      figuresSource: 'Invented figure, for measuring',
      figuresAsOf: '2026-09-30',
      labels: labelsOf(index),
    };
  });
}

/** Searches of /projects on a catalogue of `manyProjects`, as query strings. */
export const measuredSearches = [
  ...['', 'page=20', 'sort=price', 'sort=price-desc&page=9', 'sort=available', 'sort=available-desc', 'sort=impact', 'sort=impact-desc'],
  ...['sort=name', 'sort=name-desc', 'category=Biochar&sort=price', 'type=Cookstoves', 'standard=Isometric&country=GB', 'country=KE'],
  ...['status=Sold+out', 'status=Not+yet+on+sale', 'min=20&max=25&sort=impact-desc', 'impact=10000&status=On+sale&sort=available'],
  ...['q=quinpura', 'q=mangrove', 'q=forest&sort=price', 'q=stove', 'q=invented', 'q=mangorve', 'q=mangrove+zanton&country=KE'],
];

/** Two thirds of the projects have labels, in about as many combinations as a registry's goals make. */
function labelsOf(index: number) {
  if (index % 3 === 0) return null;
  const labels = [
    ...(index % 7 === 0 ? ['CCP-labelled'] : []),
    ...(index % 11 === 0 ? ['CORSIA 2024-2026', 'Article 6 authorised'] : []),
    ...new Set(['SDG 13', `SDG ${1 + (index % 17)}`, `SDG ${1 + (index % 5)}`]),
  ];
  return labels.map((label) => ({ label, vintageStart: null, vintageEnd: null, source: 'Invented, for measuring', asOf: '2026-09-30' }));
}

function titleOf(index: number, title: string): string {
  const long = 'grouped installation of improved devices in households and small enterprises of the district, '.repeat(3);
  if (index % 2000 === 1999) return `${title}: ${long}`.slice(0, 225).trim();
  if (index % 2000 === 999) return `مشروع غابات المانغروف ${index + 1}`;
  return title;
}
