import { renderToStaticMarkup } from 'react-dom/server';
import { expect, it } from 'vitest';
import { PriceHistory, RetirementsByMonth, ShareBar } from '#src/ui/charts.tsx';
import { has } from '#tests/support/matchers.ts';

it('the price of a project is drawn from the day it had one until today, beside its scale: level, with a step where it changes and a gap where it had none', () => {
  const from = (daysAgo: number, pricePerCredit: number | null) => ({ since: new Date(Date.now() - daysAgo * 86_400_000), pricePerCredit });
  const prices = [from(25, 1000), from(50, null), from(75, 2000), from(100, 1000), from(200, null)];
  const html = renderToStaticMarkup(<PriceHistory prices={prices} />);
  const [, path = ''] = /<path d="([^"]+)"/.exec(html) ?? [];
  const points = [...path.matchAll(/([ML])([\d.]+),([\d.]+)/g)].map(([, move, x, y]) => `${move} ${Math.round(Number(x))} ${Number(y)}`);
  // 100 days take what the scale leaves of 1,000 units across: it has three characters, of 35 units.
  expect(points).toEqual(['M 105 500', 'L 329 500', 'L 329 0', 'L 553 0', 'M 776 500', 'L 1000 500']);
  expect(html).toContain(`aria-label="Between £10.00 and £20.00 since `);
  for (const tick of ['£0', '£10', '£20']) expect(html).toContain(`>${tick}</text>`);
  // A month begins in London, as in the text beside the chart.
  const since = (time: string) => renderToStaticMarkup(<PriceHistory prices={[{ since: new Date(time), pricePerCredit: 1 }]} />);
  expect([since('2026-06-30T22:59Z'), since('2026-06-30T23:00Z')]).toEqual([has('since Jun 2026'), has('since Jul 2026')]);
  // A scale has no parts of a penny.
  expect(renderToStaticMarkup(<PriceHistory prices={[from(9, 1)]} />).match(/£[\d.]+(?=<\/text>)/g)).toEqual(['£0', '£0.01']);
});

it('the table of retirements by month has the newest first: how many certificates there were, and then the units', () => {
  const months = [
    { month: '2026-09', units: 5, certificates: 1 },
    { month: '2026-10', units: 0, certificates: 0 },
  ];
  const html = renderToStaticMarkup(<RetirementsByMonth months={[...months, { month: '2026-11', units: 60, certificates: 2 }]} />);
  expect(html.replaceAll(/<[^>]+>/g, ' ')).toMatch(/Certificates\s+tCO₂e\s+Nov 2026\s+2\s+60\s+Sept? 2026\s+1\s+5\s*$/);
});

it.each([
  [[0.3, 0.6], '50% 100%'],
  [[14.5, 29], '50% 100%'],
  [[0, 0], '0% 0%'],
])('the bars of %j are shares of the highest, also of prices below a pound', (values, widths) => {
  const bars = values.map((_, place) => renderToStaticMarkup(<ShareBar values={values} place={place} />));
  expect(bars.map((bar) => / width="([^"]+)"/.exec(bar)?.[1]).join(' ')).toBe(widths);
});
