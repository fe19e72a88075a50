import { readFileSync } from 'node:fs';
import path from 'node:path';

/** An import of one file of this repository by another; `typeOnly` if it does not exist at run time. */
export type Import = { from: string; to: string; typeOnly: boolean };

/** Lists the files of this repository that a source file imports, including by `import()`. Omits packages. */
export function importsOf(from: string): Import[] {
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

/** Returns the file in this repository that a specifier names; undefined for packages. */
function resolve(from: string, specifier: string): string | undefined {
  if (specifier.startsWith('#')) return specifier.slice(1);
  if (specifier.startsWith('.')) return path.join(path.dirname(from), specifier);
  return undefined;
}
