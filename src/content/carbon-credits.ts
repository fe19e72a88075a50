import type { Closing, Comparison, Contents, Editorial, Guide, Hero, Ledger, PageMeta, TableSection } from './types.ts';

export const meta = {
  title: 'A complete guide to carbon credits for buyers | Carma',
  description:
    'Plain English for whoever signs the order: avoidance and removal, vintage, additionality, permanence, net zero against carbon neutral, and what you may claim.',
} satisfies PageMeta;

export const hero = {
  eyebrow: 'The guide',
  title: 'A Complete Guide to Carbon Credits',
  lede: 'What a credit is, how to tell a strong one from a weak one, and what you may say after using it. For the person who signs the order and has to answer for it.',
  actions: [
    { label: 'Explore Projects', href: '/projects' },
    { label: 'Contact Us', href: '/contact' },
  ],
} satisfies Hero;

export const contents = {
  title: 'In this guide',
  links: [
    { label: 'Four ideas to keep apart', href: '#ideas' },
    { label: 'Six tests of a credit', href: '#tests' },
    { label: 'What a claim may say', href: '#claims' },
    { label: 'Four drafts, edited', href: '#drafts' },
    { label: 'The field’s words', href: '#glossary' },
    { label: 'Why Carma', href: '#why-carma' },
  ],
} satisfies Contents;

