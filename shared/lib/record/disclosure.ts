import { isRemoval } from '#shared/lib/projects/facts.ts';
import {
  certificateNumber,
  periodOf,
  quantityIn,
  type RecordLine,
  type RelatedEntry,
  type RetirementDay,
  statedDayOf,
} from '#verify/entry.ts';
import { withoutInvisible, writtenNumbers } from '#verify/file.ts';
import { entryNumber, fill, formatCount, isolate, joinWords, normalised } from '#verify/text.ts';

/** Reads the query of a pack: its certificates, each once, however often it names some, and whether several beneficiaries are one. */
export function readPack(query: URLSearchParams): PastedNumbers & { isTogether: boolean } {
  return { ...findCertificateNumbers(query.getAll('c').join(' ')), isTogether: query.get('together') === '1' };
}

/** Most certificates in one disclosure. */
export const disclosureLimit = 50;

type PastedNumbers = {
  /** The numbers of certificates in a pasted text, in order and each once. */
  numbers: string[];
  /** Further numbers, beyond the limit. */
  beyondLimit: string[];
  /** Parts of the text that are no number of a certificate, as they were written. */
  ignored: string[];
};

/** Finds the numbers of certificates in pasted text, in any common writing, also in addresses. All other words are `ignored`. */
function findCertificateNumbers(text: string): PastedNumbers {
  const unique = new Set<string>();
  const rest = withoutInvisible(text.replaceAll(escapedBlank, ' ')).replaceAll(writtenNumbers, (found, digits, at, all) => {
    const number = certificateNumber(digits);
    unique.add(number);
    return toAnother.test(all.slice(at + found.length)) ? ` ${number}–… ` : ' ';
  });
  const ignored = rest.split(/[\s,;]+/u).filter((part) => /[\p{L}\p{N}]/u.test(part) && !aroundNumber.test(part));
  const numbers = [...unique];
  return { numbers: numbers.slice(0, disclosureLimit), beyondLimit: numbers.slice(disclosureLimit), ignored: [...new Set(ignored)] };
}

/** What stands behind the first number of a range, of which only the two ends are read. */
const toAnother = /^[ \t]*[\p{Pd}\u2212][ \t]*CR/iu;

/** What separates numbers in the address of a pack: line breaks, blanks, commas and semicolons, as a browser writes them. */
const escapedBlank = /%(?:0[AD]|20|2C|3B)/gi;

/** What an address on the site has before the number of a certificate, and that of a pack or the name of a file behind one. */
const aroundNumber = /\/(?:certificates\/|verify\?certificate=|record\/disclosure\?c=)$|^&(?:c=|together=1)$|^\.(?:json|pdf|tlog-proof)$/;

/** Parts of a query that are in no total: numbers that are not on the record, words that are no number, numbers beyond the limit. */
export type NumbersLeftOut = Readonly<Record<'unknown' | 'ignored', readonly string[]>> & Partial<Pick<PastedNumbers, 'beyondLimit'>>;

/** Says which parts of a query are left out, in a sentence for each reason. */
export function sayLeftOut(leftOut: NumbersLeftOut, texts: Record<keyof NumbersLeftOut, string>): string[] {
  return (['beyondLimit', 'ignored', 'unknown'] as const).flatMap((reason) => {
    const list = leftOut[reason]?.map(isolate).join(', ');
    return list ? [fill(texts[reason], { list })] : [];
  });
}

/** A range of serials retired with a certificate, with the catalogue's facts about their project. Null: not stated. `quantity` in tCO2e. */
export type DisclosedLine = RetirementDay &
  Pick<RecordLine, 'registry' | 'first' | 'last' | 'quantity' | 'vintageStart' | 'vintageEnd'> & {
    certificate: string;
    /** The index of the retirement in the log. */
    entry: number;
    /** Null: the name was erased, or is not on file. */
    beneficiary: string | null;
    purpose: string | null;
    isSample: boolean;
    /** The range as its registry writes it. */
    serial: string;
    unitType: string;
    project: string;
    /** What the project does, in the catalogue's words. */
    projectType: string | null;
    registryId: string | null;
    registryUrl: string | null;
    /** ISO 3166-1 alpha-2. */
    country: string | null;
    location: string | null;
    standard: string | null;
    methodology: string | null;
    verifier: string | null;
    adjustment: 'Applied' | 'Committed' | 'Not Required' | null;
    /** The corrections of the retirement. */
    corrections: readonly RelatedEntry[];
  };

