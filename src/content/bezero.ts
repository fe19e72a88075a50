import type { Closing, DrawnQuestions, Editorial, Faq, GradeScale, Hero, Ledger, PageMeta } from './types.ts';

export const meta = {
  title: 'BeZero carbon ratings, and how we use them | Carma',
  description:
    'What a BeZero letter says on additionality, permanence, over-crediting and leakage, what it leaves out, and how Carma uses ratings to choose credits.',
} satisfies PageMeta;

export const hero = {
  eyebrow: 'Risk ratings partner: BeZero',
  title: 'A second opinion, in letters',
  lede: 'A standard decides that a credit may be issued. BeZero, a rating agency, then asks how likely that credit is to have avoided or removed its tonne. You get one letter for the board and the reasons for your file.',
  actions: [
    { label: 'Enquire Now', href: '/book-call' },
    { label: 'The Four Questions', href: '#questions' },
  ],
} satisfies Hero;

export const scale = {
  title: 'BeZero Carbon Rating: eight grades',
  best: 'Highest likelihood of one tonne',
  worst: 'Lowest',
  grades: ['AAA', 'AA', 'A', 'BBB', 'BB', 'B', 'C', 'D'],
  note: 'BeZero’s own definition: its current opinion on the likelihood that a credit achieves a tonne of CO₂e avoided or removed.',
} satisfies GradeScale;

export const questions = {
  id: 'questions',
  eyebrow: 'Inside the letter',
  title: 'Four questions a rating asks',
  intro:
    'BeZero looks at more than these, but these four decide most arguments about a tonne. You can put them to any seller, rated or not.',
  asks: 'Ask the seller',
  questions: [
    {
      drawing: 'baseline',
      title: 'Additionality',
      question: 'Would it have happened anyway?',
      body: 'A credit pays for a difference. If the wind farm was profitable without it, or the law already required the woodland, there is no difference to pay for, however well the tonnes are counted.',
      ask: 'What share of the project’s income comes from carbon, and what would stop without it?',
    },
    {
      drawing: 'permanence',
      title: 'Permanence',
      question: 'Will it still be there?',
      body: 'A stored tonne can come back: by fire, drought, a new owner. An avoided tonne of methane cannot. So the risk is judged against what stands behind it: the buffer, the length of the commitment, the record of past losses.',
      ask: 'How large is the buffer, and has it ever been drawn on?',
    },
    {
      drawing: 'over-crediting',
      title: 'Over-crediting',
      question: 'Were more credits issued than tonnes achieved?',
      body: 'A frequent fault, and the hardest to see from outside. A baseline drawn too dark, or an emission factor too generous, turns a real project into one that sells the same tonne one and a half times.',
      ask: 'Which methodology version, and which of its default values did you use?',
    },
    {
      drawing: 'leakage',
      title: 'Leakage',
      question: 'Did it only move next door?',
      body: 'Protect one forest and the chainsaws may go to the next. Take land out of grazing and the cattle may graze elsewhere. A fair count looks beyond the fence and takes off what it finds.',
      ask: 'How far around the project did you look, and what was deducted?',
    },
  ],
} satisfies DrawnQuestions;

export const use = {
  eyebrow: 'How we use it',
  title: 'We buy on the reasons, not on the letter.',
  paragraphs: [
    'A rating is the first point of our eligibility checklist. We read the published summary before we talk price, and set it against the monitoring and audit reports. Where we disagree with a reason, we write down why; where we cannot, we leave the project out.',
    'Not every project has a letter. New biochar plants and small British woods often have none, because an agency needs public documents and issued credits to judge. That is not a mark against them. It means that the four questions fall to us, and that you see our answers before you buy.',
  ],
  notes: [
    'A rating is an opinion with a date. It can be raised, lowered or withdrawn, and we look again before each sale.',
    'Ratings attach to credits. Two vintages of one project can deserve different letters.',
    'The grade is BeZero’s alone. We quote it, and have no part in it.',
  ],
  actions: [
    { label: 'The 5-Point Checklist', href: '/carbon-standards#checklist' },
    { label: 'Our Due Diligence', href: '/qms' },
  ],
} satisfies Editorial;

export const silence = {
  eyebrow: 'Limits',
  title: 'What a letter does not say',
  items: [
    {
      title: 'Whether the price is fair',
      body: 'A high grade at a silly price is still a poor purchase. Compare in pounds per tonne, within one kind of project.',
    },
    {
      title: 'What it did for wildlife or people',
      body: 'The scale is about carbon alone, on purpose. For life on site, ask us for eDNA results; for people, look for Gold Standard’s measured goals.',
    },
    {
      title: 'Whether it fits your claim',
      body: 'A well-rated avoidance credit does not turn into a removal. Settle first what your net-zero wording needs, then look at letters.',
    },
    {
      title: 'Who owns it now',
      body: 'Double selling is not in the scale. That is settled by the registry’s serial and by our chain.',
    },
  ],
} satisfies Ledger;

export const faq = {
  title: 'Questions on ratings',
  items: [
    {
      question: 'Does a standard not check all this already?',
      answer:
        'It checks that a project met the rules. A rating asks whether the rules were enough in this case. Credits that passed the same audit come out of it at very different letters, which is the whole reason for having both.',
    },
    {
      question: 'Should our policy set a minimum letter?',
      answer:
        'It can, and auditors like it, but leave a door for projects without a rating: “or equivalent written assessment of additionality, permanence, over-crediting and leakage”. Otherwise you shut out young removals and most UK woodland.',
    },
    {
      question: 'What happens if a project is downgraded after we bought?',
      answer:
        'Retired credits stay retired; nobody takes them back. Your exposure is in the next report. We tell you what changed and why, so that you can add a note, or balance it with other tonnes in the next purchase.',
    },
    {
      question: 'Can we see the letter before we sign?',
      answer:
        'Yes. BeZero publishes headline ratings on its own website. Look there rather than at a copy in a sales deck, ours included, since the current letter is the one that counts.',
    },
  ],
} satisfies Faq;

export const closing = {
  title: 'Put the four questions to us first.',
  body: 'Choose any project on this site and ask. We answer on the call, with the documents open.',
  actions: [
    { label: 'Enquire Now', href: '/book-call' },
    { label: 'View Projects', href: '/projects' },
  ],
} satisfies Closing;