export const guide = {
  eyebrow: 'Start here',
  title: 'Four ideas to keep apart',
  intro: 'Most trouble with credits begins when two of these are taken for one. Open the one you need; the others stay shut.',
  open: 'Read More',
  close: 'Show Less',
  cards: [
    {
      id: 'carbon-credits',
      glyph: 'unit',
      title: 'Carbon Credits',
      teaser:
        'A credit stands for one tonne of CO₂ equivalent, kept out of the air or taken out of it, checked against a published standard, and used once.',
      blocks: [
        {
          kind: 'text',
          title: 'What you are paying for',
          paragraphs: [
            'You do not buy a tree or a share in a kiln. You buy the right to say, once, that a measured tonne was avoided or removed because a project was paid to do it. When you have said it, the credit is used up.',
            '“CO₂ equivalent” puts different gases on one scale, by how much each warms the air over 100 years. On the figures of the IPCC’s sixth assessment, a tonne of methane weighs in at 27 to 30 tonnes of CO₂, which is why a project that burns landfill gas can issue so many credits from so small a site.',
          ],
        },
        {
          kind: 'terms',
          title: 'Six moments in its life',
          items: [
            { term: 'Design', body: 'The developer describes the place, the work and the baseline: what would have happened without it.' },
            { term: 'Validation', body: 'An independent auditor checks the design against the standard. No tonne exists yet.' },
            { term: 'Monitoring', body: 'The developer measures for months or years, by the method that the standard prescribes.' },
            { term: 'Verification', body: 'An auditor checks those measurements. Now there are tonnes, for that period only.' },
            {
              term: 'Issuance',
              body: 'The standard’s registry creates one serial number for each verified tonne. It can be sold from here on.',
            },
            { term: 'Retirement', body: 'The owner uses it up, in somebody’s name. It can never be sold or claimed again.' },
          ],
        },
        {
          kind: 'specimen',
          title: 'How to read one',
          rows: [
            {
              label: 'Project',
              value: 'Hill Farm native woodland',
              note: 'A name and a boundary. A country is not a place; ask for the map.',
            },
            {
              label: 'Standard',
              value: 'Woodland Carbon Code',
              note: 'Whose rules apply, and whose register decides when two records disagree.',
            },
            {
              label: 'Vintage',
              value: '2024',
              note: 'The year in which the tonne was avoided or removed. Neither the year of issue nor the year you buy it.',
            },
            { label: 'Type', value: 'Removal, biogenic', note: 'Avoidance or removal; for a removal, where the carbon is kept.' },
            { label: 'Quantity', value: '250 tCO₂e', note: 'One credit a tonne. There are no grades of tonne, only of evidence.' },
            {
              label: 'Serial range',
              value: 'EXAMPLE-000501 – 000750',
              note: 'What you quote to an auditor. A total without serials cannot be traced.',
            },
            {
              label: 'Status',
              value: 'Issued, not retired',
              note: 'Pending, issued or retired. Only the last may appear in this year’s report as used.',
            },
          ],
          caption: 'A specimen. The project, the quantity and the serial numbers are invented.',
        },
      ],
    },
    {
      id: 'net-zero',
      glyph: 'descent',
      title: 'Net Zero',
      teaser:
        'A state that a company arrives at: emissions cut about as far as they will go, and the small rest balanced by removals. It cannot be bought in one order.',
      blocks: [
        {
          kind: 'steps',
          title: 'The four steps',
          steps: [
            {
              title: 'Measure',
              body: 'Count Scope 1 (what you burn), Scope 2 (energy you buy) and Scope 3 (the value chain) for a base year, by the GHG Protocol. Write down what you estimated and why.',
            },
            {
              title: 'Reduce',
              body: 'Set a dated path and follow it. In version 1 of the SBTi Corporate Net-Zero Standard most sectors cut by at least 90%, by 2050 at the latest, and no credit counts towards that.',
            },
            {
              title: 'Remove',
              body: 'Balance the residual, the last few per cent, with carbon taken out of the air and kept out. Avoidance credits do not fit here, however good they are.',
            },
            {
              title: 'Report',
              body: 'Publish emissions gross, every year, with credits on a line of their own. A reader must be able to take the credits away and see what is left.',
            },
          ],
        },
        {
          kind: 'residual',
          title: 'What it looks like',
          bars: [
            { label: 'Base year', emitted: 100 },
            { label: '+ 5 years', emitted: 74 },
            { label: '+ 10 years', emitted: 47 },
            { label: '+ 15 years', emitted: 24 },
            { label: 'Net zero', emitted: 10, removed: 10 },
          ],
          caption:
            'Illustration: emissions in per cent of the base year, all scopes. Green is emitted, clay below the line is removed. The path is invented; the 10% left at the end follows SBTi, version 1.',
        },
        {
          kind: 'text',
          title: 'Where credits fit on the way',
          paragraphs: [
            'Before you arrive, credits are a contribution on top of the reductions; SBTi’s name for that is beyond value chain mitigation. You pay for tonnes elsewhere while yours are still falling, and your own figure does not change by a gram.',
            'Buying some removals early has a second use. Durable ones are scarce, and a first purchase tells you what they cost and how long delivery takes, long before you need them every year.',
          ],
        },
      ],
    },
    {
      id: 'carbon-neutral',
      glyph: 'balance',
      title: 'Carbon Neutral',
      teaser:
        'For one product, site or year: the emissions were counted, and credits for the same amount were retired. It is the claim that gets challenged most often.',
      blocks: [
        {
          kind: 'table',
          title: 'Next to net zero',
          table: {
            caption: 'Carbon neutral and net zero compared',
            columns: ['Question', 'Carbon neutral', 'Net zero'],
            rows: [
              ['What is it about?', 'A stated period: a year, an event, a batch', 'A lasting state, with a date of arrival'],
              [
                'How much must you cut first?',
                'ISO 14068-1 puts cuts ahead of credits, without one percentage for all',
                'SBTi version 1: at least 90% in most sectors',
              ],
              ['Which credits may balance it?', 'Avoidance or removal', 'Removal only, for the residual'],
              ['Which emissions?', 'The subject that you define, so read the boundary', 'Scopes 1, 2 and 3'],
              ['Could you reach it this year?', 'Yes, at a price', 'Hardly'],
            ],
          },
        },
        {
          kind: 'text',
          title: 'Why it is questioned',
          paragraphs: [
            'People hear “this caused no emissions”. What it means is “this caused emissions, and something was paid for elsewhere”. The distance between the two is what regulators look at.',
            'ISO 14068-1:2023 narrows the distance: it asks for a management plan with reductions first and credits after, and for both to be disclosed. A claim made under it is easier to defend than one made under nothing. It is still a claim with a footnote.',
          ],
        },
        {
          kind: 'terms',
          title: 'If you must use the words',
          items: [
            { term: 'Boundary', body: 'Say what is included, and name the largest thing that is not.' },
            { term: 'Gross figure', body: 'Print the tonnes emitted in the same sentence, in the same size of type.' },
            { term: 'Period', body: 'Give the dates. The vintage of the credits should be close to them.' },
            { term: 'Credits', body: 'Number, project, standard, avoidance or removal, and a link to the retirement.' },
            { term: 'Direction', body: 'Show last year’s figure. If it rose, say so before somebody else does.' },
          ],
        },
      ],
    },
    {
      id: 'cdr-and-avoidance',
      glyph: 'wedge',
      title: 'CDR & Avoidance',
      teaser:
        'CDR is carbon dioxide removal: less in the air than before. Avoidance is less than there would have been. Both are real work, and they support different claims.',
      blocks: [
        {
          kind: 'wedges',
          title: 'One gap, one descent',
          avoidance: {
            title: 'Avoidance',
            body: 'The dashed line is what would have been emitted; somebody had to estimate it. The credits are the gap between the two lines. What lies under the lower one still goes into the air.',
          },
          removal: {
            title: 'Removal',
            body: 'The line goes below zero: the air holds less than before. How long it stays that way depends on where the carbon is kept.',
          },
          caption: 'Illustration, not to scale. Time runs to the right; the straight heavy line is zero.',
        },
        {
          kind: 'table',
          title: 'Four project types, side by side',
          table: {
            caption: 'What Carma’s four project types do, how long it lasts and what can go wrong',
            columns: ['Type', 'What it does', 'How long', 'Chief doubt'],
            rows: [
              ['Biochar', 'Removal: plant carbon made too stable to rot', '100+ years', 'Where the biomass came from'],
              [
                'UK tree planting',
                'Removal, slowly: carbon in growing wood',
                'Projects last 35–100 years',
                'Fire, disease, felling; tonnes arrive late',
              ],
              [
                'Methane avoidance',
                'Avoidance: gas caught or never formed',
                'For good: destroyed gas stays destroyed',
                'Whether law or profit required it anyway',
              ],
              [
                'Biodiversity net gain',
                'Habitat first. It counts as carbon only where a carbon standard has issued tonnes',
                'As long as the management is secured',
                'A habitat unit is no tonne; keep the two ledgers apart',
              ],
            ],
          },
        },
        {
          kind: 'text',
          title: 'Which to buy',
          paragraphs: [
            'Let the claim decide. To fund climate action this year, beside your own cuts, good avoidance is cheap and quick. To balance residual emissions at net zero, only removals will do, and the longer the storage the better it matches CO₂ that stays up for centuries.',
            'The Oxford Principles for offsetting, revised in 2024, describe the road between: cut first, then shift the portfolio from avoidance towards removal, and from short-lived storage towards long-lived, as your net-zero date comes near. A mix is a sound answer, as long as the report says what is in it.',
          ],
        },
      ],
    },
  ],
} satisfies Guide;

