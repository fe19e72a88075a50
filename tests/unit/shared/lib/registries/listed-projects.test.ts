import { expect, it } from 'vitest';
import { registriesAt } from '#shared/lib/registries/listed-projects.ts';

it.each([
  ['https://registry.verra.org/app/projectDetail/VCS/1', ['verra']],
  ['www.ecoregistry.io/projects/1', ['cercarbono', 'EcoRegistry']],
  ['https://registry.example/1', undefined],
])('a project at %s is one of %j', (address, registries) => {
  expect(registriesAt(address)).toEqual(registries);
});
