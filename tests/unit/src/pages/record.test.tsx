import { type HTMLElement, parse } from 'node-html-parser';
import type { ReactNode } from 'react';
import { renderToStaticMarkup } from 'react-dom/server';
import { prerender } from 'react-dom/static';
import { expect, it, onTestFinished, vi } from 'vitest';
import { placesOf } from '#server/domain/projects/countries.ts';
import { renderStaticWith, withPageContext } from '#server/http/page/page.ts';
import { log } from '#server/platform/log.ts';
import { metadata } from '#shared/content/geospatial.ts';
import { certificatePanel } from '#shared/content/impact-hub.ts';
import type { Batch } from '#shared/schemas/record-api.ts';
import { MapDemo } from '#src/pages/_components/demos.tsx';
import { factsOfSteps } from '#src/pages/_components/facts-of-steps.tsx';
import NotFoundPage from '#src/pages/404.tsx';
import GeospatialPage from '#src/pages/geospatial.tsx';
import ImpactHubPage from '#src/pages/impact-hub.tsx';
import BatchPage from '#src/pages/record/batches/[id].tsx';
import DisclosurePage from '#src/pages/record/disclosure.tsx';
import EntryPage from '#src/pages/record/entries/[number].tsx';
import RecordPage from '#src/pages/record/index.tsx';
import { BatchTable } from '#src/ui/routes/record/units.tsx';
import { entryOf, unitsIn } from '#tests/support/entries.ts';
import { keyFor } from '#verify/signed-tree.ts';

/** What each function that reads the record answers; undefined unless a test says so. */
const answers = vi.hoisted(() => ({}) as Record<string, unknown>);
const reading = vi.hoisted(
  () => (names: string) => () =>
    Object.fromEntries(
      names.split(' ').map((name) => [
        name,
        async (...given: unknown[]) => {
          const answer = answers[name];
          return typeof answer === 'function' ? answer(...given) : answer;
        },
      ]),
    ),
);
vi.mock('waku/router/server', () => ({ unstable_notFound: vi.fn() }));
vi.mock('#server/domain/projects/figures.ts', reading('readCatalogueFigures'));
vi.mock('#server/domain/projects/list.ts', reading('listProjects'));
vi.mock('#server/domain/projects/search.ts', reading('listPictured'));
vi.mock('#server/domain/record/read/book.ts', reading('findBatch listBatches readMovements readRecordFigures'));
vi.mock(
  '#server/domain/record/read/certificates.ts',
  reading('countUnconfirmed findNewestRetirement readRetirementsByMonth readDisclosure'),
);
vi.mock('#server/domain/record/read/entries.ts', reading('findEntry listEntries proveEntry'));
vi.mock('#server/domain/record/read/lookup.ts', () => ({ ...reading('lookUpWays')(), searchLength: 300 }));
vi.mock('#server/domain/record/read/own-log.ts', reading('findMissingEntries findWitnessing listEndedLogs listOwnKeys ownsRecord'));

async function shown(page: ReactNode, found: Record<string, unknown>, path = '/record'): Promise<HTMLElement> {
  for (const name of Object.keys(answers)) delete answers[name];
  Object.assign(answers, { listEndedLogs: [], ...found });
  return withPageContext({ path, search: '' }, async () => {
    const { prelude } = await prerender(page);
    return parse((await new Response(prelude).text()).replaceAll('<!-- -->', '').replaceAll(/[\u2066-\u2069]/g, ''));
  });
}
const factsIn = (page: HTMLElement) =>
  Object.fromEntries(page.querySelectorAll('dt').map((name) => [name.text, name.nextElementSibling?.text]));
const cellsIn = (page: HTMLElement, caption: string) =>
  page
    .querySelectorAll('table')
    .find((table) => table.querySelector('caption')?.text === caption)
    ?.querySelectorAll('tbody tr')
    .map((row) => row.querySelectorAll('th, td').map(({ text }) => text));

const none = { Held: 0, Reserved: 0, Assigned: 0, Transferred: 0, Retired: 0, Cancelled: 0, Delivered: 0, 'Not delivered': 0 };
/** What the record's page reads, of a record that has nothing. */
const ofRecord = {
  ...{ readRecordFigures: { units: none, byRegistry: [], byVintage: [] }, findWitnessing: { witnesses: [], needed: 0 }, listOwnKeys: [] },
  ...{ countUnconfirmed: { units: 0 }, readMovements: [], readRetirementsByMonth: [], listEntries: [], listBatches: [] },
};