export const tests = {
  eyebrow: 'Before you order',
  title: 'Six tests of a credit',
  intro: 'A project that fails one is not saved by passing five. Each ends with the thing to ask for.',
  items: [
    {
      title: 'Additionality',
      body: 'Would it have happened without the money from credits? If the law demanded it, or it paid for itself, your purchase changed nothing. This is the first test, because no quality elsewhere makes up for it.',
      points: ['Ask for: the additionality section of the project design, and how much of the project’s income is credits.'],
    },
    {
      title: 'Baseline',
      body: 'Credits are a difference, so a gloomy story about what would otherwise have happened makes more of them. Too high a baseline is the usual cause of over-crediting.',
      points: ['Ask for: the baseline in one sentence, its date, and when it is next reviewed.'],
    },
    {
      title: 'Permanence',
      body: 'Stored carbon can come back: wood burns, soil is ploughed. Standards answer with a buffer pool, a reserve of unsold credits that is cancelled against losses. Under the Woodland Carbon Code 20% of verified units go there; under VCS the share follows a risk score.',
      points: ['Ask for: the storage term, the buffer share, and who makes good a loss that the pool does not cover.'],
    },
    {
      title: 'Leakage',
      body: 'Stop grazing on one hill and the flock may move to the next. Emissions that are pushed outside the boundary have to be estimated and taken off the total.',
      points: ['Ask for: the leakage deduction as a number. Nought needs a reason.'],
    },
    {
      title: 'Vintage',
      body: 'An old tonne is still a tonne, but methods grow stricter, and a report for 2025 that leans on work done in 2012 raises a fair question about what your money set in motion.',
      points: ['Ask for: vintages within a few years of the claim, and the version of the method that applied.'],
    },
    {
      title: 'Single use',
      body: 'A tonne can be issued twice, sold twice, or claimed twice: by you and by the country it came from. The first two are for registers to prevent. The third turns on a corresponding adjustment under Article 6 of the Paris Agreement, which few voluntary credits carry today.',
      points: ['Ask for: serial numbers, the register they stand in, and “adjusted: yes or no”.'],
    },
  ],
} satisfies Ledger;

