// `npm run bench [-- PART ...]`: measures the bars of docs/performance.md, and prints each row as soon as it is known.
import { execFile } from 'node:child_process';
import { once } from 'node:events';
import { existsSync, mkdtempSync, readdirSync, readFileSync, writeFileSync } from 'node:fs';
import { createServer, get } from 'node:http';
import { availableParallelism, cpus, loadavg } from 'node:os';
import path from 'node:path';
import { buffer } from 'node:stream/consumers';
import { setTimeout as sleep } from 'node:timers/promises';
import { parseArgs, promisify } from 'node:util';
import type { Result } from 'autocannon';
import { HTMLElement, parse } from 'node-html-parser';
import { chromium } from 'playwright';
import { createElement, type ReactNode } from 'react';
import { renderToString } from 'react-dom/server';
import { findPostmaster } from '#db/embedded/postmaster.ts';
import { sitePages } from '#shared/content/navigation.ts';
import { chromiumArguments, findChromium } from '#tests/support/chromium.ts';
import { monitorEventLoop } from '#tests/support/event-loop.ts';
import { freePort } from '#tests/support/free-port.ts';
import { largestPaint } from '#tests/support/layout-shift.ts';
import type { SettingsAndLimits } from '#tests/support/limits.ts';
import { manyProjects, measuredSearches } from '#tests/support/many-projects.ts';
import { startOwnPostgres } from '#tests/support/own-postgres.ts';
import { type RunningSite, startSite as startUnlimited } from '#tests/support/site.ts';
import { buildIfStale } from '../scripts/build.ts';

type Tree = { tag: string; attributes: Record<string, string>; contents: (Tree | string)[] };
/** What was measured, its value, and its bar: a maximum, or a minimum for a share. */
type Row = [measure: string, value: number, unit: 'ms' | 'MB' | 'times' | 'share', bar: number, note?: string];
const run = promisify(execFile);
const [postgres, sites] = [await startOwnPostgres(), new Set<RunningSite>()];
const folder = path.dirname(postgres.dataDir);
const slug = 'cwm-ty-coch-hillside-woodland';
/** Of the limits that `startUnlimited` lifts (tests/support/site.ts), those of requests, as they are by default. */
const defaultLimits = { apiRequestsPerMinute: '', uncachedRatePerSecond: '', uncachedBurst: '', maxEventLoopLagMs: '' };
/** Lighthouse's phone and its slow 4G: latency in ms, throughput in bytes a second. */
const phone = { viewport: { width: 412, height: 823 }, deviceScaleFactor: 1.75, isMobile: true, hasTouch: true };
const network = { offline: false, latency: 562.5, downloadThroughput: (1474.56 * 1024) / 8, uploadThroughput: (675 * 1024) / 8 };
const touches: [page: string, target: string, effect: string, withinMs: number][] = [
  ['/', 'role=button[name="Menu"]', 'role=navigation[name="Menu"]', 1_000],
  ['/contact', 'role=button[name="Email Us"]', 'role=dialog', 1_000],
  ['/contact', 'dialog >> text="Send Message"', 'text=Name must be at least 2 characters', 1_000],
  ['/carbon-credits', 'text="Read More"', 'text="Show Less"', 1_000],
  [`/projects/${slug}`, 'a[data-shortlist-add]:visible', '.shortlist-note', 1_000],
  ['/credits', 'text="Check for updates"', 'text=current figures', 1_400],
];
const neverAsked = (number: number) => `/projects?${measuredSearches[number % measuredSearches.length]}&available=${10 + number}`;

/** Returns the memory (MB, a million bytes) that a process has in RAM now (VmRSS), or had at its peak (VmHWM). */
const memoryOf = (site: { pid: number }, name: 'VmRSS' | 'VmHWM') =>
  (Number(readFileSync(`/proc/${site.pid}/status`, 'utf8').split(`${name}:`)[1]?.split('kB')[0]) * 1024) / 1e6;
const atOnce = (count: number, work: () => Promise<unknown>) => Promise.all(Array.from({ length: count }, work));
const command = (env: Record<string, string>, name: string, ...words: string[]) =>
  run('node', [`commands/${name}`, ...words], {
    env: { ...process.env, DATABASE_URL: postgres.url, DATABASE_OWNER_URL: '', ...env },
    maxBuffer: 1e9,
  });
