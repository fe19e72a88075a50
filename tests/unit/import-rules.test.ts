import { readdirSync, readFileSync } from 'node:fs';
import path from 'node:path';
import { describe, expect, it } from 'vitest';
import { importsOf } from '../../scripts/imports-of.ts';

/**
 * What each folder may import at run time, besides itself. The longest matching entry applies to a file. Types may also come from `types`.
 * Imports of packages are not checked, except the database driver's.
 */
const rules: Record<string, { values: string[]; types?: string[] }> = {
  'server/platform': { values: ['src/schemas', 'src/lib', 'db/hosts'] },
  'server/mail': { values: ['server/platform'] },
  'server/submissions': { values: ['server/platform', 'src/schemas'] },
  'server/domain/projects': { values: ['server/platform', 'src/schemas', 'src/lib', 'db/sample-catalogue'] },
  'server/domain/record': { values: ['server/domain/projects', 'server/platform', 'src/schemas', 'src/lib'] },
  'server/domain/messages': { values: ['server/mail', 'server/submissions', 'server/platform', 'src/schemas', 'src/lib'] },
  'server/domain/newsletter': { values: ['server/mail', 'server/submissions', 'server/platform', 'src/schemas', 'src/lib'] },
  'server/privacy': { values: ['server/domain/record', 'server/mail', 'server/platform'] },
  'server/api/protocol': { values: ['server/submissions', 'server/platform', 'src/schemas'] },
  'server/api/openapi': { values: ['server/api/protocol', 'server/platform', 'src/schemas'] },
  'server/api/rest': {
    values: ['server/api/protocol', 'server/domain', 'server/submissions', 'server/platform', 'src/schemas', 'src/lib'],
  },
  'server/api/rpc': {
    values: ['server/api/protocol', 'server/domain', 'server/submissions', 'server/platform', 'src/schemas', 'src/lib'],
  },
  'server/api': { values: ['server/api/protocol', 'server/api/openapi', 'server/api/rest', 'server/api/rpc', 'server/platform'] },
  'server/http/connection': { values: ['server/platform'] },
  'server/http/cache': { values: ['server/platform', 'src/schemas', 'src/lib'] },
  'server/http/page': { values: ['server/http/cache', 'server/company', 'server/platform', 'src/schemas', 'src/lib', 'src/waku.ssr'] },
  'server/http/fallback': { values: ['server/api', 'server/company', 'server/platform', 'src/schemas', 'src/lib'], types: ['src/content'] },
  'server/http/middleware': { values: ['server/http/fallback', 'server/api', 'server/platform', 'src/schemas', 'src/lib'] },
  'server/http/routes': {
    values: [
      'server/http/cache',
      'server/http/middleware',
      'server/api',
      'server/domain',
      'server/platform',
      'src/art',
      'src/schemas',
      'src/lib',
    ],
    types: ['src/content'],
  },
  'server/http': {
    values: ['server/http', 'server/api', 'server/domain', 'server/company', 'server/platform', 'src/schemas', 'src/lib'],
    types: ['src/content'],
  },
  server: { values: ['server/http/connection', 'server/platform', 'db'], types: ['src/content'] },
  'src/pages': {
    values: [
      'src',
      'server/domain',
      'server/api/openapi',
      'server/api/protocol/problem',
      'server/http/page',
      'server/company',
      'server/platform',
    ],
  },
  'src/client': { values: ['src/ui', 'src/lib', 'src/schemas'], types: ['server/api/rpc/router', 'src/art', 'src/content'] },
  'src/ui': { values: ['src/art', 'src/lib', 'src/schemas'], types: ['src/content'] },
  'src/content': { values: ['src/art', 'src/lib'] },
  'src/page-scripts': { values: ['src/lib'] },
  'src/art': { values: ['src/lib'] },
  'src/schemas': { values: [] },
  'src/lib': { values: [], types: ['src/schemas', 'src/content'] },
  'src/styles': { values: [] },
  db: { values: ['src/schemas', 'src/lib'] },
};

/** The composition root hands every part what it needs, and may import anything. */
const roots = ['src/waku.server.tsx', 'src/waku.client.tsx', 'src/waku.ssr.tsx'];

const files = ['src', 'server', 'db', 'commands', 'scripts', 'bench'].flatMap((folder) =>
  readdirSync(folder, { recursive: true, encoding: 'utf8' })
    .map((name) => path.join(folder, name))
    .filter((file) => /\.tsx?$/.test(file)),
);
const imports = files.flatMap(importsOf);
/** The imports by which folders depend on each other. */
const atRunTime = imports.filter(({ from, to, typeOnly }) => !typeOnly && !roots.includes(from) && !roots.includes(to));
const names = Object.keys(rules).sort((one, other) => other.length - one.length);
const folderOf = (file: string) => names.find((folder) => file.startsWith(`${folder}/`));