it('the record’s page says of each key since when it signs, from when until when it did, or that it is to sign next', async () => {
  const [from, until] = ['2026-03-01T09:05:00.000Z', '2026-06-30T23:30:00.000Z'];
  const periods = [{ from: until }, { from, until }, {}];
  const listOwnKeys = await Promise.all(
    periods.map(async (period, at) => ({ key: await keyFor('log', new Uint8Array(32).fill(at)), ...period })),
  );
  const page = await shown(<RecordPage query="" />, { ...ofRecord, listOwnKeys });
  expect(page.querySelectorAll('li code + p').map(({ text }) => text)).toEqual([
    'Signs since 30 June 2026, 23:30 UTC',
    'Signed from 1 March 2026, 09:05 UTC until 30 June 2026, 23:30 UTC',
    'Signs the next checkpoint',
  ]);
});

it('the record’s page says which entries it lists, and offers to try again where it was, not at the newest, and on paper has the address of these', async () => {
  const titleOf = async (query: string) => (await shown(<RecordPage query={query} />, ofRecord)).querySelector('#record-entries')?.text;
  expect([await titleOf(''), await titleOf('before=30')]).toEqual(['Latest entries', 'Entries before 30']);
  quietErrors();
  const listEntries = () => Promise.reject(Object.assign(new Error('down'), { code: 'ECONNREFUSED' }));
  const failed = await shown(<RecordPage query="q=Ada&before=30" />, { ...ofRecord, listEntries });
  expect(failed.querySelector('[role=alert] form')?.getAttribute('data-leads-to')).toBe('/record?q=Ada&before=30');
  expect(failed.querySelector('[data-printed]')?.text).toMatch(/\/record\?q=Ada&before=30$/);
});

const batch = {
  ...{ id: 3, project: 'oak', projectTitle: 'Oak', registry: 'sample', series: 'S', serial: 'S-1 to 10', first: 1, last: 10, entry: 4 },
  ...{ vintageStart: '2030-01-01', vintageEnd: '2030-12-31', unitType: 'Removal - nature', issuance: 'expected', registryUrl: null },
};
const since = new Date('2026-03-04T23:30:00Z');
const holding = { first: 1, last: 10, since, certificate: null };

it('a page that lists only the newest batches says so, and where the API has all of them, or all of its project', async () => {
  const listBatches = ({ limit }: { limit: number }) =>
    Array.from({ length: Math.min(limit, 30) }, (_, at) => ({ ...batch, id: 30 - at, units: none }));
  const page = await shown(<RecordPage query="" />, { ...ofRecord, listBatches });
  expect(cellsIn(page, 'Batches')).toHaveLength(20);
  expect(page.text).toContain('The newest 20 are shown. All of them, from the API: /api/v1/record/batches');
  const ofProject = (limit: number) => renderToStaticMarkup(<BatchTable batches={listBatches({ limit }) as Batch[]} project="oak" />);
  const linksToAll = [21, 20].map((limit) => ofProject(limit).includes('href="/api/v1/record/batches?project=oak"'));
  expect(linksToAll).toEqual([true, false]);
});

it.each([
  [{ Delivered: 9, Held: 1 }, /^Pending: /],
  [{ Delivered: 7, 'Not delivered': 2, Cancelled: 1 }, /^Was pending: /],
])('a batch of pending units with %j says whether some still are', async (units, issuance) => {
  const found = { batch: { ...batch, units: { ...none, ...units } }, holdings: [], runs: [], next: null };
  expect(factsIn(await shown(<BatchPage id="3" query="" />, { findBatch: found })).Issuance).toMatch(issuance);
});

it('the bar of a batch names its first parts, and says how many others there are; of too many parts to draw it shows the sums', async () => {
  const found = { batch: { ...batch, units: { ...none, Held: 6, Retired: 4 } }, holdings: [], next: null };
  const barOf = async (runs: unknown) =>
    (await shown(<BatchPage id="3" query="" />, { findBatch: { ...found, runs } })).querySelector('svg[aria-label]');
  const drawn = await barOf(Array.from({ length: 22 }, (_, at) => ({ status: at % 2 ? 'Held' : 'Retired', first: at, last: at })));
  expect(drawn?.getAttribute('aria-label')).toMatch(/from first to last, by status: 0 to 0 Retired, .*, 19 to 19 Held, and 2 more$/);
  expect(drawn?.nextElementSibling?.text).toBe('110');
  const summed = await barOf(undefined);
  expect([summed?.getAttribute('aria-label'), summed?.nextElementSibling?.tagName]).toEqual(['Units by status: Held 6, Retired 4', 'DL']);
});

