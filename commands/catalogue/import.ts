import { basename } from 'node:path';
import { mapAndComplete } from '#server/domain/projects/import/map-and-complete.ts';
import { type MapOptions, projectRows } from '#server/domain/projects/import/map-columns.ts';
import { parseCatalogue } from '#server/domain/projects/import/parse-catalogue.ts';
import { storeCatalogue } from '#server/domain/projects/import/store.ts';
import { countSamples } from '#server/domain/projects/remove.ts';
import { type ReadOptions, readTable } from '#server/platform/tables/read-table.ts';
import { withCatalogue } from '../run.ts';
import { withBar } from '../terminal.ts';
import { outcome, printFindings, printMapping, type ReportOptions, writeReport } from './import-report.ts';

type ImportOptions = MapOptions & ReadOptions & ReportOptions;

/**
 * Imports a file and prints the outcome: results on stdout, errors and notes on stderr.
 * @returns the exit code: 1 if the file was rejected.
 * @throws Error that explains what is wrong with the file or the mapping as a whole.
 */
export async function importFile(file: string, options: ImportOptions): Promise<number> {
  const given = await readTable(file, { ...options, isColumn: (name) => projectRows.isColumn(name, options) });
  const { table, result, samples } = await withCatalogue(async () => {
    const { table, mapping } = await mapAndComplete(given, options);
    printMapping(mapping, given);
    const catalogue = parseCatalogue(table, mapping);
    const { dryRun, skipBad = false, missing } = options;
    const result = await withBar((progress) => storeCatalogue(catalogue, { dryRun, skipBad, missing, progress }));
    return { table, result, samples: await countSamples() };
  });
  printFindings(table, result, options);
  console.log(outcome(basename(file), result, options));
  if (options.report)
    await writeReport(options.report, result).catch((error: Error) => {
      console.error(`The report could not be written: ${error.message}. What is said above holds.`);
    });
  if (samples > 0)
    console.log(`${samples} of the catalogue's projects are invented samples. To delete them: npm run catalogue -- remove-samples`);
  return result.rejected ? 1 : 0;
}
