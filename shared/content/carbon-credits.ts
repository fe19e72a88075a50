import type { Closing, Comparison, Contents, Editorial, Hero, Ledger, PageMeta, TableContent, WordTableContent } from './types.ts';

export type GuideBlock =
  | { kind: 'text'; title: string; paragraphs: string[] }
  | { kind: 'terms'; title: string; items: { term: string; body: string }[] }
  | { kind: 'steps'; title: string; steps: { title: string; body: string }[] }
  | { kind: 'specimen'; title: string; rows: { label: string; value: string; note: string }[]; caption: string }
  | { kind: 'residual'; title: string; bars: { label: string; emitted: number; removed?: number }[]; caption: string }
  | { kind: 'wedges'; title: string; avoidance: { title: string; body: string }; removal: { title: string; body: string }; caption: string }
  | { kind: 'table'; title: string; table: WordTableContent };

/** `drawing`: the file in public/pictures/guide. */
type GuideCard = { id: string; title: string; teaser: string; drawing: 'unit' | 'descent' | 'balance' | 'wedge'; blocks: GuideBlock[] };

export const meta = {
  title: 'A complete guide to carbon credits for buyers | Carma',
  description:
    'In plain English, for whoever signs the order: avoidance and removal, vintage, additionality, permanence, net zero and carbon neutral, and what you may claim.',
} satisfies PageMeta;

export const hero = {
  eyebrow: 'The guide',
  title: 'A Complete Guide to Carbon Credits',
  lede: 'What a credit is, how to tell a strong one from a weak one, and what you may say after using it. Written for the person who signs the order and has to justify it.',
  actions: [
    { label: 'Explore Projects', href: '/projects' },
    { label: 'Contact Us', href: '/contact' },
  ],
} satisfies Hero;

export const contents = {
  title: 'In this guide',
  links: [
    { label: 'Four terms explained', href: '#ideas' },
    { label: 'Six tests of quality', href: '#tests' },
    { label: 'What you may claim', href: '#claims' },
    { label: 'Four claims, corrected', href: '#drafts' },
    { label: 'Glossary', href: '#glossary' },
    { label: 'Why Carma', href: '#why-carma' },
  ],
} satisfies Contents;

