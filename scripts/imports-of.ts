import { globSync, readFileSync } from 'node:fs';
import path from 'node:path';

/**
 * An import by a file of this repository. `to`: another file of it or, if `isPackage`, the name of a package. `isTypeOnly`: whether the
 * import exists for the compiler alone.
 */
export type Import = { from: string; to: string; isTypeOnly: boolean; isPackage: boolean };

/** Lists what a file imports, including by `import()`, `import.meta.viteRsc.import()`, `require()` and `import.meta.glob()`. */
export function importsOf(from: string): Import[] {
  const source = readFileSync(from, 'utf8');
  const statements = [
    ...source.matchAll(/^(?:import|export) (?<clause>[\w$*{}\s,]+?) from '(?<specifier>[^']+)'/gm),
    ...source.matchAll(/^import '(?<specifier>[^']+)'/gm),
    ...source.matchAll(/(?<clause>\btypeof )?\b(?:import|require)(?:<[^>()]*>)?\(\s*['`](?<specifier>[^'`$]+)['`]/g),
  ].map(({ groups: { clause = '', specifier = '' } = {} }) => ({
    ...{ from, ...resolve(from, specifier), isTypeOnly: /^type(?:of)? /.test(clause) },
  }));
  const globs = [...source.matchAll(/\bimport\.meta\.glob(?:<[^>()]*>)?\('(?<pattern>[^']+)'/g)].flatMap(({ groups = {} }) => {
    const pattern = groups.pattern?.startsWith('/') ? groups.pattern.slice(1) : path.join(path.dirname(from), groups.pattern ?? '');
    return globSync(pattern).map((to) => ({ from, to, isTypeOnly: false, isPackage: false }));
  });
  return [...statements, ...globs];
}

/** Returns the file in this repository that a specifier names, or the package. */
function resolve(from: string, specifier: string): Pick<Import, 'to' | 'isPackage'> {
  if (specifier.startsWith('#')) return { to: specifier.slice(1), isPackage: false };
  if (specifier.startsWith('.')) return { to: path.join(path.dirname(from), specifier), isPackage: false };
  return { to: /^(?:@[^/]+\/)?[^/]+/.exec(specifier)?.[0] ?? specifier, isPackage: true };
}
