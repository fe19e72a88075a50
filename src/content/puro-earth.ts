import type { Closing, Comparison, Editorial, Faq, Hero, Ledger, PageMeta, Strata } from './types.ts';

export const meta = {
  title: 'Puro.earth carbon removal credits (CORCs) | Carma',
  description:
    'Biochar removal credits offered through Puro.earth: how a CO₂ Removal Certificate is earned, why it is stored for 100+ years and what it costs you in proof.',
} satisfies PageMeta;

export const hero = {
  eyebrow: 'Removal partner: Puro.earth',
  title: 'Removal you can put on a weighbridge',
  lede: 'Carma offers removal credits through Puro.earth, a platform that certifies carbon taken out of the air and stored, and no other kind. From us that means biochar.',
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
  note: 'The standard’s minimum, not our estimate. A certificate states the durability class that it was issued under.',
};

export const strata = {
  eyebrow: 'From prunings to a certificate',
  title: 'How a tonne goes down, and what proves it',
  intro:
    'Five layers. Each leaves a document behind, and the certificate at the bottom is only issued once the four above it have been audited.',
  layers: [
    {
      title: 'Feedstock',
      body: 'Prunings, husks, sawmill residue: plants that took their carbon from the air and would have rotted or burned, giving it back.',
      proof: 'Delivery notes and a statement of origin',
    },
    {
      title: 'Pyrolysis',
      body: 'Heated with little or no oxygen, much of the carbon turns into a char that microbes can hardly eat. The kiln’s gas is burned for heat, so that methane does not escape.',
      proof: 'Kiln logs: temperature, time, throughput',
    },
    {
      title: 'Storage',
      body: 'The char goes into soil, concrete or another use in which it will not be burned. From there on, time is on the side of the buyer.',
      proof: 'Weighbridge tickets and proof of end use',
    },
    {
      title: 'Audit',
      body: 'A laboratory tests the char; an independent auditor inspects the plant and the life-cycle account. Haulage, drying and the kiln’s own emissions come off the total.',
      proof: 'Laboratory sheet, life-cycle assessment, audit report',
    },
    {
      title: 'Certificate',
      body: 'What remains, net, is issued as CO₂ Removal Certificates: one CORC for one tonne, with a serial on a public registry. It is retired once, in your name.',
      proof: 'CORC serial and retirement statement',
    },
  ],
} satisfies Strata;

export const comparison = {
  eyebrow: 'Beside a growing wood',
  title: 'Two removals, two different jobs',
  columns: { question: 'Question', elsewhere: 'A UK woodland tonne', here: 'A biochar tonne' },
  rows: [
    {
      question: 'How long does it stay?',
      elsewhere: 'As long as the wood stands. Projects last 35–100 years.',
      here: '100+ years, in a form that decays very slowly.',
    },
    {
      question: 'When do I get it?',
      elsewhere: 'As the trees grow, from the first check at year 5.',
      here: 'After the char is made, stored and audited: often within months.',
    },
    {
      question: 'What is measured?',
      elsewhere: 'Stems and girths on sample plots.',
      here: 'Every load, by weight and by laboratory analysis.',
    },
    {
      question: 'What could undo it?',
      elsewhere: 'Fire, disease, wind. A shared buffer covers the loss.',
      here: 'Burning the char. That is why the end use is documented.',
    },
    {
      question: 'What else do I get?',
      elsewhere: 'Habitat, shade, a place to visit.',
      here: 'Soil that holds water better. Little wildlife to speak of.',
    },
  ],
} satisfies Comparison;

export const benefits = {
  eyebrow: 'Benefits',
  title: 'What a CORC gives you that a promise does not',
  items: [
    {
      title: 'Counted after the fact',
      body: 'There is no forecast in it. When you buy a certificate, the carbon has already been stored and somebody independent has said so.',
    },
    {
      title: 'Net, not gross',
      body: 'The life-cycle account takes the project’s own diesel, drying and transport off before the first certificate is issued. You do not have to ask for the deduction.',
    },
    {
      title: 'Fit for residual emissions',
      body: 'Net-zero frameworks such as that of the SBTi distinguish removal with storage from avoidance. A CORC says which it is on its face.',
    },
    {
      title: 'On two records',
      body: 'The issuing registry holds the serial. Carma’s chain holds the token, the transfer to you and the retirement. An auditor can start from either and arrive at the other.',
    },
  ],
} satisfies Ledger;

export const partner = {
  eyebrow: 'Who does what',
  title: 'Puro.earth certifies. Carma selects, sells and keeps the file.',
  paragraphs: [
    'Puro.earth writes the Puro Standard, has suppliers audited against it and runs the registry in which certificates are issued and retired. It also decides what is not a removal: avoided emissions cannot be certified there at all.',
    'We choose among certified suppliers by our own quality system and hand you the documents with the invoice. If a supplier fails an audit, we stop selling its credits, whether or not older certificates remain valid.',
  ],
  notes: [
    'CORC: CO₂ Removal Certificate. One tonne of CO₂, net, with a stated minimum durability.',
    'Scarce by nature: a plant certifies what it has made. For volumes across several years, ask early.',
    'Puro.earth and CORC are names of Puro.earth. The wording on this page is ours.',
  ],
} satisfies Editorial;

export const faq = {
  title: 'Questions on removals',
  items: [
    {
      question: 'Why does a removal cost so much more than an avoidance?',
      answer:
        'Because someone has to run a plant, buy feedstock, weigh, test and be audited for every tonne. An avoided tonne often needs only a change of practice. Each project page shows the price in pounds, excl. VAT, so you can blend the two by purpose rather than by habit.',
    },
    {
      question: 'How can anyone know that it lasts 100 years?',
      answer:
        'From the chemistry of the char. A laboratory measures how far it has been carbonised; published decay studies then give the share that will remain after a century in soil of a given temperature. Only that share is certified.',
    },
    {
      question: 'Is biochar a nature-based credit?',
      answer:
        'Not in the usual sense. Plants do the capturing, a kiln does the storing, and the standard treats it as engineered removal. If your target names nature, pair it with woodland or biodiversity net gain.',
    },
    {
      question: 'Can we reserve next year’s tonnes?',
      answer:
        'Usually, as a delivery agreement with a supplier: quantity, year, price and what happens if the plant falls short. You can report nothing from it until certificates are issued. Until then it is a contract, and we call it that.',
    },
  ],
} satisfies Faq;

export const closing = {
  title: 'How many tonnes, and how long must they stay?',
  body: 'Those two figures are enough for a first answer with suppliers, volumes and prices, excl. VAT.',
  actions: [
    { label: 'Enquire', href: '/contact' },
    { label: 'Compare the Standards', href: '/carbon-standards' },
  ],
} satisfies Closing;
