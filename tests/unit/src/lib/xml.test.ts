import { DOMParser, onErrorStopParsing } from '@xmldom/xmldom';
import { describe, expect, it } from 'vitest';
import { projectsFeed } from '#server/http/routes/catalogue-files.ts';
import { atomFeed } from '#server/http/routes/feed.ts';
import { sitemapXml } from '#src/lib/sitemap.ts';
import { xmlText } from '#src/lib/xml.ts';
import type { Project } from '#src/schemas/project.ts';

/** What a registry may write, and what no XML may hold: controls, half of a surrogate pair, U+FFFE. */
const hostile = `A<b & "c" 'd' ]]> \u0000\u0008\u000b\u001f\ud800 \ufffe é 木 😀 <script>`;

const parse = (xml: string) => new DOMParser({ onError: onErrorStopParsing }).parseFromString(xml, 'text/xml');
const textOf = (xml: string, name: string) => parse(xml).getElementsByTagName(name).item(0)?.textContent;

describe('text in XML', () => {
  it('keeps every letter and sign, and leaves out what no document may hold', () => {
    expect(xmlText(hostile)).toBe(`A<b & "c" 'd' ]]>  \ufffd  é 木 😀 <script>`.replace('>  ', '> '));
  });

  it('never makes the feed of projects malformed, whatever a registry calls them', () => {
    const texts = { title: hostile, category: hostile, location: hostile, verificationStandard: hostile, description: hostile };
    const project = { slug: 'fen', ...texts, pricePerCredit: 2850, availableCredits: 100, updatedAt: new Date(0) } as Project;
    const feed = projectsFeed([project], 'https://carma.example');
    expect(textOf(feed, 'summary')).toContain('&lt;script&gt;');
    expect(parse(feed).getElementsByTagName('category').item(0)?.getAttribute('term')).toContain('A＜b & "c"');
  });

  it('never makes the feed of articles malformed', () => {
    const post = { slug: 'a', title: hostile, author: hostile, date: '2026-01-02', category: hostile, excerpt: hostile, content: hostile };
    const [, author] = parse(atomFeed([post], 'https://carma.example')).getElementsByTagName('name');
    expect(author?.textContent).toContain('A<b & "c"');
  });

  it('never makes the sitemap malformed', () => {
    const entry = { url: `https://carma.example/${hostile}`, lastModified: hostile };
    expect(textOf(sitemapXml([entry]), 'loc')).toContain('A<b & "c"');
  });
});
