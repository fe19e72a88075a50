import { specimenCertificate } from './impact-hub.ts';
import { whatIsLeftOpen } from './ledger.ts';
import type { Closing, Hero, Link, PageMeta, Term } from './types.ts';

export const meta = {
  title: 'Geospatial data: our projects on the map | Carma',
  description:
    'The carbon projects in our catalogue on a real map, with their coordinates, and what satellites, impact layers and metadata can show.',
} satisfies PageMeta;

export const parent = { label: 'For Enterprises', href: '/enterprise' } satisfies Link;

export const hero = {
  eyebrow: 'Geospatial data',
  title: 'Where the projects are',
  lede: 'The projects in our catalogue on the map. Go and look, or send somebody.',
  actions: [
    { label: 'See the Coordinates', href: '#coordinates' },
    { label: 'Back to Enterprise', href: '/enterprise' },
  ],
} satisfies Hero;

export const maps = {
  caption:
    'A number counts projects too close together to show one by one, and leads to them. A project that states no coordinates stands in the middle of its country. Land: Natural Earth.',
  error: 'The catalogue could not be read, so there is no map to show. Please try again.',
  again: 'Try Again',
} as const;

export const coordinates = {
  none: 'No project in the catalogue gives its coordinates yet. Ask for them: they are part of a project’s documents.',
  eyebrow: 'Project map data',
  title: 'Coordinates of the projects',
  intro: 'In the catalogue’s order. Three decimal places are accurate to about a hundred metres: enough to find the gate.',
  caption: 'Projects with their place, latitude, longitude and standard',
  columns: { project: 'Project', place: 'Place', latitude: 'Latitude', longitude: 'Longitude', standard: 'Standard' },
  termsLabel: 'Terms',
  all: 'List places ({count})',
  beyond: 'The first {shown} of {total} places.',
  catalogue: { label: 'See the rest in the catalogue', href: '/projects' },
} as const;

export const terms = [
  {
    term: 'Latitude and longitude',
    meaning: 'Degrees in WGS 84, the system that GPS uses. Paste them into any map.',
    href: '#metadata',
  },
  {
    term: 'Standard',
    meaning: 'The rulebook the project is certified under. Each has its own rules for how a boundary is drawn and checked.',
    href: '/carbon-standards',
  },
] satisfies Term[];

export const imagery = {
  eyebrow: 'Satellite imagery',
  title: 'What satellite images can show',
  paragraphs: [
    'A satellite image is a grid of squares, each with a single reading. How much it can prove depends on how large the squares are.',
    'At 30 metres you can see a felled compartment, at 10 metres its edge, and at 3 metres the gaps. No satellite can tell whether a sapling under the grass is alive: for that, somebody has to walk the plot.',
    'So we use imagery as dated evidence, made by a third party, of whether the ground has changed.',
  ],
  // `pixel`: the side of a pixel in metres, or 0 for the plot itself.
  views: [
    { pixel: 30, title: '30 m', note: '9 readings. The resolution of Landsat, available since the 1980s.' },
    { pixel: 10, title: '10 m', note: '81 readings. Sentinel-2’s sharpest bands.' },
    { pixel: 3, title: '3 m', note: '900 readings. Commercial constellations.' },
    { pixel: 0, title: 'On foot', note: 'Every crown, its species, and whether it is alive.' },
  ],
  caption: 'One plot of 90 by 90 metres, a drawing: the same trees and the same pond in all four squares.',
} as const;

export const layers = {
  eyebrow: 'Impact layers',
  title: 'Four data layers that describe a site',
  intro: 'Each layer answers one question. Laid over one another, they disagree where something is wrong.',
  /** From the top of the drawing, public/pictures/layers.svg, down. */
  layers: [
    {
      title: 'eDNA sites',
      shows: 'Where water and soil were sampled, and which species left DNA there.',
    },
    {
      title: 'Hydrology',
      shows: 'Where water stands and runs: how wet peat and marsh remain, and what reaches the stream.',
    },
    {
      title: 'Canopy',
      shows: 'Cover and height of trees, from which growth is estimated between field visits.',
    },
    {
      title: 'Land cover',
      shows: 'Wood, scrub, grass or marsh: how the ground was classified before the project, and since.',
    },
  ],
  limit: { text: 'No layer counts animals, or weighs the carbon in soil and roots.', link: whatIsLeftOpen },
  caption: 'A drawing of an invented site. The contour lines are the same on every layer.',
} as const;

export const metadata = {
  eyebrow: 'Contextual metadata',
  title: 'What we record about each place',
  intro: 'This is one entry in our catalogue as it is now. Anything it lacks is worth asking for in the project’s own documents.',
  label: 'Catalogue entry',
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
  none: 'Not stated',
  note: 'From the catalogue, when this page was made.',
  documents: {
    title: 'In the project’s documents',
    items: [
      {
        title: 'Boundary',
        body: 'The outline of the land that is counted. Coordinates show where it is; only the outline shows where it ends.',
      },
      { title: 'Baseline', body: 'What was there before, on which date, and what would have happened without the project.' },
      {
        title: 'Methodology and version',
        body: 'The rules by which the tonnes were calculated. The same site gives different numbers under different methodologies.',
      },
      { title: 'Monitoring dates', body: 'When it was measured, by whom, and when it will be measured again.' },
    ],
  },
};

export const specimen = {
  ...specimenCertificate,
  quantity: 250,
  caption: 'Specimen, filled in from a catalogue entry. Nothing was retired.',
};

export const retirement = {
  eyebrow: 'Retirement certificates',
  title: 'What the certificate says about the place',
  intro: 'When a credit is retired, the certificate names the project the tonne came from, and can be checked without us.',
  features: [
    {
      title: 'On-chain confirmation',
      body: 'The retirement is an entry in Carma’s public log. The certificate has the number of the entry, and a proof anyone can check.',
    },
    {
      title: 'Downloadable PDF certificate',
      body: 'One file for each retirement, to keep with the invoice. It names the project, the quantity and the entity it was retired for.',
    },
    {
      title: 'Smart contract ID',
      body: 'The address of the token’s contract on Carma’s own registry. It isn’t on the certificate: the serial numbers, the entry and its proof are enough to check a retirement.',
    },
    {
      title: 'QR code verification',
      body: 'Printed on the certificate and leading to the certificate’s page, so a paper copy in a tender file is as easy to check as a link.',
    },
  ],
  more: { label: 'See the certificate demo', href: '/impact-hub#demo-certificate' },
};

export const closing = {
  title: 'Ask about a site',
  body: 'Any seller of credits should be able to give you coordinates. Ours are on this page. Ask us for a boundary, an image or a price.',
  actions: [
    { label: 'Back to Enterprise', href: '/enterprise' },
    { label: 'Enquire', href: '/contact' },
    { label: 'Open the Record', href: '/record' },
  ],
} satisfies Closing;
