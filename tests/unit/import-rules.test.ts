import { readdirSync, readFileSync } from 'node:fs';
import path from 'node:path';
import { expect, it } from 'vitest';
import { importsOf } from '../../scripts/imports-of.ts';

type Rule = {
  /** Folders, files, or the files directly in a folder (`folder/*`). */
  values: string[];
  /** Of these they may import types, and nothing else. */
  types?: string[];
  /** The only packages, if they are limited. */
  packages?: string[];
};

const lowest = ['server/platform', 'shared/schemas', 'shared/lib', 'verify'];
const mailing = ['server/company.ts', 'server/deliveries', 'server/mail', 'server/submissions.ts', 'shared/content', ...lowest];
const domains = (...names: string[]) => names.map((name) => `server/domain/${name}`);
const handlers = ['server/api/protocol', 'server/domain', 'server/submissions.ts', ...lowest];
const inBrowser = ['src/ui/controls', 'src/ui/table.tsx', 'src/ui/routes/record/check-steps.tsx'];
const anything: Rule = { values: ['src', 'server', 'shared', 'db', 'commands', 'scripts', 'tests', 'verify', 'uno.config.ts'] };

/** What each folder may import, besides itself. The longest matching entry applies to a file; each file has one. */
const rules: Record<string, Rule> = {
  // What checks the record is read and built alone.
  verify: { values: [], packages: ['@noble/post-quantum', 'node:fs', 'node:path', 'node:util'] },
  'server/platform': { values: ['shared/schemas', 'shared/lib', 'verify'] },
  'server/deliveries': { values: ['server/platform'] },
  'server/mail': { values: ['server/deliveries', 'server/platform'] },
  'server/submissions.ts': { values: ['verify/text.ts', 'server/platform', 'shared/content', 'shared/schemas', 'shared/lib'] },
  'server/domain/projects': { values: lowest },
  'server/domain/record': { values: ['server/domain/projects', ...lowest] },
  'server/domain/messages': { values: ['server/domain/projects', ...mailing] },
  'server/domain/newsletter.ts': { values: mailing },
  'server/domain/webhooks': {
    values: ['server/deliveries', 'server/submissions.ts', ...domains('messages', 'projects', 'record'), ...lowest],
  },
  'server/privacy.ts': { values: ['server/domain', 'server/mail', 'server/platform', 'shared/schemas', 'verify/text.ts'] },
  'server/api/protocol': { values: ['server/submissions.ts', 'server/platform', 'shared/schemas', 'verify/file.ts'] },
  'server/api/openapi': { values: ['shared/schemas'], types: ['server/api/rest'] },
  'server/api/rest': { values: [...handlers, 'shared/content'] },
  'server/api/mcp': { values: ['server/api/openapi', 'server/api/rest', 'shared/content', ...handlers] },
  'server/api/rpc': { values: handlers },
  'server/api/routes.ts': { values: ['server/api', 'server/platform'] },
  'server/domain/api-keys.ts': { values: lowest },
  'server/http/addresses.ts': { values: ['server/api/routes.ts', ...lowest] },
  'server/http/front': { values: ['server/http/addresses.ts', 'shared/content', ...lowest] },
  // The one import upwards (docs/decisions/024): Waku's entry that renders to HTML, through the plugin's `import`.
  'server/http/page': { values: ['server/http/addresses.ts', 'src/waku.ssr.tsx', ...lowest] },
  'server/http/fallback.ts': { values: ['server/api', 'server/company.ts', 'shared/content', ...lowest] },
  'server/http/routes': { values: ['server/api', 'server/domain', 'shared', ...lowest] },
  'server/http/app.ts': { values: ['server/http', 'server/api', 'shared/content', ...lowest] },
  'server/company.ts': { values: ['server/platform', 'shared/content', 'verify/text.ts'] },
  'server/process.ts': { values: ['server/http/front/connections.ts', 'server/platform', 'db'] },
  'server/main.ts': { values: ['server/process.ts'] },
  'src/waku.client.tsx': { values: [] },
  'src/pages': {
    values: [
      ...['src/client', 'src/ui', 'shared', 'verify'],
      ...['server/domain/projects/*', 'server/domain/record/read', 'server/platform/database/data-version.ts', 'server/company.ts'],
      ...['server/domain/messages/message.ts', 'server/domain/messages/quote.ts'],
      ...['server/api/routes.ts', 'server/api/protocol/problem.ts', 'server/api/mcp/tools.ts'],
      ...['server/platform/env.ts', 'server/http/page/page.ts'],
    ],
  },
  'src/client': { values: [...inBrowser, 'shared/lib', 'shared/schemas', 'verify'], types: ['server/api/rpc/router.ts', 'shared/content'] },
  'src/ui': { values: [...inBrowser, 'shared', 'verify'], packages: ['react', 'd3-scale', 'd3-shape'] },
  // What the browser runs too gets its words as props, so that they are sent once.
  ...Object.fromEntries(
    inBrowser.map((part) => [
      part,
      { values: ['src/ui/controls', 'shared/lib', 'shared/schemas', 'verify'], types: ['shared/content'], packages: ['react'] },
    ]),
  ),
  'shared/content': {
    values: ['shared/lib', 'shared/schemas/attachments.ts', 'shared/schemas/limits.ts', 'verify'],
    types: ['shared/schemas'],
    packages: [],
  },
  'src/page-scripts': { values: ['shared/lib', 'shared/schemas/typed.ts', 'verify/text.ts'], packages: [] },
  'shared/art': { values: ['shared/lib'] },
  'shared/schemas': { values: ['verify'], packages: ['zod'] },
  'shared/lib': {
    values: ['shared/schemas/limits.ts', 'shared/schemas/storable-text.ts', 'shared/schemas/typed.ts', 'verify'],
    types: ['shared/schemas', 'shared/content'],
    packages: [],
  },
  db: { values: ['shared/schemas', 'shared/lib'] },
  ...Object.fromEntries(['commands', 'scripts', 'bench'].map((part) => [part, anything])),
  'src/waku.server.tsx': { values: ['src', 'server', 'shared'] },
  ...Object.fromEntries(['waku.ssr.tsx', 'types.d.ts', 'styles'].map((part) => [`src/${part}`, { values: [] }])),
  // It runs a release as it is, and knows nothing of its code.
  'deploy/cluster/drill': { values: [] },
  'waku.config.ts': { values: ['scripts'] },
  'uno.config.ts': { values: ['shared/lib', 'src/styles'] },
  'vitest.config.ts': { values: ['server/platform'] },
};