export const guide = {
  title: 'Four terms explained',
  intro: 'Most mistakes with credits come from confusing two of these terms. Open the one you need.',
  open: 'Read More',
  close: 'Show Less',
  cards: [
    {
      id: 'carbon-credits',
      drawing: 'unit',
      title: 'Carbon Credits',
      teaser:
        'A credit stands for one tonne of CO₂ equivalent, kept out of the air or taken out of it, verified against a published standard, and used once.',
      blocks: [
        {
          kind: 'text',
          title: 'What you are paying for',
          paragraphs: [
            'You don’t buy a tree or a share in a kiln. You buy the right to say, once, that a measured tonne was avoided or removed because a project was paid to do it. Once you have made that claim, the credit is used up.',
            '“CO₂ equivalent” puts different gases on one scale, by how much each warms the air over 100 years. By the IPCC’s sixth assessment, a tonne of methane counts as 27 to 30 tonnes of CO₂, so a small landfill that burns its gas can earn many credits.',
          ],
        },
        {
          kind: 'terms',
          title: 'The six stages of a credit',
          items: [
            { term: 'Design', body: 'The developer describes the place, the work and the baseline: what would have happened without it.' },
            { term: 'Validation', body: 'An independent verifier checks the design against the standard. No tonne exists yet.' },
            { term: 'Monitoring', body: 'The developer measures for months or years, by the methodology the standard prescribes.' },
            { term: 'Verification', body: 'A verifier checks those measurements. Now there are tonnes, for that period only.' },
            {
              term: 'Issuance',
              body: 'The standard’s registry creates one serial number for each verified tonne. From then on it can be sold.',
            },
            { term: 'Retirement', body: 'The owner uses it, in somebody’s name. It can never be sold or claimed again.' },
          ],
        },
        {
          kind: 'specimen',
          title: 'How to read a credit',
          rows: [
            {
              label: 'Project',
              value: 'Hill Farm native woodland',
              note: 'A name and a boundary. A country is not precise enough; ask for the map.',
            },
            {
              label: 'Standard',
              value: 'Woodland Carbon Code',
              note: 'Whose rules apply, and whose registry decides if two lists disagree.',
            },
            {
              label: 'Vintage',
              value: '2024',
              note: 'The year the tonne was avoided or removed, not the year of issue or of purchase.',
            },
            { label: 'Type', value: 'Removal, biogenic', note: 'Avoidance or removal; for a removal, where the carbon is kept.' },
            { label: 'Quantity', value: '250 tCO₂e', note: 'One credit per tonne.' },
            {
              label: 'Serial range',
              value: 'EXAMPLE-000501 – 000750',
              note: 'What you quote to an auditor: a total can’t be traced without it.',
            },
            {
              label: 'Status',
              value: 'Issued, not retired',
              note: 'Pending, issued or retired. Only retired credits may be reported as used.',
            },
          ],
          caption: 'A specimen. The project, the quantity and the serial numbers are invented.',
        },
      ],
    },
    {
      id: 'net-zero',
      drawing: 'descent',
      title: 'Net Zero',
      teaser:
        'A state a company reaches once its emissions are cut about as far as they can be and the small remainder is balanced by removals. It can’t be bought.',
      blocks: [
        {
          kind: 'steps',
          title: 'The four steps',
          steps: [
            {
              title: 'Measure',
              body: 'Calculate Scope 1 (what you burn), Scope 2 (energy you buy) and Scope 3 (the value chain) for a base year, following the GHG Protocol. Note what you estimated and why.',
            },
            {
              title: 'Reduce',
              body: 'Set a dated path and follow it. Under version 1 of the SBTi Corporate Net-Zero Standard, most sectors cut by at least 90% by 2050 at the latest, and no credit counts towards that. Version 2.0, published in June 2026, doesn’t count credits either.',
            },
            {
              title: 'Remove',
              body: 'Balance the residual emissions, the last 10% or less in most sectors, with carbon taken out of the air and stored. Avoidance credits don’t qualify, however good they are.',
            },
            {
              title: 'Report',
              body: 'Publish gross emissions every year, with credits on a separate line, so a reader can see the emissions without the credits.',
            },
          ],
        },
        {
          kind: 'residual',
          title: 'An example path',
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
          title: 'Where credits fit in before net zero',
          paragraphs: [
            'Before net zero, credits are a contribution in addition to your reductions. Version 1 of the SBTi standard calls this beyond value chain mitigation; version 2.0 calls it responsibility for ongoing emissions. You pay for tonnes elsewhere while yours are still falling, and your own figure doesn’t change.',
            'There is another reason to buy some removals early. Durable removals are scarce, and a first purchase shows you what they cost and how long delivery takes before you need them every year.',
          ],
        },
      ],
    },
    {
      id: 'carbon-neutral',
      drawing: 'balance',
      title: 'Carbon Neutral',
      teaser:
        'For one product, site or year: the emissions were calculated, and credits for the same amount were retired. This claim is often challenged.',
      blocks: [
        {
          kind: 'table',
          title: 'Compared with net zero',
          table: {
            caption: 'Carbon neutral and net zero compared',
            columns: ['Question', 'Carbon neutral', 'Net zero'],
            rows: [
              ['What does it cover?', 'A stated period: a year, an event, a batch', 'A lasting state, with a target date'],
              [
                'How much must you cut first?',
                'ISO 14068-1 puts cuts ahead of credits, without one percentage for all',
                'SBTi version 1: at least 90% in most sectors',
              ],
              ['Which credits may balance it?', 'Avoidance or removal', 'Removal only, for the residual'],
              ['Which emissions?', 'Those of the subject you define, so read the boundary', 'Scopes 1, 2 and 3'],
              ['Could you reach it this year?', 'Yes, at a price', 'Very unlikely'],
            ],
          },
        },
        {
          kind: 'text',
          title: 'Why it is questioned',
          paragraphs: [
            'People hear “this caused no emissions”. What it means is “this caused emissions, and something was paid for elsewhere”. Regulators look at the difference between the two.',
            'ISO 14068-1:2023 reduces that difference: it asks for a management plan with reductions first and credits second, and for both to be disclosed. A claim made under it is easier to defend than one without a standard, but it still needs explaining.',
          ],
        },
        {
          kind: 'terms',
          title: 'If you use the term',
          items: [
            { term: 'Boundary', body: 'Say what is included, and name the largest source that isn’t.' },
            { term: 'Gross figure', body: 'State the tonnes emitted in the same sentence, in the same size of type.' },
            { term: 'Period', body: 'Give the dates. The vintage of the credits should be close to them.' },
            { term: 'Credits', body: 'Number, project, standard, avoidance or removal, and a link to the retirement.' },
            { term: 'Direction', body: 'Show last year’s figure, especially if emissions have risen.' },
          ],
        },
      ],
    },
    {
      id: 'cdr-and-avoidance',
      drawing: 'wedge',
      title: 'CDR & Avoidance',
      teaser:
        'CDR is carbon dioxide removal: it leaves less CO₂ in the air than before. Avoidance means less is emitted than would have been. The two support different claims.',
      blocks: [
        {
          kind: 'wedges',
          title: 'The difference, drawn',
          avoidance: {
            title: 'Avoidance',
            body: 'The dashed line is what would have been emitted; somebody had to estimate it. The credits are the gap between the two lines. Everything under the lower line is still emitted.',
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
            caption: 'What each of four project types does, how long the effect lasts and the main risk',
            columns: ['Type', 'What it does', 'How long it lasts', 'Main risk'],
            rows: [
              ['Biochar', 'Removal: plant carbon made too stable to decay', '100+ years', 'Where the biomass came from'],
              [
                'UK tree planting',
                'Removal, slowly: carbon in growing wood',
                'Projects last 35–100 years',
                'Fire, disease, felling; tonnes arrive late',
              ],
              [
                'Methane avoidance',
                'Reduction: gas captured, or prevented from forming',
                'Permanent: destroyed gas stays destroyed',
                'Whether law or profit required it anyway',
              ],
              [
                'Biodiversity net gain',
                'Habitat first. It counts as carbon only where a carbon standard has issued tonnes',
                'As long as the management is secured',
                'A habitat unit is not a tonne; report the two separately',
              ],
            ],
          },
        },
        {
          kind: 'text',
          title: 'Which to buy',
          paragraphs: [
            'That depends on your claim. To fund climate action now, besides your own cuts, good avoidance credits are cheap and quick. To balance residual emissions at net zero, only removals will do, and long storage matches CO₂ that stays in the air for centuries.',
            'The Oxford Principles for offsetting, revised in 2024, describe the way from one to the other: cut first, then shift the portfolio from avoidance towards removal, and from short-lived to long-lived storage, as your net-zero date approaches.',
          ],
        },
      ],
    },
  ] satisfies GuideCard[],
};

