import { readFileSync } from 'node:fs';
import { type HTMLElement, NodeType, parse } from 'node-html-parser';
import type { ReactNode } from 'react';
import { fetchRaw, firstSlugs } from './requests.ts';
import { type Catalogue, type Stage, startSite } from './stage.ts';
import { ms, type Row } from './table.ts';

const atOnce = 8;
/** Pages of these projects are made ahead, and so are not cold. */
const madeAhead = 60;
const bareTurns = 100;

type Kind = { name: string; addresses: string[] };

/**
 * Processor time of the site, all its threads, for a page that nobody has asked for; beside it that of a bare rendering of the
 * same elements by `react-dom/server` in this process. Only on Linux, which says what a process has used.
 * @param pages so many of each kind, after a third as many that are not counted.
 */
export async function measureCold(stage: Stage, catalogue: Catalogue, { pages }: { pages: number }): Promise<Row[]> {
  const slugs = (await firstSlugs(catalogue, madeAhead + pages * 4)).slice(catalogue.size > madeAhead * 2 ? madeAhead : 0);
  const count = pages + Math.ceil(pages / 3);
  const numbers = Array.from({ length: count }, (_, index) => index);
  const slug = (index: number) => slugs[index % slugs.length];
  const kinds: Kind[] = [
    { name: '/projects', addresses: numbers.map((index) => `/projects?max=${90_000 + index}&view=cards`) },
    { name: '/projects as a table', addresses: numbers.map((index) => `/projects?max=${90_000 + index}&view=table`) },
    // In a small catalogue a project has one page; its calculator's tonnes make it another answer.
    { name: '/projects/(one)', addresses: numbers.map((index) => `/projects/${slug(index)}?tonnes=${100 + index}`) },
    {
      name: '/projects/compare',
      addresses: numbers.map((index) => `/projects/compare?p=${slug(index)}&p=${slug(index + 1)}&find=${index}`),
    },
  ];
  const site = await startSite(stage, catalogue);
  try {
    const rows: Row[] = [];
    for (const { name, addresses } of kinds) {
      const before = addresses.splice(0, count - pages);
      await askAll(site.url, before);
      const began = processorTime(site.pid);
      await askAll(site.url, addresses);
      const own = (processorTime(site.pid) - began) / addresses.length;
      const sample = await fetchRaw(site.url + addresses[0]);
      const bare = await bareTime(sample.body.toString());
      rows.push({
        measure: `cold: ${name}, br, ${Math.round(sample.body.byteLength / 1000)} kB of HTML`,
        projects: catalogue.size,
        site: `${ms(own)} CPU`,
        bare: `${bare.toFixed(2)} ms`,
        ratio: (own / bare).toFixed(1),
      });
    }
    return rows;
  } finally {
    await site.stop();
  }
}

async function askAll(url: string, addresses: string[]): Promise<void> {
  const waiting = addresses.values();
  const ask = async () => {
    for (const address of waiting) {
      const { status } = await fetchRaw(url + address, { 'accept-encoding': 'br' });
      if (status !== 200) throw new Error(`${address} answered ${status}`);
    }
  };
  await Promise.all(Array.from({ length: atOnce }, ask));
}

/** What a process has used so far, in its code and in the kernel (ms). */
function processorTime(pid: number): number {
  const fields = readFileSync(`/proc/${pid}/stat`, 'utf8').split(') ')[1]?.split(' ') ?? [];
  return ((Number(fields[11]) + Number(fields[12])) * 1000) / ticksPerSecond;
}

/** What /proc counts in, on every Linux that Node is built for. */
const ticksPerSecond = 100;

/** The same elements, each made by a plain component, as HTML (ms of processor time). */
async function bareTime(html: string): Promise<number> {
  // Not before NODE_ENV is set: React's development build is ten times as slow.
  const [{ createElement }, { renderToString }] = await Promise.all([import('react'), import('react-dom/server')]);
  const body = parse(html).querySelector('body');
  if (!body) throw new Error('The page has no body');
  const page = createElement(Bare, plainOf(body));
  for (let turn = 0; turn < bareTurns; turn++) renderToString(page);
  const began = process.cpuUsage();
  for (let turn = 0; turn < bareTurns; turn++) renderToString(page);
  const { user, system } = process.cpuUsage(began);
  return (user + system) / 1000 / bareTurns;

  function Bare({ tag, attributes, contents }: Plain): ReactNode {
    const children: ReactNode[] = contents.map((child, index) =>
      typeof child === 'string' ? child : createElement(Bare, { key: index, ...child }),
    );
    return createElement(tag, attributes, ...(children.length > 0 ? [children] : []));
  }
}

type Plain = { tag: string; attributes: Record<string, string>; contents: (Plain | string)[] };

/** An element as plain data. What React has other names for is left out: styles, handlers and the state of fields. */
function plainOf(element: HTMLElement): Plain {
  const { class: className, ...others } = element.attributes;
  const named = Object.entries(others).filter(([name]) =>
    /^(?:id|href|src|alt|name|type|d|width|height|role|aria-\w+|data-[\w-]+)$/.test(name),
  );
  const contents = element.childNodes.flatMap((node): (Plain | string)[] => {
    if (node.nodeType === NodeType.TEXT_NODE) return [node.text];
    return node.nodeType === NodeType.ELEMENT_NODE ? [plainOf(node as HTMLElement)] : [];
  });
  const isScript = element.rawTagName === 'script';
  const attributes = { ...Object.fromEntries(named), ...(className ? { className } : {}) };
  return { tag: element.rawTagName, attributes, contents: isScript ? [] : contents };
}