/** Who may import the database driver, even its types. */
const driverUsers = ['server/platform/database', 'db', 'commands'];

const folders = ['src', 'shared', 'verify', 'server', 'db', 'commands', 'scripts', 'bench', 'deploy'];
const files = [
  ...readdirSync('.').filter((name) => /\.config\.ts$/.test(name)),
  ...folders.flatMap((folder) => readdirSync(folder, { recursive: true, encoding: 'utf8' }).map((name) => path.join(folder, name))),
].filter((file) => /\.tsx?$/.test(file));
const imports = files.flatMap((file) => importsOf(file)).filter(({ isPackage }) => !isPackage);

const isWithin = (file: string, places: string[]) =>
  places.some((place) => file === place || file.startsWith(`${place}/`) || `${path.dirname(file)}/*` === place);
const longestFirst = Object.keys(rules).sort((one, other) => other.length - one.length);
/** Returns the folder or file whose rule applies to a file. */
const partOf = (file: string) => longestFirst.find((part) => isWithin(file, [part]));

const filesByPart = Map.groupBy(files, partOf);

/** Lists what a file of a part imports against the part's rule. */
function breachesIn(file: string, part: string, { values, types = [], packages }: Rule): string[] {
  return importsOf(file)
    .filter(({ to, isTypeOnly, isPackage }) => {
      if (to === 'postgres') return !isWithin(file, driverUsers);
      if (isPackage) return packages && !packages.includes(to);
      return partOf(to) !== part && !isWithin(to, [...values, ...(isTypeOnly ? types : [])]);
    })
    .map(({ to }) => `${file} imports ${to}`);
}

