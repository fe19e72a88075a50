import { expect, test } from 'vitest';
import { contentsOf, fillIn, withScrollingTables } from '#src/lib/prose-html.ts';

test('the contents are the second-level headings, in order, as plain text', () => {
  const html = '<h2 id="one">CO<sub>2</sub> first</h2><h3 id="not">Not this</h3><h2 id="two">Then this</h2>';
  expect(contentsOf(html)).toEqual([
    { id: 'one', text: 'CO2 first' },
    { id: 'two', text: 'Then this' },
  ]);
});

test('each table gets its own box, named by its caption', () => {
  const table = (name: string) => `<table>\n<caption>${name}</caption><tbody><tr><td>1</td></tr></tbody></table>`;
  const html = withScrollingTables(`${table('The "first"')}<p>between</p>${table('Second')}`);
  expect(html.match(/<div role="group" tabindex="0" aria-label="[^"]*">/g)).toEqual([
    '<div role="group" tabindex="0" aria-label="The &quot;first&quot;">',
    '<div role="group" tabindex="0" aria-label="Second">',
  ]);
  expect(html).toContain('</table></div><p>between</p>');
});

test('values are escaped where they are filled in', () => {
  expect(fillIn('<a href="mailto:{{mail}}">{{mail}}</a>', { mail: `"><b>'&` })).toBe(
    '<a href="mailto:&quot;&gt;&lt;b&gt;&#39;&amp;">&quot;&gt;&lt;b&gt;&#39;&amp;</a>',
  );
});

test('a placeholder without a value is an error that names it', () => {
  expect(() => fillIn('<p>{{fax}}</p>', {})).toThrow('{{fax}}');
});