const sum = (values: number[]) => values.reduce((total, value) => total + value, 0);
/** Returns the smallest value that at least a `share` (0 to 1) of all the values do not exceed. */
const quantile = (values: number[], share: number) => values.toSorted((a, b) => a - b)[Math.ceil(values.length * share) - 1] ?? Number.NaN;
const median = (values: number[]) => quantile(values, 0.5);
const range = (times: number[]) => `${Math.round(Math.min(...times))} to ${Math.round(Math.max(...times))} ms`;

/** In this order, because from `searches` on there are 11,000 projects. */
const parts: Record<string, () => AsyncGenerator<Row>> = {
  async *start() {
    const times = await repeat(5, async () => {
      const began = performance.now();
      await using site = await startSite();
      return site.askAll(['/']).then(() => performance.now() - began);
    });
    yield ['start to first 200 of /', median(times), 'ms', 1_000, range(times)];
  },

  async *cached() {
    await using site = await startSite();
    let [headers, body]: [string[], Buffer] = [[], Buffer.from('')];
    const port = await freePort();
    // This server runs in the bench's process, which meanwhile only waits for the one that sends the requests.
    const bare = createServer((_, response) => response.writeHead(200, headers).end(body)).listen(port, '127.0.0.1');
    for (const address of ['/', '/projects', `/projects/${slug}`])
      for (const encoding of ['br', 'identity']) {
        await site.askAll([address]);
        await sleep(1_000);
        const [given] = await once(get(site.url + address, { headers: { 'accept-encoding': encoding } }), 'response');
        [headers, body] = [given.rawHeaders, await buffer(given)];
        const compare = async () =>
          (await perSecond(site.url + address, encoding)) / (await perSecond(`http://127.0.0.1:${port}/`, encoding));
        // V8 compiles the code of both in the first two rounds.
        yield [`cached: ${address}, ${encoding}`, median((await repeat(7, compare)).slice(2)), 'share', 0.35];
      }
    bare.close();
  },

  async *made() {
    for (const view of ['cards', 'table']) {
      await using site = await startSite();
      const addresses = Array.from({ length: 320 }, (_, number) => `/projects?max=${90_000 + number}&view=${view}`);
      // The first only warm the process up.
      await site.askAll(addresses.splice(0, 80));
      const own = (await processorTimeOf([site.pid], () => site.askAll(addresses))) / addresses.length;
      const bare = bareTime((await site.ask(addresses[0] ?? '')).text);
      yield [`made anew: ${view}`, own / bare, 'times', 12, `${own.toFixed(1)} : ${bare.toFixed(2)} ms of processor time`];
    }
  },

  async *commits() {
    await using site = await startSite();
    // In pence, above the price of every sample project.
    let price = 1_000_000;
    const times = await repeat(300, async () => {
      price += 1;
      await postgres.query(`update carbon_projects set price_per_credit = ${price} where slug = '${slug}'`);
      const [began, shown] = [performance.now(), `£${(price / 100).toLocaleString('en-GB', { minimumFractionDigits: 2 })}`];
      while (!(await site.ask(`/projects/${slug}`)).text.includes(shown)) await sleep(5);
      return performance.now() - began;
    });
    yield ['commit to page, 99%', quantile(times, 0.99), 'ms', 200, range(times)];
  },

  async *browser() {
    await using site = await startSite();
    await using browser = await chromium.launch({ executablePath: findChromium().full, args: chromiumArguments });
    /** Opens a page, which the site has cached, on Lighthouse's phone, with an empty cache of the browser. */
    const openOnPhone = async (address: string) => {
      await site.askAll([address]);
      await sleep(1_000);
      const page = await browser.newPage(phone);
      const cdp = await page.context().newCDPSession(page);
      await cdp.send('Network.enable');
      await cdp.send('Network.emulateNetworkConditions', network);
      await cdp.send('Emulation.setCPUThrottlingRate', { rate: 4 });
      await page.goto(site.url + address);
      return page;
    };
    for (const [address, target, effect, bar] of touches) {
      const paints: number[] = [];
      const times = await repeat(5, async () => {
        await using page = await openOnPhone(address);
        await sleep(4_000);
        paints.push(await largestPaint(page));
        if (target.startsWith('dialog')) await page.evaluate(() => document.querySelector('dialog')?.showModal());
        const touched = page.locator(target).first();
        await touched.scrollIntoViewIfNeeded();
        const began = performance.now();
        await touched.tap();
        await page.waitForSelector(effect);
        return performance.now() - began;
      });
      yield [`largest paint: ${address}`, median(paints), 'ms', 1_100, range(paints)];
      yield [`first touch: ${address}, ${target}`, median(times), 'ms', bar, range(times)];
    }
  },

  async *searches() {
    const [loop, server] = [monitorEventLoop(), findPostmaster(postgres.dataDir) ?? { pid: 0 }];
    await using site = await startSite(loop.env);
    await addMany();
    const all = Array.from({ length: 300 }, (_, number) => neverAsked(number));
    // With the digits that are put behind each: a small budget, a huge one (spread over thousands of projects), few tonnes, more
    // tonnes than there are.
    const needs = ['country=GB&budget=40', 'units=pending&budget=3000', 'tonnes=', 'max=5&units=issued&tonnes=999'];
    const mixes = Array.from({ length: 60 }, (_, number) => `/portfolio?${needs[number % needs.length]}${100 + number}`);
    await site.askAll([...all.splice(0, 50), ...mixes.splice(0, 10)]);
    const times = await repeat(50, () => processorTimeOf([site.pid, server.pid], () => site.askAll(all.splice(0, 1))));
    yield ['search never asked: processor time with PostgreSQL', median(times), 'ms', 80, range(times)];
    yield ['search never asked: others wait', await loop.longestBlock(() => site.askAll(all), { attempts: 1 }), 'ms', 50];
    yield ['mixes for a need never asked: others wait', await loop.longestBlock(() => site.askAll(mixes), { attempts: 1 }), 'ms', 50];
  },

  async *memory() {
    await using cached = await startSite();
    const projects = await postgres.query<{ slug: string }>('select slug from carbon_projects order by id limit 38');
    const paths = [...sitePages.map((page) => page.path), ...projects.map((project) => `/projects/${project.slug}`)];
    for (const end = Date.now() + 8_000; Date.now() < end; ) await atOnce(32, () => cached.askAll(paths));
    yield [`memory after 8 s over ${paths.length} cached pages`, memoryOf(cached, 'VmRSS'), 'MB', 300];
    await addMany();
    await using site = await startSite(defaultLimits);
    let number = 0;
    const body = new FormData();
    body.set('attachment', new File([`%PDF-${'x'.repeat(10_400_000)}`], 'a.pdf'));
    const ask = (address: string, init?: RequestInit) => site.ask(address, init).catch(() => {});
    const attacks = {
      lists: () => repeat(8, () => atOnce(8, () => ask(`/projects.${number % 2 ? 'json' : 'csv'}?max=${80_000 + number++}`))),
      // The site may refuse one, and close the connection before its end.
      uploads: () => repeat(2, () => atOnce(16, () => ask('/api/enterprise-contact', { method: 'POST', body }))),
      // Somewhat faster than one client's budget allows, for two minutes.
      searches: () =>
        repeat(3_000, () => {
          void ask(neverAsked(number++));
          return sleep(40);
        }),
    };
    for (const [name, attack] of Object.entries(attacks)) {
      // The kernel's peak begins anew.
      writeFileSync(`/proc/${site.pid}/clear_refs`, '5');
      await attack();
      const note = `${Math.round(memoryOf(site, 'VmRSS'))} MB afterwards`;
      yield [`memory at the worst that one client may ask: ${name}`, memoryOf(site, 'VmHWM'), 'MB', 400, note];
    }
  },
};

