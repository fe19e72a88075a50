import { readdirSync } from 'node:fs';
import { type HTMLElement, parse } from 'node-html-parser';
import { expect, inject, it } from 'vitest';
import { addresses, addressFinder, patternOf, withoutUnusedParameters } from '#server/http/addresses.ts';
import { site as texts } from '#shared/content/site.ts';

const base = inject('siteUrl');

type Page = {
  path: string;
  status: number;
  html: string;
  document: HTMLElement;
  ids: Set<string>;
  /** Where its links lead on this site. Those that change a shortlist or a comparison are not followed, because there is no end to them. */
  targets: { url: URL; isFollowed: boolean }[];
  /** Path and query of each file that it shows, loads or leads to. */
  files: string[];
};
/** Each page as it was when it was first requested. */
const requested = new Map<string, Promise<Page>>();
function pageAt(path: string): Promise<Page> {
  const page = requested.get(path) ?? load(path);
  requested.set(path, page);
  return page;
}

async function load(path: string): Promise<Page> {
  // Nothing here depends on compression, which takes as long as some pages.
  const answer = await fetch(base + path, { headers: { 'accept-encoding': 'identity' } });
  const html = await answer.text();
  const document = parse(html);
  // Read once: that takes longer than making the page.
  const ids = new Set(document.querySelectorAll('[id]').map(({ id }) => id));
  const targets = targetsOf(path, document);
  return { path, status: answer.status, html, document, ids, targets, files: filesOf(html, document, targets) };
}

const targetsOf = (path: string, document: HTMLElement): Page['targets'] =>
  document
    .querySelectorAll('a[href]')
    .map((link) => ({ address: link.getAttribute('href') ?? '', isFollowed: !/\bnofollow\b/.test(link.getAttribute('rel') ?? '') }))
    .filter(({ address }) => !/^(mailto|tel):/.test(address))
    .map(({ address, isFollowed }) => ({ url: new URL(address, base + path), isFollowed }))
    .filter(({ url }) => url.origin === base);
/** From .js to .webmanifest. */
const isFile = (pathname: string) => /\.[\w-]{2,11}$/.test(pathname);

/** Returns a check whether it was asked before about many addresses like one, which differ only in numbers or in values of the query. */
function manyAlike() {
  const counts = new Map<string, number>();
  return (address: string) => {
    const kind = address.replaceAll(/(?<==)[^&]*|\d+/g, '');
    const count = counts.get(kind) ?? 0;
    counts.set(kind, count + 1);
    return count >= 3;
  };
}

const routes = readdirSync('src/pages', { recursive: true, encoding: 'utf8' }).filter((name) => name.endsWith('.tsx'));
const addressAt = addressFinder(routes);

