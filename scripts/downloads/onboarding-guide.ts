import { onboardingGuide as words } from '#src/content/downloads.ts';
import { sitePages } from '#src/content/navigation.ts';
import type { PrintedGuide } from '#src/content/onboarding.ts';
import { guide, hero, steps } from '#src/content/onboarding.ts';
import type { Block, Booklet } from './booklet.ts';

/** The onboarding guide for print. Questions have lines to write on, because it is meant to be filled in before the first call. */
export const onboardingGuide: Booklet = {
  file: 'carma-onboarding-guide.pdf',
  cover: 'paper',
  seed: 'onboarding',
  kind: words.kind,
  subject: hero.eyebrow,
  title: guide.title,
  subtitle: guide.subtitle,
  description: words.description,
  edition: sitePages.find(({ path }) => path === '/onboarding')?.updated ?? '',
  about: { title: hero.title, paragraphs: guide.intro },
  chapters: guide.sections.map((section, i) => ({
    number: String(i + 1).padStart(2, '0'),
    title: section.title,
    ...('intro' in section && { intro: section.intro }),
    blocks: blocks(section),
  })),
  closing: words.closing,
};

function blocks({ title, items, table }: PrintedGuide['sections'][number]): Block[] {
  const areQuestions = items?.every((item) => item.title.endsWith('?')) ?? false;
  return [
    ...(items
      ? [
          {
            kind: 'entries' as const,
            entries: items.map(withCapital),
            numbered: title === steps.title,
            linesToWriteOn: areQuestions ? 2 : 0,
          },
        ]
      : []),
    ...(table
      ? [
          { kind: 'table' as const, ...table, shares: [20, 27, 30, 27] },
          { kind: 'writing' as const, lines: 12 },
        ]
      : []),
  ];
}

/** Capitalises the body, which follows a colon on the page but starts its own line in print. */
function withCapital({ title, body }: { title: string; body: string }): { title: string; body: string } {
  return { title, body: body.replace(/^[a-z](?=[a-z ])/, (letter) => letter.toUpperCase()) };
}
