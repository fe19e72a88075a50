import { SaxesParser } from 'saxes';
import { describe, expect, it } from 'vitest';
import { projectsFeed } from '#server/http/routes/catalogue-files.ts';
import { atomFeed } from '#server/http/routes/feed.ts';
import { sitemapXml } from '#src/lib/sitemap.ts';
import { xmlText } from '#src/lib/xml.ts';
import type { Project } from '#src/schemas/project.ts';

/** What a registry might write, including what XML cannot contain: control characters, half a surrogate pair, U+FFFE. */
const hostile = `A<b & "c" 'd' ]]> \u0000\u0008\u000b\u001f\ud800 \ufffe é 木 😀 <script>`;

type Element = { name: string; text: string; attributes: Record<string, string> };

/** Lists every element with its own text. @throws Error unless the document is well formed. */
function parse(xml: string): Element[] {
  const elements: Element[] = [];
  const open: Element[] = [];
  const parser = new SaxesParser();
  parser.on('error', (error) => {
    throw error;
  });
  parser.on('opentag', ({ name, attributes }) => {
    const element = { name, text: '', attributes: attributes as Record<string, string> };
    elements.push(element);
    open.push(element);
  });
  parser.on('text', (text) => {
    const element = open.at(-1);
    if (element) element.text += text;
  });
  parser.on('cdata', (text) => {
    const element = open.at(-1);
    if (element) element.text += text;
  });
  parser.on('closetag', () => void open.pop());
  parser.write(xml).close();
  return elements;
}
const textOf = (xml: string, name: string) => parse(xml).find((element) => element.name === name)?.text;

describe('text in XML', () => {
  it('keeps every printable character and drops what XML cannot contain', () => {
    expect(xmlText(hostile)).toBe(`A<b & "c" 'd' ]]>  \ufffd  é 木 😀 <script>`.replace('>  ', '> '));
  });

  it('never makes the project feed malformed, whatever a registry calls a project', () => {
    const texts = { title: hostile, category: hostile, location: hostile, verificationStandard: hostile, description: hostile };
    const project = { slug: 'fen', ...texts, pricePerCredit: 2850, availableCredits: 100, updatedAt: new Date(0) } as Project;
    const feed = projectsFeed([project], 'https://carma.example');
    expect(textOf(feed, 'summary')).toContain('&lt;script&gt;');
    expect(textOf(feed, 'summary')).toContain('b &amp; "c"');
    expect(parse(feed).find(({ name }) => name === 'category')?.attributes.term).toContain('A＜b & "c"');
  });

  it('never makes the article feed malformed', () => {
    const post = { slug: 'a', title: hostile, author: hostile, date: '2026-01-02', category: hostile, excerpt: hostile, content: hostile };
    const [, author] = parse(atomFeed([post], 'https://carma.example')).filter(({ name }) => name === 'name');
    expect(author?.text).toContain('A<b & "c"');
  });

  it('never makes the sitemap malformed', () => {
    const entry = { url: `https://carma.example/${hostile}`, lastModified: hostile };
    expect(textOf(sitemapXml([entry]), 'loc')).toContain('A<b & "c"');
  });
});
