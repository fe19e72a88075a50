import { readFile } from 'node:fs/promises';
import { strToU8, type Zippable, zipSync } from 'fflate';
import { type Context, Hono } from 'hono';
import { z } from 'zod';
import { numberOfCertificate, readDisclosure } from '#server/domain/record/read/certificates.ts';
import { provedFileOf } from '#server/domain/record/read/entries.ts';
import { findOwnKeysText } from '#server/domain/record/read/own-log.ts';
import { csvType } from '#server/platform/csv.ts';
import { env } from '#server/platform/env.ts';
import { csvOf } from '#server/platform/tables/list-file.ts';
import type { AppEnv } from '#server/platform/web/app-env.ts';
import { alwaysRevalidate, savedAs } from '#server/platform/web/cache-headers.ts';
import { zipDate } from '#server/platform/xlsx.ts';
import { disclosure as texts } from '#shared/content/record/disclosure.ts';
import { certificateWords, confirmation } from '#shared/content/record/index.ts';
import {
  beneficiariesOf,
  certificatesOf,
  type DisclosureFile,
  disclosureFiles,
  disclosureRows,
  missingFacts,
  type NumbersLeftOut,
  readPack,
  sayConfirmed,
  sayLeftOut,
  sayYears,
  sumOf,
  writeCorrections,
} from '#shared/lib/record/disclosure.ts';
import { disclosureSchemas } from '#shared/schemas/disclosure.ts';
import { factsOf, printFacts } from '#verify/certificate.ts';
import { fill, formatCount } from '#verify/text.ts';
import { jsonText, makeHeavyFile, sendUnavailable, sendUnavailableAfter } from './record-files.ts';

const { readme: readmeTexts } = texts;

/** Serves the facts of several certificates as files for a report: each export as CSV or JSON, or all with the proofs in one ZIP. */
export function disclosures() {
  const app = new Hono<AppEnv>();
  for (const file of disclosureFiles) {
    // Only esrs-e1-7 has a place for what was left out: the others have the form that a law or a CAD Trust node prescribes.
    const mustBeWhole = file !== 'esrs-e1-7';
    const serve = (make: typeof csv, ending: string, type: string) =>
      app.get(`/disclosure/${file}.${ending}`, (c) =>
        withDisclosure(c, (found) => c.body(make(file, found), 200, savedAs(`carma-${file}.${ending}`, type)), { mustBeWhole }),
      );
    serve(csv, 'csv', csvType);
    serve(json, 'json', 'application/json; charset=utf-8');
    app.get(`/disclosure/${file}.schema.json`, (c) =>
      c.body(schema(file), 200, { ...alwaysRevalidate, 'content-type': 'application/schema+json; charset=utf-8' }),
    );
  }
  app.get('/disclosure.zip', (c) =>
    withDisclosure(c, (found) =>
      makeHeavyFile(c, async () => {
        // Named first, so that it is the first file of the archive. It is written last, because it describes the others.
        const files: Zippable = { 'README.txt': new Uint8Array() };
        for (const name of disclosureFiles) {
          files[`${name}.csv`] = strToU8(csv(name, found));
          files[`${name}.json`] = strToU8(json(name, found));
          files[`${name}.schema.json`] = strToU8(schema(name));
        }
        for (const one of found.certified) {
          const file = await provedFileOf(one);
          if (!file) return sendUnavailable(c, 'record');
          files[`certificates/${numberOfCertificate(one)}.json`] = strToU8(jsonText(file));
          files[`certificates/${numberOfCertificate(one)}.tlog-proof`] = strToU8(file.proof);
        }
        files['README.txt'] = strToU8(readme(found));
        files['carma.key'] = strToU8(await findOwnKeysText());
        files['carma-verify.mjs'] = await readFile(`${import.meta.env.DEV ? '' : 'dist/'}public/carma-verify.mjs`);
        return c.body(Buffer.from(zipSync(files, { level: 6, mtime: zipDate })), 200, savedAs('carma-disclosure.zip', 'application/zip'));
      }),
    ),
  );
  app.onError(sendUnavailableAfter('Could not create a disclosure'));
  return app;
}

const rowsOf = (file: DisclosureFile, { lines, ...leftOut }: Disclosure) =>
  disclosureRows(file, lines, { publicUrl: env().PUBLIC_URL, seller: 'Carma', leftOut });

