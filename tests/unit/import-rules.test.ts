import { readdirSync, readFileSync } from 'node:fs';
import path from 'node:path';
import { describe, expect, it } from 'vitest';

type Import = { from: string; to: string; typeOnly: boolean };

/** What each room may import: values, and types only. The arrows of the architecture; packages are not looked at here. */
const rooms: { room: string; values: string[]; types: string[] }[] = [
  { room: 'src/pages', values: ['src', 'server'], types: [] },
  { room: 'src/client', values: ['src/client', 'src/ui', 'src/lib', 'src/schemas'], types: ['server/rpc/router', 'src/content'] },
  { room: 'src/ui', values: ['src/ui', 'src/lib', 'src/schemas'], types: ['src/content'] },
  { room: 'src/content', values: ['src/content', 'src/lib'], types: [] },
  { room: 'src/schemas', values: ['src/schemas'], types: [] },
  { room: 'src/lib', values: ['src/lib'], types: ['src/schemas', 'src/content'] },
  { room: 'server', values: ['server', 'db', 'src/schemas', 'src/lib'], types: ['src/content'] },
  { room: 'db', values: ['db', 'src/schemas', 'src/lib', 'server'], types: [] },
];

const files = ['src', 'server', 'db'].flatMap((folder) =>
  readdirSync(folder, { recursive: true, encoding: 'utf8' })
    .map((name) => path.join(folder, name))
    .filter((file) => /\.tsx?$/.test(file)),
);

const imports = files.flatMap(importsOf);

describe('imports', () => {
  it.each(rooms)('of $room go one way', ({ room, values, types }) => {
    const within = (file: string, folders: string[]) => folders.some((folder) => file.startsWith(folder));
    const wrong = imports
      .filter(({ from }) => from.startsWith(`${room}/`))
      .filter(({ to, typeOnly }) => !within(to, values) && !(typeOnly && within(to, types)))
      .map(({ from, to }) => `${from} imports ${to}`);
    expect(wrong).toEqual([]);
  });

  it('form no circle', () => {
    const next = Map.groupBy(
      imports.filter(({ typeOnly }) => !typeOnly),
      ({ from }) => from,
    );
    const done = new Set<string>();
    const visit = (file: string, trail: string[]): void => {
      expect(trail, 'a circle of imports').not.toContain(file);
      if (done.has(file)) return;
      for (const { to } of next.get(file) ?? []) visit(to, [...trail, file]);
      done.add(file);
    };
    for (const file of files) visit(file, []);
    expect(done.size).toBeGreaterThanOrEqual(files.length);
  });
});

describe('the browser boundary', () => {
  it("is the folder src/client: 'use client' begins each of its files and no other", () => {
    const marked = files.filter((file) => /^'use client';/.test(readFileSync(file, 'utf8')));
    expect(marked.toSorted()).toEqual(files.filter((file) => file.startsWith('src/client/')).toSorted());
  });

  it('is never crossed by process.env or raw HTML', () => {
    const raw = files.filter((file) => readFileSync(file, 'utf8').includes('dangerouslySetInnerHTML'));
    // The layout's is the empty place for what server/http/page/last-known.ts says.
    expect(raw.toSorted()).toEqual(['src/pages/_layout.tsx', 'src/ui/sections/prose.tsx']);
    expect(readFileSync('src/pages/_layout.tsx', 'utf8')).toContain("{ __html: '' }");
    const settings = files.filter((file) => file.startsWith('src/') && readFileSync(file, 'utf8').includes('process.env'));
    expect(settings).toEqual([]);
  });
});

function importsOf(from: string): Import[] {
  const source = readFileSync(from, 'utf8');
  const statements = [
    ...source.matchAll(/^(?:import|export) (?<clause>[\w*{}\s,]+?) from '(?<specifier>[^']+)'/gm),
    ...source.matchAll(/^import '(?<specifier>[^']+)'/gm),
    ...source.matchAll(/\bimport\('(?<specifier>[^']+)'\)/g),
  ];
  return statements.flatMap(({ groups = {} }) => {
    const to = resolve(from, groups.specifier ?? '');
    return to ? [{ from, to, typeOnly: groups.clause?.startsWith('type ') ?? false }] : [];
  });
}

/** The file in this repository that a specifier names; undefined for packages. */
function resolve(from: string, specifier: string): string | undefined {
  if (specifier.startsWith('#')) return specifier.slice(1);
  if (specifier.startsWith('.')) return path.join(path.dirname(from), specifier);
  return undefined;
}
