import { beforeAll, describe, expect, it } from 'vitest';
import { auditWholeRecord } from '#server/domain/record/audit/audit.ts';
import { operate, operateTogether } from '#server/domain/record/book/operate.ts';
import { eraseTexts } from '#server/domain/record/log/texts.ts';
import { sumByBeneficiary } from '#server/domain/record/read/certificates.ts';
import { lookUp, lookUpWays } from '#server/domain/record/read/lookup.ts';
import { query } from '#server/platform/database/query.ts';
import { spelledId } from '#shared/lib/registries/listed-projects.ts';
import type { Operation } from '#shared/schemas/record.ts';
import { dayIn } from '#shared/schemas/typed.ts';
import { has } from '#tests/support/matchers.ts';
import { ownDatabase, shares } from '#tests/support/own-database.ts';
import { projectRow } from '#tests/support/projects.ts';
import { registries } from '#verify/registries.ts';
import { entryNumber } from '#verify/text.ts';

/** A project with its id in a registry, and a serial of that registry. */
type ProjectUnits = [slug: string, id: string, registry: string, serial: string, year: number];
const projects: ProjectUnits[] = [
  ['forest', 'VCS1340', 'Verra', '19385-1001-1500-VCS-VCU-1507-VER-ET-14-1340-01012020-31122020-1', 2020],
  ['old-forest', 'VCS959', 'VCS', '7144-2001-2500-VCU-007-MER-UY-14-959-01012012-31122012-0', 2012],
  ['stoves', 'GS11236', 'Gold Standard', 'GS1-1-UG-GS11236-16-2024-30307-3001-3500', 2024],
  ['dam', 'GS447', 'Gold Standard', 'CN-5-4001-2-2-0-4126,CN-5-4500-2-2-0-4126', 2016],
  ['grassland', 'ACR0934', 'ACR', 'ACR-US-934-2025-2917-5001 to 5500', 2025],
  ['wetland', 'CAR1335', 'CAR', 'CAR-1-US-1335-31-983-KS-2025-9205-6001 to 6500', 2025],
  ['jungle', 'ART130', 'ART TREES', 'FCPF-CI-130-2023-20-7001 to 7500', 2023],
  ['plantation', 'CDC321', 'Cercarbono', 'CDC_1_1_1_321_14_1_2009 from 8001 to 8500', 2009],
  ['biochar', '577166', 'Puro.Earth', 'PURO_PR_CORC100+_FI_577166_2020_055a3fbe-eabc-4535-b9cf-1028e7d18f89_9001-9500', 2020],
];

const requestOf = ([project, , registry, serial, year]: ProjectUnits, change: object = {}) => ({
  ...{ project, registry, serial, unitType: 'Removal - nature', issuance: 'issued' },
  ...{ vintageStart: `${year}-01-01`, vintageEnd: `${year}-12-31` },
  ...change,
});
/** Without the schema, which refuses characters that cannot be seen: the book knows units by itself. */
const run = (kind: Operation['kind'], request: object) =>
  operate({ kind, request } as Operation, { key: crypto.randomUUID(), actor: 'operator' });
const [forest, grassland] = ['forest', 'grassland'].map((slug) => projects.find(([name]) => name === slug)) as [ProjectUnits, ProjectUnits];
const ofForest = (change: object) => requestOf(forest, change);
const places = async (text: string) => {
  const found = await lookUp(text);
  return found.kind === 'serials' ? found.places.map(({ project, serial }) => `${project}: ${serial}`) : found.kind;
};

const rows = [
  ...projects.map(([slug, external_id]) => ({ ...projectRow(slug), external_id })),
  { ...projectRow('wood'), external_id: null },
];
const database = ownDatabase({}, rows);
beforeAll(async () => {
  for (const project of projects) await run('receive', requestOf(project));
  const ofWood = { project: 'wood', registry: 'Woodland Carbon Code', serial: undefined, series: 'PIU-104', first: 10_001, last: 10_500 };
  await run('receive', ofForest(ofWood));
});

it('units that were received cannot be received again in part, under another batch, project and label', async () => {
  const serial = '1-1400-1600-VCS-VCU-1-VER-BR-14-959-01012020-31122020-0';
  await expect(run('receive', ofForest({ project: 'old-forest', serial }))).rejects.toMatchObject({ code: 'units_overlap' });
  const wood = { project: 'wood', registry: 'UK Land Carbon Registry', serial: undefined, series: 'piu\u00a0-104' };
  const again = run('receive', ofForest({ ...wood, first: 10_500, last: 10_501 }));
  await expect(again).rejects.toMatchObject({ code: 'units_overlap' });
});

it.each([
  ['a numbering with a blank', { numbering: 'VCS VCU' }, 'numbering_check'],
  ['a numbering with letters that look like others', { numbering: 'VCS-VC\u0421' }, 'numbering_check'],
  ['a vintage that the catalogue cannot show', { vintage_end: '2201-01-01' }, 'vintage_range'],
  ['numbers that are in the book under another series', { series: '1-VCS-VCU' }, 'serial_once'],
])('the database rejects %s, whoever writes', async (_, change, constraint) => {
  const insertion = database.sql`
    insert into credit_batches
    select (jsonb_populate_record(batch, ${database.sql.json({ id: 99, ...change })})).* from credit_batches as batch where id = 1
  `;
  await expect(insertion).rejects.toMatchObject({ constraint_name: `credit_batches_${constraint}` });
});

