import { readFileSync } from 'node:fs';
import { type HTMLElement, NodeType, parse } from 'node-html-parser';
import type { ReactNode } from 'react';
import { fetchRaw, firstSlugs } from './requests.ts';
import { type Catalogue, type Stage, startSite } from './stage.ts';
import { ms, type Row } from './table.ts';

const concurrency = 8;
/** How many projects have their pages prewarmed, and so are left out. */
const prewarmedProjects = 60;
const bareRenders = 100;

type Kind = { name: string; addresses: string[] };

/**
 * Measures the site's CPU time, over all its threads, for a page that is not cached, and for comparison that of rendering the same
 * elements with plain `react-dom/server` in this process. Linux only: it reads /proc.
 * @param pages how many pages of each kind are measured, after a third as many for warm-up.
 */
export async function measureCold(stage: Stage, catalogue: Catalogue, { pages }: { pages: number }): Promise<Row[]> {
  const slugs = (await firstSlugs(catalogue, prewarmedProjects + pages * 4)).slice(
    catalogue.size > prewarmedProjects * 2 ? prewarmedProjects : 0,
  );
  const count = pages + Math.ceil(pages / 3);
  const numbers = Array.from({ length: count }, (_, index) => index);
  const slug = (index: number) => slugs[index % slugs.length];
  const kinds: Kind[] = [
    { name: '/projects', addresses: numbers.map((index) => `/projects?max=${90_000 + index}&view=cards`) },
    { name: '/projects as a table', addresses: numbers.map((index) => `/projects?max=${90_000 + index}&view=table`) },
    // A small catalogue has too few projects; the calculator's tonnes make each response a different one.
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
      const warmUp = addresses.splice(0, count - pages);
      await requestAll(site.url, warmUp);
      const before = cpuTime(site.pid);
      await requestAll(site.url, addresses);
      const own = (cpuTime(site.pid) - before) / addresses.length;
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

async function requestAll(url: string, addresses: string[]): Promise<void> {
  const remaining = addresses.values();
  const requestRemaining = async () => {
    for (const address of remaining) {
      const { status } = await fetchRaw(url + address, { 'accept-encoding': 'br' });
      if (status !== 200) throw new Error(`${address} answered ${status}`);
    }
  };
  await Promise.all(Array.from({ length: concurrency }, requestRemaining));
}

/** Returns the CPU time (ms) of a process so far, in user and kernel mode. */
function cpuTime(pid: number): number {
  const fields = readFileSync(`/proc/${pid}/stat`, 'utf8').split(') ')[1]?.split(' ') ?? [];
  return ((Number(fields[11]) + Number(fields[12])) * 1000) / ticksPerSecond;
}

/** The unit of /proc, on every Linux that Node is built for. */
const ticksPerSecond = 100;

/** Returns the CPU time (ms) of rendering the same elements to HTML, each from a plain component. */
async function bareTime(html: string): Promise<number> {
  // Imported only once NODE_ENV is set: React's development build is ten times as slow.
  const [{ createElement }, { renderToString }] = await Promise.all([import('react'), import('react-dom/server')]);
  const body = parse(html).querySelector('body');
  if (!body) throw new Error('The page has no body');
  const page = createElement(Bare, plainOf(body));
  for (let count = 0; count < bareRenders; count++) renderToString(page);
  const before = process.cpuUsage();
  for (let count = 0; count < bareRenders; count++) renderToString(page);
  const { user, system } = process.cpuUsage(before);
  return (user + system) / 1000 / bareRenders;

  function Bare({ tag, attributes, contents }: Plain): ReactNode {
    const children: ReactNode[] = contents.map((child, index) =>
      typeof child === 'string' ? child : createElement(Bare, { key: index, ...child }),
    );
    return createElement(tag, attributes, ...(children.length > 0 ? [children] : []));
  }
}

type Plain = { tag: string; attributes: Record<string, string>; contents: (Plain | string)[] };

/** Returns an element as plain data, without the attributes that have other names in React: styles, handlers and the state of fields. */
function plainOf(element: HTMLElement): Plain {
  const { class: className, ...rest } = element.attributes;
  const named = Object.entries(rest).filter(([name]) =>
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
