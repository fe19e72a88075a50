import { afterEach, expect, test } from 'vitest';
import { slugsMeantBy } from '#server/domain/projects/find.ts';
import { ownDatabase } from '#tests/support/own-database.ts';
import { projectRow } from '#tests/support/projects.ts';

const database = ownDatabase();
afterEach(async () => {
  await database.sql`delete from carbon_projects`;
});

const findMovedProject = async (slug: string) => (await slugsMeantBy(slug)).find((found) => found !== slug);
const insert = (...slugs: string[]) => database.sql`insert into carbon_projects ${database.sql(slugs.map(projectRow))}`;
const rename = (from: string, to: string) => database.sql`update carbon_projects set slug = ${to} where slug = ${from}`;
const idOf = async (slug: string) => (await database.sql`select id from carbon_projects where slug = ${slug}`)[0]?.id as number;
const former = async () => (await database.sql`select slug from former_slugs order by slug`).map(({ slug }) => slug);

test('a former slug redirects to the current slug, however often it changed', async () => {
  await insert('oak');
  await rename('oak', 'oak-wood');
  await rename('oak-wood', 'great-oak-wood');
  expect(await findMovedProject('oak')).toBe('great-oak-wood');
  expect(await findMovedProject('oak-wood')).toBe('great-oak-wood');
  expect(await findMovedProject('great-oak-wood')).toBeUndefined();
});

test('a former slug is forgotten when its project takes it again, so that redirects cannot loop', async () => {
  await insert('elm');
  await rename('elm', 'elm-wood');
  await rename('elm-wood', 'elm');
  expect(await former()).toEqual(['elm-wood']);
  expect(await findMovedProject('elm')).toBeUndefined();
  expect(await findMovedProject('elm-wood')).toBe('elm');
});

test.each([
  ['a new project', () => insert('ash')],
  ['a project that is renamed', () => insert('yew').then(() => rename('yew', 'ash'))],
])('a former slug gives way to %s that takes it', async (_, use) => {
  await insert('ash');
  await rename('ash', 'ash-wood');
  await use();
  expect(await former()).not.toContain('ash');
  expect(await findMovedProject('ash')).toBeUndefined();
});

test('a former slug belongs to the project that had it last', async () => {
  await insert('fir', 'pine');
  await rename('fir', 'fir-1');
  await rename('pine', 'fir');
  await rename('fir', 'pine-2');
  expect(await findMovedProject('fir')).toBe('pine-2');
});

test('a former slug is not recorded when one statement passes slugs on from row to row', async () => {
  await insert('b');
  await insert('a');
  await database.sql`update carbon_projects set slug = case slug when 'b' then 'c' else 'b' end`;
  expect(await former()).toEqual(['a']);
  expect(await findMovedProject('a')).toBe('b');
});

test('an id gives way to a project that has, or had, the number as its slug', async () => {
  await insert('alder');
  const id = String(await idOf('alder'));
  await insert(id);
  expect(await findMovedProject(id)).toBeUndefined();
  await rename(id, 'numbered');
  expect(await findMovedProject(id)).toBe('numbered');
});

test.each(['0', '007', '2147483648', '9'.repeat(60), '-1', '1e3', '1.0', '%31', '١', '', 'x'.repeat(5_000), "1' or true"])(
  'an id is not read from %j',
  async (requested) => {
    await insert('birch');
    expect(await findMovedProject(requested)).toBeUndefined();
  },
);