// An interrupted run leaves no database behind.
for (const signal of ['SIGINT', 'SIGTERM'] as const) process.once(signal, () => void close().finally(() => process.exit(1)));
try {
  const { positionals } = parseArgs({ allowPositionals: true });
  for (const name of positionals)
    if (!Object.hasOwn(parts, name)) throw new Error(`There is no part "${name}", but: ${Object.keys(parts).join(', ')}`);
  await buildIfStale();
  await command({ DATABASE_OWNER_URL: postgres.ownerUrl }, 'db.ts', 'migrate');
  console.log(`${availableParallelism()} cores, ${cpus()[0]?.model.trim()}, Node ${process.version}, load ${loadavg()[0]?.toFixed(1)}`);
  for (const [name, part] of Object.entries(parts))
    if (positionals.length === 0 || positionals.includes(name)) for await (const row of part()) print(row);
} finally {
  await close();
}

function print([measure, value, unit, bar, note = '']: Row): void {
  const shown = (number: number) => (unit === 'ms' || unit === 'MB' ? `${Math.round(number)} ${unit}` : number.toFixed(2));
  const verdict = (unit === 'share' ? value >= bar : value <= bar) ? 'holds ' : 'MISSED';
  console.log(measure.padEnd(54), shown(value).padStart(9), ` bar ${shown(bar)}`.padEnd(14), verdict, note);
}