export const tests = {
  title: 'Six tests of quality',
  intro: 'A credit has to pass all six. Each ends with what to ask the seller for.',
  items: [
    {
      title: 'Additionality',
      body: 'Would it have happened without the money from credits? If the law required it, or it paid for itself, your purchase changed nothing. This is the first test, because nothing else makes up for failing it.',
      points: ['Ask for: the additionality section of the project design, and the share of the project’s income that comes from credits.'],
    },
    {
      title: 'Baseline',
      body: 'Credits are the difference between a baseline and what happened, so a pessimistic baseline produces more of them. A baseline set too high is the usual cause of over-crediting.',
      points: ['Ask for: the baseline in one sentence, its date, and the date of its next review.'],
    },
    {
      title: 'Permanence',
      body: 'Stored carbon can be released: wood burns, soil is ploughed. Standards therefore keep a buffer pool, a reserve of unsold credits that is cancelled against losses. Under the Woodland Carbon Code 20% of units go into it; under VCS the share depends on a risk score.',
      points: ['Ask for: the storage term, the buffer share, and who makes good a loss beyond the pool.'],
    },
    {
      title: 'Leakage',
      body: 'Stop grazing on one hill and the flock may move to the next. Emissions that move outside the boundary have to be estimated and deducted.',
      points: ['Ask for: the leakage deduction as a figure, and the reason if it is zero.'],
    },
    {
      title: 'Vintage',
      body: 'An old tonne is still a tonne, but methodologies become stricter, and a report for 2025 that relies on work done in 2012 raises a fair question about what your money achieved.',
      points: ['Ask for: vintages within a few years of the claim, and the version of the methodology that applied.'],
    },
    {
      title: 'Single use',
      body: 'A tonne can be issued twice, sold twice, or claimed twice: by you and by the country it came from. Registries are there to prevent the first two. The third depends on a corresponding adjustment under Article 6 of the Paris Agreement, which few voluntary credits have today.',
      points: ['Ask for: serial numbers, the registry that holds them, and “adjusted: yes or no”.'],
    },
  ],
} satisfies Ledger;

