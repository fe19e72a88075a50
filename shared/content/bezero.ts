import { whatIsLeftOpen } from './ledger.ts';
import type { Closing, Editorial, Faq, Hero, Note, PageMeta } from './types.ts';

export const meta = {
  title: 'BeZero carbon ratings, and how we use them | Carma',
  description:
    'What a BeZero rating says about additionality, permanence, over-crediting and leakage, what it leaves out, and how Carma uses ratings to choose credits.',
} satisfies PageMeta;

export const hero = {
  eyebrow: 'Risk ratings partner: BeZero',
  title: 'Independent ratings of carbon credits',
  lede: 'A standard decides whether a credit may be issued. BeZero, a rating agency, then asks how likely that credit is to have avoided or removed its tonne. You get one rating for the board and the reasons for your file.',
  actions: [
    { label: 'Enquire Now', href: '/book-call' },
    { label: 'The Four Questions', href: '#questions' },
  ],
} satisfies Hero;

/** A scale from the best grade to the worst. */
export const scale = {
  title: 'BeZero Carbon Rating: eight grades',
  best: 'Highest likelihood of one tonne',
  worst: 'Lowest',
  grades: ['AAA', 'AA', 'A', 'BBB', 'BB', 'B', 'C', 'D'],
  note: 'BeZero’s own definition: its current opinion on the likelihood that a credit achieves a tonne of CO₂e avoided or removed.',
} as const;

export const questions = {
  id: 'questions',
  title: 'Four questions a rating asks',
  intro:
    'BeZero looks at more than these, but most disputes about a tonne come down to these four. You can put them to any seller, whether the project is rated or not.',
  askTitle: 'Ask the seller',
  questions: [
    {
      drawing: 'baseline',
      title: 'Additionality',
      question: 'Would it have happened anyway?',
      body: 'A credit pays for a difference. If the wind farm was profitable without credits, or the law already required the woodland, there’s no difference to pay for, however carefully the tonnes are counted.',
      ask: 'What share of the project’s income comes from carbon, and what would stop without it?',
    },
    {
      drawing: 'permanence',
      title: 'Permanence',
      question: 'Will it still be there?',
      body: 'A stored tonne can be released by fire, by drought or by a new owner. An avoided tonne of methane stays avoided. So the rating looks at what covers the risk: the buffer, the length of the commitment and the history of losses.',
      ask: 'How large is the buffer, and has it ever been drawn on?',
    },
    {
      drawing: 'over-crediting',
      title: 'Over-crediting',
      question: 'Were more credits issued than tonnes achieved?',
      body: 'This is a frequent fault, and the hardest to see from outside. With a pessimistic baseline or a generous emission factor, a real project can sell more credits than the tonnes it achieved.',
      ask: 'Which methodology version, and which of its default values did you use?',
    },
    {
      drawing: 'leakage',
      title: 'Leakage',
      question: 'Did the emissions just move elsewhere?',
      body: 'Protect one forest and the chainsaws may go to the next. Take land out of grazing and the cattle may graze elsewhere. A fair calculation looks beyond the boundary and deducts what it finds.',
      ask: 'How far beyond the project did you look, and what was deducted?',
    },
  ],
} as const;

export const use = {
  eyebrow: 'How we use it',
  title: 'How a rating affects what we buy',
  paragraphs: [
    'A rating is the first point of our eligibility checklist. We read the published summary before we discuss the price, and compare it with the monitoring and verification reports. We buy on the reasons rather than the grade: where we disagree with one, we write down why; where we have no answer, we leave the project out.',
    'Not every project is rated. New biochar plants and small British woods often aren’t, because this rating needs public documents and issued credits. That doesn’t count against them: we answer the four questions ourselves, in writing. Ask for our answers before you buy.',
  ],
  notes: [
    'A rating is an opinion with a date. It can be raised, lowered or withdrawn, and we look again before each sale.',
    'Ratings attach to credits. Two vintages of one project can have different ratings.',
    'The rating is BeZero’s alone. We quote it and have no part in it.',
  ],
  actions: [
    { label: 'The 5-Point Checklist', href: '/carbon-standards#checklist' },
    { label: 'Our Due Diligence', href: '/qms' },
  ],
} satisfies Editorial;

export const limit = {
  text: 'A rating is about carbon only: price, wildlife, your claim and who owns the credit are separate questions.',
  links: [whatIsLeftOpen],
} satisfies Note;

export const faq = {
  title: 'Frequently asked questions',
  items: [
    {
      question: 'Doesn’t the standard check all this already?',
      answer:
        'It checks that a project met the rules. A rating asks whether the rules were enough in this case. Credits that passed the same verification can have very different ratings, which is why both exist.',
    },
    {
      question: 'Should our policy set a minimum rating?',
      answer:
        'It can, and auditors like it, but make room for projects without a rating: “or equivalent written assessment of additionality, permanence, over-crediting and leakage”. Otherwise you exclude new removal projects and most UK woodland.',
    },
    {
      question: 'What happens if a project is downgraded after we’ve bought?',
      answer:
        'Retired credits stay retired. What matters is your next report: we tell you what changed and why, so you can add a note or make up for it in the next purchase.',
    },
    {
      question: 'Can we see the rating before we sign?',
      answer:
        'Yes. BeZero publishes headline ratings on its own website. Look there rather than at a copy in a sales presentation, ours included, since only the current rating counts.',
    },
  ],
} satisfies Faq;

export const closing = {
  title: 'Put the four questions to us',
  body: 'Choose any project on this site and ask. We’ll answer on the call, with the documents in front of us.',
  actions: [
    { label: 'Ask on a Call', href: '/book-call' },
    { label: 'View Projects', href: '/projects' },
  ],
} satisfies Closing;
