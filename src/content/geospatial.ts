import { certificate as specimen } from './impact-hub.ts';
import type { CertificateWords, Closing, GroundLayers, Hero, Link, PageMeta, PixelStudy, Term } from './types.ts';

export const meta = {
  title: 'Geospatial data: every project on the map | Carma',
  description:
    'Coordinates of every carbon project in the catalogue on a real map, with what satellites, impact layers and metadata can show about it, and what they cannot.',
} satisfies PageMeta;

export const parent = { label: 'For Enterprises', href: '/enterprise' } satisfies Link;

export const hero = {
  eyebrow: 'Geospatial data',
  title: 'Every tonne comes from somewhere',
  lede: 'A credit is ground before it is a number. This is where the projects in our catalogue are. Go and look, or send somebody.',
  actions: [
    { label: 'See the Coordinates', href: '#coordinates' },
    { label: 'Back to Enterprise', href: '/enterprise' },
  ],
} satisfies Hero;

export const maps = {
  uk: 'Projects in the British Isles',
  world: 'Projects in the rest of the world',
  cluster: (first: number, last: number) => `Projects ${first}–${last}, on the map of the British Isles`,
  caption:
    'The numbers are those of the table. Where rings would cover each other they stand aside; a line leads to the spot. Land: Natural Earth.',
  /** Where no project gives its coordinates. */
  byCountry:
    'No project of the catalogue gives its coordinates yet. Each ring is a country: it leads to its projects. Land: Natural Earth.',
  error: 'The catalogue did not answer, and a map without it would be decoration. Please try again.',
  again: 'Try Again',
};

export const coordinates = {
  none: 'No project of the catalogue gives its coordinates yet. Ask for them: they are part of a project’s documents.',
  eyebrow: 'Project map data',
  title: 'The map, as a table',
  intro:
    'The British Isles from north to south, then everywhere else. Three decimals of a degree are about a hundred metres: enough to find the gate.',
  caption: 'Projects with their place, latitude, longitude and standard',
  columns: { project: 'Project', place: 'Place', latitude: 'Latitude', longitude: 'Longitude', standard: 'Standard' },
  termsLabel: 'Terms',
  all: (count: string) => `List every place (${count})`,
  beyond: (shown: string, total: string) => `The first ${shown} of ${total} places.`,
  catalogue: { label: 'See the rest in the catalogue', href: '/projects' },
};

export const terms = [
  {
    term: 'Latitude and longitude',
    meaning: 'Degrees in the WGS 84 frame, the one that GPS uses. Paste them into any map.',
    href: '#metadata',
  },
  {
    term: 'Standard',
    meaning: 'The rulebook that the project is certified under. Each has its own rules for how a boundary is drawn and checked.',
    href: '/carbon-standards',
  },
] satisfies Term[];

export const imagery = {
  eyebrow: 'Satellite imagery',
  title: 'What a pixel can swear to',
  paragraphs: [
    'A satellite does not see a wood. It sees squares, and calls each square one thing. How much a picture can prove depends on how large the squares are.',
    'At 30 metres a felled compartment shows. At 10 metres its edge does. At 3 metres you can count the gaps. Whether a sapling under the grass is alive, no orbit will tell you: for that somebody walks the plot.',
    'So we use imagery for what it is good at: a dated record, made by somebody else, that the ground changed or did not.',
  ],
  views: [
    { pixel: 30, title: '30 m', note: '9 readings. Landsat’s grain, kept since the 1980s.' },
    { pixel: 10, title: '10 m', note: '81 readings. Sentinel-2’s sharpest bands.' },
    { pixel: 3, title: '3 m', note: '900 readings. Commercial constellations.' },
    { pixel: 0, title: 'On foot', note: 'Every crown, its species, and whether it is alive.' },
  ],
  caption: 'One plot of 90 by 90 metres, drawn by code: the same trees and the same pond in all four squares.',
} satisfies PixelStudy;

