import { readdirSync, readFileSync } from 'node:fs';
import path from 'node:path';
import { expect, it } from 'vitest';

const code = ['server', 'db', 'scripts', 'src']
  .flatMap((folder) => readdirSync(folder, { recursive: true, encoding: 'utf8' }).map((name) => path.join(folder, name)))
  .filter((file) => /\.tsx?$/.test(file))
  .flatMap((file) => readFileSync(file, 'utf8').split('\n'));

/** Event names after `event:` and in `die('...')`; one line may hold two. */
const logged = new Set(
  code
    .filter((line) => /\bevent\b.*:|\bdie\('/.test(line) && !/^\s*(\*|\/\/)/.test(line))
    .flatMap((line) => [...line.matchAll(/'([a-z]+(?:-[a-z]+)*(?:\.[a-z_-]+)?)'/g)].map(([, word = '']) => word))
    .filter((word) => word.includes('.') || ['request', 'console'].includes(word)),
);

const table = readFileSync('docs/operations.md', 'utf8')
  .split('\n')
  .filter((line) => line.startsWith('| `') && line.split('|').length === 6);
const documented = new Set(table.map((line) => /^\| `([^`]+)`/.exec(line)?.[1] ?? ''));

it('the vocabulary of the log is exactly the one documented in docs/operations.md', () => {
  expect(logged.size).toBeGreaterThan(40);
  expect([...logged].filter((word) => !documented.has(word)).toSorted()).toEqual([]);
  expect([...documented].filter((word) => !logged.has(word)).toSorted()).toEqual([]);
});
