import { type ImportKind, type ImportOptions, importFile } from '#server/domain/record/import/import-file.ts';
import { unitRows } from '#server/domain/record/import/unit-columns.ts';
import { parseTable } from '#server/platform/tables/read-table.ts';

/** The header rows of registries' own files (from CarbonPlan's offsets-db-data), theirs to the letter; all values are invented. */
export const unitFileHeaders = {
  Verra:
    'Issuance Date,Sustainable Development Goals,Vintage Start,Vintage End,ID,Name,Country/Area,Project Type,Methodology,Total Vintage Quantity,Quantity Issued,Serial Number,Additional Certifications,Retirement/Cancellation Date,Retirement Beneficiary,Retirement Reason,Retirement Details',
  'Gold Standard issuances':
    'Vintage,Credit Status,Quantity,GSID,Project Name,Project Developer,Country,Project Type,Methodology,Programme of Activities,POA GSID,Product Type,Issuance Date,Monitoring Period Start,Monitoring Period End,Serial Number,Label,Article Six Authorization',
  'Gold Standard retirements':
    'Vintage,Credit Status,Quantity,GSID,Project Name,Project Developer,Country,Product Type,Project Type,Methodology,Programme of Activities,POA GSID,Issuance Date,Retirement Date,Monitoring Period Start,Monitoring Period End,Serial Number,Note,Aeroplane Operator Name,Label,Use Case,Using Entity,Article Six Authorization',
  'ACR retirements':
    'fiid,Credit Serial Numbers,Date Issued (GMT),Vintage,Vintage Assignment Period Start Date,Vintage Assignment Period End Date,Quantity of Credits,Account Holder,Status Effective (GMT),Retired on Behalf of,Retirement Reason,Purpose of Retirement,Project ID,Project Name,Project Type,Project Methodology/Protocol,Methodology/Protocol Version',
  'ACR cancellations':
    'Credit Serial Numbers,Date Issued (GMT),Vintage,Vintage Assignment Period Start Date,Vintage Assignment Period End Date,Quantity of Credits,Account Holder,ahID,Status Effective  (GMT),Cancellation Type,Project ID,Project Name,Project Type,Cancellation Details',
  'ACR issuances':
    'Date Issued (GMT),Vintage,ReportingPeriodBegin,ReportingPeriodEnd,Total Credits Issued,Credits Issued to Project,Project ID,Project Name',
  'CAR retirements':
    'Vintage,Offset Credit Serial Numbers,Quantity of Offset Credits,Status Effective,Project ID,Project Name,Project Type,Reduction/Removal,Account Holder,Retirement Reason,Retirement Reason Details',
  'CAR cancellations':
    'Vintage,Offset Credit Serial Numbers,Quantity of Offset Credits,Status Effective,Project ID,Project Name,Cancellation Reason,Export Notes',
  'CAR issuances': 'Date Issued,Project ID,Project Name,Vintage,Total Offset Credits Issued',
  'ART retirements':
    'Vintage,Credit Serial Numbers,Quantity of Credits,Status Effective,Program ID,Program Name,Program Type,Crediting Program and Standard,Date Approved,Account Holder,Retired on Behalf of,Retirement Reason,Purpose of Retirement',
  'ART cancellations':
    'Vintage,Credit Serial Numbers,Quantity of Credits,Status Effective,Program ID,Program Name,Program Type,Account Holder,Cancellation Reason,Cancellation Details',
  'ART issuances': 'Date Approved,Program ID,Program Name,Vintage,Total Emission Reductions/Removals,Credits Verified',
  'Cercarbono retirements':
    'project_name,project_id,serial,vintage,certificate_destination,end_user,passive_subject,date,quantity,public_consult,from,to,industry',
  'Cercarbono issuances': 'verification,serial,issued_quantity,issuance_date,year,is_buffer,vintage_of_credits',
  'Isometric issuances': 'id,issued_at,project_id,credit_batch_size_total.credits,credit_batch_size_total.credit_kgs',
  'Isometric retirements': 'retirement_id,retired_at,purposes,beneficiary.name,credit_batch_size_total.credits,project_id,sequestered_on',
} as const;

/** Writes rows of a registry's file, each value under its column. */
export function unitFileOf(name: keyof typeof unitFileHeaders, ...rows: Record<string, string>[]): string {
  const columns = unitFileHeaders[name].split(',');
  const unknown = rows.flatMap((row) => Object.keys(row)).find((column) => !columns.includes(column));
  if (unknown) throw new Error(`${name} has no column ${unknown}`);
  return [unitFileHeaders[name], ...rows.map((row) => columns.map((column) => `"${row[column] ?? ''}"`).join(','))].join('\n');
}

/** Imports units from a file with these lines. */
export const importUnits = (kind: ImportKind, text: string, options: ImportOptions = {}) =>
  importFile(kind, parseTable(`${text}\n`, { isColumn: (name) => unitRows.isColumn(name, options) }), options);

/** Serials of Gold Standard's project 9002, and of Verra's 9001, whose numbers have nine digits. */
export const goldSerial = (first: number, last: number, block = 70_001) => `GS1-1-UG-GS9002-16-2024-${block}-${first}-${last}`;
export const verraSerial = (first: number, last: number) =>
  `9001-${100_000_000 + first}-${100_000_000 + last}-VCS-VCU-1507-VER-BR-14-9001-01012025-31122025-1`;
