import type { Closing, Comparison, Editorial, Faq, Hero, Ledger, PageMeta } from './types.ts';

type Layer = { title: string; body: string; proof: string };
/** Layers from the top down, as many as there are drawings (public/pictures/strata). */
export type Strata = { title: string; intro: string; layers: [Layer, Layer, Layer, Layer, Layer] };

export const meta = {
  title: 'Puro.Earth carbon removal credits (CORCs) | Carma',
  description:
    'Biochar removal credits offered through Puro.Earth: how a CO₂ Removal Certificate is issued, why the carbon is stored for 100+ years and which documents prove it.',
} satisfies PageMeta;

export const hero = {
  eyebrow: 'Removal partner: Puro.Earth',
  title: 'Certified removals from biochar',
  lede: 'Carma offers removal credits through Puro.Earth, a platform that certifies only carbon taken out of the air and stored. The removals we sell through it are biochar.',
  actions: [
    { label: 'Enquire', href: '/contact' },
    { label: 'View Projects', href: '/projects' },
  ],
} satisfies Hero;

/** The figure beside the hero: product.md, section 9. */
export const durability = {
  value: '100+',
  unit: 'years',
  label: 'Biochar storage',
  note: 'A minimum in the standard, not our estimate. Each certificate states the durability class it was issued under.',
};

export const strata = {
  title: 'How a tonne is removed, and the proof at each stage',
  intro:
    'There are five stages, each with a document. The certificate, the last of them, is issued only once the first four have been audited.',
  layers: [
    {
      title: 'Feedstock',
      body: 'Prunings, husks, sawmill residue: plants that took their carbon from the air and would otherwise have rotted or burned and released it.',
      proof: 'Delivery notes and a statement of origin',
    },
    {
      title: 'Pyrolysis',
      body: 'With little or no oxygen, heat turns much of the carbon into a char microbes can hardly break down. The gas from the kiln, methane included, is burned for heat.',
      proof: 'Kiln logs: temperature, time, throughput',
    },
    {
      title: 'Storage',
      body: 'The char goes into soil, concrete or another use in which it won’t be burned.',
      proof: 'Weighbridge tickets and proof of end use',
    },
    {
      title: 'Audit',
      body: 'A laboratory tests the char; an independent verifier inspects the plant and the life-cycle assessment. Emissions from haulage, drying and the kiln are deducted from the total.',
      proof: 'Laboratory results, life-cycle assessment, audit report',
    },
    {
      title: 'Certificate',
      body: 'The net total is issued as CO₂ Removal Certificates: one CORC per tonne, with a serial number on a public registry. It is retired once, in your name.',
      proof: 'CORC serial number and retirement statement',
    },
  ],
} satisfies Strata;

export const comparison = {
  title: 'Biochar and UK woodland side by side',
  columns: { question: 'Question', elsewhere: 'A UK woodland tonne', here: 'A biochar tonne' },
  rows: [
    {
      question: 'How long is it stored?',
      elsewhere: 'As long as the wood stands. Projects last 35–100 years.',
      here: '100+ years, in a form that decays very slowly.',
    },
    {
      question: 'When do I get it?',
      elsewhere: 'As the trees grow, from the first verification at year 5.',
      here: 'Once the char has been made, used and audited: often within months.',
    },
    {
      question: 'What is measured?',
      elsewhere: 'Stems and girths on sample plots.',
      here: 'The char, by weight and by laboratory analysis.',
    },
    {
      question: 'What could undo it?',
      elsewhere: 'Fire, disease or wind. A shared buffer covers verified units.',
      here: 'Burning the char. That is why the end use is documented.',
    },
    {
      question: 'What else do I get?',
      elsewhere: 'Habitat, shade, a place to visit.',
      here: 'Soil that holds water better. Few benefits for wildlife.',
    },
  ],
} satisfies Comparison;

export const benefits = {
  eyebrow: 'Benefits',
  title: 'What a CORC gives you',
  items: [
    {
      title: 'Issued after the removal',
      body: 'It isn’t a forecast. When you buy a certificate, the carbon has already been stored and an independent verifier has confirmed it.',
    },
    {
      title: 'Net, not gross',
      body: 'The project’s own emissions from fuel, drying and transport are deducted before the first certificate is issued.',
    },
    {
      title: 'Fit for residual emissions',
      body: 'Net-zero frameworks such as the SBTi’s distinguish removal from avoidance. Every CORC is a removal.',
    },
    {
      title: 'On its registry and on our record',
      body: 'Puro.Earth’s registry holds the serial number. Our record shows the sale to you and the retirement. An auditor can start from either.',
    },
  ],
} satisfies Ledger;

export const partner = {
  title: 'What Puro.Earth does, and what Carma does',
  paragraphs: [
    'Puro.Earth writes the Puro Standard, has suppliers audited against it and runs the registry in which certificates are issued and retired. It certifies no avoided emissions.',
    'Carma chooses among certified suppliers under its own quality system and sends you the documents we have with the quote. If a supplier fails an audit, we stop selling its credits, even if its older certificates remain valid.',
  ],
  notes: [
    'CORC: CO₂ Removal Certificate. One tonne of CO₂, net, with a stated minimum durability.',
    'Supply is limited: a plant can certify only what it has made. Ask early for volumes over several years.',
    'Puro.Earth and CORC are names of Puro.Earth. The wording on this page is ours.',
  ],
} satisfies Editorial;

export const faq = {
  title: 'Frequently asked questions',
  items: [
    {
      question: 'Why does removal cost so much more than avoidance?',
      answer:
        'Because for every tonne a plant has to be run, feedstock bought, and the char weighed, tested and audited. An avoided tonne often needs only a change of practice. Project pages show the price in pounds, excl. VAT, so you can compare the two and mix them to suit your claim.',
    },
    {
      question: 'How can anyone know it lasts 100 years?',
      answer:
        'From its chemistry. A laboratory measures how far the char has been carbonised; published decay studies then give the share that will remain in soil of a given temperature. Only that share is certified. Puro.Earth’s biochar methodology of 2022 sets a minimum of 100 years, and the draft of its 2025 update raised that to 200; each certificate says which class it was issued under.',
    },
    {
      question: 'Is biochar a nature-based credit?',
      answer:
        'Not in the usual sense. Plants capture the carbon, a kiln makes it durable, and it’s usually classed as an engineered removal. If your target names nature, pair it with woodland or biodiversity net gain.',
    },
    {
      question: 'Can we reserve next year’s tonnes?',
      answer:
        'Usually, through a delivery agreement with the supplier that sets quantity, year, price and what happens if the plant falls short. You can report those tonnes once their certificates are issued.',
    },
  ],
} satisfies Faq;

export const closing = {
  title: 'Ask for removal credits',
  body: 'Tell us how many tonnes you need and how long they must be stored. We’ll answer with suppliers, volumes and prices, excl. VAT.',
  actions: [
    { label: 'Ask for Removal Credits', href: '/contact' },
    { label: 'Compare the Standards', href: '/carbon-standards' },
  ],
} satisfies Closing;
