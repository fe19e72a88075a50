import { type HTMLElement, NodeType, parse } from 'node-html-parser';
import type { ReactNode } from 'react';
import { cpuTime } from './processes.ts';
import { fetchAll, fetchRaw } from './requests.ts';
import type { Row } from './row.ts';
import { type Stage, startSite, withoutLimits } from './stage.ts';

const pages = 240;
const warmUpPages = 80;
const bareRenders = 200;

/**
 * Measures the site's processor time for a page made anew: list of the sample projects, each time with another price limit above all
 * prices. Beside it, in this process, the bare rendering of the same elements by `react-dom/server`.
 */
export async function* measureMade(stage: Stage): AsyncGenerator<Row> {
  const site = await startSite(stage, stage.small, withoutLimits);
  try {
    for (const [name, view] of [
      ['24 cards', 'cards'],
      ['the table', 'table'],
    ]) {
      const addresses = Array.from({ length: warmUpPages + pages }, (_, index) => `/projects?max=${90_000 + index}&view=${view}`);
      await fetchAll(site.url, addresses.splice(0, warmUpPages));
      const before = cpuTime(site.pid);
      await fetchAll(site.url, addresses);
      const own = (cpuTime(site.pid) - before) / pages;
      const { body } = await fetchRaw(site.url + addresses[0]);
      const bare = await bareTime(body.toString());
      const note = `${own.toFixed(1)} : ${bare.toFixed(2)} ms of processor time`;
      yield { measure: `made anew: ${name}`, value: own / bare, unit: '×', bar: 16, note };
    }
  } finally {
    await site.stop();
  }
}

/** Returns the processor time (ms) of rendering the same elements to HTML, each from a bare component. */
async function bareTime(html: string): Promise<number> {
  // Imported once NODE_ENV is set.
  const [{ createElement }, { renderToString }] = await Promise.all([import('react'), import('react-dom/server')]);
  const Bare = ({ tag, attributes, contents }: Tree): ReactNode => {
    const children = contents.map((child, key) => (typeof child === 'string' ? child : createElement(Bare, { key, ...child })));
    return createElement(tag, attributes, ...children);
  };
  const page = createElement(Bare, treeOf(parse(html).querySelector('body') ?? parse('')));
  for (let count = 0; count < bareRenders; count += 1) renderToString(page);
  const before = process.cpuUsage();
  for (let count = 0; count < bareRenders; count += 1) renderToString(page);
  const { user, system } = process.cpuUsage(before);
  return (user + system) / 1_000 / bareRenders;
}

type Tree = { tag: string; attributes: Record<string, string>; contents: (Tree | string)[] };

/** Returns an element as data, without the attributes that have other names in React: styles, handlers and the state of fields. */
function treeOf({ rawTagName: tag, attributes: { class: className, ...rest }, childNodes }: HTMLElement): Tree {
  const isKept = /^(?:id|href|src|alt|name|type|d|width|height|role|aria-\w+|data-[\w-]+)$/;
  const attributes = Object.fromEntries(Object.entries(rest).filter(([name]) => isKept.test(name)));
  const contents = childNodes.flatMap((node): (Tree | string)[] => {
    if (node.nodeType === NodeType.TEXT_NODE) return [node.text];
    return node.nodeType === NodeType.ELEMENT_NODE ? [treeOf(node as HTMLElement)] : [];
  });
  return { tag, attributes: className ? { ...attributes, className } : attributes, contents: tag === 'script' ? [] : contents };
}