async function close(): Promise<void> {
  for (const site of sites) await site.stop();
  await postgres.remove();
}

/** Starts the built site. On a new database, it adds the sample projects. */
async function startSite(settings: SettingsAndLimits = {}) {
  const DATA_DIR = mkdtempSync(path.join(folder, 'site-'));
  const site = await startUnlimited({ DATABASE_URL: postgres.url, DATA_DIR, ...settings });
  sites.add(site);
  const ask = async (address: string, init?: RequestInit) => {
    const answer = await fetch(site.url + address, init);
    return { status: answer.status, headers: answer.headers, text: await answer.text() };
  };
  return {
    url: site.url,
    pid: site.process.pid ?? 0,
    ask,
    /** Requests each address in turn. @throws Error if one is not answered with 200. */
    askAll: async (addresses: string[]) => {
      for (const address of addresses) if ((await ask(address)).status !== 200) throw new Error(`${address} was not answered with 200`);
    },
    [Symbol.asyncDispose]: async () => void (await site.stop()),
  };
}

/** Adds 11,000 projects to the catalogue, once. */
async function addMany(): Promise<void> {
  const file = path.join(folder, 'many.json');
  if (existsSync(file)) return;
  writeFileSync(file, JSON.stringify(manyProjects(11_000)));
  await command({}, 'catalogue.ts', 'import', file);
}

/** Returns how many requests over 32 connections are answered in a second, sent by a process of their own. */
async function perSecond(url: string, encoding: string): Promise<number> {
  const words = ['node_modules/.bin/autocannon', '--json', '-c', '32', '-d', '1', '-H', `accept-encoding=${encoding}`, url];
  const { requests, non2xx, errors }: Result = JSON.parse((await run(process.execPath, words)).stdout);
  if (non2xx + errors > 0) throw new Error(`${url}: ${non2xx + errors} requests failed`);
  // The log lines of so many requests would fill the memory of this process.
  for (const { lines } of sites) lines.length = 0;
  return requests.average;
}

/** Returns the processor time (ms) of rendering the elements of a page to HTML, each from a bare component. */
function bareTime(html: string): number {
  // React takes these by their names in HTML; not styles, handlers and the state of fields.
  const keptAttributes = /^(?:id|class|href|src|alt|name|type|d|width|height|role|aria-\w+|data-[\w-]+)$/;
  const treeOf = (node: HTMLElement): Tree => ({
    tag: node.rawTagName,
    attributes: Object.fromEntries(Object.entries(node.attributes).filter(([name]) => keptAttributes.test(name))),
    contents: node.childNodes.map((child) => (child instanceof HTMLElement ? treeOf(child) : child.text)),
  });
  const Bare = ({ tag, attributes, contents }: Tree): ReactNode =>
    createElement(tag, attributes, ...contents.map((one, key) => (typeof one === 'string' ? one : createElement(Bare, { key, ...one }))));
  const page = createElement(Bare, treeOf(parse(html, { blockTextElements: { script: false } }).querySelector('body') as HTMLElement));
  for (let turn = 0; turn < 200; turn += 1) renderToString(page);
  const before = process.cpuUsage();
  for (let turn = 0; turn < 200; turn += 1) renderToString(page);
  const { user, system } = process.cpuUsage(before);
  return (user + system) / 1_000 / 200;
}

/** Returns the processor time (ms) of some work in processes and their children, in all their threads. */
async function processorTimeOf(pids: number[], work: () => Promise<unknown>): Promise<number> {
  const soFar = (pid: number): number => {
    const tasks = readdirSync(`/proc/${pid}/task`).map((thread) => `/proc/${pid}/task/${thread}`);
    const children = tasks.flatMap((task) => readFileSync(`${task}/children`, 'utf8').match(/\d+/g) ?? []);
    return sum([
      ...tasks.map((task) => parseInt(readFileSync(`${task}/schedstat`, 'utf8'), 10) / 1e6),
      ...children.map((child) => soFar(Number(child))),
    ]);
  };
  const before = sum(pids.map(soFar));
  await work();
  return sum(pids.map(soFar)) - before;
}

async function repeat<T>(count: number, work: () => Promise<T>): Promise<T[]> {
  const results: T[] = [];
  for (let turn = 0; turn < count; turn += 1) results.push(await work());
  return results;
}