/** The pages that can be reached by links from the home page: of those that differ in numbers or filters only, the first few. */
const pages = new Map<string, Page>();
const waiting = ['/'];
const isOneOfManyPages = manyAlike();
for (let path = waiting.shift(); path; path = waiting.shift()) {
  if (pages.has(path) || isOneOfManyPages(path)) continue;
  const page = await pageAt(path);
  pages.set(path, page);
  for (const { url, isFollowed } of page.targets)
    if (isFollowed && !isFile(url.pathname) && !/^\/(?:api|log)\//.test(url.pathname)) waiting.push(url.pathname + url.search);
}

/** The pages in the sitemap, with their addresses there. */
const listed: (Page & { address: string })[] = [];
for (const [, address = ''] of (await (await fetch(`${base}/sitemap.xml`)).text()).matchAll(/<loc>([^<]+)<\/loc>/g))
  listed.push({ address, ...(await pageAt(new URL(address).pathname)) });

it('a crawl from the home page finds no broken link or anchor, no image without alternative text or dimensions, and no dark section below another', () => {
  const isDark = (section: HTMLElement | null) => /(?:^| )bg-(?:ink|canopy-deep)(?: |$)/.test(section?.classNames ?? '');
  const problems: string[] = [];
  for (const page of pages.values()) {
    const { path, status, document, targets } = page;
    if (status !== 200) problems.push(`${path} answers ${status}`);
    for (const image of document.querySelectorAll('img')) {
      const missing = ['alt', 'width', 'height'].filter((name) => !image.hasAttribute(name));
      if (missing.length > 0) problems.push(`${path}: ${image.getAttribute('src')} lacks ${missing.join(', ')}`);
    }
    for (const section of document.querySelectorAll('main section'))
      if (isDark(section) && isDark(section.nextElementSibling)) problems.push(`${path}: two dark sections, one below the other`);
    for (const { url } of targets) {
      const { pathname, search, hash } = url;
      const target = pages.get(pathname + search);
      if (hash && target && !target.ids.has(decodeURIComponent(hash.slice(1)))) problems.push(`${path}: ${hash} leads to no anchor`);
    }
  }
  expect(problems).toEqual([]);
  expect(pages.size).toBeGreaterThan(60);
});

it('a crawl from the home page finds every file that pages refer to', async () => {
  const isOneOfMany = manyAlike();
  const files = [...new Set([...pages.values()].flatMap((page) => page.files))].filter(
    // The backgrounds of maps are drawn when they are asked for, each from its numbers.
    (file) => /^\/pictures\/(?!ground-)/.test(file) || !isOneOfMany(file),
  );
  const missing: string[] = [];
  for (const file of files) {
    const answer = await fetch(base + file, { method: 'HEAD', headers: { 'accept-encoding': 'identity' } });
    if (answer.status !== 200) missing.push(`${file} answers ${answer.status}`);
  }
  expect(missing).toEqual([]);
  expect(files.filter((file) => file.startsWith('/pictures/')).length).toBeGreaterThan(60);
});

it('a crawl from the home page finds that the addresses which the site links to, lists or publishes are those that are declared, no more and no fewer', async () => {
  const { paths } = (await (await fetch(`${base}/api/openapi.json`)).json()) as { paths: Record<string, object> };
  const linked = [...pages.values()].flatMap((page) => [page.path, ...page.targets.map(({ url }) => url.pathname), ...page.files]);
  const published = Object.keys(paths).map((path) => path.replaceAll(/\{\w+\}/g, '1'));
  const reports = ['/record/disclosure.zip', '/record/disclosure/cad-trust.csv', '/record/disclosure/cad-trust.json'];
  const proofs = ['.json', '.tlog-proof'].flatMap((kind) => [`/certificates/CR-000001${kind}`, `/record/entries/1${kind}`]);
  // Addresses that no page links to: mails, scripts, robots and operators have them.
  const unlinked = [
    ...['/quotes/Q-1', '/unsubscribe', '/shortlist.xlsx', '/projects/compare.csv', '/projects/compare.xlsx', '/api/trpc/projects.list'],
    ...['/mcp', '/404', '/robots.txt', '/sitemap.xml', '/.well-known/security.txt', '/llms.txt', '/developers.md'],
    ...['/log', '/livez', '/readyz', '/metrics'],
  ];
  const assets = ['/icon-192.png', '/icon-512.png', '/icon-maskable-512.png', '/site.webmanifest', '/share/blog.png', '/favicon.ico'];
  const walked = [...linked, ...listed.map(({ path }) => path), ...published, ...reports, ...proofs, ...unlinked, ...assets];
  const declared = new Map(walked.map((address) => [address.split(/[?#]/)[0] ?? '', addressAt(address.split(/[?#]/)[0] ?? '')]));
  expect([...declared].filter(([, { pattern }]) => pattern === 'other').map(([address]) => address)).toEqual([]);
  const patterns = new Set([...declared.values()].map(({ pattern }) => pattern));
  expect(Object.keys(addresses).filter((pattern) => !patterns.has(pattern))).toEqual([]);
  expect(listed.filter(({ path }) => addressAt(path).isUnlisted).map(({ path }) => path)).toEqual([]);
  const inSitemap = new Set(listed.map(({ path }) => addressAt(path).pattern));
  const unfound = routes.flatMap((name) => patternOf(name) ?? []).filter((pattern) => !inSitemap.has(pattern));
  expect(unfound.filter((pattern) => !addresses[pattern]?.isUnlisted && addresses[pattern]?.room !== 'many')).toEqual([]);
});

it('a crawl from the home page finds no button without an effect, and no field that the address of its form does not read', async () => {
  const problems: string[] = [];
  const fields = new Set<string>();
  for (const page of [...pages.values(), await pageAt('/no-such-page')]) {
    for (const field of page.document.querySelectorAll('form[action^="/"]:not([method=post]) :is(input, select)[name]')) {
      const { pathname } = new URL(field.closest('form')?.getAttribute('action') ?? '', base);
      const sent = `${pathname}?${field.getAttribute('name')}=1`;
      fields.add(sent);
      if (withoutUnusedParameters(sent, addressAt(pathname)) !== sent) problems.push(`${page.path}: ${sent}`);
    }
    for (const button of page.document.querySelectorAll('button')) {
      const opens = button.getAttribute('popovertarget');
      const form = button.getAttribute('form');
      const submits = button.getAttribute('type') === 'submit' && (form ? page.ids.has(form) : button.closest('form'));
      // An island's, or what the script in every page does.
      const scripted = button.closest('[data-island]') || button.hasAttribute('data-print');
      if (opens ? !page.ids.has(opens) : !submits && !scripted) problems.push(`${page.path}: ${button.outerHTML}`);
    }
  }
  expect(problems).toEqual([]);
  expect(fields.size).toBeGreaterThan(20);
});

it('a crawl from the home page finds on every page, before its header, that the catalogue has sample projects', async () => {
  const others = await Promise.all(['/shortlist?p=moray-brash-biochar:1', '/no-such-page'].map(pageAt));
  const without = [...pages.values(), ...others].filter(({ html, document }) => {
    const band = document.querySelector(`aside[aria-label="${texts.samples.label}"]`)?.text;
    return band !== texts.samples.text || html.indexOf(band) > html.indexOf('class="site-header');
  });
  expect(without.map(({ path }) => path)).toEqual([]);
});

it('every page in the sitemap is indexable, under its address in the sitemap, and its structured data keeps the rules', () => {
  expect(listed.length).toBeGreaterThan(60);
  const mismatches: string[] = [];
  const types = new Set<string>();
  for (const { address, status, document } of listed) {
    if (status !== 200) mismatches.push(`${address} answers ${status}`);
    const robots = document.querySelector('meta[name=robots]')?.getAttribute('content') ?? '';
    const canonical = document.querySelector('link[rel=canonical]')?.getAttribute('href');
    if (!robots.startsWith('index') || canonical !== address) mismatches.push(`${address}: ${robots}, ${canonical}`);
    for (const script of document.querySelectorAll('script[type="application/ld+json"]')) {
      const description = JSON.parse(script.textContent);
      types.add(description['@type']);
      mismatches.push(...breachesIn(description).map((breach) => `${address}: ${breach}`));
    }
  }
  expect(mismatches).toEqual([]);
  expect([...types].toSorted()).toEqual(Object.keys(required).toSorted());
});

it('the figures of the hub and the catalogue are those of its file', async () => {
  type Listed = { status: string; availableCredits: number | null; pricePerCredit: number | null; unitsStatus: string | null };
  const { projects }: { projects: Listed[] } = await (await fetch(`${base}/projects.json`)).json();
  const canBeBought = (one: Listed) => one.status === 'On sale' && one.availableCredits && one.pricePerCredit !== null;
  const [issued, pending] = ['issued', 'expected'].map((units) => projects.filter(({ unitsStatus }) => unitsStatus === units).length);
  expect((await pageAt('/credits')).document.text).toContain(`of ${issued} projects are issued; those of ${pending} are pending`);
  const onSale = projects.filter((one) => canBeBought(one) && one.unitsStatus !== null);
  const credits = (units: string) => {
    const counted = onSale.map((one) => (one.unitsStatus === units ? (one.availableCredits ?? 0) : 0));
    return counted.reduce((sum, one) => sum + one, 0).toLocaleString('en-GB');
  };
  const shown = await Promise.all(['/impact-hub', '/projects'].map(pageAt));
  const [hub = '', list = ''] = shown.map(({ document }) => document.structuredText);
  expect(hub).toMatch(new RegExp(`Projects on sale\\s+${onSale.length}\\b`));
  expect(hub).toMatch(new RegExp(`Pending credits on sale\\s+${credits('expected')} tCO₂e`));
  for (const text of [list, hub]) for (const total of [credits('issued'), credits('expected')]) expect(text).toContain(total);
});

function filesOf(html: string, document: HTMLElement, targets: Page['targets']): string[] {
  const shown = document.querySelectorAll(
    'img[src], source[srcset], script[src], link[href]:not([rel=canonical]), meta[property="og:image"]',
  );
  const urls = [
    ...shown.map((element) => ['src', 'srcset', 'href', 'content'].map((name) => element.getAttribute(name)).find(Boolean) ?? ''),
    // Styles and structured data name pictures too.
    ...[...html.matchAll(/\/pictures\/[\w./-]+\.svg/g)].map(([picture]) => picture),
  ].map((value) => new URL(value, base));
  const linked = targets.map(({ url }) => url).filter(({ pathname }) => isFile(pathname) || pathname.startsWith('/log/'));
  return [...urls, ...linked].map(({ pathname, search }) => pathname + search);
}

/** What Google Search requires or recommends of a description of each type: developers.google.com/search/docs, as of 2026-11. */
const required: Readonly<Record<string, readonly string[]>> = {
  Product: [
    ...['name', 'image', 'description', 'sku', 'offers.availability', 'offers.url'],
    ...['offers.priceSpecification.price', 'offers.priceSpecification.priceCurrency'],
    // Of a unit price.
    ...['offers.priceSpecification.referenceQuantity.value', 'offers.priceSpecification.referenceQuantity.unitCode'],
  ],
  BreadcrumbList: ['itemListElement.position', 'itemListElement.name', 'itemListElement.item'],
  BlogPosting: ['author.name', 'author.url', 'dateModified', 'datePublished', 'headline', 'image'],
  Organization: ['name', 'url', 'logo', 'description', 'email', 'vatID'],
  FAQPage: ['mainEntity.name', 'mainEntity.acceptedAnswer.text'],
  WebSite: ['name', 'url'],
};

/** Lists what a description lacks of what is required of its type. */
function breachesIn(description: { '@type': string }): string[] {
  const { '@type': type } = description;
  const lacking = required[type]?.filter((path) => !hasPath(description, path.split('.')));
  return lacking?.map((path) => `${type} lacks ${path}`) ?? [`${type} is unknown`];
}

/** Checks whether a value, or each of a list, has something at a path. */
function hasPath(value: unknown, path: readonly string[]): boolean {
  if (Array.isArray(value)) return value.length > 0 && value.every((item) => hasPath(item, path));
  const [name, ...rest] = path;
  if (name === undefined) return value !== undefined && value !== null && value !== '';
  return typeof value === 'object' && value !== null && hasPath((value as Record<string, unknown>)[name], rest);
}
