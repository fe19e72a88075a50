import { renderToStaticMarkup } from 'react-dom/server';
import { expect, it } from 'vitest';
import type { ProjectFigures } from '#shared/schemas/project.ts';
import { FiguresHistory } from '#src/ui/routes/project/project-head.tsx';

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
});
