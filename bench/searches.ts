import { monitorEventLoop } from '#tests/support/event-loop.ts';
import { cpuTime, cpuTimeOfFamily } from './processes.ts';
import { fetchAll, longestWait } from './requests.ts';
import { median, quantile, type Row } from './row.ts';
import { type Stage, startSite, withoutLimits } from './stage.ts';

const measured = 50;
const whileWaiting = 150;

/**
 * Measures searches of 11,000 projects that nobody has asked for before, one after the other: their processor time, and how long others
 * wait meanwhile. What counts of that is the longest time for which the site's event loop is blocked, in processor time, because on a busy
 * machine any request may wait; the note says how long somebody waited for a kept page.
 */
export async function* measureSearches(stage: Stage): AsyncGenerator<Row> {
  const all = searches();
  const next = (count: number) => Array.from({ length: count }, () => all.next().value ?? '');
  const site = await startSite(stage, await stage.large(), withoutLimits);
  const time = () => cpuTime(site.pid) + cpuTimeOfFamily(stage.postmaster());
  await fetchAll(site.url, next(measured));
  const times: number[] = [];
  for (const address of next(measured)) {
    const before = time();
    await fetchAll(site.url, [address]);
    times.push(time() - before);
  }
  await site.stop();
  const note = `90% within ${Math.round(quantile(times, 0.9))} ms, longest ${Math.round(Math.max(...times))} ms`;
  yield { measure: 'search never asked: processor time with PostgreSQL', value: median(times), unit: 'ms', bar: 80, note };

  const loop = monitorEventLoop();
  const watched = await startSite(stage, await stage.large(), { ...withoutLimits, ...loop.env });
  await fetchAll(watched.url, next(measured));
  let wait = 0;
  const search = async () => {
    wait = await longestWait(watched.url, () => fetchAll(watched.url, next(whileWaiting)));
  };
  const blocked = await loop.longestBlock(search, 0, 1);
  await fetchAll(watched.url, needs(0, 10));
  const mixes = await loop.longestBlock(() => fetchAll(watched.url, needs(10, measured)), 0, 1);
  await watched.stop();
  yield { measure: 'search never asked: others wait', value: blocked, unit: 'ms', bar: 50, note: `a kept page ${Math.round(wait)} ms` };
  yield { measure: 'mixes for a need never asked: others wait', value: mixes, unit: 'ms', bar: 50, note: '' };
}

/** Addresses of /portfolio, all different: tonnes, a budget, one that thousands of projects share, and more tonnes than there are. */
function needs(from: number, count: number): string[] {
  return Array.from({ length: count }, (_, offset) => {
    const index = from + offset;
    const shapes = [
      { tonnes: 500 + index },
      { budget: 40_000 + index, country: 'GB' },
      { budget: 3_000_000 + index, units: 'pending' },
      { tonnes: 1_000_000 - index, max: 5, units: 'issued' },
    ];
    return `/portfolio?${new URLSearchParams(Object.entries(shapes[index % shapes.length] ?? {}).map(([name, value]) => [name, String(value)]))}`;
  });
}

/** Ordinary searches, all different: by filters, by words, by both, and with a price limit. */
function* searches(): Generator<string, string> {
  const categories = [
    'Reforestation',
    'Renewable Energy',
    'Biochar',
    'Solar Energy',
    'Methane Avoidance',
    'Agroforestry',
    'Coastal Protection',
  ];
  const words = [
    'mangrove',
    'forest',
    'quinpura',
    'solar',
    'cookstove',
    'stove',
    'wind',
    'mangorve',
    'coffee',
    'zanton',
    'peatland',
    'hydro',
  ];
  const countries = ['GB', 'KE', 'IN', 'BR', 'US', 'ID', 'MX', 'ZA', 'GH', 'PE', 'VN'];
  const standards = ['VCS', 'Gold Standard', 'Puro.Earth', 'Plan Vivo', 'Isometric'];
  const sorts = ['price', 'impact-desc', 'available-desc', 'name'];
  const pick = (values: string[], index: number) => values[index % values.length] ?? '';
  for (let index = 0; ; index += 1) {
    const shapes: Record<string, string>[] = [
      { category: pick(categories, index), max: String(2_000 + index) },
      { q: pick(words, index), min: String(1 + (index % 9)), available: String(10 + index) },
      { country: pick(countries, index), standard: pick(standards, index), available: String(100 + index) },
      { q: pick(words, index), country: pick(countries, index), max: String(500 + index) },
      { status: 'On sale', sort: pick(sorts, index), max: String(90 + index) },
    ];
    yield `/projects?${new URLSearchParams(shapes[index % shapes.length])}`;
  }
}
