import { writeFileSync } from 'node:fs';
import postcss, { type AtRule, type ChildNode, type Container, type Rule } from 'postcss';
import selectorParser, { type Node, type Selector } from 'postcss-selector-parser';
import { stylesheetText } from '#server/http/page-styles.ts';
import type { IndexedSelector, IndexedStyles, Need } from '#server/http/used-styles.ts';

/** Of fields that a page may not have: the name that tells, by the part's. */
const fieldParts: [part: RegExp, name: string][] = [
  [/^::placeholder$/, 'placeholder'],
  [/^::-webkit-search-/, 'search'],
  [/^::file-selector-button$/, 'file'],
  [/^::-webkit-(?:date|calendar)/, 'date'],
];
/** Nothing is a shadow tree's host. */
const never = ' ';
/** A variable that is read with something in its place: `var(--name, one, two(three))`. */
const readWithDefault = /var\((--[\w-]+),((?:[^()]|\([^()]*\))*)\)/g;
const read = /var\((--[\w-]+)/g;

/** Writes `indexStyles` of the build's stylesheet, as JSON. @throws Error when the build has none or several. */
export function writeStylesIndex(publicDir: string, file: string): void {
  writeFileSync(file, JSON.stringify(indexStyles(stylesheetText(publicDir))));
}

/** A stylesheet by what its rules need of a page; server/http/used-styles.ts picks from it. */
export function indexStyles(css: string): IndexedStyles {
  const root = postcss.parse(css);
  const rooted = new Set<string>();
  root.each((node) => {
    if (node.type === 'rule' && node.selectors.includes(':root')) node.walkDecls(/^--/, ({ prop }) => void rooted.add(prop));
  });
  const keyframes = new Set<string>();
  root.walkAtRules('keyframes', ({ params }) => void keyframes.add(params));
  return nodesOf(root);

  function nodesOf(container: Container): IndexedStyles {
    return container.nodes?.flatMap(nodeOf) ?? [];
  }

  function nodeOf(node: ChildNode): IndexedStyles {
    if (node.type === 'rule') return [ruleOf(node)];
    return node.type === 'atrule' ? [atRuleOf(node)] : [];
  }

  function atRuleOf(rule: AtRule): IndexedStyles[number] {
    const { name, params } = rule;
    if (name === 'property') return { property: params, text: rule.toString() };
    if (name === 'keyframes') return { keyframes: params, text: rule.toString() };
    const hasRules = rule.nodes?.some(({ type }) => type !== 'decl');
    return hasRules ? { head: `@${name} ${params}`, nodes: nodesOf(rule) } : { text: rule.toString() };
  }

  function ruleOf(rule: Rule): IndexedStyles[number] {
    if (rule.nodes.some(({ type }) => type !== 'decl')) throw new Error(`${rule.selector} has rules in it`);
    const all = rule.nodes.flatMap((node) => (node.type === 'decl' ? [node] : []));
    const declarations = all.map(({ prop, value, important }) => ({
      prop,
      text: `${prop}:${instead(value)}${important ? '!important' : ''}`,
    }));
    const plain = declarations.filter(({ prop }) => !prop.startsWith('--')).map(({ text }) => text);
    const animations = all
      .filter(({ prop }) => /^(?:-webkit-)?animation(?:-name)?$/.test(prop))
      .flatMap(({ value }) => value.split(/[\s,]+/));
    return {
      selectors: selectorParser().astSync(rule.selector).map(selectorOf),
      body: plain.join(';'),
      reads: readIn(plain.join(';')),
      variables: declarations
        .filter(({ prop }) => prop.startsWith('--'))
        .map(({ prop, text }) => ({ name: prop, text, reads: readIn(text) })),
      animations: animations.filter((name) => keyframes.has(name)),
    };
  }

  /** Without what stands in place of a variable that every page has, or of the reset's, where it is all there is. */
  function instead(value: string): string {
    return value.replace(readWithDefault, (whole, name: string, other: string) => {
      if (rooted.has(name)) return `var(${name})`;
      return name.startsWith('--default-') ? other : whole;
    });
  }
}

function readIn(text: string): string[] {
  return [...new Set([...text.matchAll(read)].map(([, name = '']) => name))];
}

/** A selector of a list: its text, in which alternatives that a page has nothing for can be left out; and what else it needs. */
function selectorOf(selector: Selector): IndexedSelector {
  const parts: IndexedSelector['parts'] = [''];
  const needs: Need[] = [];
  for (const node of selector.nodes) {
    if (node.type === 'pseudo' && isAnyOf(node.value)) {
      const choices = node.nodes.map((one) => ({ text: one.toString().trim(), needs: one.nodes.flatMap(needsOf) }));
      parts.push(`${node.value}(`, choices, ')');
    } else {
      parts.push(node.toString());
      needs.push(...needsOf(node));
    }
  }
  const merged: IndexedSelector['parts'] = [];
  for (const part of parts) {
    const last = merged.at(-1);
    if (typeof part === 'string' && typeof last === 'string') merged[merged.length - 1] = last + part;
    else merged.push(part);
  }
  return { parts: merged, needs };
}

function isAnyOf(pseudo: string): boolean {
  return pseudo === ':is' || pseudo === ':where';
}

/** The names that a page must have for a part of a selector to find anything: all of them. */
function needsOf(node: Node): Need[] {
  switch (node.type) {
    case 'tag':
      return [node.value.toLowerCase()];
    case 'class':
    case 'id':
      return [node.value];
    case 'attribute': {
      const { attribute, operator, value } = node;
      if (value === undefined) return [attribute];
      return [attribute, operator === '=' || operator === '~=' ? value : { part: value }];
    }
    case 'pseudo':
      if (node.value === ':host') return [never];
      // What others ask for is a number, what is not there, or one of several.
      if (node.value === ':has') return node.nodes.flatMap(needsOf);
      return fieldParts.flatMap(([part, name]) => (part.test(node.value) ? [name] : []));
    case 'selector':
      return node.nodes.flatMap(needsOf);
    default:
      return [];
  }
}