it('a batch names, for units that were promised before the entry that moved them last, the entry that promised them', async () => {
  const holdings = [
    { ...holding, last: 4, status: 'Transferred', owner: 7, entry: 9 },
    { ...holding, first: 5, status: 'Reserved', owner: 8, entry: 8 },
  ];
  const found = { batch: { ...batch, units: none }, holdings, runs: [], next: 4 };
  const received = { entry: entryOf('receive', [], { sample: true }), related: [] };
  const page = await shown(<BatchPage id="3" query="" />, { findBatch: found, findEntry: (index: number) => index === 4 && received });
  expect(page.querySelector('[role=note]')?.text).toBe('Sample data: invented, and without value.');
  expect(cellsIn(page, 'Serial numbers by status')).toEqual([
    ['1 to 4', '4', expect.stringMatching(/^Sold.*8/), '4 March 2026', '10'],
    ['5 to 10', '6', 'Reserved', '4 March 2026', '9'],
  ]);
  expect(page.querySelector('a[href="/record/batches/3?after=4#holdings"]')).not.toBeNull();
});

it('an entry has its days written out, the owners of a delivery in their order, and no files while its proof is not available', async () => {
  const owners = [
    { owner: 6, status: 'Transferred', expected: 60, delivered: 50 },
    { owner: null, status: 'Held', expected: 40, delivered: 0 },
  ] as const;
  const facts = { owners: [...owners], registryRetiredOn: '2026-03-04', expected: 100, verified: 50 };
  const entry = entryOf('deliver', [unitsIn(1, 1, 50)], facts);
  const findEntry = { index: 11, entry, texts: {}, projects: [], related: [], canonical: '{}' };
  const proofOf = (page: HTMLElement) => page.querySelectorAll('aside a').map((link) => link.getAttribute('href'));
  const without = await shown(<EntryPage number="12" />, { findEntry });
  expect(factsIn(without)).toMatchObject({
    ...{ 'Retired in the registry on': '4 March 2026', 'Pending units closed': '100', 'Verified and issued': '50' },
    'Index, for programs and the API': '11',
  });
  expect(cellsIn(without, 'Who receives the units')).toEqual([
    ['Entry 7', 'Sold', '60', '50'],
    ['Not promised to anybody', 'Held', '40', '0'],
  ]);
  expect([without.querySelector('aside')?.text, proofOf(without)]).toEqual([expect.stringContaining('not available at the moment'), []]);
  // As of its files, the checkpoint covers what later entries say of it.
  const proveEntry = (found: unknown) => found === findEntry && { checkpoint: { size: 20 } };
  const proven = await shown(<EntryPage number="12" />, { findEntry, proveEntry });
  expect(proven.querySelector('aside')?.text).toContain('entry 12 of 20');
  expect(proofOf(proven)).toEqual(['/record/entries/12.json', '/record/entries/12.tlog-proof', '/verify?entry=12']);
});

it('where the record has nothing, a page says what was lost of it: entries that are missing now, then logs that have ended', async () => {
  const reason = 'A disk was lost';
  const ended = {
    origin: 'a/log',
    size: 17,
    held: 14,
    note: 'a/log\n17\n',
    reason,
    endedAt: new Date('2026-06-30T23:30:00Z'),
    continuedBy: 'a/log-2',
  };
  const found = { findMissingEntries: { signed: 1_020, size: 1_000 }, listEndedLogs: [ended, { ...ended, origin: 'a/log-0', size: 14 }] };
  const notices = async (path: string) =>
    (await shown(<NotFoundPage />, found, path)).querySelectorAll('section section').map(({ text }) => text);
  expect(await notices('/certificates/CR-000017')).toEqual([
    expect.stringMatching(/The signed log has 1,020 entries, of which our database has 1,000: .*The entries from 1001 on are missing/),
    expect.stringMatching(
      /a\/log ended on 30 June 2026 UTC, at 17 entries.*a\/log-2, .*first 14.*A disk was lost.*The entries from 15 on, 3 in all, were lost/,
    ),
    expect.not.stringContaining('were lost'),
  ]);
  expect(await notices('/projects/oak')).toEqual([]);
  // A log whose name was found to be wrong after its first entry.
  Object.assign(found, { findMissingEntries: undefined, listEndedLogs: [{ ...ended, size: 1, held: 1 }] });
  expect(await notices('/certificates/CR-000002')).toEqual([expect.stringContaining(', at 1 entry. ')]);
});