it.each<[string, object, string, string]>([
  ['of a registry that has no serials', { registry: 'Isometric' }, 'registry', 'no serials and counts parts of tonnes'],
  ['of the samples, for a real project', { registry: 'Sample registry', serial: 'SAMPLE-0010-2020-1 to 9' }, 'registry', 'Only sample'],
  ['of another project', { serial: '1-1-9-VCS-VCU-1-VER-BR-14-1341-01012020-31122020-0' }, 'project', 'VCS1341, not of VCS1340'],
  ['whose serial and numbers disagree', { series: forest[3].replace('1001-1500-', ''), first: 1, last: 9 }, 'serial', 'does not agree'],
  ['whose serial stands beside a part of the numbers', { first: 1_002 }, 'serial', 'Give the serial, or series, first and last'],
  ['in a series that is not Verra’s', { serial: undefined, series: 'oaks', first: 1, last: 9 }, 'series', 'no serial of Verra'],
])('a batch is refused %s', async (_, change, field, message) => {
  const problem = { code: 'validation_failed', field, message: has(message) };
  await expect(run('receive', ofForest(change))).rejects.toMatchObject(problem);
});

it.each(projects)('the search finds units by all that the registry and this site write: %s', async (slug, _id, _registry, written) => {
  const [{ id, serial, series, first } = {}] = await database.sql`
    select id, convert_from(entry, 'UTF8')::jsonb ->> 'serialText' as serial, series, lower(serials) as first
    from credit_batches join record_entries on index = received_entry where project_id = (select id from carbon_projects where slug = ${slug})
  `;
  const [printed = ''] = (await places(serial)) as string[];
  expect(printed.startsWith(`${slug}: `)).toBe(true);
  const text = printed.slice(slug.length + 2);
  const copied = [`${first}\u200b`, `Batch ${id}`, `batch\u00a0 ${id}\u200b`];
  for (const words of [written, text, text.toLowerCase(), text.replaceAll('-', '–'), series, series.toLowerCase(), first, ...copied])
    expect(await places(words), words).toEqual([printed]);
});

it('the database gives numbers of projects the letters that the table of registries has', async () => {
  const names = Object.values(registries).flatMap(({ name, aliases, idPrefixes }) =>
    [name, ...aliases].map((standard) => ({ standard, known: [spelledId(standard), ...idPrefixes], first: idPrefixes[0] })),
  );
  const made = await database.sql<{ key: string }[]>`
    select catalogue_registry_key('123', standard) as key from unnest(${names.map(({ standard }) => standard)}::text[]) as standard
  `;
  const lettersOf = new Map(names.map(({ standard }, index) => [standard, made[index]?.key.replace(/123$/, '')]));
  for (const { standard, known } of names) expect(known, standard).toContain(lettersOf.get(standard));
  // The catalogue's names of standards lack these, so the SQL writes the name itself before the number.
  const unknownToCatalogue = /^(?:UK Land Carbon Registry|UKLCR|Isometric.*|Sample registry)$/;
  for (const { standard, first } of names.filter((one) => !unknownToCatalogue.test(one.standard)))
    expect(lettersOf.get(standard), standard).toBe(/^(?:Peatland Code|PC)$/.test(standard) ? 'PC' : first);
});

it('a search for units that are in more than 25 ranges says that there are more', async () => {
  const ofWood = { project: 'wood', registry: 'Woodland Carbon Code', serial: undefined, series: 'PIU-105', first: 1, last: 100 };
  const { batch } = await run('receive', ofForest(ofWood));
  for (const [taken, isWhole] of [
    [24, true],
    [1, false],
  ] as const) {
    for (let count = 0; count < taken; count += 1) await run('reserve', { batch, quantity: 1, project: 'wood', until: dayIn(30) });
    expect(await lookUp(`Batch ${batch}`)).toMatchObject({ kind: 'serials', places: { length: 25 }, isWhole });
  }
});

