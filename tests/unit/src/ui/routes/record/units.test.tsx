import { renderToStaticMarkup } from 'react-dom/server';
import { expect, it } from 'vitest';
import { GroupTable, StatusFigures } from '#src/ui/routes/record/units.tsx';

const units = { Held: 370_000, Reserved: 10, Assigned: 0, Transferred: 0, Retired: 0, Cancelled: 0, Delivered: 0, 'Not delivered': 0 };

it('the units by status have a bar, which shows few among many, unless all have one, and are said to be issued or pending', () => {
  const widths = (held: number, reserved: number) => {
    const html = renderToStaticMarkup(<StatusFigures units={{ ...units, Held: held, Reserved: reserved }} unconfirmed={0} />);
    return [...html.matchAll(/<rect x="[\d.]+" y="0" width="([\d.]+)"/g)].map(([, width]) => Math.round(Number(width)));
  };
  // A part is at least 12 wide, where all units together are 1000.
  expect([widths(370_000, 10), widths(300, 100), widths(370_000, 0)]).toEqual([[1000, 12], [750, 250], []]);
  const html = renderToStaticMarkup(<StatusFigures units={units} unconfirmed={0} forSale={{ issued: 369_930, expected: 70 }} />);
  expect(html).toContain('Of the units held, 369,930 are issued and 70 pending.');
});

it('units by registry have a column for each usual status, and for any other that a unit has', () => {
  const groups = [{ name: 'Verra', units: { ...units, Cancelled: 5 } }];
  const html = renderToStaticMarkup(<GroupTable title="By registry" name="Registry" groups={groups} />);
  const heads = [...html.matchAll(/<th scope="col"[^>]*>([^<]*)/g)].map(([, head]) => head);
  expect(heads).toEqual(['Registry', 'Held', 'Reserved', 'Sold', 'Retired', 'Cancelled']);
});
