import { expect, it } from 'vitest';
import { standardPageOf } from '#shared/content/projects/project.ts';
import { registries } from '#verify/registries.ts';

it.each([
  ['/vcs', ['VCS', 'VCS + CCB Gold', ...registries.verra.aliases]],
  ['/gold-standard', ['gold standard', ...registries['gold-standard'].aliases]],
  ['/puro-earth', ['Puro.Earth', ...registries.puro.aliases]],
  ['/woodland-carbon', ['WCC', 'UK Woodland Carbon Code', 'Woodland Carbon Code (WCC)']],
  ['/carbon-standards', ['Peatland Code', 'Plan Vivo', 'CCB Gold', 'constructor']],
])('%s explains the standards that are called %j', (page, names) => {
  expect(names.map(standardPageOf)).toEqual(names.map(() => page));
});