const noAnswer = () => Promise.reject(new Error('No answer'));
function quietErrors() {
  const errors = vi.spyOn(log(), 'error').mockReturnValue();
  onTestFinished(() => errors.mockRestore());
  return errors;
}

it('a step of a credit’s life has the name of its kind alone if the record does not answer, and does not say that there is none', async () => {
  const reported = quietErrors();
  const StepFact = () => factsOfSteps([{ id: 'start' }, { id: 'end', recordedAs: 'retire' }], 'how-it-works').end?.value;
  const fact = async (findNewestRetirement: unknown) => (await shown(<StepFact />, { findNewestRetirement })).text;
  expect([await fact(noAnswer), await fact(undefined)]).toEqual(['Retired', 'Retired: none yet']);
  expect(reported).toHaveBeenCalledOnce();
});

const noProjects = { listProjects: { projects: [], total: 0 }, listPictured: [] };

it('the impact hub says that nothing has been retired if it knows that, and not if the record does not answer', async () => {
  renderStaticWith(renderToStaticMarkup);
  quietErrors();
  const isSaid = async (listEntries: unknown) =>
    (await shown(<ImpactHubPage />, { ...noProjects, listEntries })).text.includes(certificatePanel.specimen);
  expect([await isSaid([]), await isSaid(noAnswer)]).toEqual([true, false]);
});

it('the impact hub has a mark for each place of the catalogue, and says that it names only the first', async () => {
  renderStaticWith(renderToStaticMarkup);
  const listPictured = Array.from({ length: 70 }, (_, at) => ({
    ...{ slug: `p${at}`, title: `P${at}`, location: 'Nyeri', country: 'KE', pricePerCredit: null },
    ...{ latitude: 1 + at / 1_000, longitude: 37 },
  }));
  const panel = (await shown(<ImpactHubPage />, { ...noProjects, listEntries: [], listPictured })).querySelector('#demo-geospatial');
  expect([panel?.querySelector('figcaption')?.text, panel?.text]).toEqual(['Kenya: 70 projects', expect.stringContaining('by name (60)')]);
  const demo = parse(renderToStaticMarkup(<MapDemo places={placesOf(listPictured)} />));
  expect([demo.querySelectorAll('li').length, demo.text]).toEqual([60, expect.stringContaining('The first 60 of 70 places.')]);
});

it('the page of coordinates introduces an entry of the catalogue only where it shows one', async () => {
  renderStaticWith(renderToStaticMarkup);
  Object.assign(answers, noProjects);
  const page = renderToStaticMarkup(await GeospatialPage());
  expect(page).toContain(metadata.documents.title);
  expect(page).not.toContain(metadata.intro);
});

it('a disclosure lists each required fact that is not stated, with the certificates that lack it', async () => {
  const line = {
    ...{ certificate: 'CR-000003', entry: 2, beneficiary: null, quantity: 5, first: 1, last: 5, unitType: 'Avoidance', corrections: [] },
    ...{ registryId: 'S1', country: 'GB', methodology: null, verifier: 'V', adjustment: 'Applied', standard: null, project: 'Oak' },
    ...{ retiredOn: '2026-03-04', registryRetiredOn: null, recordedOn: '2026-03-04', isConfirmed: false },
  };
  const page = await shown(<DisclosurePage query="c=CR-000003" />, { readDisclosure: { lines: [line], certified: [], unknown: [] } });
  const missing = page.querySelectorAll('section').find((section) => section.querySelector('h2')?.text === 'Not stated');
  expect(missing?.querySelectorAll('li').map(({ text }) => text)).toEqual([
    'Beneficiary (erased, or not on file): CR-000003',
    'Methodology: CR-000003',
  ]);
});
