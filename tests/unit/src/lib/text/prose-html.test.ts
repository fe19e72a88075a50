import { expect, test } from 'vitest';
import { contentsOf, fillHtml, withNamedCells } from '#src/lib/text/prose-html.ts';

test('the table of contents lists the second-level headings in order, as plain text', () => {
  const html = '<h2 id="one">CO<sub>2</sub> first</h2><h3 id="not">Not this</h3><h2 id="two">Then this</h2>';
  expect(contentsOf(html)).toEqual([
    { id: 'one', text: 'CO2 first' },
    { id: 'two', text: 'Then this' },
  ]);
});

test('each table cell is labelled with its column', () => {
  const head = '<thead><tr><th scope="col">Depth</th><th scope="col">CO<sub>2</sub> "in"</th><th scope="col">Sum</th></tr></thead>';
  const body = '<tbody><tr><th scope="row">Top</th><td>1</td><td>2</td></tr></tbody>';
  const foot = '<tfoot><tr><th scope="row" colspan="2">All</th><td>3</td></tr></tfoot>';
  const html = withNamedCells(`<p>before</p><table>\n<caption>One</caption>${head}${body}${foot}</table><p>after</p>`);
  expect(html).toContain('<tr><th scope="row">Top</th><td data-label="CO2 &quot;in&quot;">1</td><td data-label="Sum">2</td>');
  expect(html).toContain('<th scope="row" colspan="2">All</th><td data-label="Sum">3</td>');
  expect(html).toMatch(/^<p>before<\/p><table>\n.*<\/table><p>after<\/p>$/s);
});

test('values are escaped when they are filled in', () => {
  expect(fillHtml('<a href="mailto:{mail}">{mail}</a>', { mail: `"><b>'&` })).toBe(
    '<a href="mailto:&quot;&gt;&lt;b&gt;&#39;&amp;">&quot;&gt;&lt;b&gt;&#39;&amp;</a>',
  );
});

test('a placeholder without a value throws an error that names it', () => {
  expect(() => fillHtml('<p>{fax}</p>', {})).toThrow('{fax}');
});
