import { renderToStaticMarkup } from 'react-dom/server';
import { describe, expect, it } from 'vitest';
import { texts } from '#src/content/projects/project.ts';
import type { ProjectFigures } from '#src/schemas/project.ts';
import { FiguresHistory } from '#src/ui/routes/project/figures-history.tsx';

const figures = (of: Partial<ProjectFigures>): ProjectFigures => ({
  since: new Date('2026-09-30T12:00:00Z'),
  pricePerCredit: 1320,
  availableCredits: 500,
  status: 'On sale',
  ...of,
});
const shown = (...history: ProjectFigures[]) => renderToStaticMarkup(<FiguresHistory history={history} texts={texts.history} />);

describe("the history of a project's figures", () => {
  it('is left out while there is only one price and one volume', () => {
    expect(shown(figures({}))).toBe('');
    expect(shown()).toBe('');
  });

  it('says since when a changed price applies, even if the volume has changed since', () => {
    const html = shown(
      figures({ since: new Date('2026-11-02T12:00:00Z'), availableCredits: 400 }),
      figures({ since: new Date('2026-10-05T12:00:00Z') }),
      figures({ pricePerCredit: 1200 }),
    );
    expect(html).toMatch(/£13\.20 since <time[^>]*>5 October 2026<\/time>\./);
    expect(html).toContain('£12.00');
  });

  it('gives no date to a price that has never changed', () => {
    const html = shown(figures({ since: new Date('2026-10-05T12:00:00Z'), availableCredits: 400 }), figures({}));
    expect(html).not.toContain('since');
    expect(html).toContain(texts.history.title);
  });
});
