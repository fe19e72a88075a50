import { own } from '#shared/lib/input/own.ts';
import { registries, registryKeys } from '#verify/registries.ts';

// Projects as registries list them. A registry that is not among `registries` has its name in place of a key.

/** The hosts at which registries show their projects. The CDM's has none: its projects have gone on to other registries. */
const projectHosts: Readonly<Record<string, readonly string[]>> = {
  ...{ 'registry.verra.org': ['verra'], 'registry.goldstandard.org': ['gold-standard'], 'cdm.unfccc.int': [], 'acr2.apx.com': ['acr'] },
  ...{ 'thereserve2.apx.com': ['car'], 'art.apx.com': ['art', 'FCPF'], 'registry.puro.earth': ['puro'] },
  ...{ 'registry.isometric.com': ['isometric'], 'ecoregistry.io': ['cercarbono', 'EcoRegistry'], 'colcx.com': ['ColCX'] },
  ...{ 'globalcarbontrace.io': ['PCR', 'BioCarbon'], 'biocarbonstandard.com': ['BioCarbon'] },
  'mer.markit.com': ['uk-land-carbon', 'gold-standard', 'Markit'],
};

/** Letters of ids besides those of `idPrefixes`. */
const otherLetters: Readonly<Record<string, readonly string[]>> = {
  MRK: projectHosts['mer.markit.com'] ?? [],
  ...{ GLD: ['gold-standard'], ECO: ['cercarbono', 'EcoRegistry'], COLCX: ['ColCX'], PCR: ['PCR'], BCR: ['BioCarbon'] },
};

/** The addresses that have the number of a project's id, by the letters of the id. Other registries number their pages. */
const idsAt = {
  VCS: /^(?:https?:\/\/)?registry\.verra\.org\/app\/projectDetail\/VCS\/(\d+)/i,
  ACR: /^(?:https?:\/\/)?acr2\.apx\.com\/[^?]*\?id1=(\d+)/i,
  CAR: /^(?:https?:\/\/)?thereserve2\.apx\.com\/[^?]*\?id1=(\d+)/i,
};

/** Returns the id of the project at an address in a registry; undefined if the address does not have it. */
export function registryIdAt(address: string): string | undefined {
  const found = Object.entries(idsAt).find(([, form]) => form.test(address));
  return found && `${found[0]}${found[1].exec(address)?.[1]}`;
}

/** Returns the registries that may show a project at an address; undefined if none is known to. */
export function registriesAt(address: string): readonly string[] | undefined {
  const host = URL.parse(/^https?:/i.test(address) ? address : `https://${address}`)?.hostname.replace(/^www\./, '') ?? '';
  return own(projectHosts, host);
}

/** Returns the registries whose ids of projects are written so, with letters: VCS1764, CDC-12, PCR-CO-FU-14-001. Undefined: none. */
export function registriesOfId(id: string): readonly string[] | undefined {
  const [, written = '', rest = ''] = /^([a-z]{2,6})([-_ ]?[a-z\d-]{0,40}\d)$/i.exec(id.trim()) ?? [];
  const letters = written.toUpperCase();
  const others = own(otherLetters, letters);
  if (others) return others;
  const found = registryKeys.filter((key) => registries[key].idPrefixes.includes(letters));
  return found.length > 0 && /^[-_ ]?\d{1,18}$/.test(rest) ? found : undefined;
}

/**
 * Returns a registry's id of a project in one spelling, as `catalogue_spelled_id` of the database does: in capitals, without zeros
 * before its first number, and without what separates its parts, except for a hyphen between two numbers.
 */
export function spelledId(id: string): string {
  const spelled = id
    .replace(/[a-z]+/g, (letters) => letters.toUpperCase())
    .replace(/[\p{Cc} -/:-@[-`{-\u00bf\u2000-\u206f\u2212\u3000\ufeff]+/gu, '-')
    .replace(/(?<!\d)-|-(?!\d)/g, '')
    .replace(/^(\D*)0+(?=\d)/, '$1');
  return spelled || id;
}
