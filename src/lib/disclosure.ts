import { exactShares } from './shares.ts';

/** A range of serials that a certificate has retired, with what the catalogue says of its project. Null: not stated. */
export type DisclosedLine = {
  certificate: string;
  /** ISO 8601. */
  retiredAt: string;
  /** tCO2e */
  quantity: number;
  /** Null: the name was erased. */
  beneficiary: string | null;
  purpose: string | null;
  isSample: boolean;
  registry: string;
  series: string;
  first: number;
  last: number;
  vintageStart: string;
  vintageEnd: string;
  unitType: string;
  project: string;
  registryId: string | null;
  registryUrl: string | null;
  /** ISO 3166-1 alpha-2. */
  country: string | null;
  location: string | null;
  standard: string | null;
  methodology: string | null;
  verifier: string | null;
  adjustment: string | null;
};

export type SplitName = 'type' | 'standard' | 'union' | 'adjustment';
export type SplitRow = { name: string; quantity: number; share: number };

/** Facts that a disclosure asks for and the catalogue may not state. */
export const askedFacts = ['beneficiary', 'registryId', 'country', 'methodology', 'verifier', 'adjustment'] as const;
export type AskedFact = (typeof askedFacts)[number];

const notStated = 'Not stated';
/** The member states of the European Union (2026). */
const union = new Set('AT BE BG CY CZ DE DK EE ES FI FR GR HR HU IE IT LT LU LV MT NL PL PT RO SE SI SK'.split(' '));

const groups: Record<SplitName, (line: DisclosedLine) => string> = {
  type: ({ unitType }) =>
    ({ 'Removal - nature': 'Removal, biogenic sinks', 'Removal - technical': 'Removal, technological sinks' })[unitType] ??
    'Reduction or avoidance',
  standard: ({ standard }) => standard ?? notStated,
  union: ({ country }) => (country === null ? notStated : union.has(country) ? 'In the European Union' : 'Outside the European Union'),
  adjustment: ({ adjustment }) => adjustment ?? notStated,
};

/** The quantities that ESRS E1-7 asks for (paragraphs 59 to 61): each split adds up to the total, and its shares to 100 per cent. */
export function splitsOf(lines: readonly DisclosedLine[]): { split: SplitName; rows: SplitRow[] }[] {
  return (Object.keys(groups) as SplitName[]).map((split) => {
    const found = [...Map.groupBy(lines, groups[split])]
      .map(([name, of]) => ({ name, quantity: totalOf(of) }))
      .sort((a, b) => b.quantity - a.quantity);
    const shares = exactShares(found.map(({ quantity }) => quantity));
    return { split, rows: found.map((row, index) => ({ ...row, share: shares[index] ?? 0 })) };
  });
}

/** tCO2e in all. */
export function totalOf(lines: readonly DisclosedLine[]): number {
  return lines.reduce((sum, { quantity }) => sum + quantity, 0);
}

/** Which certificates lack which fact. */
export function missingFacts(lines: readonly DisclosedLine[]): { fact: AskedFact; certificates: string[] }[] {
  return askedFacts.flatMap((fact) => {
    const certificates = [...new Set(lines.filter((line) => line[fact] === null).map(({ certificate }) => certificate))];
    return certificates.length > 0 ? [{ fact, certificates }] : [];
  });
}

/** What a disclosure can be exported as. */
export const disclosureFiles = ['cad-trust', 'esrs-e1-7', 'ab-1305'] as const;
export type DisclosureFile = (typeof disclosureFiles)[number];
export type Cells = Record<string, string | number>;

/** The rows of an export, each with the same columns. What is not stated is said so. */
export function disclosureRows(
  file: DisclosureFile,
  lines: readonly DisclosedLine[],
  { publicUrl, seller }: { publicUrl: string; seller: string },
): Cells[] {
  switch (file) {
    // The table "units" of the Climate Action Data Trust.
    case 'cad-trust':
      return lines.map((line) => ({
        unitOwner: line.beneficiary ?? notStated,
        serialNumberBlock: `${line.series} ${line.first}-${line.last}`,
        unitBlockStart: line.first,
        unitBlockEnd: line.last,
        unitCount: line.quantity,
        vintageYear: Number(line.vintageEnd.slice(0, 4)),
        unitType: line.unitType,
        unitStatus: 'Retired',
        unitStatusReason: line.purpose ?? notStated,
        unitRegistryLink: line.registryUrl ?? notStated,
        marketplace: seller,
        marketplaceIdentifier: line.certificate,
        marketplaceLink: `${publicUrl}/certificates/${line.certificate}`,
        correspondingAdjustmentDeclaration: line.adjustment ?? 'Unknown',
        registry: line.registry,
        projectId: line.registryId ?? notStated,
        ...sampleMark(line),
      }));
    case 'esrs-e1-7':
      return [
        { split: 'total', name: 'Carbon credits cancelled', tCO2e: totalOf(lines), percent: 100 },
        ...splitsOf(lines).flatMap(({ split, rows }) =>
          rows.map(({ name, quantity, share }) => ({ split: splitNames[split], name, tCO2e: quantity, percent: share })),
        ),
      ];
    // California Health and Safety Code, section 44475.1, (a) to (f), for who buys or uses the credits.
    case 'ab-1305':
      return lines.map((line) => ({
        seller,
        registryOrProgram: line.registry,
        projectIdentificationNumber: line.registryId ?? notStated,
        projectName: line.project,
        projectType: line.unitType.startsWith('Removal') ? 'Carbon removal' : 'Avoided emissions',
        siteLocation: line.location ?? notStated,
        protocol: line.methodology ?? notStated,
        independentVerification: line.verifier ?? notStated,
        quantity: line.quantity,
        retiredAt: line.retiredAt,
        certificate: `${publicUrl}/certificates/${line.certificate}`,
        ...sampleMark(line),
      }));
  }
}

const splitNames: Record<SplitName, string> = {
  type: 'removal or reduction',
  standard: 'quality standard',
  union: 'place of the project',
  adjustment: 'corresponding adjustment',
};

function sampleMark({ isSample }: DisclosedLine): Cells {
  return isSample ? { sample: 'sample data, invented' } : {};
}

/** Certificates that one disclosure may be of. */
export const disclosureLimit = 50;

/** The numbers of certificates in a text that somebody pasted, each once, in their order; and whether there were too many. */
export function readNumbers(text: string): { numbers: string[]; tooMany: boolean } {
  const all = [...new Set(text.toUpperCase().match(/CR-\d{6,15}\b/g) ?? [])];
  return { numbers: all.slice(0, disclosureLimit), tooMany: all.length > disclosureLimit };
}
