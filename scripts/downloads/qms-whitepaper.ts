import { checklist } from '#src/content/carbon-standards.ts';
import { whitepaper } from '#src/content/downloads.ts';
import { sitePages } from '#src/content/navigation.ts';
import { benefits, faq, hero, manual } from '#src/content/qms.ts';
import type { Booklet } from './booklet.ts';

/** The whitepaper on the quality management system: the chapters of /qms, the checklist of /carbon-standards, and the questions. */
export const qmsWhitepaper: Booklet = {
  file: 'carma-qms-whitepaper.pdf',
  cover: 'canopy',
  seed: 'six-ways',
  kind: whitepaper.kind,
  subject: hero.eyebrow,
  title: hero.title,
  subtitle: hero.lede,
  description: whitepaper.description,
  edition: sitePages.find(({ path }) => path === '/qms')?.updated ?? '',
  about: { title: manual.title, paragraphs: [manual.intro] },
  chapters: [
    ...manual.sections.map(({ title, body: [lead = '', ...rest], points }, i) => ({
      number: String(i + 1).padStart(2, '0'),
      title,
      blocks: [
        { kind: 'lead' as const, text: lead },
        ...rest.map((text) => ({ kind: 'text' as const, text })),
        { kind: 'points' as const, label: manual.pointsTitle, points },
      ],
    })),
    {
      number: 'A',
      title: checklist.title,
      intro: checklist.intro,
      blocks: [
        {
          kind: 'table',
          columns: [checklist.eyebrow, checklist.labels.passes, checklist.labels.stops],
          rows: checklist.items.map(({ title, passes, stops }) => [title, passes, stops]),
          shares: [26, 42, 32],
        },
      ],
    },
    { number: 'B', title: benefits.title, blocks: [{ kind: 'entries', entries: benefits.cards }] },
    { number: 'C', title: faq.title, blocks: [{ kind: 'questions', questions: faq.items }] },
  ],
  closing: whitepaper.closing,
};
