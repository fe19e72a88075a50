import { renderToStaticMarkup } from 'react-dom/server';
import { expect, it } from 'vitest';
import { audit } from '#shared/content/projects/audit.ts';
import { texts } from '#shared/content/projects/project.ts';
import type { Project, ProjectFigures } from '#shared/schemas/project.ts';
import { PriceHistory } from '#src/ui/charts.tsx';
import { AuditAnswers } from '#src/ui/routes/project/audit-answers.tsx';
import { FiguresHistory } from '#src/ui/routes/project/project-head.tsx';
import { StatusFigures } from '#src/ui/routes/record/units.tsx';

/** A project of which nothing is stated. */
const project = (stated: Partial<Project>) =>
  ({
    ...{ registryIssued: null, registryRetired: null, bufferShare: null, permanenceYears: null, vintageStart: null, vintageEnd: null },
    ...{ verificationStandard: 'VCS', title: 'Oak', slug: 'oak', category: 'Reforestation', projectType: null, status: 'On sale' },
    ...{ unanswered: [], fromRecord: [], ...stated },
  }) as unknown as Project;
const shown = (stated: Partial<Project>) => renderToStaticMarkup(<AuditAnswers project={project(stated)} />);

it("shows the registry's totals as facts of the project, and not as what is for sale", () => {
  const html = shown({ registryIssued: 84_267, registryRetired: 1000 });
  expect(html).toContain('84,267 credits issued by the registry to date, 1,000 of them retired');
  expect(html).toContain(texts.facts.registryTotals.meaning);
  expect(shown({ registryIssued: 0, registryRetired: null })).toContain('>0 credits issued by the registry to date<');
  expect(shown({ registryIssued: null, registryRetired: 5 })).not.toContain(audit.questions.units.atRegistry);
});

it('what the catalogue does not state, and the record does, is shown with where it is from', () => {
  const stated = { unitType: 'Avoidance', vintageStart: 2020, vintageEnd: 2021 } as const;
  const marks = (html: string) => html.split(audit.fromRecord).length - 1;
  expect([shown(stated), shown({ ...stated, fromRecord: ['vintage', 'unitType'] })].map(marks)).toEqual([0, 2]);
});

it('pending credits have no verified tonnes, and those of the Woodland Carbon Code count only in the UK', () => {
  const stated = { verificationReport: 'Validation report', verificationStandard: 'Woodland Carbon Code' };
  const { vintage, units } = audit.questions;
  expect(shown({ ...stated, unitsStatus: 'expected' })).toContain(`${stated.verificationReport}</bdi>${vintage.unverified}`);
  expect(shown({ ...stated, unitsStatus: 'issued' })).not.toContain(vintage.unverified);
  expect([shown(stated), shown({})].map((html) => html.includes(units.ukOnly))).toEqual([true, false]);
});

const reversals = audit.questions.shortfall.reversals;

it.each([
  ['nothing is stored', { category: 'Methane Avoidance' }, reversals['nothing stored']],
  ['carbon is stored', { permanenceYears: 100 }, reversals.stored],
  ['the storage is not stated', {}, reversals['not stated']],
])('the risk of a reversal follows from the storage: %s', (_what, stated, words) => {
  const others = Object.values(reversals).filter((other) => other !== words);
  expect(shown(stated)).toContain(words);
  for (const other of others) expect(shown(stated)).not.toContain(other);
});

const figures = (of: Partial<ProjectFigures>): ProjectFigures => ({
  since: new Date('2026-09-30T12:00:00Z'),
  pricePerCredit: 1320,
  availableCredits: 500,
  status: 'On sale',
  ...of,
});
const historyOf = (...history: ProjectFigures[]) => renderToStaticMarkup(<FiguresHistory history={history} />);

it("the history of a project's figures says since when a changed price applies, even if the volume has changed since", () => {
  const html = historyOf(
    figures({ since: new Date('2026-11-02T12:00:00Z'), availableCredits: 400 }),
    figures({ since: new Date('2026-10-05T12:00:00Z') }),
    figures({ pricePerCredit: 1200 }),
  );
  expect(html).toMatch(/£13\.20 since <time[^>]*>5 October 2026<\/time>\./);
  expect(html).toContain('£12.00');
});

it('the price of a project is drawn from the day it had one until today, beside its scale: level, with a step where it changes and a gap where it had none', () => {
  const day = (back: number) => new Date(Date.now() - back * 86_400_000);
  const prices = Object.entries({ 25: 1000, 50: null, 75: 2000, 100: 1000, 200: null });
  const history = prices.map(([back, pricePerCredit]) => ({ since: day(Number(back)), pricePerCredit }));
  const html = renderToStaticMarkup(<PriceHistory prices={history} />);
  const [, path = ''] = /<path d="([^"]+)"/.exec(html) ?? [];
  const points = [...path.matchAll(/([ML])([\d.]+),([\d.]+)/g)].map(([, move, x, y]) => `${move} ${Math.round(Number(x))} ${Number(y)}`);
  expect(points).toEqual(['M 105 500', 'L 329 500', 'L 329 0', 'L 553 0', 'M 776 500', 'L 1000 500']);
  expect(html).toContain(`aria-label="Between £10.00 and £20.00 since `);
  for (const tick of ['£0', '£10', '£20']) expect(html).toContain(`>${tick}</text>`);
});

it('the bar of units by status shows few among many, and is left out where all have one status', () => {
  const units = { Held: 370_000, Reserved: 10, Assigned: 0, Transferred: 0, Retired: 0, Cancelled: 0, Delivered: 0, 'Not delivered': 0 };
  const widths = (held: number, reserved: number) => {
    const html = renderToStaticMarkup(<StatusFigures units={{ ...units, Held: held, Reserved: reserved }} open={0} />);
    return [...html.matchAll(/<rect x="[\d.]+" y="0" width="([\d.]+)"/g)].map(([, width]) => Math.round(Number(width)));
  };
  expect([widths(370_000, 10), widths(300, 100), widths(370_000, 0)]).toEqual([[1000, 12], [750, 250], []]);
});
