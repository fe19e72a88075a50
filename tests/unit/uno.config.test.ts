import { readdirSync, readFileSync } from 'node:fs';
import { createGenerator } from 'unocss';
import { expect, it } from 'vitest';
import config from '../../uno.config.ts';

it('each shortcut of the utility classes has styles: none begins with a variant, which would be taken off its name first', async () => {
  const uno = await createGenerator(config);
  const names = Object.keys(config.shortcuts as object);
  const { matched } = await uno.generate(new Set(names));
  expect(names.filter((name) => !matched.has(name))).toEqual([]);
});

it('no element has a class that is listed as a mere word, and so has no styles', () => {
  const files = readdirSync('src', { recursive: true, encoding: 'utf8' }).filter((name) => name.endsWith('.tsx'));
  const texts = files.flatMap((name) => readFileSync(`src/${name}`, 'utf8').match(/(?<=lass\w*(?:=\{?|: )["'`])[^"'`]+/g) ?? []);
  const classes = new Set(texts.flatMap((text) => text.split(/\s+/)));
  expect(classes.size).toBeGreaterThan(500);
  expect(config.blocklist?.filter((word) => classes.has(String(word)))).toEqual([]);
});
