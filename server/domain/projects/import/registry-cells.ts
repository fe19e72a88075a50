/** Categories and types in which plants, soil or water take up the carbon, or keep it. */
const nature = /forest|woodland|tree|agri|farm|soil|land|wetland|peat|mangrove|coast|blue carbon|seagrass|grass|meadow|redd|biodivers/i;

/**
 * A registry's "Removal" or "Reduction" as the Climate Action Data Trust's unit type, which also says whether nature or
 * technology does it: that follows from the project's category. Other words stay as they are.
 */
export function unitTypeOf(text: string | null, category: string): string | null {
  const [, word] = /^\s*(removal|reduction|avoidance)s?\s*$/i.exec(text ?? '') ?? [];
  if (!word) return text;
  if (/avoid/i.test(word)) return 'Avoidance';
  return `${word[0]?.toUpperCase()}${word.slice(1).toLowerCase()} - ${nature.test(category) ? 'nature' : 'technical'}`;
}

/** The years in a text, in its order: of "2019-2021" both, of "01/01/2020 to 31/12/2020" 2020 twice. */
export function yearsIn(text: string | null): string[] {
  return text?.match(/(?<!\d)(?:19|20|21)\d\d(?!\d)/g) ?? [];
}

/** A cell of registries that holds web addresses, separated by blanks, commas or semicolons, as the list that we store. */
export function documentListOf(text: string | null): string | null {
  if (text === null || !/^https?:/i.test(text)) return text;
  const addresses = text.split(/[\s,;]/).filter((part) => /^https?:/i.test(part));
  return JSON.stringify(addresses.map((address) => ({ title: titleOf(address), address })));
}

/** The last part of an address without its ending, else the host: what a reader can tell documents by. */
function titleOf(address: string): string {
  const url = URL.parse(address);
  const last = url?.pathname.split('/').filter(Boolean).at(-1);
  return (
    last
      ? decoded(last)
          .replace(/\.\w{2,4}$/, '')
          .replace(/[-_+]+/g, ' ')
      : (url?.hostname ?? 'Document')
  ).slice(0, 200);
}

function decoded(text: string): string {
  try {
    return decodeURIComponent(text);
  } catch {
    return text;
  }
}
