import { LRUCache } from 'lru-cache';
import { type Stylesheet, unescapeHtml } from '#server/http/page-styles.ts';

type Styled = { html: string; css: string };

/** Without vowels they spell nothing, and so nothing that blockers of advertisements hide (`.ad`). */
const letters = 'bcdfghjklmnpqrstvwxz';
const classAttribute = / class="([^"]*)"/g;

/**
 * Gives the classes of a finished page names of a letter or two, in its HTML and in the styles that it carries; classes that
 * only ever stand together share one. A tenth of a page is saved by it, compressed. React does not look at classes when it
 * takes a page over; what it changes later has the names of the whole stylesheet, which it loads and puts before these styles.
 *
 * A class keeps its name if the whole stylesheet has more rules for it than the page carries, which may apply once something has
 * happened, or has rules that ask for another class with it: React may change one of the two.
 */
export function shortenClasses({ html, css }: Styled, stylesheet: Stylesheet): Styled {
  const lists = new Map<string, string[]>();
  for (const [, list = ''] of html.matchAll(classAttribute)) {
    if (!lists.has(list)) lists.set(list, [...new Set(list.split(/\s+/).filter(Boolean))]);
  }
  const rules = readRules(css);
  const short = shortNames([...lists.values()], rules, readRules(stylesheet.text));
  const shortened = new Map(
    [...lists].map(([list, names]) => [list, [...new Set(names.map((name) => short.get(name) ?? name))].join(' ')]),
  );
  const plain = new Map([...short].map(([name, other]) => [unescapeHtml(name), `.${other}`]));
  const having = (part: string) => [...new Set([...plain].flatMap(([name, other]) => (name.includes(part) ? [other] : [])))];
  return {
    html: html.replace(classAttribute, (_, list: string) => ` class="${shortened.get(list)}"`),
    css: rules.pieces
      .map(({ text, name, part }) => (part ? `:is(${[text, ...having(part)].join()})` : ((name && plain.get(name)) ?? text)))
      .join(''),
  };
}

/** Short names of classes. These are as they stand in the HTML, escaped. */
function shortNames(lists: string[][], carried: Rules, whole: Rules): Map<string, string> {
  const isShort = (escaped: string) => {
    const name = unescapeHtml(escaped);
    const count = carried.counts.get(name);
    return count !== undefined && count === whole.counts.get(name) && !whole.related.has(name);
  };
  /** In which lists a class stands; classes by that. */
  const places = new Map<string, string>();
  const together = new Map<string, string[]>();
  for (const [index, list] of lists.entries()) for (const name of list) places.set(name, `${places.get(name) ?? ''} ${index}`);
  for (const [name, place] of places) if (isShort(name)) together.set(place, [...(together.get(place) ?? []), name]);
  const short = new Map<string, string>();
  let count = 0;
  for (const names of together.values()) {
    let other = nameOf(count++);
    while (whole.counts.has(other)) other = nameOf(count++);
    for (const name of names) short.set(name, other);
  }
  return short;
}

function nameOf(index: number): string {
  const rest = Math.floor(index / letters.length);
  return (rest > 0 ? nameOf(rest - 1) : '') + letters[index % letters.length];
}

/** In a selector, a class, or what asks for a part of one; or what stands between them. */
type Piece = { text: string; name?: string; part?: string };
/** A stylesheet in pieces, how often it has each class, and which stand in a selector with another. */
type Rules = { pieces: Piece[]; counts: Map<string, number>; related: Set<string> };

/** What stands before a brace: selectors or the head of an at-rule before one that opens, declarations before one that closes. */
const beforeBrace = /[^{}]*[{}]/g;
/** A class in a selector. What stands in brackets names none, but may ask for a part of one. */
const classSelector =
  /\[class\*=([^\]]*)\]|\[[^\]]*\]|(\.(?:\\[0-9a-f]{1,6} ?|\\[^0-9a-f]|[a-z_-])(?:\\[0-9a-f]{1,6} ?|\\[^0-9a-f]|[\w-])*)/gi;

const read = new LRUCache<string, Rules>({ max: 60 });

/** Pages of one kind have the same styles, so they are read once. */
function readRules(css: string): Rules {
  const known = read.get(css);
  if (known) return known;
  const rules: Rules = { pieces: [], counts: new Map(), related: new Set() };
  let at = 0;
  for (const { 0: text, index: start } of css.matchAll(beforeBrace)) {
    if (text.endsWith('}')) continue;
    for (const name of relatedIn(text)) rules.related.add(name);
    for (const { 0: selector, 1: part, 2: asClass, index } of text.matchAll(classSelector)) {
      if (!part && !asClass) continue;
      const name = unescapeCss(part ? part.replaceAll('"', '') : selector.slice(1));
      rules.pieces.push({ text: css.slice(at, start + index) }, { text: selector, [part ? 'part' : 'name']: name });
      if (asClass) rules.counts.set(name, (rules.counts.get(name) ?? 0) + 1);
      at = start + index + selector.length;
    }
  }
  rules.pieces.push({ text: css.slice(at) });
  read.set(css, rules);
  return rules;
}

/** Classes that stand with others in one of the selectors of a list. */
function relatedIn(text: string): string[] {
  const selectors = text.split(/(?<!\\),(?![^()]*\))/);
  const classes = selectors.map((selector) => [...selector.matchAll(classSelector)].flatMap(([, , name]) => (name ? [name.slice(1)] : [])));
  return classes.filter((names) => names.length > 1).flatMap((names) => names.map(unescapeCss));
}

function unescapeCss(name: string): string {
  return name.replace(/\\(?:([0-9a-f]{1,6}) ?|(.))/gi, (_, code?: string, character?: string) =>
    code ? String.fromCodePoint(Number.parseInt(code, 16)) : (character ?? ''),
  );
}
