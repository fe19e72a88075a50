import { type HTMLElement, parse } from 'node-html-parser';
import { describe, expect, inject, it } from 'vitest';

const base = inject('siteUrl');

type Page = { status: number; document: HTMLElement };

describe('a crawl from the home page', () => {
  it('finds no broken link, no broken anchor, and no image without alternative text or dimensions', async () => {
    const pages = await crawl();
    const problems: string[] = [];
    for (const [path, { status, document }] of pages) {
      if (status !== 200) problems.push(`${path} answers ${status}`);
      for (const image of document.querySelectorAll('img')) {
        const missing = ['alt', 'width', 'height'].filter((name) => !image.hasAttribute(name));
        if (missing.length > 0) problems.push(`${path}: ${image.getAttribute('src')} lacks ${missing.join(', ')}`);
      }
      for (const address of addressesOf(document)) {
        const target = new URL(address, base + path);
        if (target.origin !== base || !target.hash) continue;
        const page = pages.get(target.pathname + target.search);
        const id = decodeURIComponent(target.hash.slice(1));
        if (page && !page.document.querySelectorAll('[id]').some((element) => element.id === id)) {
          problems.push(`${path}: ${address} leads to no anchor`);
        }
      }
    }
    expect(problems).toEqual([]);
    expect(pages.size).toBeGreaterThan(60);
  });

  it('finds every file that pages refer to', async () => {
    const pages = await crawl();
    const files = new Set([...pages.values()].flatMap(({ document }) => filesOf(document)));
    const missing: string[] = [];
    for (const file of files) {
      const answer = await fetch(new URL(file, base), { method: 'HEAD' });
      if (answer.status !== 200) missing.push(`${file} answers ${answer.status}`);
    }
    expect(missing).toEqual([]);
  });

  it('finds no button without an effect', async () => {
    const problems: string[] = [];
    for (const [path, { document }] of await crawl()) {
      const ids = new Set(document.querySelectorAll('[id]').map((element) => element.id));
      for (const button of document.querySelectorAll('button')) {
        const opens = button.getAttribute('popovertarget') ?? button.getAttribute('popoverTarget');
        const form = button.getAttribute('form');
        const submits = button.getAttribute('type') === 'submit' && (form ? ids.has(form) : button.closest('form'));
        const scripted = button.closest('[data-island]');
        if (opens ? !ids.has(opens) : !submits && !scripted) problems.push(`${path}: ${button.outerHTML}`);
      }
    }
    expect(problems).toEqual([]);
  });
});

let crawled: Promise<Map<string, Page>> | undefined;

/** Returns every page that can be reached by links from the home page. */
function crawl(): Promise<Map<string, Page>> {
  crawled ??= follow();
  return crawled;
}

async function follow(): Promise<Map<string, Page>> {
  const pages = new Map<string, Page>();
  const waiting = ['/'];
  for (let path = waiting.shift(); path; path = waiting.shift()) {
    if (pages.has(path)) continue;
    const answer = await fetch(base + path);
    const document = parse(await answer.text());
    for (const script of document.querySelectorAll('script')) script.remove();
    pages.set(path, { status: answer.status, document });
    for (const address of addressesOf(document, ':not([rel~=nofollow])')) {
      const target = new URL(address, base + path);
      const isPage = target.origin === base && !/\.\w{2,11}$/.test(target.pathname) && !target.pathname.startsWith('/api/');
      if (isPage) waiting.push(target.pathname + target.search);
    }
  }
  return pages;
}

/** Returns the targets of links. Links that change a shortlist or a comparison are `nofollow`, because there is no end to them. */
function addressesOf(document: HTMLElement, which = ''): string[] {
  return document
    .querySelectorAll(`a[href]${which}`)
    .map((link) => link.getAttribute('href') ?? '')
    .filter((address) => !/^(mailto|tel):/.test(address));
}

function filesOf(document: HTMLElement): string[] {
  const values = [
    ...document
      .querySelectorAll('img[src], source[srcset], script[src]')
      .map((element) => element.getAttribute('src') ?? element.getAttribute('srcset')),
    ...document.querySelectorAll('link[href]:not([rel=canonical])').map((element) => element.getAttribute('href')),
    ...addressesOf(document).filter((address) => address.startsWith('/') && /\.\w{2,11}$/.test(new URL(address, base).pathname)),
    ...document.querySelectorAll('meta[property="og:image"]').map((element) => element.getAttribute('content')),
  ];
  const urls = values.filter((value) => value !== null && value !== undefined).map((value) => new URL(value, base));
  return urls.map(({ pathname, search }) => pathname + search);
}
