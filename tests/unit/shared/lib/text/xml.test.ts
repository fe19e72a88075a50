import { expect, it } from 'vitest';
import { sitemapXml, xmlText } from '#shared/lib/text/xml.ts';
import { hostileXml, textOf } from '#tests/support/xml.ts';

it('text in XML keeps every printable character and drops what XML cannot contain, so that the sitemap is never malformed', () => {
  expect(xmlText(hostileXml)).toBe(`A<b & "c" 'd' ]]> \ufffd  é 木 😀 <script>`);
  const entry = { url: `https://carma.example/${hostileXml}`, lastModified: hostileXml };
  expect(textOf(sitemapXml([entry]), 'loc')).toContain('A<b & "c"');
});
