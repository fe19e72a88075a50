import { existsSync, readdirSync, readFileSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import { transform } from 'lightningcss';
import { createGenerator, expandVariantGroup } from 'unocss';
import { patternOf } from '#server/http/addresses.ts';
import config from '../uno.config.ts';
import { importsOf } from './imports-of.ts';

const pagesFolder = 'src/pages';
/** Files that every page includes. */
const sharedEntries = ['src/pages/_root.tsx', 'src/pages/_layout.tsx'];

/**
 * Writes for each route the styles of everything that it may show: the base styles, and the utilities named in any declaration that
 * the route reaches, directly or lazily, on the server or in the browser.
 * @param folder the build's assets, where the built `src/styles/base.css` refers to the built fonts.
 * @param file where they are written, as JSON by pattern.
 * @param pages whose styles are written, by default all.
 * @throws Error when the build has no base styles.
 */
export async function writeRouteStyles(folder: string, file: string, pages = pageFiles()): Promise<void> {
  const base = readdirSync(folder).find((name) => /^base-.*\.css$/.test(name));
  if (!base) throw new Error('The build has no base styles');
  const baseCss = readFileSync(path.join(folder, base), 'utf8');
  const partsByPage = new Map(pages.map((page) => [page, reachableFrom([...sharedEntries, page])]));
  const utilities = await utilitiesIn(new Set([...partsByPage.values()].flatMap((parts) => [...parts])));
  const styles: Record<string, string> = {};
  for (const [page, parts] of partsByPage) {
    // A generator accumulates the theme variables that it has seen, so each route needs its own.
    const uno = await createGenerator(config);
    const { css } = await uno.generate(new Set([...parts].flatMap((part) => utilities.get(part) ?? []).sort()));
    const { code } = transform({ filename: 'utilities.css', code: Buffer.from(css), minify: true });
    styles[patternOf(path.relative(pagesFolder, page)) ?? ''] = `${baseCss.trim()}${code}`;
  }
  writeFileSync(file, JSON.stringify(styles));
}

/** Returns the utilities named in each part. Each word is tried once, because most are no utilities. */
async function utilitiesIn(parts: Set<Part>): Promise<Map<Part, string[]>> {
  const uno = await createGenerator(config);
  const words = new Map<Part, Set<string>>();
  for (const part of parts) words.set(part, await uno.applyExtractors(expandVariantGroup(part.text)));
  const { matched } = await uno.generate(new Set([...words.values()].flatMap((found) => [...found])));
  return new Map([...words].map(([part, found]) => [part, [...found].filter((word) => matched.has(word))]));
}

function pageFiles(): string[] {
  const names = readdirSync(pagesFolder, { recursive: true, encoding: 'utf8' });
  return names.filter((name) => name.endsWith('.tsx') && patternOf(name)).map((name) => path.join(pagesFolder, name));
}

/** A declaration of a file. It is unnamed if the file runs it in any case. */
type Part = { name: string | undefined; text: string; uses: Use[] };
/** A declaration that another one uses; `whole` stands for all of a file. */
type Use = { file: string; name: string };

const whole = '*';

/** Returns the declarations that the files reach, directly or by others. Only those of .tsx files: no other has elements. */
function reachableFrom(entries: string[]): Set<Part> {
  const found = new Set<Part>();
  const asked = new Set<string>();
  const pending = entries.map((file): Use => ({ file, name: whole }));
  for (let next = pending.pop(); next; next = pending.pop()) {
    const { file, name } = next;
    if (asked.has(`${file} ${name}`)) continue;
    asked.add(`${file} ${name}`);
    const parts = partsByFile.get(file) ?? splitFile(file);
    partsByFile.set(file, parts);
    const isDeclared = parts.some((part) => part.name === name);
    for (const part of parts.filter((one) => !isDeclared || one.name === undefined || one.name === name)) {
      if (file.endsWith('.tsx')) found.add(part);
      pending.push(...part.uses);
    }
  }
  return found;
}

const partsByFile = new Map<string, Part[]>();

/** Splits a file into its declarations: the formatter begins each at the start of a line. */
function splitFile(file: string): Part[] {
  const source = readFileSync(file, 'utf8');
  const [head = '', ...texts] = source.split(/^(?=(?:export )?(?:default )?(?:async )?(?:function|const|let|class|type) )/m);
  const nameOf = (text: string) => /^(?:export )?(?:default )?(?:async )?\w+ (\w+)/.exec(text)?.[1];
  const locals = new Map<string, Use>(texts.flatMap((text) => nameOf(text) ?? []).map((name) => [name, { file, name }]));
  // Types, and files outside src, contain nothing that a page shows.
  const reach = (text: string) =>
    importsOf(file, text).filter(({ to, typeOnly }) => !typeOnly && to.startsWith('src/') && /\.tsx?$/.test(to) && existsSync(to));
  for (const [statement, clause = ''] of head.matchAll(/^import ([\w$*{}\s,]+?) from '[^']+'/gm)) {
    for (const { to } of reach(statement)) {
      const [outer = '', names = ''] = clause.split('{');
      for (const [, name = '', alias = name] of names.matchAll(/(?<!type )\b(\w+)(?: as (\w+))?/g)) locals.set(alias, { file: to, name });
      const [all] = /(?<=^\* as )\w+|^\w+/.exec(outer) ?? [];
      if (all) locals.set(all, { file: to, name: whole });
    }
  }
  const bare = head.replaceAll(/^import [\w$*{}\s,]+? from '[^']+';/gm, '');
  return [bare, ...texts].map((text) => ({
    name: text === bare ? undefined : nameOf(text),
    text,
    uses: [
      ...[...new Set(text.match(/\w+/g))].flatMap((word) => locals.get(word) ?? []),
      ...reach(text).map(({ to }) => ({ file: to, name: whole })),
    ],
  }));
}
