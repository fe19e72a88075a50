import { goals } from '#shared/content/gold-standard.ts';
import type { LabelName } from '#shared/schemas/project.ts';

/** A label's display name, and what it says. */
type LabelText = { name: string; meaning: string };

const goalTexts = Object.fromEntries(
  goals.names.map((goal, index) => [
    `SDG ${index + 1}`,
    {
      name: `SDG ${index + 1}: ${goal}`,
      meaning: 'SDG: a United Nations Sustainable Development Goal, to which the source states a contribution.',
    },
  ]),
) as Record<Extract<LabelName, `SDG ${number}`>, LabelText>;

const texts: Record<LabelName, LabelText> = {
  'CCP-labelled': {
    name: 'CCP-labelled',
    meaning:
      'The programme marks these credits with the Core Carbon Principles label: the Integrity Council (ICVCM) has approved both the programme and the methodology.',
  },
  'CCP-eligible programme': {
    name: 'Programme is CCP-eligible',
    meaning:
      'The Integrity Council (ICVCM) has approved the programme only. That doesn’t label its credits: their methodology has to be approved too.',
  },
  'CORSIA 2021-2023': {
    name: 'CORSIA, 2021–23',
    meaning: 'Eligible for airlines’ offsetting duties of 2021 to 2023, the pilot phase of ICAO’s scheme CORSIA.',
  },
  'CORSIA 2024-2026': {
    name: 'CORSIA, 2024–26',
    meaning: 'Eligible for airlines’ offsetting duties of 2024 to 2026, the first phase of ICAO’s scheme CORSIA.',
  },
  'CORSIA from 2027': {
    name: 'CORSIA, from 2027',
    meaning: 'Eligible for airlines’ offsetting duties from 2027, the second phase of ICAO’s scheme CORSIA.',
  },
  'Article 6 authorised': {
    name: 'Article 6 authorised',
    meaning:
      'The host country has authorised the use of these units outside its own climate target, under Article 6 of the Paris Agreement.',
  },
  'Corresponding adjustment committed': {
    name: 'Corresponding adjustment committed',
    meaning:
      'The host country has undertaken not to count these tonnes towards its own climate target. It has not yet adjusted its account.',
  },
  'Corresponding adjustment applied': {
    name: 'Corresponding adjustment applied',
    meaning: 'The host country has adjusted its account, and does not count these tonnes towards its own climate target.',
  },
  'Corresponding adjustment not required': {
    name: 'Corresponding adjustment not required',
    meaning: 'According to the source, the host country need not adjust its account for the use these units are meant for.',
  },
  ...goalTexts,
};

/** The labels, the survey and the review of a project. */
export const evidenceTexts = {
  title: 'Labels',
  intro: 'What others state about the credits. Each label is quoted with its source and the date of the statement.',
  none: 'No CCP or CORSIA label is stated for this project, and its Sustainable Development Goals are not stated.',
  texts,
  vintages: {
    all: 'All credits offered here',
    one: 'Vintage {years}',
    several: 'Vintages {years}',
    notSold: 'The credits offered here are of other vintages and don’t have it.',
    unknown: 'The vintage of the credits offered here is not stated, so they may not have it.',
  },
  source: 'Source:',
  survey: {
    title: 'Survey of species',
    none: 'No survey is stated, so we make no claim about wildlife here.',
    /** Of projects that are sold for biodiversity too. */
    planning:
      'These are carbon credits, each for one tonne of CO₂e. They don’t meet a planning condition: that takes statutory biodiversity units, which we don’t sell.',
    date: 'Date',
    points: 'Sampling points',
    species: 'Species found',
    list: 'Their names',
    laboratory: 'Laboratory',
    report: { label: 'Report', link: 'Report of the survey' },
  },
  review: { title: 'Independent review', reviewer: 'Reviewed by', date: 'Date', none: 'No independent review is stated.' },
} as const;

/** The labels' display names. */
export const labelNameTexts: Record<string, string> = Object.fromEntries(Object.entries(texts).map(([label, { name }]) => [label, name]));
