import { describe, expect, it } from 'vitest';
import { sitemapXml } from '#src/lib/search-engines/sitemap.ts';
import { xmlText } from '#src/lib/text/xml.ts';
import { hostileXml, textOf } from '#tests/support/xml.ts';

describe('text in XML', () => {
  it('keeps every printable character and drops what XML cannot contain', () => {
    expect(xmlText(hostileXml)).toBe(`A<b & "c" 'd' ]]>  \ufffd  é 木 😀 <script>`.replace('>  ', '> '));
  });

  it('never makes the sitemap malformed', () => {
    const entry = { url: `https://carma.example/${hostileXml}`, lastModified: hostileXml };
    expect(textOf(sitemapXml([entry]), 'loc')).toContain('A<b & "c"');
  });
});
