// A process beside the one that serves: which rules of the stylesheet use only names that a page has.
import { constants, setPriority } from 'node:os';
import { PurgeCSS } from 'purgecss';

// No visitor waits for it.
setPriority(constants.priority.PRIORITY_BELOW_NORMAL);

/** The library empties these, and drops what it then finds empty: it gets a name in their place that it lets through. */
const whereNot = /:where\(:not\([^()]*\)\)/g;
const standIn = /:where-not-(\d+)/g;

type Task = { id: number; names: string[]; css: string };

process.on('message', async ({ id, names, css }: Task) => {
  const replaced: string[] = [];
  const simple = withoutAbsent(css, new Set(names)).replace(whereNot, (selector) => `:where-not-${replaced.push(selector) - 1}`);
  try {
    const [result] = await new PurgeCSS().purge({
      content: [{ raw: 'names', extension: 'html' }],
      css: [{ raw: simple }],
      defaultExtractor: () => names,
      variables: true,
      keyframes: true,
      fontFace: false,
    });
    const kept = result?.css.replace(standIn, (_, index: string) => replaced[Number(index)] ?? '');
    process.send?.({ id, css: kept && withoutLeftovers(kept) });
  } catch (error) {
    process.send?.({ id, error: String(error) });
  }
});

/**
 * Rules for parts of fields, by what a page with such a field says. Only names that a selector has come here (page-styles.ts), so
 * the arrows of `number` are not among them.
 */
const fieldParts: [name: string, rule: RegExp][] = [
  ['placeholder', /(?<=[{}])(?:@supports[^{}]*\{::placeholder\{[^{}]*\}\}|::placeholder\{[^{}]*\})/g],
  ['search', /(?<=[{}])::-webkit-search-decoration\{[^{}]*\}/g],
  ['file', /(?<=[{}])::file-selector-button\{[^{}]*\}/g],
  ['date', /(?<=[{}])::-webkit-(?:date|calendar)[^{}]*\{[^{}]*\}/g],
];

/** What the library cannot tell to be of no use: rules for pages that have something else, and parts of fields that are not there. */
function withoutAbsent(css: string, names: Set<string>): string {
  const present = css.replace(/(?<=[{}])[^{},]*:has\(\.([\w-]+)\)[^{},]*\{[^{}]*\}/g, (rule, name: string) =>
    names.has(name) ? rule : '',
  );
  return fieldParts.reduce((rest, [name, rule]) => (names.has(name) ? rest : rest.replace(rule, '')), present);
}

/** A variable that is read with something in its place: `var(--name, one, two(three))`. */
const readWithDefault = /var\((--[\w-]+),((?:[^()]|\([^()]*\))*)\)/g;

/**
 * What the library leaves although nothing needs it: declared variables that no rule reads, what stands in place of variables that
 * every page has (or of the reset's, where it is all there is), and empty blocks.
 */
function withoutLeftovers(css: string): string {
  const [, declared = ''] = /:root\{([^}]*)\}/.exec(css) ?? [];
  const isDeclared = (name: string) => `;${declared}`.includes(`;${name}:`);
  return css
    .replace(readWithDefault, (read, name: string, instead: string) => {
      if (isDeclared(name)) return `var(${name})`;
      return name.startsWith('--default-') ? instead : read;
    })
    .replace(/@property (--[\w-]+)\{[^}]*\}/g, (rule, name: string) => (isRead(css, name) ? rule : ''))
    .replace(/(?<=[{}])[^{}@]*\{\}/g, '')
    .replace(/@(?:supports|media)[^{}]*\{\}/g, '');
}

function isRead(css: string, name: string): boolean {
  return css.includes(`var(${name})`) || css.includes(`var(${name},`);
}
