import { readdirSync, readFileSync } from 'node:fs';
import path from 'node:path';
import { expect, it } from 'vitest';

const decisions = readdirSync('docs/decisions').map((name) => path.join('docs/decisions', name));
const docs = readdirSync('docs').filter((name) => name.endsWith('.md'));
/** Documents that describe the present state; superseded decisions describe a past one. */
const current = [
  'README.md',
  'CONTRIBUTING.md',
  ...docs.map((name) => path.join('docs', name)),
  ...decisions.filter((file) => !/^Superseded|[. ]Superseded by/m.test(readFileSync(file, 'utf8').slice(0, 300))),
];

const files = readdirSync('.', { withFileTypes: true })
  .filter(({ name }) => !['node_modules', 'dist', '.git'].includes(name))
  .flatMap((entry) =>
    entry.isDirectory()
      ? readdirSync(entry.name, { recursive: true, encoding: 'utf8' }).map((name) => path.join(entry.name, name))
      : [entry.name],
  );

it.each(current)('%s names only files that exist', (doc) => {
  const named = readFileSync(doc, 'utf8').matchAll(/`((?:[\w.[\]-]+\/)*[\w.[\]-]+\.(?:tsx?|sql|sh|service))`/g);
  const missing = [...named]
    .map(([, file = '']) => file)
    .filter((file) => !files.some((found) => found === file || found.endsWith(`/${file}`)));
  expect(missing).toEqual([]);
});