export const layers = {
  eyebrow: 'Impact layers',
  title: 'Four sheets over one piece of ground',
  intro: 'Each sheet answers one question and is blind to the others. Laid over each other they disagree where something is wrong.',
  labels: { shows: 'Shows', limit: 'Cannot show' },
  layers: [
    {
      sheet: 'sites',
      title: 'eDNA sites',
      shows: 'Where water and soil were sampled, and which species left DNA there.',
      limit: 'How many of each there are.',
    },
    {
      sheet: 'water',
      title: 'Hydrology',
      shows: 'Where water stands and runs: how wet peat and marsh stay, and what reaches the stream.',
      limit: 'Carbon. It explains why the other sheets change.',
    },
    {
      sheet: 'canopy',
      title: 'Canopy',
      shows: 'Cover and height of trees, from which growth is worked out between two field visits.',
      limit: 'Carbon in soil and roots.',
    },
    {
      sheet: 'cover',
      title: 'Land cover',
      shows: 'Wood, scrub, grass, marsh: what the ground was filed as before the project, and since.',
      limit: 'Whether it is well or badly kept.',
    },
  ],
  caption: 'An invented site, drawn by code. The contour lines are the same on every sheet.',
} satisfies GroundLayers;

export const metadata = {
  eyebrow: 'Contextual metadata',
  title: 'A point on a map is not evidence. Its label is.',
  intro:
    'The sheet is one row of our catalogue as it stands now. What it does not hold is in the project’s own documents, and worth asking for.',
  label: 'Catalogue record',
  fields: {
    category: 'Category',
    standard: 'Standard',
    place: 'Place',
    country: 'Country',
    position: 'Position',
    impact: 'Annual impact',
    changed: 'Last changed',
  },
  unit: 'tCO₂e',
  none: 'Not recorded',
  note: 'Read from the catalogue as this page was made.',
  documents: {
    title: 'In the project’s documents',
    items: [
      { title: 'Boundary', body: 'The outline of the ground that is counted. A coordinate finds it; only the outline says where it ends.' },
      { title: 'Baseline', body: 'What was there before, on which date, and what would have happened without the project.' },
      {
        title: 'Method and version',
        body: 'The rulebook by which the tonnes were worked out, since the same site gives different numbers under two of them.',
      },
      { title: 'Monitoring dates', body: 'When it was measured, by whom, and when it will be measured again.' },
    ],
  },
};

export const certificate = {
  ...specimen,
  quantity: 250,
  caption: 'Specimen on a real row of the catalogue. Nothing was retired.',
} satisfies CertificateWords;

export const retirement = {
  eyebrow: 'Retirement certificates',
  title: 'From the ground to the file',
  intro:
    'When the credit is used, the place travels with it: the certificate names the project where the tonne came from. Four things on it can be checked without us.',
  features: [
    {
      title: 'On-chain confirmation',
      body: 'The retirement is an entry in the registry. The certificate says where it stands, and the entry says that the tokens are locked or burned.',
    },
    {
      title: 'Downloadable PDF certificate',
      body: 'One file for each retirement, to lay beside the invoice. It names the project, the quantity and the entity that it was retired for.',
    },
    {
      title: 'Smart contract ID',
      body: 'The address of the contract that carried it out. Software can follow it; so can an auditor with a block explorer.',
    },
    {
      title: 'QR code verification',
      body: 'Printed on the sheet and leading to the entry, so that a paper copy in a tender file is as easy to check as a link.',
    },
  ],
  more: { label: 'See the certificate demo', href: '/impact-hub#demo-certificate' },
};

export const closing = {
  title: 'Ask for the coordinates before you ask for the price.',
  body: 'Any seller of credits should be able to give them. Here they are on the page, and the price is one click from each.',
  actions: [
    { label: 'Back to Enterprise', href: '/enterprise' },
    { label: 'Enquire', href: '/contact' },
    { label: 'Open the Record', href: '/record' },
  ],
} satisfies Closing;