export const claims = {
  title: 'What you may claim',
  paragraphs: [
    'In the United Kingdom the Competition and Markets Authority’s Green Claims Code, published in September 2021, sets out what consumer law asks of an environmental claim. Its six principles are listed with this text. Since 6 April 2025 the CMA has been able to decide for itself that consumer law has been broken, and to fine a business up to 10% of its worldwide turnover (Digital Markets, Competition and Consumers Act 2024).',
    'None of the six prevents you from mentioning credits. They require you not to mislead readers. An unqualified “carbon neutral” tends to fail the second, third and sixth: people take it to mean no emissions, the offsetting is hidden, and there’s no link to evidence.',
    'Advertising has its own regulator. The ASA’s guidance asks advertisers to make clear the basis of a carbon neutral or net zero claim, including how far it relies on offsetting. This page is a summary for buyers and no substitute for legal advice.',
  ],
  notes: [
    '1. Be truthful and accurate',
    '2. Be clear and unambiguous',
    '3. Do not omit or hide important information',
    '4. Compare fairly and meaningfully',
    '5. Consider the full life cycle',
    '6. Be substantiated',
  ],
  actions: [{ label: 'Reporting for Compliance', href: '/enterprise/compliance' }],
} satisfies Editorial;

export const drafts = {
  eyebrow: 'Examples',
  title: 'Four claims, corrected',
  intro: 'The figures are examples. The corrected claims are longer, and much easier to defend.',
  columns: { question: 'The claim', elsewhere: 'What is wrong with it', here: 'A better version' },
  rows: [
    {
      question: '“Carbon neutral delivery”',
      elsewhere: 'No period, no boundary, and the vans still burn diesel.',
      here: 'In 2025 our own vans emitted 4,200 tCO₂e, down 6%. We retired 4,200 credits from two projects, listed here.',
    },
    {
      question: '“Every order plants a tree and removes a tonne”',
      elsewhere: 'A sapling has removed next to nothing. The tonne is a forecast.',
      here: 'Each order pays towards new woodland. We will claim its tonnes once they have been verified.',
    },
    {
      question: '“Net zero since 2023”',
      elsewhere: 'Emissions were balanced with avoidance credits, and Scope 3 is missing.',
      here: 'We aim for net zero by 2045, Scopes 1 to 3. So far we have cut 18%. Credits are reported separately, on page 14.',
    },
    {
      question: '“A climate-positive product”, sold in the EU',
      elsewhere: 'Since 27 September 2026, Directive (EU) 2024/825 has banned such product claims where they are based on offsetting.',
      here: 'Say what you paid for and where, and make no claim about the product.',
    },
  ],
} satisfies Comparison;