/** Lists the certificates of a pack, each once. `quantity` in tCO2e; `open`: how much of it no registry was seen to have retired. */
export function certificatesOf(lines: readonly DisclosedLine[]) {
  return [...Map.groupBy(lines, ({ certificate }) => certificate)].map(([number, own]) => {
    const { entry, beneficiary, corrections } = own[0] as DisclosedLine;
    const titles = [...new Set(own.map(({ project }) => project))];
    const facts = { number, entry, beneficiary, corrections, projects: titles.map((title) => ({ title })) };
    return { ...facts, ...sumOf(own), period: periodOf(own) };
  });
}

/**
 * Lists the beneficiaries of a pack, each once whatever its case, width of letters and blanks. A name that was erased may be anybody's:
 * each certificate without a name counts as of another beneficiary, null.
 */
export function beneficiariesOf(lines: readonly DisclosedLine[]): (string | null)[] {
  const named = Map.groupBy(certificatesOf(lines), ({ number, beneficiary }) =>
    beneficiary === null ? number : `name ${normalised(beneficiary, 'NFKC').toLowerCase().trim().split(/\s+/).join(' ')}`,
  );
  return [...named.values()].map(([first]) => first?.beneficiary ?? null);
}

export type SplitName = 'confirmation' | 'year' | 'type' | 'sink' | 'standard' | 'union' | 'adjustment';
/** A part of a split. `quantity` and `open` in tCO2e, as in `sumOf`; `share`: of the total, in per cent. */
type SplitRow = { name: string; quantity: number; open: number; share: number };

/** Facts that a disclosure requires, and that may be missing. */
const requiredFacts = ['beneficiary', 'registryId', 'country', 'methodology', 'verifier', 'adjustment'] as const;
export type RequiredFact = (typeof requiredFacts)[number];

const notStated = 'Not stated';
/** The member states of the European Union (2026). */
const memberStates = new Set('AT BE BG CY CZ DE DK EE ES FI FR GR HR HU IE IT LT LU LV MT NL PL PT RO SE SI SK'.split(' '));

const adjustments = {
  Applied: 'Qualifies as a corresponding adjustment: the host country has applied it',
  Committed: 'Committed, which does not qualify: the host country has yet to apply it',
  'Not Required': 'Not required',
} as const;

const [removal, otherThanRemoval, inUnion] = ['Removal', 'Reduction or avoidance', 'In the European Union'];

/** How each split names the part of a line. ESRS E1-7, paragraph 59 (a), asks for the first two; its AR 62, (a) to (e), for the others. */
const groups: Record<SplitName, (line: DisclosedLine) => string> = {
  confirmation: ({ isConfirmed }) =>
    isConfirmed ? 'Confirmed at the registry' : 'Recorded by the seller, not yet confirmed at the registry',
  year: (line) => statedDayOf(line)?.slice(0, 4) ?? notStated,
  type: (line) => (isRemoval(line) ? removal : otherThanRemoval),
  sink: (line) =>
    !isRemoval(line) ? 'No removal' : line.unitType === 'Removal - nature' ? 'Removal, biogenic sink' : 'Removal, technological sink',
  standard: ({ standard }) => standard ?? notStated,
  union: ({ country }) => (country === null ? notStated : memberStates.has(country) ? inUnion : 'Outside the European Union'),
  adjustment: ({ adjustment }) => (adjustment === null ? notStated : adjustments[adjustment]),
};

/** The parts whose share AR 62 asks for: a split has them even if they are nothing. */
const askedFor: Partial<Record<SplitName, readonly string[]>> = {
  type: [removal, otherThanRemoval],
  union: [inUnion],
  adjustment: [adjustments.Applied],
};

