import type { DayOrder } from '#server/platform/tables/days.ts';
import { columnNamesOf, type KnownFile } from '#server/platform/tables/match-columns.ts';
import { type RegistryKey, registries } from '#verify/registries.ts';
import type { UnitField } from './unit-columns.ts';

/** A file of units that a registry publishes. */
export type UnitFile = KnownFile<UnitField> & {
  registry: RegistryKey;
  /** What it is, in a sentence that says "This is". */
  name: string;
  /** What all its rows are. Without it, columns of each row say so. */
  rows?: 'retired' | 'cancelled' | 'issued';
  /** How it writes dates that do not begin with the year. */
  dates?: DayOrder;
  /** Why it cannot be imported. */
  refusal?: string;
};

const withoutSerials = 'It names no serials, so the record cannot know its units: import a file with serials instead';

/**
 * The files of units that registries publish, by their header rows. CarbonPlan's offsets-db-data (tests/data) has rows of each. Until
 * 2024 Verra wrote dates day first (`vcs.py` there), as its serials still do; APX's registries (ACR, CAR, ART) write the month first.
 */
export const unitFiles: readonly UnitFile[] = [
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
  {
    registry: 'acr',
    name: 'the American Carbon Registry’s list of retirements',
    columns: ['Credit Serial Numbers', 'Vintage Assignment Period Start Date', 'Retired on Behalf of'],
    rows: 'retired',
    map: { 'Status Effective (GMT)': 'retiredOn' },
    dates: 'month first',
  },
  {
    registry: 'acr',
    name: 'the American Carbon Registry’s list of cancellations',
    columns: ['Credit Serial Numbers', 'Vintage Assignment Period Start Date', 'Cancellation Type'],
    rows: 'cancelled',
    map: { 'Cancellation Details': 'note' },
    dates: 'month first',
  },
  {
    registry: 'acr',
    name: 'the American Carbon Registry’s list of issuances',
    columns: ['Date Issued (GMT)', 'Total Credits Issued', 'Project ID'],
    refusal: withoutSerials,
  },
  {
    registry: 'car',
    name: 'the Climate Action Reserve’s list of retirements',
    columns: ['Quantity of Offset Credits', 'Status Effective', 'Retirement Reason', 'Retirement Reason Details'],
    rows: 'retired',
    map: { 'Status Effective': 'retiredOn' },
    dates: 'month first',
  },
  {
    registry: 'car',
    name: 'the Climate Action Reserve’s list of cancellations',
    columns: ['Quantity of Offset Credits', 'Status Effective', 'Cancellation Reason'],
    rows: 'cancelled',
    dates: 'month first',
  },
  {
    registry: 'car',
    name: 'the Climate Action Reserve’s list of issuances',
    columns: ['Date Issued', 'Total Offset Credits Issued', 'Project ID'],
    refusal: withoutSerials,
  },
  {
    registry: 'art',
    name: 'the ART Registry’s list of retirements',
    columns: ['Credit Serial Numbers', 'Program ID', 'Retirement Reason'],
    rows: 'retired',
    map: { 'Program ID': 'projectId', 'Program Name': '', 'Program Type': '', 'Status Effective': 'retiredOn' },
    dates: 'month first',
  },
  {
    registry: 'art',
    name: 'the ART Registry’s list of cancellations',
    columns: ['Credit Serial Numbers', 'Program ID', 'Cancellation Reason'],
    rows: 'cancelled',
    map: { 'Program ID': 'projectId', 'Program Name': '', 'Program Type': '', 'Cancellation Details': 'note' },
    dates: 'month first',
  },
  {
    registry: 'art',
    name: 'the ART Registry’s list of issuances',
    columns: ['Date Approved', 'Credits Verified', 'Program ID'],
    refusal: withoutSerials,
  },
  {
    registry: 'cercarbono',
    name: 'Cercarbono’s list of retirements',
    columns: ['serial', 'certificate_destination', 'from', 'to'],
    rows: 'retired',
    map: { date: 'retiredOn', project_name: '' },
  },
  {
    registry: 'cercarbono',
    name: 'Cercarbono’s list of issuances with the numbers of units',
    columns: ['serial', 'issued_quantity', 'is_buffer', 'from', 'to'],
    rows: 'issued',
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
    refusal: `${registries.isometric.refusal}`,
  },
];

/** Says which files of registries an import reads, and which of them it cannot. */
export function filesRead(kind: 'batches' | 'retirements'): string {
  const rows = { batches: 'issued', retirements: 'retired' }[kind];
  const read = unitFiles.filter((file) => !file.refusal && (file.rows === undefined || file.rows === rows));
  const refused = unitFiles.filter((file) => file.refusal);
  const names = (files: readonly UnitFile[]) => files.map(({ name }) => name).join('; ');
  return `Files are read by the command \`record -- import ${kind}\`: ${names(read)}; a file with columns of its own. Refused, because they name no units: ${names(refused)}.`;
}

export const unitFileColumns = columnNamesOf(unitFiles);