export const claims = {
  eyebrow: 'After you retire',
  title: 'What a claim may say',
  paragraphs: [
    'In the United Kingdom the Competition and Markets Authority’s Green Claims Code, published in September 2021, sets out what consumer law asks of an environmental claim. Its six principles stand beside this text or below it. Since April 2025 the CMA can decide by itself that the law was broken, and fine up to 10% of worldwide turnover.',
    'None of the six forbids you to mention credits. They forbid the reader being left with a wrong idea. Unqualified “carbon neutral” tends to fail the second, third and sixth at once: people take it for absence of emissions, the offsetting is hidden, and the evidence is a certificate nobody links to.',
    'Advertising has its own referee. The ASA’s guidance asks that the basis of a carbon neutral or net zero claim be made clear, including how far it rests on offsetting. This page is a summary for buyers and no substitute for legal advice.',
  ],
  notes: [
    '1. Be truthful and accurate',
    '2. Be clear and unambiguous',
    '3. Do not omit or hide important information',
    '4. Compare fairly and meaningfully',
    '5. Consider the full life cycle',
    '6. Be substantiated',
  ],
  actions: [{ label: 'Records for Compliance', href: '/enterprise/compliance' }],
} satisfies Editorial;

export const drafts = {
  eyebrow: 'On the page',
  title: 'Four drafts, edited',
  intro: 'The figures are examples. What survives editing is duller, longer and much harder to attack.',
  columns: { question: 'The draft', elsewhere: 'What is wrong', here: 'What could stand' },
  rows: [
    {
      question: '“Carbon neutral delivery”',
      elsewhere: 'No period, no boundary, and the vans still burn diesel.',
      here: 'In 2025 our own vans emitted 4,200 tCO₂e, down 6%. We retired 4,200 credits from two projects, listed here.',
    },
    {
      question: '“Every order plants a tree and removes a tonne”',
      elsewhere: 'A sapling has removed next to nothing. The tonne is a forecast.',
      here: 'Each order pays towards new woodland. We will claim its tonnes when an auditor has verified them.',
    },
    {
      question: '“Net zero since 2023”',
      elsewhere: 'The balance was bought, with avoidance credits. Scope 3 is missing.',
      here: 'We aim for net zero by 2045, Scopes 1 to 3. So far we have cut 18%. Credits are reported apart, on page 14.',
    },
    {
      question: '“A climate-positive product”, sold in the EU',
      elsewhere: 'From 27 September 2026, Directive (EU) 2024/825 bans such product claims where they rest on offsetting.',
      here: 'Say what you paid for and where. Leave the product out of the sentence.',
    },
  ],
} satisfies Comparison;

