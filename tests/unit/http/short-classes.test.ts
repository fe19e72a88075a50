import { describe, expect, it } from 'vitest';
import { shortenClasses } from '#server/http/short-classes.ts';

const sheet = (text: string) => ({ text, selectors: '', index: [] });

type Styled = { html: string; css: string };
/** `rest` is what the whole stylesheet has beside the styles of the page. */
type Case = [what: string, page: Styled & { rest?: string }, shortened: Styled];

describe('classes of a finished page', () => {
  it.each<Case>([
    [
      'get short names, the same in its HTML and its styles; those that only stand together share one',
      {
        html: '<p class="flex gap-2 lg:p-1.5">a</p><p class="flex gap-2">b</p><p class="text-ink">c</p>',
        css: '.flex{display:flex}.gap-2{gap:.5rem}@media (width>=64rem){.lg\\:p-1\\.5:hover{padding:.375rem}}.text-ink{color:#000}',
      },
      {
        html: '<p class="b c">a</p><p class="b">b</p><p class="d">c</p>',
        css: '.b{display:flex}.b{gap:.5rem}@media (width>=64rem){.c:hover{padding:.375rem}}.d{color:#000}',
      },
    ],
    [
      'keep their names where the whole stylesheet has more rules for them, or none',
      {
        html: '<p class="group p-1 js-hook">a</p>',
        css: '.group{color:red}.p-1{padding:1px}',
        rest: '.group[open] .turned{rotate:90deg}',
      },
      { html: '<p class="group b js-hook">a</p>', css: '.group{color:red}.b{padding:1px}' },
    ],
    [
      'keep their names where a rule asks for two of them: React may change one',
      {
        html: '<p class="open p-1"><b class="turned p-2">a</b><i class="on p-3">b</i></p>',
        css: '.open .turned{rotate:90deg}.p-1,.p-2{padding:1px}.on:is(.p-3,.p-4){color:red}',
      },
      {
        html: '<p class="open b"><b class="turned c">a</b><i class="on p-3">b</i></p>',
        css: '.open .turned{rotate:90deg}.b,.c{padding:1px}.on:is(.p-3,.p-4){color:red}',
      },
    ],
    [
      'are found by selectors that ask for a part of a name',
      {
        html: '<p class="sm:cols-2 p-1">a</p><p class="p-1">b</p>',
        css: '.sm\\:cols-2{columns:2}.p-1{padding:1px}main [class*=sm\\:cols]>*{columns:auto}',
      },
      {
        html: '<p class="b c">a</p><p class="c">b</p>',
        css: '.b{columns:2}.c{padding:1px}main :is([class*=sm\\:cols],.b)>*{columns:auto}',
      },
    ],
    [
      'are told from what only looks like one: numbers, addresses, values of attributes, text',
      {
        html: '<a class="a-1" href="x.a-1">.a-1 class=&quot;a-1&quot;</a>',
        css: '.a-1{width:.5rem;background:url(/a-1.a-1.svg)}[href$=".a-1"]{color:red}@media (width>=47.5rem){.a-1{width:1px}}',
      },
      {
        html: '<a class="b" href="x.a-1">.a-1 class=&quot;a-1&quot;</a>',
        css: '.b{width:.5rem;background:url(/a-1.a-1.svg)}[href$=".a-1"]{color:red}@media (width>=47.5rem){.b{width:1px}}',
      },
    ],
    [
      'with characters that HTML and CSS escape are the same class',
      { html: '<p class="[&amp;_a&gt;b]:c">a</p><p class="10">b</p>', css: '.\\[\\&_a\\>b\\]\\:c{color:red}.\\31 0{color:blue}' },
      { html: '<p class="b">a</p><p class="c">b</p>', css: '.b{color:red}.c{color:blue}' },
    ],
  ])('%s', (_, { rest = '', ...page }, shortened) => {
    expect(shortenClasses(page, sheet(page.css + rest))).toEqual(shortened);
  });

  it('never get a name that the stylesheet has, nor one that spells a word', () => {
    const names = Array.from({ length: 900 }, (_, index) => `n-${index}`);
    const css = `.b{color:red}${names.map((name) => `.${name}{color:red}`).join('')}`;
    const { html } = shortenClasses({ html: names.map((name) => `<p class="${name}">`).join(''), css }, sheet(css));
    const short = [...html.matchAll(/class="([^"]*)"/g)].map(([, name = '']) => name);
    expect(new Set(short).size).toBe(900);
    expect(short.filter((name) => !/^[b-z]{1,3}$/.test(name) || /[aeiouy]/.test(name) || name === 'b')).toEqual([]);
  });
});
