import { expect, it } from 'vitest';
import { formatInstant } from '#shared/lib/text/dates.ts';
import { contentsOf, fillHtml, withNamedCells } from '#shared/lib/text/prose-html.ts';
import { sitemapXml, xmlText } from '#shared/lib/text/xml.ts';
import { hostileXml, textOf } from '#tests/support/xml.ts';
import { fill, formatUtcDate, formatUtcInstant } from '#verify/text.ts';

it('the table of contents lists the second-level headings in order, as plain text', () => {
  const html = '<h2 id="one">CO<sub>2</sub> first</h2><h3 id="not">Not this</h3><h2 id="two">Then this</h2>';
  expect(contentsOf(html)).toEqual([
    { id: 'one', text: 'CO2 first' },
    { id: 'two', text: 'Then this' },
  ]);
});

it('each table cell is labelled with its column', () => {
  const head = '<thead><tr><th scope="col">Depth</th><th scope="col">CO<sub>2</sub> "in"</th><th scope="col">Sum</th></tr></thead>';
  const body = '<tbody><tr><th scope="row">Top</th><td>1</td><td>2</td></tr></tbody>';
  const foot = '<tfoot><tr><th scope="row" colspan="2">All</th><td>3</td></tr></tfoot>';
  const html = withNamedCells(`<p>before</p><table>\n<caption>One</caption>${head}${body}${foot}</table><p>after</p>`);
  expect(html).toContain('<tr><th scope="row">Top</th><td data-label="CO2 &quot;in&quot;">1</td><td data-label="Sum">2</td>');
  expect(html).toContain('<th scope="row" colspan="2">All</th><td data-label="Sum">3</td>');
  expect(html).toMatch(/^<p>before<\/p><table>\n.*<\/table><p>after<\/p>$/s);
});

it('values are escaped when they are filled in, and a placeholder without one is an error that names it', () => {
  expect(fillHtml('<a href="mailto:{mail}">{mail}</a>', { mail: `"><b>'&` })).toBe(
    '<a href="mailto:&quot;&gt;&lt;b&gt;&#39;&amp;">&quot;&gt;&lt;b&gt;&#39;&amp;</a>',
  );
  expect(() => fillHtml('<p>{fax}</p>', {})).toThrow('{fax}');
});

it('each placeholder becomes its value, as often as it occurs and whatever the value contains', () => {
  expect(fill('{a} and {b}, {a}', { a: '$&', b: '{a}' })).toBe('$& and {a}, $&');
});

it('a placeholder without a value throws an error that names it', () => {
  expect(() => fill('{count} of {total}' as string, { count: '1' })).toThrow('{total}');
  // @ts-expect-error In a text that the compiler knows, it is an error before anything runs.
  expect(() => fill('{count} of {total}', { count: '1' })).toThrow('{total}');
});

it('a moment is shown in UK time, in winter and in summer', () => {
  expect(formatInstant(new Date('2026-11-21T14:02:59Z'))).toBe('21 November 2026, 14:02 London time');
  expect(formatInstant(new Date('2026-06-30T23:30:00Z'))).toBe('1 July 2026, 00:30 London time');
});

it('a moment of the record is shown in UTC, with its day', () => {
  expect(formatUtcInstant(new Date('2026-06-30T23:30:00Z'))).toBe('30 June 2026, 23:30 UTC');
  expect(formatUtcInstant(new Date('2026-07-01T00:05:00Z'))).toBe('1 July 2026, 00:05 UTC');
  expect(formatUtcDate(new Date('2026-06-30T23:30:00Z'))).toBe('30 June 2026 UTC');
});

it('text in XML keeps every printable character and drops what XML cannot contain', () => {
  expect(xmlText(hostileXml)).toBe(`A<b & "c" 'd' ]]>  \ufffd  é 木 😀 <script>`.replace('>  ', '> '));
});

it('text in XML never makes the sitemap malformed', () => {
  const entry = { url: `https://carma.example/${hostileXml}`, lastModified: hostileXml };
  expect(textOf(sitemapXml([entry]), 'loc')).toContain('A<b & "c"');
});
