import { afterEach, expect, it } from 'vitest';
import { projectsMeantBy } from '#server/domain/projects/find.ts';
import { ownDatabase } from '#tests/support/own-database.ts';
import { projectRow } from '#tests/support/projects.ts';

const database = ownDatabase();
afterEach(async () => {
  await database.sql`delete from carbon_projects`;
});

const findMovedProject = async (slug: string) => (await projectsMeantBy(slug)).map((found) => found.slug).find((found) => found !== slug);
const former = async () => (await database.sql`select slug from former_slugs order by slug`).map(({ slug }) => slug);
/** Adds projects (`oak`) and renames them (`oak>elm`), one after the other. */
async function play(...steps: string[]): Promise<void> {
  for (const [slug = '', to] of steps.map((step) => step.split('>')))
    if (to) await database.sql`update carbon_projects set slug = ${to} where slug = ${slug}`;
    else await database.sql`insert into carbon_projects ${database.sql(projectRow(slug))}`;
}

it.each<[string, string, Record<string, string | undefined>, readonly string[]]>([
  [
    'redirects to the current slug, however often it changed',
    ...(['oak oak>oak-wood oak-wood>great-oak', { oak: 'great-oak', 'oak-wood': 'great-oak', 'great-oak': undefined }] as const),
    ['oak', 'oak-wood'],
  ],
  [
    'is forgotten when its project takes it again, so that redirects cannot loop',
    ...(['elm elm>elm-wood elm-wood>elm', { elm: undefined, 'elm-wood': 'elm' }, ['elm-wood']] as const),
  ],
  ['gives way to a new project that takes it', 'ash ash>ash-wood ash', { ash: undefined }, []],
  ['gives way to a project that is renamed and takes it', 'ash ash>ash-wood yew yew>ash', { ash: undefined, yew: 'ash' }, ['yew']],
  ['belongs to the project that had it last', 'fir pine fir>fir-1 pine>fir fir>pine-2', { fir: 'pine-2' }, ['fir', 'pine']],
])('a former slug %s', async (_, steps, meant, left) => {
  await play(...steps.split(' '));
  for (const [slug, now] of Object.entries(meant)) expect(await findMovedProject(slug), slug).toBe(now);
  expect(await former()).toEqual(left);
});

it('a former slug is not recorded when one statement passes slugs on from row to row', async () => {
  await play('b', 'a');
  await database.sql`update carbon_projects set slug = case slug when 'b' then 'c' else 'b' end`;
  expect(await former()).toEqual(['a']);
  expect(await findMovedProject('a')).toBe('b');
});

it('an id gives way to a project that has, or had, the number as its slug', async () => {
  await play('alder');
  const id = String((await database.sql`select id from carbon_projects`)[0]?.id);
  await play(id);
  expect(await findMovedProject(id)).toBeUndefined();
  await play(`${id}>numbered`);
  expect(await findMovedProject(id)).toBe('numbered');
});

const noIds = ['0', '007', '2147483648', '9'.repeat(60), '-1', '1e3', '1.0', '%31', '١', '', 'x'.repeat(5_000), "1' or true"];
it.each(noIds)('an id is not read from %j', async (requested) => {
  await play('birch');
  expect(await findMovedProject(requested)).toBeUndefined();
});
