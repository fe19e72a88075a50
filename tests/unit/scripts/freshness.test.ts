import { execFileSync } from 'node:child_process';
import { mkdir, utimes, writeFile } from 'node:fs/promises';
import path from 'node:path';
import { expect, it } from 'vitest';
import { folderOfTest } from '#tests/support/temporary-folder.ts';
import { buildSources, sourceId } from '../../../scripts/freshness.ts';

const sources = ['src', 'package-lock.json', 'does-not-exist'];

/** Creates a checkout with these files. */
async function checkout(files: Record<string, string>): Promise<string> {
  const folder = await folderOfTest();
  for (const [file, content] of Object.entries(files)) {
    const target = path.join(folder, file);
    await mkdir(path.dirname(target), { recursive: true });
    await writeFile(target, content);
  }
  return folder;
}

it('the source id depends neither on the place and time of the checkout nor on other files', async () => {
  const one = await checkout({ 'src/a.ts': 'a', 'src/b/c.ts': 'c', 'package-lock.json': '{}' });
  const other = await checkout({ 'package-lock.json': '{}', 'src/b/c.ts': 'c', 'src/a.ts': 'a', 'notes.md': 'other' });
  await utimes(path.join(other, 'src/a.ts'), 0, 0);
  expect(sourceId(sources, one)).toMatch(/^[\w-]{8}$/);
  expect(sourceId(sources, other)).toBe(sourceId(sources, one));
});

const inFolders = ['src', 'shared', 'verify', 'server', 'db', 'public', 'scripts'].map((name) => `${name}/a.ts`);
const watched = [...inFolders, 'package.json', 'package-lock.json', 'tsconfig.json', 'waku.config.ts', 'uno.config.ts'];
it.each(watched)('the id of the site’s build changes with %s', async (name) => {
  const ids = ['a', 'b'].map(async (content) => sourceId(buildSources, await checkout({ [name]: content })));
  expect(new Set(await Promise.all(ids)).size).toBe(2);
});

it.each([
  ['content', { 'src/a.ts': 'A', 'src/b.ts': 'b' }],
  ['name', { 'src/A.ts': 'a', 'src/b.ts': 'b' }],
  ['folder', { 'src/c/a.ts': 'a', 'src/b.ts': 'b' }],
  ['boundary with the next file', { 'src/a.ts': 'asrc/b.tsb' }],
  ['existence', { 'src/b.ts': 'b' }],
])('the source id changes with the %s of a file', async (_what, files) => {
  const one = await checkout({ 'src/a.ts': 'a', 'src/b.ts': 'b' });
  expect(sourceId(sources, await checkout(files))).not.toBe(sourceId(sources, one));
});

it('a build is fresh until a source is newer than its beginning', async () => {
  const folder = await checkout({ 'src/a.ts': 'a', 'dist/built-at': '2026-11-29T10:00:00.000Z' });
  const script = `import(${JSON.stringify(path.resolve('scripts/freshness.ts'))}).then(({ isBuildFresh }) => console.log(isBuildFresh()))`;
  const isFresh = async (changedAt: string) => {
    for (const name of ['src/a.ts', 'src']) await utimes(path.join(folder, name), new Date(changedAt), new Date(changedAt));
    return execFileSync(process.execPath, ['--eval', script], { cwd: folder, encoding: 'utf8' }).trim();
  };
  expect(await isFresh('2026-11-29T09:59:59.000Z')).toBe('true');
  expect(await isFresh('2026-11-29T10:00:01.000Z')).toBe('false');
});
