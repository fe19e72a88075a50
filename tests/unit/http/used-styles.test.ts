import { describe, expect, it } from 'vitest';
import { pickStyles } from '#server/http/used-styles.ts';
import { indexStyles } from '../../../scripts/index-styles.ts';

/** The rules of a stylesheet for a page with these names. */
const picked = (css: string, ...names: string[]) => pickStyles(indexStyles(css), new Set(names));

describe('the styles of a page', () => {
  it.each([
    ['elements, classes, ids and attributes', 'p{a:1}.b{a:1}#c{a:1}[d]{a:1}q{a:1}.r{a:1}#s{a:1}[t]{a:1}', 'p{a:1}.b{a:1}#c{a:1}[d]{a:1}'],
    ['values of attributes, whole or a part', '[d=b]{a:1}[d=x]{a:1}[d*=x-1]{a:1}[d*=y-1]{a:1}', '[d=b]{a:1}[d*=x-1]{a:1}'],
    ['classes that CSS escapes', '.m\\:x-1\\.5{a:1}.m\\:x-2{a:1}', '.m\\:x-1\\.5{a:1}'],
    ['all that a selector asks for', 'p .b>#c{a:1}p .r{a:1}', 'p .b>#c{a:1}'],
    ['those of a list that find something', 'p,q,.b{a:1}', 'p,.b{a:1}'],
    ['states and parts of what is there', 'p:hover,:focus-visible,*::before{a:1}p:nth-child(2n):not(.x){a:1}', ''],
    ['one of several', 'p:is(.b,.r):where([d],[t]){a:1}p:is(.r,.s){a:1}:where(q,.b) *{a:1}', 'p:is(.b):where([d]){a:1}:where(.b) *{a:1}'],
    ['what must have something in it', 'p:has(.b){a:1}p:has(.r){a:1}', 'p:has(.b){a:1}'],
    ['blocks with something left', '@media print{.r{a:1}}@media (x){@supports (y){.b{a:1}.r{a:1}}}', '@media (x){@supports (y){.b{a:1}}}'],
    ['fonts', '@font-face{font-family:F;src:url(f)}', ''],
    ['layers', '@layer l{.b{a:1}.r{a:1}}', '@layer l{.b{a:1}}'],
  ])('are rules for %s', (_, css, expected) => {
    expect(picked(css, 'p', 'b', 'c', 'd', 'm:x-1.5')).toBe(expected || css);
  });

  it('have the variables that they read, and what these are made of', () => {
    const css = ':root,:host{--a:var(--b);--b:1px;--c:2px}@property --d{syntax:"*";inherits:false}@property --e{syntax:"*";inherits:false}';
    const rest = 'p{margin:var(--a)}p{--d:3px;padding:var(--d)}p{--e:4px}.r{margin:var(--c)}';
    expect(picked(css + rest, 'p')).toBe(
      ':root{--a:var(--b);--b:1px}@property --d{syntax:"*";inherits:false}p{margin:var(--a)}p{--d:3px;padding:var(--d)}',
    );
  });

  it('say nothing in place of a variable that every page has, nor of one that none has', () => {
    const css = ':root{--a:1px}p{margin:var(--a,2px)}p{margin:var(--default-x,3px)}p{margin:var(--y,var(--a, 4px))}';
    expect(picked(css, 'p')).toBe(':root{--a:1px}p{margin:var(--a)}p{margin:3px}p{margin:var(--y,var(--a, 4px))}');
  });

  it('have the keyframes that they name', () => {
    const css = '@keyframes in{0%{opacity:0}}@keyframes out{0%{opacity:1}}p{animation:.2s ease-out in}.r{animation-name:out}';
    expect(picked(css, 'p')).toBe('@keyframes in{0%{opacity:0}}p{animation:.2s ease-out in}');
  });

  it('have rules for parts of fields where there are such fields', () => {
    const css = '::placeholder{a:1}::file-selector-button{a:1}::-webkit-search-decoration{a:1}::-webkit-datetime-edit{a:1}::marker{a:1}';
    expect(picked(css, 'search')).toBe('::-webkit-search-decoration{a:1}::marker{a:1}');
    expect(picked(css, 'placeholder', 'file', 'date')).toBe(css.replace('::-webkit-search-decoration{a:1}', ''));
  });

  it('cannot be found where rules stand in rules', () => {
    expect(() => indexStyles('p{&:hover{a:1}}')).toThrow('p has rules in it');
  });
});
