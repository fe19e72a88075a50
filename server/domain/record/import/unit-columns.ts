import type { DayOrder } from '#server/platform/tables/cells.ts';
import { type FieldOfRows, type KnownFile, type Mapping, rowsOf } from '#server/platform/tables/rows.ts';
import { type RegistryKey, registries } from '#verify/registries.ts';

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
  /** What the registry says that the units do: "Emission Reduction", "Removal". */
  effect: 'label reductionremoval removalreduction creditingtype',
  /** What the registry calls the units: VER, PER, CER, PIU, WCU. */
  productType: 'product unitkind',
  /** Whether they are issued or expected. */
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
  /** Verra has one column for the dates of retirements and of cancellations. */
  retiredOrCancelledOn: 'retirementcancellationdate',
  cancellation: 'cancellationtype cancellationreason',
  airline: 'aeroplaneoperatorname',
  /** The entry that the units belong to. */
  reservation: '',
  assignment: '',
  transfer: '',
};

export type UnitField = keyof typeof aliases;
/** Which column of a file is what, and how its values are written. */
export type UnitMapping = Mapping<UnitField, UnitFile>;

/** Fields whose cells name units: whatever stands there is a name, also "n/a". */
export const naming: readonly UnitField[] = ['serial', 'series', 'first', 'last'];
const declared = Object.fromEntries(
  (Object.entries(aliases) as [UnitField, string][]).map(([field, names]): [UnitField, FieldOfRows] => [
    field,
    {
      names,
      holds: naming.includes(field) ? 'a name' : undefined,
      number: field === 'quantity' || field === 'first' || field === 'last' ? 'whole' : undefined,
      ...(naming.includes(field) || field === 'quantity' || field === 'beneficiary' ? { isOnce: true } : {}),
    },
  ]),
) as Record<UnitField, FieldOfRows>;

/** A file of units that a registry publishes. */
type UnitFile = KnownFile<UnitField> & {
  registry: RegistryKey;
  name: string;
  /** What all its rows are. Without it, columns of each row say so. */
  rowsAre?: 'retired' | 'cancelled' | 'issued';
  /** How it writes dates that do not begin with the year. */
  dates?: DayOrder;
};

const withoutSerials = 'It names no serials, so the record cannot know its units: import a file with serials instead';

type ApxFiles = Record<'retired' | 'cancelled' | 'issued', Pick<UnitFile, 'columns' | 'map'>>;

/** The three files of a registry that APX runs. */
function apxFiles(registry: RegistryKey, whose: string, { retired, cancelled, issued }: ApxFiles): UnitFile[] {
  return [
    { registry, name: `${whose} list of retirements`, rowsAre: 'retired', dates: 'month first', ...retired },
    { registry, name: `${whose} list of cancellations`, rowsAre: 'cancelled', ...cancelled },
    { registry, name: `${whose} list of issuances`, refusal: withoutSerials, ...issued },
  ];
}

const acrSerials = ['Credit Serial Numbers', 'Vintage Assignment Period Start Date'];
const ofArt = { 'Program Name': '', 'Program Type': '' } as const;

/**
 * The files of units that registries publish. A file is taken for the first whose `columns` it has. CarbonPlan's offsets-db-data has rows
 * of each in `tests/data`. Until 2024 Verra wrote the day first (`vcs.py` there), as in serials; APX's registries write the month first.
 */
const unitFiles: readonly UnitFile[] = [
  {
    registry: 'verra',
    name: 'Verra’s list of issued, retired and cancelled units',
    columns: ['Issuance Date', 'Vintage Start', 'Vintage End', 'ID', 'Serial Number'],
    map: { 'Total Vintage Quantity': '', 'Project Type': '' },
    dates: 'day first',
  },
  {
    registry: 'gold-standard',
    name: 'Gold Standard’s list of units',
    columns: ['Credit Status', 'GSID', 'Serial Number'],
    map: { 'Project Type': '' },
  },
  ...apxFiles('acr', 'the American Carbon Registry’s', {
    retired: { columns: [...acrSerials, 'Retired on Behalf of'], map: { 'Status Effective (GMT)': 'retiredOn' } },
    cancelled: { columns: [...acrSerials, 'Cancellation Type'], map: { 'Cancellation Details': 'note' } },
    issued: { columns: ['Date Issued (GMT)', 'Total Credits Issued', 'Project ID'] },
  }),
  ...apxFiles('car', 'the Climate Action Reserve’s', {
    retired: {
      columns: ['Quantity of Offset Credits', 'Status Effective', 'Retirement Reason', 'Retirement Reason Details'],
      map: { 'Status Effective': 'retiredOn' },
    },
    cancelled: { columns: ['Quantity of Offset Credits', 'Status Effective', 'Cancellation Reason'] },
    issued: { columns: ['Date Issued', 'Total Offset Credits Issued', 'Project ID'] },
  }),
  ...apxFiles('art', 'the ART Registry’s', {
    retired: { columns: ['Credit Serial Numbers', 'Program ID', 'Retirement Reason'], map: { ...ofArt, 'Status Effective': 'retiredOn' } },
    cancelled: {
      columns: ['Credit Serial Numbers', 'Program ID', 'Cancellation Reason'],
      map: { ...ofArt, 'Cancellation Details': 'note' },
    },
    issued: { columns: ['Date Approved', 'Credits Verified', 'Program ID'] },
  }),
  {
    registry: 'cercarbono',
    name: 'Cercarbono’s list of retirements',
    columns: ['serial', 'certificate_destination', 'from', 'to'],
    rowsAre: 'retired',
    map: { date: 'retiredOn', project_name: '' },
  },
  {
    registry: 'cercarbono',
    name: 'Cercarbono’s list of issuances with the numbers of units',
    columns: ['serial', 'issued_quantity', 'is_buffer', 'from', 'to'],
    rowsAre: 'issued',
    map: { issued_quantity: 'quantity', vintage_of_credits: 'vintage', year: '' },
  },
  {
    registry: 'cercarbono',
    name: 'Cercarbono’s list of issuances',
    columns: ['serial', 'issued_quantity', 'is_buffer'],
    refusal: 'It has no numbers of units: add the columns "from" and "to"',
  },
  {
    registry: 'isometric',
    name: 'Isometric’s list of issuances or retirements',
    columns: ['credit_batch_size_total.credits', 'project_id'],
    refusal: registries.isometric.refusal ?? withoutSerials,
  },
];

/** Reads the headers of files of units. */
export const unitRows = rowsOf('a row of units', declared, unitFiles);

/** Says which files of registries an import reads, and which of them it cannot. */
export function filesRead(kind: 'batches' | 'retirements'): string {
  const taken = { batches: 'issued', retirements: 'retired' }[kind];
  const read = unitFiles.filter((file) => !file.refusal && (file.rowsAre === undefined || file.rowsAre === taken));
  const refused = unitFiles.filter((file) => file.refusal);
  const names = (files: readonly UnitFile[]) => files.map(({ name }) => name).join('; ');
  return `Files are read by the command \`record -- import ${kind}\`: ${names(read)}; a file with columns of its own. Refused, because no units can be read from them: ${names(refused)}.`;
}
