import { readFileSync } from 'node:fs';
import { expect, it, vi } from 'vitest';
import { mapColumns, projectRows } from '#server/domain/projects/import/map-columns.ts';
import { storedFields } from '#shared/schemas/project.ts';

const { aliasesOf, fieldNamed, fields: fieldNames } = projectRows;
const names = storedFields.map(({ name }) => name);

it('the table of fields gives each field its own name and column names that no other field has', () => {
  const aliases = fieldNames.flatMap(aliasesOf);
  expect(aliases.filter((alias, index) => aliases.indexOf(alias) !== index)).toEqual([]);
  for (const name of fieldNames) expect(fieldNamed(name)).toBe(name);
});

it('the table of fields recognises every field under each of its names', () => {
  const required = { title: 'Oak', category: 'Other', verificationStandard: 'VCS', location: 'Here' };
  for (const field of fieldNames)
    for (const alias of aliasesOf(field))
      expect(mapColumns({ format: 'csv', columns: [alias], rows: [] }, { set: required }).positions, alias).toEqual(new Map([[field, 0]]));
});

it('the table of fields matches docs/catalogue.md, where the price is in pounds', () => {
  const table = readFileSync('docs/catalogue.md', 'utf8').split('## Fields')[1]?.split('\n## ')[0] ?? '';
  const listed = table
    .split('\n')
    .flatMap((line) => [...(/^\| (`.+?) \|/.exec(line)?.[1] ?? '').matchAll(/`(\w+)`/g)].map(([, name]) => name));
  expect(listed.toSorted()).toEqual([...names, 'price'].toSorted());
});

it('the table of fields has newer ones last, which in files come after every column that was there', async () => {
  const columnsOf = async () => (await import('#server/domain/projects/files.ts')).fileColumns('').map(({ name }) => name);
  const published = await columnsOf();
  vi.resetModules();
  vi.doMock('#shared/schemas/project.ts', async (importOriginal) => {
    const { storedFields: fields, ...others } = await importOriginal<typeof import('#shared/schemas/project.ts')>();
    return { ...others, storedFields: [...fields, { ...fields[0], name: 'soilDepth' }] };
  });
  expect(await columnsOf()).toEqual([...published, 'soilDepth']);
});