/** Returns the breakdowns of a pack that ESRS E1-7 asks for. Each adds up to the total, and its shares to exactly 100 per cent. */
export function splitsOf(lines: readonly DisclosedLine[]): { split: SplitName; rows: SplitRow[] }[] {
  return (Object.keys(groups) as SplitName[]).map((split) => {
    const byName = Map.groupBy(lines, groups[split]);
    const rows = [...new Set([...byName.keys(), ...(askedFor[split] ?? [])])]
      .map((name) => ({ name, ...sumOf(byName.get(name) ?? []) }))
      .sort((a, b) => (split === 'year' ? a.name.localeCompare(b.name) : b.quantity - a.quantity));
    const shares = exactShares(rows.map(({ quantity }) => quantity));
    return { split, rows: rows.map((row, index) => ({ ...row, share: shares[index] ?? 0 })) };
  });
}

/** Returns the total quantity, and how much of it no registry was seen to have retired, in tCO2e. */
export function sumOf(lines: readonly DisclosedLine[]): { quantity: number; open: number } {
  return { quantity: quantityIn(lines), open: quantityIn(lines.filter(({ isConfirmed }) => !isConfirmed)) };
}

/** Says how much of a sum of retired tonnes is confirmed at the registry. */
export function sayConfirmed(
  { quantity, open }: { quantity: number; open: number },
  texts: Record<'all' | 'none' | 'some', string>,
): string {
  if (open === 0) return texts.all;
  return open === quantity ? texts.none : fill(texts.some, { confirmed: formatCount(quantity - open), open: formatCount(open) });
}

/** Says that the retirements of a pack are of several years, with the sum of each; nothing if they are of one. */
export function sayYears(lines: readonly DisclosedLine[], text: string): string[] {
  const years = (splitsOf(lines).find(({ split }) => split === 'year')?.rows ?? []).filter(({ name }) => name !== notStated);
  return years.length < 2
    ? []
    : [fill(text, { years: joinWords(years.map(({ name, quantity }) => `${formatCount(quantity)} tCO₂e in ${name}`)) })];
}

/** Lists the required facts that are missing, each with the certificates that lack it. */
export function missingFacts(lines: readonly DisclosedLine[]): { fact: RequiredFact; certificates: string[] }[] {
  return requiredFacts.flatMap((fact) => {
    const certificates = [...new Set(lines.filter((line) => line[fact] === null).map(({ certificate }) => certificate))];
    return certificates.length > 0 ? [{ fact, certificates }] : [];
  });
}

/** Writes corrections of an entry of the log, for a file. */
export function writeCorrections({ entry, corrections }: Pick<DisclosedLine, 'entry' | 'corrections'>): string {
  return corrections
    .map(
      ({ index, entry: { refersTo, correction } }) =>
        `entry ${entryNumber(index)}${refersTo === null || refersTo === entry ? '' : ` about entry ${entryNumber(refersTo)}`}: ${correction}`,
    )
    .join('; ');
}

/** The export formats of a disclosure. */
export const disclosureFiles = ['cad-trust', 'esrs-e1-7', 'ab-1305'] as const;
export type DisclosureFile = (typeof disclosureFiles)[number];
type DisclosureRow = Record<string, string | number>;

/** The law that a file is for, as the file names it. The Climate Action Data Trust is no law, and its model has no field for one. */
const regulations = {
  'esrs-e1-7': 'Commission Delegated Regulation (EU) 2023/2772, ESRS E1-7, paragraph 59 (a) and AR 62',
  'ab-1305': 'California Health and Safety Code, section 44475.1 (AB 1305)',
} as const;

/** The name of the total of ESRS E1-7 while some of it is open: credits that the registry has not cancelled are no part of it yet. */
const cancelledOrOpen = 'Carbon credits cancelled, and those recorded as retired but not yet confirmed at the registry';

