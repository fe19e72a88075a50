import { renderToStaticMarkup } from 'react-dom/server';
import { expect, it } from 'vitest';
import type { Project, ProjectFigures } from '#shared/schemas/project.ts';
import { ProjectGrid } from '#src/ui/projects/project-card.tsx';
import { FiguresHistory, ProjectHead } from '#src/ui/routes/project/project-head.tsx';

const figures = (of: Partial<ProjectFigures>): ProjectFigures => ({
  ...{ since: new Date('2026-09-30T12:00:00Z'), pricePerCredit: 1320, availableCredits: 500, status: 'On sale' },
  ...of,
});

it("the history of a project's figures says since when a changed price applies, even if the volume has changed since", () => {
  const history = [
    figures({ since: new Date('2026-11-02T12:00:00Z'), availableCredits: 400 }),
    figures({ since: new Date('2026-10-05T12:00:00Z') }),
    figures({ pricePerCredit: 1200 }),
  ];
  const html = renderToStaticMarkup(<FiguresHistory history={history} />);
  expect(html).toMatch(/£13\.20 since <time[^>]*>5 October 2026<\/time>\./);
  const rows = [...html.matchAll(/<tr.*?<\/tr>/g)].slice(1).map(([row]) => row.replace(/(?:<[^>]+>)+/g, ' ').trim());
  expect(rows).toEqual(['5 October 2026 £13.20 500 On sale', '30 September 2026 £12.00 500 On sale']);
  // Seen by all, because older volumes are left out of the history.
  expect(html).toMatch(/<caption class="(?!sr-only)[^"]+">[^<]+ only the newest are listed\.</);
  const [, ...earlier] = history;
  const twiceInADay = [figures({ since: new Date('2026-10-05T15:00:00Z'), pricePerCredit: 1400 }), ...earlier];
  expect(renderToStaticMarkup(<FiguresHistory history={twiceInADay} />)).toMatch(/£14\.00 since <time[^>]*>5 October 2026, 16:00/);
});

it('the head of a project names its type unless that repeats the category, and counts the answered questions', () => {
  const sold = { status: 'On sale', pricePerCredit: 100, verificationStandard: 'VCS' };
  const project = { ...sold, category: 'Biochar', title: 'Oak', imageUrl: '', unanswered: ['rating', 'units', 'shortfall'] };
  const head = (projectType: string) =>
    renderToStaticMarkup(<ProjectHead project={{ ...project, projectType } as unknown as Project} history={[]} address="" />);
  expect(['BIOCHAR', 'Straw'].map((type) => head(type).includes(`${type}</bdi>`))).toEqual([false, true]);
  expect(head('Straw')).toContain('5 of an auditor’s 8 questions');
});

it.each([
  ['On sale', 1, ['1 credit', '1 credit']],
  ['On sale', 2000, ['2,000 credits', '2,000 credits']],
  ['Not yet on sale', 1, ['Not yet on sale 1 credit', '1 not yet on sale']],
] as const)(
  'a project that is %s with a volume of %i says so with the noun in its number, on its page and its card',
  (status, availableCredits, said) => {
    const project = {
      ...{ id: 1, status, availableCredits, pricePerCredit: 100, impactPerYear: 5, verificationStandard: 'VCS', slug: 'oak', title: 'Oak' },
      ...{ category: 'Biochar', location: 'Hull', imageUrl: '', unanswered: [] },
    } as unknown as Project;
    const shown = [<ProjectHead key="" {...{ project, history: [], address: '' }} />, <ProjectGrid key="" projects={[project]} />];
    const available = shown.map((element) => /Available<\/dt><dd.*?<\/dd>/.exec(renderToStaticMarkup(element))?.[0]);
    expect(available.map((html) => html?.replace(/^.*?<\/dt>|<[^>]+>/g, '').replace(/\s+/g, ' '))).toEqual(said);
  },
);