function csv(file: DisclosureFile, found: Disclosure): string {
  const rows = rowsOf(file, found);
  // A row leaves out what is not stated, so the first may lack columns.
  const columns = [...new Set(rows.flatMap((row) => Object.keys(row)))];
  return csvOf(columns, rows);
}

const json = (file: DisclosureFile, found: Disclosure) => jsonText(rowsOf(file, found));

const schema = (file: DisclosureFile) =>
  jsonText({ $id: `${env().PUBLIC_URL}/record/disclosure/${file}.schema.json`, ...z.toJSONSchema(disclosureSchemas[file]) });

type Disclosure = NumbersLeftOut & Awaited<ReturnType<typeof readDisclosure>>;

/**
 * Reads the certificates named in the query and passes their facts to `work`. Answers 400 or 404 if there are none, too many, or if they
 * are of different beneficiaries and the query does not say that they are to be added up.
 * `mustBeWhole`: it refuses to leave out a certificate that the query names.
 */
async function withDisclosure(
  c: Context<AppEnv>,
  work: (found: Disclosure) => Response | Promise<Response>,
  { mustBeWhole = false } = {},
): Promise<Response> {
  const { numbers, isTogether, beyondLimit, ignored } = readPack(new URL(c.req.url).searchParams);
  const { lines, certified, unknown } = await readDisclosure(numbers);
  const left = sayLeftOut({ beyondLimit, ignored, unknown }, texts);
  const refuse = (status: 400 | 404, ...why: string[]) => c.text([...why, ...left, ''].join('\n'), status, { 'cache-control': 'no-store' });
  if (numbers.length === 0) return refuse(400, texts.noneInFile);
  if (beyondLimit.length > 0) return refuse(400);
  if (lines.length === 0) return refuse(404);
  const certificates = certificatesOf(lines);
  const count = beneficiariesOf(lines).length;
  if (count > 1 && !isTogether) {
    const named = certificates.map((one) => `${one.number}: ${one.beneficiary ?? readmeTexts.erased}`);
    return refuse(400, fill(texts.differentInFile, { count: String(count) }), ...named);
  }
  if (mustBeWhole && left.length > 0)
    return refuse(unknown.length > 0 ? 404 : 400, fill(texts.partInFile, { numbers: certificates.map(({ number }) => number).join(', ') }));
  return work({ lines, certified, unknown, ignored });
}

/** Writes the file that explains a pack, with the facts of each of its certificates. */
function readme({ lines, certified, ...leftOut }: Disclosure): string {
  const missing = missingFacts(lines).map(({ fact, certificates: lacking }) => `- ${fact}: ${lacking.join(', ')}`);
  const beneficiaries = beneficiariesOf(lines).length;
  const certificates = certificatesOf(lines);
  const corrected = certificates
    .filter(({ corrections }) => corrections.length > 0)
    .map((one) => `- ${one.number}, ${formatCount(one.quantity)} tCO2e: ${writeCorrections(one)}`);
  const paragraphs: string[][] = [
    [readmeTexts.title],
    lines.some(({ isSample }) => isSample) ? [readmeTexts.sample] : [],
    [
      readmeTexts.certificates,
      ...certified.flatMap((one) => [numberOfCertificate(one), ...printFacts(factsOf(one, certificateWords.adjustments))]),
      `${fill(readmeTexts.total, { quantity: formatCount(sumOf(lines).quantity) })}. ${sayConfirmed(sumOf(lines), confirmation)}`,
      ...sayYears(lines, texts.years),
      ...(beneficiaries > 1 ? [fill(readmeTexts.different, { count: String(beneficiaries) })] : []),
    ],
    corrected.length > 0 ? [readmeTexts.corrected, ...corrected] : [],
    sayLeftOut(leftOut, texts),
    [...readmeTexts.files],
    missing.length > 0 ? [readmeTexts.missing, ...missing] : [],
    [...readmeTexts.node],
    [...readmeTexts.company],
    [...readmeTexts.adjustment],
    [
      readmeTexts.check,
      ...certified.map(
        (one) => `  node carma-verify.mjs certificates/${numberOfCertificate(one)}.json --key carma.key --log ${env().PUBLIC_URL}/log`,
      ),
      readmeTexts.key,
    ],
    [readmeTexts.limits],
  ];
  return paragraphs
    .filter((paragraph) => paragraph.length > 0)
    .map((paragraph) => `${paragraph.join('\r\n')}\r\n`)
    .join('\r\n');
}
