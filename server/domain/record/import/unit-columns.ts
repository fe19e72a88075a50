import { fieldNamed, knownFileOf, matchColumns, plainName } from '#server/platform/tables/match-columns.ts';
import { conventionOf, type DecimalMark, decimalMarkOf, type NumberConvention } from '#server/platform/tables/numbers.ts';
import type { Table } from '#server/platform/tables/read-table.ts';
import { normalised } from '#src/schemas/storable-text.ts';
import { type UnitFile, unitFileColumns, unitFiles } from './unit-files.ts';

/** What a column of a file of units can be, and the names under which it is known, as normalised by `plainName`. */
const aliases = {
  project: 'projectslug slug',
  projectId: 'registryid gsid externalid id programid',
  registry: 'programme program standard',
  /** As the registry writes it. */
  serial: 'serialnumber serialnumbers creditserialnumbers creditserialnumber offsetcreditserialnumbers unitserialnumbers',
  series: 'batchseries',
  first: 'from serialstart blockstart firstserial',
  last: 'to serialend blockend lastserial',
  quantity: 'quantityissued quantityofcredits quantityofoffsetcredits totalcredits quantityofunits unitsretired quantityretired amount',
  vintage: 'vintageyear vintageofcredits',
  vintageStart: 'vintagefrom vintagestartdate',
  vintageEnd: 'vintageto vintageenddate',
  monitoringStart: 'monitoringperiodstart',
  monitoringEnd: 'monitoringperiodend',
  unitType: '',
  /** What the registry calls the units: VER, PER, CER, PIU, WCU. */
  productType: 'product unitkind',
  issuance: 'unitsstatus',
  /** What the units are: issued, retired, cancelled. */
  status: 'creditstatus unitstatus',
  isBuffer: 'buffer',
  registryUrl: 'url link publicconsult',
  accountHolder: 'account accountname accountowner holder owner ownername currentholder currentowner',
  beneficiary: 'beneficialowner retirementbeneficiary retiredonbehalfof onbehalfof usingentity enduser',
  purpose: 'purposeofretirement',
  /** The registry's reason for a retirement, from its own list. */
  reason: 'retirementreason certificatedestination usecase',
  /** Free text of a retirement. */
  note: 'notes retirementdetails retirementreasondetails',
  retiredOn: 'retirementdate dateofretirement dateretired retireddate retiredat',
  retirementId: 'registryretirementid retirementnumber',
  /** Of a confirmation: where the registry shows it, who looked, and when. */
  source: '',
  checkedByRole: '',
  checkedBy: '',
  checkedOn: '',
  /** Verra has one column for both. */
  retiredOrCancelledOn: 'retirementcancellationdate',
  cancellation: 'cancellationtype cancellationreason',
  airline: 'aeroplaneoperatorname',
  /** The entry that the units belong to. */
  reservation: '',
  assignment: '',
  transfer: '',
};

/** What a column of a file of units can be. */
export type UnitField = keyof typeof aliases;
export const unitColumnNames = Object.keys(aliases) as UnitField[];

const unitColumns = {
  noun: 'a row of units',
  fields: unitColumnNames,
  aliasesOf: (field: UnitField) => [plainName(field), ...aliases[field].split(' ').filter(Boolean)],
};
const allNames = new Set(unitColumnNames.flatMap(unitColumns.aliasesOf));

/** Which column of a file is what, and how its values are written. */
export type UnitMapping = {
  positions: Map<UnitField, number>;
  /** For rows without a value of their own. */
  constants: Map<UnitField, string>;
  /** The columns that no field takes, and of which nobody said so. */
  unused: number[];
  /** The registry's own file that it is. */
  file: UnitFile | undefined;
  decimalMarks: Map<UnitField, DecimalMark | 'both'>;
  convention: NumberConvention;
};
export type UnitMapOptions = {
  /** Column to field; an empty field ignores the column. */
  map?: Record<string, string>;
  /** Field to a constant for rows without a value. */
  set?: Record<string, string>;
  decimal?: DecimalMark | undefined;
};

const counts: UnitField[] = ['quantity', 'first', 'last'];
/** Fields of which a file has one column: with two, nobody could say which units or whose they are. */
const once: UnitField[] = ['serial', 'series', 'first', 'last', 'quantity', 'beneficiary'];

/** Checks whether a name is one of a column that an import of units knows: for finding the header of a file. */
export function isUnitColumn(name: string, { map = {} }: UnitMapOptions = {}): boolean {
  return allNames.has(plainName(name)) || unitFileColumns.has(plainName(name)) || Object.hasOwn(map, name);
}

/**
 * Maps the columns of a file of units to fields: as stated, as the registry whose file it is has them, then by name.
 * @throws Error that explains what is wrong with the map or the constants, or the file: two columns of one field, or one of a registry
 * that cannot be imported.
 */
export function mapUnitColumns({ columns, rows, delimiter }: Table, { map = {}, set = {}, decimal }: UnitMapOptions = {}): UnitMapping {
  const file = knownFileOf(unitFiles, columns);
  if (file?.refusal) throw new Error(`This is ${file.name}. ${file.refusal}`);
  const { positions, named, unused } = matchColumns(columns, { ...unitColumns, map, known: file?.map });
  for (const field of once.filter((one) => positions.has(one) && !named.has(one))) {
    const second = unused
      .map((position) => columns[position] ?? '')
      .find((column) => unitColumns.aliasesOf(field).includes(plainName(column)));
    if (second !== undefined)
      throw new Error(
        `The columns "${columns[positions.get(field) ?? 0]}" and "${second}" are both ${field}. Leave one out: --map "${second}"=`,
      );
  }
  const constants = new Map(Object.entries(set).map(([name, value]) => [fieldNamed(name, unitColumns), normalised(value).trim()]));
  const marks = counts.flatMap((field) => {
    const position = positions.get(field);
    const cells = position === undefined ? [] : rows.map(({ cells }) => cells[position]).filter((cell) => typeof cell === 'string');
    const mark = decimal ?? decimalMarkOf(cells.map((cell) => cell.trim()));
    return mark ? [[field, mark] as const] : [];
  });
  return { positions, constants, unused, file, decimalMarks: new Map(marks), convention: conventionOf(delimiter, file !== undefined) };
}