/** Returns the rows of a file. A fact that is not stated reads "Not stated"; for CAD Trust, whose rules refuse that, it is left out. */
export function disclosureRows(
  file: DisclosureFile,
  lines: readonly DisclosedLine[],
  { publicUrl, seller, leftOut }: { publicUrl: string; seller: string; leftOut: NumbersLeftOut },
): DisclosureRow[] {
  switch (file) {
    case 'cad-trust':
      return lines.map((line) => cadTrustUnit(line, { publicUrl, seller }));
    case 'esrs-e1-7': {
      const days = lines.flatMap((line) => statedDayOf(line) ?? []).sort();
      const recorded = lines.map(({ recordedOn }) => recordedOn).sort();
      const facts = {
        beneficiary: beneficiariesOf(lines)
          .map((name) => name ?? notStated)
          .join('; '),
        firstRetirement: days[0] ?? notStated,
        lastRetirement: days.at(-1) ?? notStated,
        firstRecorded: recorded[0] ?? '',
        lastRecorded: recorded.at(-1) ?? '',
      };
      const whole = sumOf(lines);
      const row = (
        split: string,
        name: string,
        { quantity, open }: typeof whole,
        percent = Math.round((quantity * tenthsInWhole) / whole.quantity) / 10,
      ) => ({
        regulation: regulations[file],
        ...{ split, name, tCO2e: quantity, confirmedAtRegistry: quantity - open, notYetConfirmed: open, percent, ...facts },
        ...sampleMark(lines),
      });
      const certificates = certificatesOf(lines);
      return [
        row('total', whole.open === 0 ? 'Carbon credits cancelled' : cancelledOrOpen, whole),
        ...splitsOf(lines).flatMap(({ split, rows }) => rows.map((one) => row(splitNames[split], one.name, one, one.share))),
        ...certificates
          .filter(({ corrections }) => corrections.length > 0)
          .map((one) => row('in the total, but corrected', `${one.number}, ${writeCorrections(one)}`, one)),
        ...certificates
          .filter(({ beneficiary }) => beneficiary === null)
          .map((one) => row('in the total, but without a name', one.number, one)),
        ...leftOut.unknown.map((number) => row('not in the total', `${number}, which is not on the record`, sumOf([]))),
        ...leftOut.ignored.map((text) => row('not in the total', `${text}, which is no number of a certificate`, sumOf([]))),
      ];
    }
    // Section 44475.1, (a) to (f): the duties of buyers and users of credits, for each project.
    case 'ab-1305':
      return [
        ...Map.groupBy(lines, (line) =>
          JSON.stringify([line.certificate, line.registryId, line.project, line.registry, statedDayOf(line)]),
        ).values(),
      ].map((own) => {
        const [line, sum] = [own[0] as DisclosedLine, sumOf(own)];
        return {
          regulation: regulations[file],
          seller,
          registryOrProgram: line.registry,
          projectIdentificationNumber: line.registryId ?? notStated,
          projectName: line.project,
          projectType: line.projectType ?? notStated,
          removalOrAvoidedEmission: own.every(isRemoval) ? 'removal' : own.some(isRemoval) ? 'a combination of both' : 'avoided emission',
          siteLocation: line.location ?? notStated,
          protocol: line.methodology ?? notStated,
          companyVerification: 'For the company to state: whether its data and claims are verified by an independent third party',
          projectVerifiedBy: line.verifier ?? notStated,
          quantity: sum.quantity,
          retiredOn: statedDayOf(line) ?? notStated,
          recordedOn: line.recordedOn,
          beneficiary: line.beneficiary ?? notStated,
          certificate: `${publicUrl}/certificates/${line.certificate}`,
          confirmedAtRegistry: sum.quantity - sum.open,
          notYetConfirmed: sum.open,
          ...correctionMark(line, lines),
          ...sampleMark([line]),
        };
      });
  }
}

/**
 * Returns a unit as version 2 of the Climate Action Data Trust's model has it (src/validations/v2/unit-v2.validations.js of its node).
 * The model refuses fields of other names, and empty texts in all fields but the link.
 */