export const glossary = {
  title: 'The terms of the carbon market',
  intro: 'Each with a question to ask your supplier.',
  caption: 'Terms of the carbon market, what they mean, and a question to ask a supplier',
  columns: ['Term', 'Meaning', 'Question to ask'],
  rows: [
    ['Additionality', 'The result would not have happened without income from credits', 'What else paid for it?'],
    ['Avoidance', 'Emissions that were expected and did not happen', 'Expected by whom?'],
    ['Baseline', 'The emissions expected without the project', 'When was it set?'],
    ['Buffer pool', 'Unsold credits held back against losses', 'What share, and who runs it?'],
    ['CDR', 'Carbon dioxide removal: CO₂ taken from the air and stored', 'Stored where, for how long?'],
    ['Corresponding adjustment', 'The host country takes the tonne out of its own account', 'Yes, no, or not known?'],
    ['Issuance', 'A registry creates a serial number for a verified tonne', 'In which registry?'],
    ['Leakage', 'Emissions the project pushes elsewhere', 'What was deducted?'],
    ['Methodology', 'The rules for measuring one kind of project', 'Which version?'],
    ['Permanence', 'How long stored carbon can be expected to stay stored', 'What happens after the project ends?'],
    ['Residual emissions', 'What is left after all feasible cuts', 'Feasible under which pathway?'],
    ['Retirement', 'The final use of a credit, in a beneficiary’s name', 'Where can I look it up?'],
    ['Reversal', 'Stored carbon that is released again', 'Who makes it good?'],
    ['tCO₂e', 'One tonne of CO₂, or the amount of another gas that causes the same warming', 'Which warming factors?'],
    ['Validation', 'A verifier’s check of the design, before any tonne exists', 'By whom, and when?'],
    ['Verification', 'A verifier’s check of the results of a period', 'Which period?'],
    ['Vintage', 'The year in which the tonne was avoided or removed', 'Does it suit our reporting year?'],
  ],
} satisfies TableContent;

export const why = {
  title: 'Why Carma',
  intro: 'Ask us everything this guide tells you to ask a seller. We count the answers we don’t have yet.',
  items: [
    {
      title: 'Single use, on a public record',
      body: 'A retirement on our record is public, and no later entry can undo it. Projects whose units aren’t on it yet say so.',
      link: { label: 'How the registry works', href: '/blockchain' },
    },
    {
      title: 'Independent standards',
      body: 'We have no standard of our own. Projects follow published ones, VCS, Gold Standard, the Woodland Carbon Code and Puro.Earth among them, and you can read their rules for yourself.',
      link: { label: 'Standards, side by side', href: '/carbon-standards' },
    },
    {
      title: 'A survey, or the words “no survey”',
      body: 'A project that claims a gain for nature shows its survey: the day, the sampling points and the species found. The others say that there is none.',
      link: { label: 'Our own gaps, counted', href: '/qms#gaps' },
    },
    {
      title: 'Support for veterans',
      body: '3% of our revenue goes to veteran charities. It doesn’t make a credit any better; it’s another reason to buy from us.',
      link: { label: 'About the company', href: '/about' },
    },
  ],
} satisfies Ledger;

export const closing = {
  title: 'Apply the six tests',
  body: 'Try them on any project in the catalogue, or send us a draft of your claim and we’ll say which credits could support it.',
  actions: [
    { label: 'Explore Projects', href: '/projects' },
    { label: 'Contact Us', href: '/contact' },
  ],
} satisfies Closing;