/** Returns the folder at which two paths part, on both sides. The folders in `src` and `shared` are layers of their own. */
function partingFolders(from: string, to: string): { from: string; to: string } {
  const [start, end] = [from.split(path.sep), to.split(path.sep)];
  const depth = start.findIndex((name, index) => name !== end[index]);
  const upTo = (parts: string[]) => parts.slice(0, depth === 0 && (parts[0] === 'src' || parts[0] === 'shared') ? 2 : depth + 1).join('/');
  return { from: upTo(start), to: upTo(end) };
}

/** The imports by which files and folders depend on each other. The composition root hands every part what it needs. */
const atRunTime = imports.filter(({ from, isTypeOnly }) => !isTypeOnly && from !== 'src/waku.server.tsx');

it('imports have a rule in every file, and every rule has files and names places that exist', () => {
  expect(filesByPart.get(undefined) ?? []).toEqual([]);
  expect(Object.keys(rules).filter((part) => !filesByPart.has(part))).toEqual([]);
  const named = Object.values(rules).flatMap(({ values, types = [] }) => [...values, ...types]);
  expect(named.filter((place) => place !== 'tests' && !files.some((file) => isWithin(file, [place])))).toEqual([]);
});

it.each(Object.entries(rules))('imports of %s are all permitted', (part, rule) => {
  expect(filesByPart.get(part)?.flatMap((file) => breachesIn(file, part, rule))).toEqual([]);
});

it('imports of a neighbour in the folder begin with ./, and those of any other file whose folder has a name with #', () => {
  const isWrong = (file: string, name: string) =>
    name.startsWith('#') ? path.dirname(name.slice(1)) === path.dirname(file) : path.dirname(name) !== '.';
  const named = files
    .filter((file) => /^(?:src|shared|verify|server|db|commands)\//.test(file))
    .flatMap((file) =>
      [...readFileSync(file, 'utf8').matchAll(/\b(?:from |import\()'([.#][^']+\.tsx?)'/g)].map(([, name = '']) => ({ file, name })),
    );
  expect(named.filter(({ file, name }) => isWrong(file, name))).toEqual([]);
});

type Edge = { from: string; to: string };
const graphs: [of: string, edges: Edge[]][] = [
  ['files', imports.filter(({ isTypeOnly }) => !isTypeOnly)],
  ['the files and subfolders of a folder, at any depth', atRunTime.map(({ from, to }) => partingFolders(from, to))],
];
it.each(graphs)('imports between %s form no cycle', (_of, edges) => {
  expect(edges.length).toBeGreaterThan(500);
  expect(cyclic(edges)).toEqual([]);
});

it("the browser boundary is the folder src/client: each of its files starts with 'use client' and no other file does", () => {
  const marked = files.filter((file) => /^'use client';/.test(readFileSync(file, 'utf8')));
  expect(marked.toSorted()).toEqual(files.filter((file) => file.startsWith('src/client/')).toSorted());
});

it('the browser boundary is never crossed by process.env or unreviewed raw HTML', () => {
  expect(files.filter((file) => readFileSync(file, 'utf8').includes('dangerouslySetInnerHTML')).toSorted()).toEqual([
    // Elements that React itself has rendered to HTML.
    'server/http/page/page.ts',
    // Empty elements that scripts fill, which React must leave alone.
    'src/pages/_layout.tsx',
    'src/ui/sections/reading.tsx',
  ]);
  const shipped = files.filter((file) => /^(?:src|shared|verify)\//.test(file));
  expect(shipped.filter((file) => readFileSync(file, 'utf8').includes('process.env'))).toEqual([]);
});

/** Returns the edges that are on a cycle or between two cycles: those that are left once nothing begins or ends a way. */
function cyclic(edges: Edge[]): Edge[] {
  const [starts, ends] = [new Set(edges.map(({ from }) => from)), new Set(edges.map(({ to }) => to))];
  const left = edges.filter(({ from, to }) => ends.has(from) && starts.has(to));
  return left.length < edges.length ? cyclic(left) : left;
}