function cadTrustUnit(line: DisclosedLine, { publicUrl, seller }: { publicUrl: string; seller: string }): DisclosureRow {
  const [first, last] = [line.vintageStart.slice(0, 4), line.vintageEnd.slice(0, 4)];
  const detail = [
    ...(line.isSample ? ['Sample data: invented, and without value.'] : []),
    line.isConfirmed
      ? `Confirmed as retired at the registry. Recorded by ${seller} on ${line.recordedOn} (UTC).`
      : `Recorded by ${seller} as retired on ${line.recordedOn} (UTC).`,
    `Project ${[line.registryId, line.project].filter((name) => name !== null).join(', ')}, in ${line.registry}.`,
    ...(line.corrections.length > 0 ? [`Corrected by ${writeCorrections(line)}.`] : []),
    ...(first === last ? [] : [`The vintage is ${first} to ${last}; unitVintageYear is its last year.`]),
  ];
  return {
    unitSerialId: line.serial,
    unitStartBlock: String(line.first),
    unitEndBlock: String(line.last),
    unitCount: line.quantity,
    unitType: line.unitType,
    unitVintageYear: Number(last),
    // Until its registry was seen to have retired it, a unit is in an account there.
    ...(line.isConfirmed
      ? {
          unitStatus: 'Retired',
          ...(line.purpose ? { unitStatusReason: line.purpose } : {}),
          unitStatusDate: line.retiredOn,
          ...(line.beneficiary ? { unitRetirementBeneficiary: line.beneficiary } : {}),
        }
      : { unitStatus: 'Held', unitStatusReason: 'Retirement not yet confirmed at the registry', unitStatusDate: line.recordedOn }),
    unitRetirementDetail: detail.join(' '),
    ...(line.registryUrl ? { unitLink: linkOf(line.registryUrl) } : {}),
    unitMetric: 'tCO2e',
    marketplace: seller,
    marketplaceIdentifier: line.certificate,
    marketplaceLink: `${publicUrl}/certificates/${line.certificate}`,
  };
}

/** Returns an address with nothing but the characters of RFC 3986; empty if it is none, or has more than the 500 that a node takes. */
function linkOf(address: string): string {
  const link = URL.parse(address)?.href.replace(/[^\w\-.~:/?#@!$&'()*+,;=%]/g, encodeURIComponent) ?? '';
  return link.length > 500 ? '' : link;
}

const splitNames: Record<SplitName, string> = {
  confirmation: 'confirmation at the registry',
  year: 'year of retirement',
  type: 'removal or reduction',
  sink: 'sink of removals',
  standard: 'quality standard',
  union: 'place of the project',
  adjustment: 'corresponding adjustment',
};

/** The corrections of a row's retirement, in every row if any has some. */
const correctionMark = (line: DisclosedLine, lines: readonly DisclosedLine[]): DisclosureRow =>
  lines.some(({ corrections }) => corrections.length > 0) ? { corrections: writeCorrections(line) } : {};

/** That a row is of sample data, which a file says of each of its rows. */
const sampleMark = (lines: readonly DisclosedLine[]): DisclosureRow =>
  lines.some(({ isSample }) => isSample) ? { sample: 'sample data, invented' } : {};

/** Shares are rounded to tenths of a per cent. */
const tenthsInWhole = 1_000;

/**
 * Returns each quantity's share of the total, in per cent with one decimal. The shares add up to exactly 100 (largest remainder
 * method), or are all 0 if the total is 0.
 */
export function exactShares(quantities: readonly number[]): number[] {
  const total = quantities.reduce((sum, quantity) => sum + quantity, 0);
  if (total === 0) return quantities.map(() => 0);
  const parts = quantities.map((quantity) => ({
    tenths: Math.floor((quantity * tenthsInWhole) / total),
    remainder: (quantity * tenthsInWhole) % total,
  }));
  const unallocated = tenthsInWhole - parts.reduce((sum, { tenths }) => sum + tenths, 0);
  for (const part of parts.toSorted((a, b) => b.remainder - a.remainder).slice(0, unallocated)) part.tenths += 1;
  return parts.map(({ tenths }) => tenths / 10);
}
