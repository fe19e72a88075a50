import { existsSync, readdirSync, readFileSync } from 'node:fs';
import path from 'node:path';
import { expect, it } from 'vitest';

const markdownIn = (folder: string) =>
  readdirSync(folder)
    .filter((name) => name.endsWith('.md'))
    .map((name) => path.join(folder, name));
const decisions = markdownIn('docs/decisions');
const documents = ['README.md', 'CONTRIBUTING.md', 'verify/README.md', ...markdownIn('docs'), ...decisions];

const files = readdirSync('.', { withFileTypes: true })
  .filter(({ name }) => !['node_modules', 'dist', '.git', '.data'].includes(name))
  .flatMap((entry) =>
    entry.isDirectory()
      ? readdirSync(entry.name, { recursive: true, encoding: 'utf8' }).map((name) => path.join(entry.name, name))
      : [entry.name],
  );

it.each(documents)('%s names, and links to, only files that exist', (doc) => {
  const text = readFileSync(doc, 'utf8');
  const named = text.matchAll(/`((?:[\w.[\]-]+\/)*[\w.[\]-]+\.(?:tsx?|sql|sh|service))`/g);
  const missing = [...named]
    .map(([, file = '']) => file)
    .filter((file) => !files.some((found) => found === file || found.endsWith(`/${file}`)));
  const linked = [...text.matchAll(/\]\(([^):#]+)(?:#[^)]*)?\)/g)].map(([, target = '']) => target);
  expect([...missing, ...linked.filter((target) => !existsSync(path.join(path.dirname(doc), target)))]).toEqual([]);
});

it.each([
  ['an answer within 24 hours', /24 hours|veteran|B Corp|start-up/],
  ['on-chain confirmation', /on-chain|smart contract|(?:one|unique) token|ethereum/i],
  ['"35–100 years"', /35(?:–| to )100/],
])('docs/go-live.md names every file that has to change where this does not hold: %s', (claim, words) => {
  const [row] = new RegExp(`.*${claim}.*`).exec(readFileSync('docs/go-live.md', 'utf8')) ?? [];
  const saying = files.filter((file) => /^shared\/.*\.(?:ts|html)$/.test(file) && words.test(readFileSync(file, 'utf8')));
  expect(saying.map((file) => file.replace(/^shared\/content\//, '')).filter((name) => !row?.includes(`${name}\``))).toEqual([]);
});

const isCode = (file: string) => /\.(?:tsx?|sql|css)$/.test(file);
const sources = files.filter((file) => isCode(file) && /^(?:commands|db|scripts|server|shared|src|verify)\//.test(file));

it('sources and tests have no line of a comment that is longer than one of code may be', () => {
  const tests = files.filter((file) => isCode(file) && /^(?:bench|deploy|tests)\//.test(file));
  const lines = [...sources, ...tests].flatMap((file) => readFileSync(file, 'utf8').split('\n'));
  expect(lines.filter((line) => line.length > 140 && /^\s*(?:\/?\*{1,2}|\/\/|--) (?!biome-ignore)/.test(line))).toEqual([]);
});

it('sources name only files that exist', () => {
  const name =
    /(?<![\w./-])(?:bench|commands|db|deploy|docs|scripts|server|shared|src|tests|verify)\/[\w.[\]/-]+\.(?:tsx?|sql|md|sh|service)\b/g;
  const missing = sources
    .flatMap((file) => [...readFileSync(file, 'utf8').matchAll(name)])
    .flatMap(([file]) => (existsSync(file) ? [] : [file]));
  expect(missing).toEqual([]);
});

it('the index of decisions lists each of them once', () => {
  const listed = [...readFileSync('docs/decisions/README.md', 'utf8').matchAll(/\((\d{3}-[^)]+)\)/g)].map(([, name]) => name);
  const names = decisions.map((file) => path.basename(file)).filter((name) => name !== 'README.md');
  expect(listed.toSorted()).toEqual(names.toSorted());
});

const codeLines = sources
  .filter((file) => /^(?:server|db|scripts|src)\/.*\.tsx?$/.test(file))
  .flatMap((file) => readFileSync(file, 'utf8').split('\n'));

/** Event names after `event:` and in `die('...')`; one line may hold two. */
const logged = new Set(
  codeLines
    .filter((line) => /\bevent\b.*:|\bdie\('/.test(line) && !/^\s*(\*|\/\/)/.test(line))
    .flatMap((line) => [...line.matchAll(/'([a-z]+(?:-[a-z]+)*(?:\.[a-z_-]+)?)'/g)].map(([, word = '']) => word))
    // All names have a dot but these two.
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

it('the log has its lines at the levels that docs/operations.md says', () => {
  const levels = new Map(table.map((line) => line.split(' | ')).map(([event = '', level]) => [event.replaceAll(/[|` ]/g, ''), level]));
  const written = sources.flatMap((file) => [
    ...readFileSync(file, 'utf8').matchAll(/[lL]og(?:\(\))?\.(\w+)\(\s*\{\s*event: '([a-z._-]+)'/g),
  ]);
  expect(written.length).toBeGreaterThan(40);
  expect(written.filter(([, level = '', event = '']) => !levels.get(event)?.includes(level)).map(([, ...found]) => found)).toEqual([]);
});