describe('the search for a name', () => {
  const found = async (text: string) => {
    const names = await lookUp(text);
    return names.kind === 'names' ? names : undefined;
  };
  const slugsOf = async (text: string) => (await found(text))?.projects.map(({ slug }) => slug) ?? [];

  it('finds what was retired for a beneficiary by parts of the name, with tonnes, day, projects and sum, until the name is erased', async () => {
    await run('retire', { project: 'forest', quantity: 3, beneficiary: 'Łódź Brewery plc' });
    await run('retire', { project: 'stoves', quantity: 4, beneficiary: 'Łódź Brewery plc' });
    const { entry } = await run('retire', { projects: shares({ forest: 5, wetland: 6 }), beneficiary: 'Example 100% Brewing & Sons' });
    for (const text of ['łódź', 'LODZ brew', 'ewe', 'plc lodz']) {
      const names = await found(text);
      expect(names?.beneficiaries, text).toEqual([{ beneficiary: 'Łódź Brewery plc', certificates: 2, quantity: 7, open: 7 }]);
      const [newer, older] = names?.retirements ?? [];
      expect(newer, text).toMatchObject({ beneficiary: 'Łódź Brewery plc', quantity: 4, period: { isOurs: true } });
      expect(newer?.projects, text).toMatchObject([{ slug: 'stoves', title: 'stoves' }]);
      expect(older, text).toMatchObject({ quantity: 3, projects: [{ slug: 'forest' }] });
    }
    expect((await found('brew'))?.beneficiaries).toEqual([
      { beneficiary: 'Example 100% Brewing & Sons', certificates: 1, quantity: 11, open: 11 },
      { beneficiary: 'Łódź Brewery plc', certificates: 2, quantity: 7, open: 7 },
    ]);
    expect(await sumByBeneficiary('brew', 1)).toMatchObject([{ beneficiary: 'Example 100% Brewing & Sons' }]);
    expect((await found('100% sons'))?.retirements).toMatchObject([{ quantity: 11, projects: [{ slug: 'forest' }, { slug: 'wetland' }] }]);
    await eraseTexts(query, entry);
    for (const text of ['100% sons', 'br', '%%%']) expect(await lookUp(text), text).toEqual({ kind: 'nothing' });
  });

  it('finds projects by a part of the title, of a registry or of a standard, and by their number at the registry', async () => {
    expect(await slugsOf('etlan')).toEqual(['wetland']);
    for (const text of ['puro', '577166']) expect(await slugsOf(text), text).toEqual(['biochar']);
    expect(await slugsOf('climate action')).toEqual(['wetland']);
    expect(await slugsOf('GS')).toContain('stoves');
  });

  it('says that older retirements, and the names of others, are left out only if there are any', async () => {
    const retire = (_: unknown, at: number) => ({
      operation: { kind: 'retire', request: { project: 'stoves', quantity: 1, beneficiary: `Frequent Retirer ${at}` } } as Operation,
      key: `frequent-${at}`,
    });
    await operateTogether(Array.from({ length: 25 }, retire));
    const of25 = { retirements: { length: 25 }, beneficiaries: { length: 25 } };
    expect(await found('frequent')).toMatchObject({ ...of25, isWhole: true, areAllBeneficiaries: true });
    await run('retire', { project: 'stoves', quantity: 1, beneficiary: 'Frequent Retirer' });
    expect(await found('frequent')).toMatchObject({ ...of25, isWhole: false, areAllBeneficiaries: false });
  });

  it('says that projects are left out only if there are any', async () => {
    const groves = Array.from({ length: 26 }, (_, at) => ({ ...projectRow(`grove-${at}`), external_id: null }));
    await database.sql`insert into carbon_projects ${database.sql(groves)}`;
    for (const [at, { slug: project }] of groves.entries()) {
      await run('receive', ofForest({ project, registry: 'WCC', serial: undefined, series: `PIU-${at + 200}`, first: 1, last: 2 }));
      if (at === 24) expect(await found('grove')).toMatchObject({ projects: { length: 25 }, areAllProjects: true });
    }
    expect(await found('grove')).toMatchObject({ projects: { length: 25 }, areAllProjects: false });
  });
});

it('a way has the last entries that moved the units, but not those that moved others of their range', async () => {
  const serial = '19385-1601-1900-VCS-VCU-1507-VER-ET-14-1340-01012020-31122020-1';
  const { batch, entry } = await run('receive', ofForest({ serial }));
  const until = dayIn(10);
  const moves = Array.from({ length: 13 }, (_, at) => [
    { kind: 'reserve', request: { serials: [{ batch, first: 1601, last: 1700 }], until } },
    { kind: 'release', request: { reservation: entry + 1 + 2 * at } },
  ]);
  await operateTogether(moves.flat().map((operation, at) => ({ operation: operation as Operation, key: `move-${at}` })));
  const { ways, areAll } = await lookUpWays(serial);
  const said = ways.map(({ steps, isWhole }) => `${steps.length} from ${steps[0]?.kind} to ${steps.at(-1)?.kind}, whole: ${isWhole}`);
  expect(said).toEqual(['24 from reserve to release, whole: false', '1 from receive to receive, whole: true']);
  expect(areAll).toBe(true);
});

// Last, because the constraint cannot come back: the units are in the book twice.
it('an audit of entries that receive a unit twice, in other words, names both', async () => {
  expect((await auditWholeRecord()).difference).toBeNull();
  await database.sql`alter table credit_batches drop constraint credit_batches_serial_once`;
  const otherWords = { registry: 'American Carbon Registry', serial: 'acr-us-934-2025-2917-5500 to 5600' };
  const { entry } = await run('receive', requestOf(grassland, otherWords));
  expect((await auditWholeRecord()).difference).toBe(
    `Entry ${entryNumber(entry)} receives ACR-US-934-2025-2917-5500 to 5600, some of which entry 5 received`,
  );
});
