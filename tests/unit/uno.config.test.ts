import { createGenerator } from 'unocss';
import { expect, it } from 'vitest';
import config from '../../uno.config.ts';

it('each shortcut of the utility classes has styles: none begins with a variant, which would be taken off its name first', async () => {
  const uno = await createGenerator(config);
  const names = Object.keys(config.shortcuts as object);
  const { matched } = await uno.generate(new Set(names));
  expect(names.filter((name) => !matched.has(name))).toEqual([]);
});