describe('imports', () => {
  it.each(Object.entries(rules))('of %s are all permitted', (folder, { values, types = [] }) => {
    const isWithin = (file: string, folders: string[]) =>
      folders.some((folder) => file === folder || (/^[/.]/.test(file.slice(folder.length)) && file.startsWith(folder)));
    const wrong = imports
      .filter(({ from }) => folderOf(from) === folder && !roots.includes(from))
      .filter(({ to, typeOnly }) => folderOf(to) !== folder && !isWithin(to, typeOnly ? [...values, ...types] : values))
      .map(({ from, to }) => `${from} imports ${to}`);
    expect(wrong).toEqual([]);
  });

  it('never lead to what an operator or a developer runs', () => {
    const run = /^(?:commands|scripts|bench)\//;
    expect(imports.filter(({ from, to }) => run.test(to) && !run.test(from))).toEqual([]);
  });

  it('between files form no cycle', () => {
    expect(imports.length).toBeGreaterThan(1_000);
    expect(findCycle(imports.filter(({ typeOnly }) => !typeOnly))).toBeUndefined();
  });

  it('between parts with rules of their own form no cycle', () => {
    const between = atRunTime.flatMap(({ from, to }) => {
      const [start, end] = [folderOf(from), folderOf(to)];
      return start && end && start !== end ? [{ from: start, to: end }] : [];
    });
    expect(findCycle(between)).toBeUndefined();
  });

  it('between the files and subfolders of a folder form no cycle, at any depth', () => {
    const between = atRunTime.flatMap(({ from, to }) => {
      const [start, end] = [from.split(path.sep), to.split(path.sep)];
      const depth = start.findIndex((name, index) => name !== end[index]);
      return depth > 0 ? [{ from: start.slice(0, depth + 1).join('/'), to: end.slice(0, depth + 1).join('/') }] : [];
    });
    expect(findCycle(between)).toBeUndefined();
  });

  it('of the database driver are confined to one folder of the server', () => {
    const users = files.filter((file) => /^import (?!type).* from 'postgres'/m.test(readFileSync(file, 'utf8')));
    expect(users.filter((file) => file.startsWith('server/')).every((file) => file.startsWith('server/platform/database/'))).toBe(true);
  });
});

describe('the browser boundary', () => {
  it("is the folder src/client: each of its files starts with 'use client' and no other file does", () => {
    const marked = files.filter((file) => /^'use client';/.test(readFileSync(file, 'utf8')));
    expect(marked.toSorted()).toEqual(files.filter((file) => file.startsWith('src/client/')).toSorted());
  });

  it('is never crossed by process.env or unreviewed raw HTML', () => {
    const sourceFiles = files.filter((file) => file.startsWith('src/'));
    expect(files.filter((file) => readFileSync(file, 'utf8').includes('dangerouslySetInnerHTML')).toSorted()).toEqual([
      // Elements that React itself has rendered to HTML.
      'server/http/page/static.tsx',
      // Empty elements that scripts fill, which React must leave alone.
      'src/pages/_layout.tsx',
      'src/ui/sections/prose.tsx',
    ]);
    expect(sourceFiles.filter((file) => readFileSync(file, 'utf8').includes('process.env'))).toEqual([]);
  });
});

describe('a cycle', () => {
  it('is found, wherever it begins', () => {
    const edges = [
      ['a', 'b'],
      ['b', 'c'],
      ['c', 'd'],
      ['d', 'b'],
    ].map(([from = '', to = '']) => ({ from, to }));
    expect(findCycle(edges)).toEqual(['b', 'c', 'd', 'b']);
    expect(findCycle(edges.slice(0, 3))).toBeUndefined();
  });
});

/** Returns the nodes of a cycle, the first of them twice; undefined if there is none. */
function findCycle(edges: { from: string; to: string }[]): string[] | undefined {
  const next = Map.groupBy(edges, ({ from }) => from);
  const done = new Set<string>();
  const visit = (node: string, trail: string[]): string[] | undefined => {
    if (trail.includes(node)) return [...trail.slice(trail.indexOf(node)), node];
    if (done.has(node)) return undefined;
    for (const { to } of next.get(node) ?? []) {
      const cycle = visit(to, [...trail, node]);
      if (cycle) return cycle;
    }
    done.add(node);
    return undefined;
  };
  for (const node of next.keys()) {
    const cycle = visit(node, []);
    if (cycle) return cycle;
  }
  return undefined;
}