export const glossary = {
  eyebrow: 'Glossary',
  title: 'The field’s words',
  intro: 'With the question that each of them gives you.',
  table: {
    caption: 'Terms of the carbon market, what they mean, and the question to put to a supplier',
    columns: ['Term', 'Meaning', 'The question'],
    rows: [
      ['Additionality', 'The result would not have come about without income from credits', 'What else paid for it?'],
      ['Avoidance', 'Emissions that were expected and did not happen', 'Expected by whom?'],
      ['Baseline', 'The emissions expected without the project', 'When was it set?'],
      ['Buffer pool', 'Unsold credits held back against losses', 'What share, and who runs it?'],
      ['CDR', 'Carbon dioxide removal: CO₂ taken from the air and stored', 'Stored where, for how long?'],
      ['Corresponding adjustment', 'The host country takes the tonne out of its own account', 'Yes, no, or not known?'],
      ['Issuance', 'A registry creates a serial number for a verified tonne', 'In which registry?'],
      ['Leakage', 'Emissions that the project pushes elsewhere', 'What was deducted?'],
      ['Methodology', 'The rulebook for measuring one kind of project', 'Which version?'],
      ['Permanence', 'How long stored carbon can be expected to stay', 'What happens in year 36?'],
      ['Residual emissions', 'What is left after all feasible cuts', 'Feasible by which pathway?'],
      ['Retirement', 'The final use of a credit, in a beneficiary’s name', 'Where can I look it up?'],
      ['Reversal', 'Stored carbon that gets back into the air', 'Who makes it good?'],
      ['tCO₂e', 'One tonne of CO₂, or another gas in the amount that warms as much', 'Which warming factors?'],
      ['Validation', 'An auditor’s check of the design, before any tonne exists', 'By whom, and when?'],
      ['Verification', 'An auditor’s check of the results of a period', 'Which period?'],
      ['Vintage', 'The year in which the tonne was avoided or removed', 'Does it suit our reporting year?'],
    ],
  },
} satisfies TableSection;

export const why = {
  eyebrow: 'Put us to the test',
  title: 'Why Carma',
  intro: 'The guide would be worth little if it did not apply to its author.',
  items: [
    {
      title: 'Single use, shown',
      body: 'Each credit that is issued through us is a token on our registry. The entry that retires it is public, and no later entry undoes it.',
      link: { label: 'How the registry works', href: '/blockchain' },
    },
    {
      title: 'Other people’s rules',
      body: 'We have no house standard. Projects follow published ones, VCS, Gold Standard, the Woodland Carbon Code and Puro.Earth among them, and you can read each rulebook before you read us.',
      link: { label: 'Standards, side by side', href: '/carbon-standards' },
    },
    {
      title: 'Nature, sampled',
      body: 'Where a project says that life came back, eDNA stands behind the sentence. Where there is no sample, the sentence is missing.',
      link: { label: 'See the Impact Hub', href: '/impact-hub' },
    },
    {
      title: 'A share for veterans',
      body: '3% of our revenue goes to veteran charities. It makes no tonne any better. It is a reason to buy a good one here.',
      link: { label: 'About the company', href: '/about' },
    },
  ],
} satisfies Ledger;

export const closing = {
  title: 'You know what to ask. Ask it.',
  body: 'Take the six tests to any project in the catalogue, or send us the draft of your claim and we will say which credits could carry it.',
  actions: [
    { label: 'Explore Projects', href: '/projects' },
    { label: 'Contact Us', href: '/contact' },
  ],
} satisfies Closing;
