import { exactShares } from '../money/shares.ts';
import type { RelatedEntry } from './related.ts';

/** A range of serials retired with a certificate, with the catalogue's facts about their project. Null: not stated. */
export type DisclosedLine = {
  certificate: string;
  /** The index of the retirement in the log. */
  entry: number;
  /** ISO 8601. */
  retiredAt: string;
  /** tCO2e */
  quantity: number;
  /** Null: the name was erased. */
  beneficiary: string | null;
  purpose: string | null;
  isSample: boolean;
  registry: string;
  /** The range as its registry writes it. */
  serial: string;
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
  /** How many of these units were seen as retired in their registry, in tCO2e. */
  confirmed: number;
  /** The corrections of the retirement. */
  corrections: readonly RelatedEntry[];
};

export type SplitName = 'type' | 'standard' | 'union' | 'adjustment';
export type SplitRow = { name: string; quantity: number; share: number };

/** Facts that a disclosure requires but the catalogue may lack. */
export const requiredFacts = ['beneficiary', 'registryId', 'country', 'methodology', 'verifier', 'adjustment'] as const;
export type RequiredFact = (typeof requiredFacts)[number];

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

/** Returns the breakdowns required by ESRS E1-7 (paragraphs 59 to 61). Each adds up to the total, and its shares to exactly 100 per cent. */
export function splitsOf(lines: readonly DisclosedLine[]): { split: SplitName; rows: SplitRow[] }[] {
  return (Object.keys(groups) as SplitName[]).map((split) => {
    const rows = [...Map.groupBy(lines, groups[split])]
      .map(([name, group]) => ({ name, quantity: totalOf(group) }))
      .sort((a, b) => b.quantity - a.quantity);
    const shares = exactShares(rows.map(({ quantity }) => quantity));
    return { split, rows: rows.map((row, index) => ({ ...row, share: shares[index] ?? 0 })) };
  });
}

/** Returns the total quantity, in tCO2e. */
export function totalOf(lines: readonly DisclosedLine[]): number {
  return lines.reduce((sum, { quantity }) => sum + quantity, 0);
}

/** Lists the required facts that are missing, each with the certificates that lack it. */
export function missingFacts(lines: readonly DisclosedLine[]): { fact: RequiredFact; certificates: string[] }[] {
  return requiredFacts.flatMap((fact) => {
    const certificates = [...new Set(lines.filter((line) => line[fact] === null).map(({ certificate }) => certificate))];
    return certificates.length > 0 ? [{ fact, certificates }] : [];
  });
}

type CorrectedCertificate = Pick<DisclosedLine, 'certificate' | 'entry' | 'quantity' | 'corrections'>;

/** Lists the certificates that were corrected, with their quantity (tCO2e) and the corrections. */
export function correctedCertificates(lines: readonly DisclosedLine[]): CorrectedCertificate[] {
  const corrected = Map.groupBy(
    lines.filter(({ corrections }) => corrections.length > 0),
    ({ certificate }) => certificate,
  );
  return [...corrected].map(([certificate, group]) => ({
    certificate,
    entry: group[0]?.entry ?? 0,
    quantity: totalOf(group),
    corrections: group[0]?.corrections ?? [],
  }));
}

/** Writes corrections of an entry of the log, for a file. */
export function writeCorrections({ entry, corrections }: Pick<DisclosedLine, 'entry' | 'corrections'>): string {
  return corrections
    .map(
      ({ index, entry: { refersTo, correction } }) =>
        `entry ${index}${refersTo === entry ? '' : ` about entry ${refersTo}`}: ${correction}`,
    )
    .join('; ');
}

/** Lists the certificates of which some units (tCO2e) are not confirmed at their registry. */
export function unconfirmedCertificates(lines: readonly DisclosedLine[]): { certificate: string; quantity: number; open: number }[] {
  return [...Map.groupBy(lines, ({ certificate }) => certificate)]
    .map(([certificate, group]) => ({
      certificate,
      quantity: totalOf(group),
      open: group.reduce((sum, { quantity, confirmed }) => sum + quantity - confirmed, 0),
    }))
    .filter(({ open }) => open > 0);
}

/** The export formats of a disclosure. */
export const disclosureFiles = ['cad-trust', 'esrs-e1-7', 'ab-1305'] as const;
export type DisclosureFile = (typeof disclosureFiles)[number];
export type Cells = Record<string, string | number>;

/** Returns the rows of an export, all with the same columns. Missing facts read "Not stated". */
export function disclosureRows(
  file: DisclosureFile,
  lines: readonly DisclosedLine[],
  { publicUrl, seller }: { publicUrl: string; seller: string },
): Cells[] {
  switch (file) {
    // The "units" table of the Climate Action Data Trust.
    case 'cad-trust':
      return lines.map((line) => ({
        unitOwner: line.beneficiary ?? notStated,
        serialNumberBlock: line.serial,
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
        ...correctionMark(line, lines),
        ...sampleMark(line),
      }));
    case 'esrs-e1-7':
      return [
        { split: 'total', name: 'Carbon credits cancelled', tCO2e: totalOf(lines), percent: 100 },
        ...splitsOf(lines).flatMap(({ split, rows }) =>
          rows.map(({ name, quantity, share }) => ({ split: splitNames[split], name, tCO2e: quantity, percent: share })),
        ),
        ...correctedCertificates(lines).map((one) => ({
          split: 'in the total, but corrected',
          name: `${one.certificate}, ${writeCorrections(one)}`,
          tCO2e: one.quantity,
          percent: Math.round((one.quantity * 1_000) / totalOf(lines)) / 10,
        })),
      ];
    // California Health and Safety Code, section 44475.1, (a) to (f): the duties of buyers and users of credits.
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
        confirmedAtRegistry: line.confirmed,
        ...correctionMark(line, lines),
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

/** The corrections of a row's retirement, in every row if any has some: all rows have the same columns. */
function correctionMark(line: DisclosedLine, lines: readonly DisclosedLine[]): Cells {
  return lines.some(({ corrections }) => corrections.length > 0) ? { corrections: writeCorrections(line) } : {};
}

function sampleMark({ isSample }: DisclosedLine): Cells {
  return isSample ? { sample: 'sample data, invented' } : {};
}

/** Most certificates in one disclosure. */
export const disclosureLimit = 50;

/** Extracts the certificate numbers from pasted text: distinct, in order, up to the limit. `tooMany`: there were more. */
export function findCertificateNumbers(text: string): { numbers: string[]; tooMany: boolean } {
  const all = [...new Set(text.toUpperCase().match(/CR-\d{6,15}\b/g) ?? [])];
  return { numbers: all.slice(0, disclosureLimit), tooMany: all.length > disclosureLimit };
}
