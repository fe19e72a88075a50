import { readdirSync, readFileSync } from 'node:fs';
import path from 'node:path';
import { LRUCache } from 'lru-cache';
import { hashOf } from '#server/http/remembered.ts';
import { type IndexedStyles, pickStyles, stylesIndex } from '#server/http/used-styles.ts';

/** The site's stylesheet: its text, what in that can name a part of a page, and its rules by that. */
export type Stylesheet = { text: string; selectors: string; index: IndexedStyles };

/** Set by scripts or the browser, never in the HTML. */
const dynamicNames = [
  ...['open', 'data-scrolled', 'data-laid-out', 'data-island', 'ready', 'waiting', 'hidden', 'until-found'],
  // src/shortlist.ts
  ...['data-count', 'data-listed', 'data-shortlist-foreign', 'p', 'a'],
];

/** The text of the build's one stylesheet. @throws Error when it has none or several. */
export function stylesheetText(publicDir: string): string {
  const names = readdirSync(path.join(publicDir, 'assets')).filter((name) => name.endsWith('.css'));
  if (names.length !== 1) throw new Error(`The build has ${names.length} stylesheets instead of one`);
  return readFileSync(path.join(publicDir, 'assets', names[0] ?? ''), 'utf8');
}

/** The build's stylesheet and its index. @throws Error when the build is not whole. */
export function readStylesheet(publicDir: string): Stylesheet {
  const text = stylesheetText(publicDir);
  const index = JSON.parse(readFileSync(path.join(publicDir, '..', 'server', stylesIndex), 'utf8')) as IndexedStyles;
  return { text, selectors: text.replace(/\{[^{}]*\}/g, ' ').replaceAll('\\', ''), index };
}

const matters = new LRUCache<string, boolean>({ max: 10_000 });

/** Whether a selector may name it. Pages of one kind differ in links, ids and figures, which none does: so they share their styles. */
function isNamed(name: string, { selectors }: Stylesheet): boolean {
  let answer = matters.get(name);
  if (answer === undefined) {
    answer = selectors.includes(name);
    matters.set(copyOf(name), answer);
  }
  return answer;
}

/** The same text in memory of its own: what was found in a page is but a view of it, and would keep all of it. */
function copyOf(text: string): string {
  return Buffer.from(text).toString();
}

const known = new LRUCache<string, string>({ max: 200 });

/** The rules of the stylesheet that a page uses, so that it can carry them and be shown after one answer. */
export function usedStyles(html: string, stylesheet: Stylesheet): string {
  const names = [...namesIn(html)].filter((name) => isNamed(name, stylesheet)).sort();
  const key = hashOf(Buffer.from(names.join(' ')));
  let css = known.get(key);
  if (css === undefined) {
    css = pickStyles(stylesheet.index, new Set(names));
    known.set(key, css);
  }
  return css;
}

/** Everything in the HTML that a selector can name: elements, attributes, their short values, and classes. */
function namesIn(html: string): Set<string> {
  const names = new Set(dynamicNames);
  for (const [, element = '', attributes = ''] of html.matchAll(/<([a-z][a-z0-9-]*)((?:\s+[^\s=>]+(?:="[^"]*")?)*)\s*\/?>/gi)) {
    names.add(element.toLowerCase());
    for (const [, name = '', value = ''] of attributes.matchAll(/([^\s=]+)(?:="([^"]*)")?/g)) {
      names.add(name.toLowerCase());
      if (name === 'class' || value.length < 20) for (const part of unescapeHtml(value).split(/\s+/)) if (part) names.add(part);
    }
  }
  // What src/shortlist.ts says once something was added.
  if (names.has('data-shortlist-add')) names.add('shortlist-note');
  return names;
}

/** The value of an attribute, as React writes it. */
export function unescapeHtml(text: string): string {
  if (!text.includes('&')) return text;
  return text.replaceAll('&gt;', '>').replaceAll('&lt;', '<').replaceAll('&quot;', '"').replaceAll('&#x27;', "'").replaceAll('&amp;', '&');
}
