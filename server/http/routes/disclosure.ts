import { readFile } from 'node:fs/promises';
import path from 'node:path';
import { stringify } from 'csv-stringify/sync';
import { strToU8, type Zippable, zipSync } from 'fflate';
import { type Context, Hono } from 'hono';
import { z } from 'zod';
import { findCertificate } from '#server/domain/record/read/certificates.ts';
import { readDisclosure } from '#server/domain/record/read/disclosure.ts';
import { findOwnKeys } from '#server/domain/record/read/own-log.ts';
import { readProvedFile } from '#server/domain/record/read/proved-file.ts';
import { csvFile } from '#server/platform/csv.ts';
import type { AppEnv } from '#server/platform/web/app-env.ts';
import { alwaysRevalidate } from '#server/platform/web/conditional-requests.ts';
import { zipDate } from '#server/platform/xlsx.ts';
import {
  correctedCertificates,
  type DisclosedLine,
  type DisclosureFile,
  disclosureFiles,
  disclosureRows,
  findCertificateNumbers,
  missingFacts,
  unconfirmedCertificates,
  writeCorrections,
} from '#src/lib/record/disclosure.ts';
import { formatCount } from '#src/lib/text/numbers.ts';
import { disclosureSchemas } from '#src/schemas/disclosure.ts';
import { makeHeavyFile } from './heavy-files.ts';
import { sendUnavailable, sendUnavailableAfter } from './record-unavailable.ts';

type DisclosureParts = {
  publicUrl: string;
  /** The name of the seller of the credits. */
  seller: string;
  /** The folder of the build's files, which include the verifier. */
  publicDir: string;
};

/** Serves the facts of several certificates as files for a report: each export as CSV or JSON, or all with the proofs in one ZIP. */
export function disclosure({ publicUrl, seller, publicDir }: DisclosureParts) {
  const app = new Hono<AppEnv>();
  app.get('/disclosure/:file{(?:cad-trust|esrs-e1-7|ab-1305)\\.csv}', (c) =>
    withDisclosure(c, ({ lines }) => {
      const file = exportNamed(c.req.path);
      return c.body(csv(file, lines), 200, headers('text/csv; charset=utf-8; header=present', `carma-${file}.csv`));
    }),
  );
  app.get('/disclosure/:file{(?:cad-trust|esrs-e1-7|ab-1305)\\.json}', (c) =>
    withDisclosure(c, ({ lines }) => {
      const file = exportNamed(c.req.path);
      return c.body(json(file, lines), 200, headers('application/json; charset=utf-8', `carma-${file}.json`));
    }),
  );
  app.get('/disclosure/:file{(?:cad-trust|esrs-e1-7|ab-1305)\\.schema\\.json}', (c) =>
    c.body(schema(exportNamed(c.req.path)), 200, { ...alwaysRevalidate, 'content-type': 'application/schema+json; charset=utf-8' }),
  );
  app.get('/disclosure.zip', (c) =>
    withDisclosure(c, ({ lines, unknown }) =>
      makeHeavyFile(c, async () => {
        const numbers = [...new Set(lines.map(({ certificate }) => certificate))];
        const files: Zippable = { 'README.txt': strToU8(readme(lines, unknown)) };
        for (const name of disclosureFiles) {
          files[`${name}.csv`] = strToU8(csv(name, lines));
          files[`${name}.json`] = strToU8(json(name, lines));
          files[`${name}.schema.json`] = strToU8(schema(name));
        }
        for (const number of numbers) {
          const found = await findCertificate(number);
          const file = found && (await readProvedFile(found));
          if (!file) return sendUnavailable(c, 'record');
          files[`certificates/${number}.json`] = strToU8(`${JSON.stringify(file, null, 2)}\n`);
          files[`certificates/${number}.tlog-proof`] = strToU8(file.proof);
        }
        const keys = await findOwnKeys();
        if (keys === undefined) return sendUnavailable(c, 'record');
        files['carma.key'] = strToU8(keys);
        files['carma-verify.mjs'] = await readFile(path.join(publicDir, 'carma-verify.mjs'));
        return c.body(Buffer.from(zipSync(files, { level: 6, mtime: zipDate })), 200, headers('application/zip', 'carma-disclosure.zip'));
      }),
    ),
  );
  app.onError(sendUnavailableAfter('Could not create a disclosure'));
  return app;

  function csv(file: DisclosureFile, lines: DisclosedLine[]): string {
    return stringify(disclosureRows(file, lines, { publicUrl, seller }), { ...csvFile, bom: true });
  }

  function json(file: DisclosureFile, lines: DisclosedLine[]): string {
    return `${JSON.stringify(disclosureRows(file, lines, { publicUrl, seller }), null, 2)}\n`;
  }

  function schema(file: DisclosureFile): string {
    const $id = `${publicUrl}/record/disclosure/${file}.schema.json`;
    return `${JSON.stringify({ $id, ...z.toJSONSchema(disclosureSchemas[file]) }, null, 2)}\n`;
  }
}

/** Returns the export that an address names. */
function exportNamed(address: string): DisclosureFile {
  return disclosureFiles.find((name) => address.includes(`/${name}.`)) ?? 'cad-trust';
}

type Disclosure = Awaited<ReturnType<typeof readDisclosure>>;

/** Reads the certificates named in the query and passes their facts to `work`. Answers 400 or 404 if there are none. */
async function withDisclosure(c: Context<AppEnv>, work: (found: Disclosure) => Response | Promise<Response>): Promise<Response> {
  const { numbers, tooMany } = findCertificateNumbers(c.req.query('c') ?? '');
  if (numbers.length === 0 || tooMany)
    return c.text('Name 1 to 50 certificates, as in ?c=CR-000012,CR-000015', 400, { 'cache-control': 'no-store' });
  const found = await readDisclosure(numbers);
  if (found.lines.length === 0) return c.text('The record has none of these certificates', 404, { 'cache-control': 'no-store' });
  return work(found);
}

function headers(type: string, name: string): Record<string, string> {
  return { ...alwaysRevalidate, 'content-type': type, 'content-disposition': `attachment; filename="${name}"` };
}

function readme(lines: DisclosedLine[], unknown: string[]): string {
  const corrected = correctedCertificates(lines).map(
    (one) => `- ${one.certificate}, ${formatCount(one.quantity)} tCO2e: ${writeCorrections(one)}`,
  );
  const unconfirmed = unconfirmedCertificates(lines).map(
    ({ certificate, quantity, open }) => `- ${certificate}: ${formatCount(open)} of ${formatCount(quantity)} tCO2e`,
  );
  const missing = missingFacts(lines).map(({ fact, certificates }) => `- ${fact}: ${certificates.join(', ')}`);
  return [
    'Retired carbon credits, for a disclosure',
    '',
    ...(lines.some(({ isSample }) => isSample) ? ['SAMPLE DATA: these retirements are invented and have no value.', ''] : []),
    ...(corrected.length > 0
      ? ['CORRECTED. These retirements are in the totals, and a later entry corrects them. Read it first:', ...corrected, '']
      : []),
    'cad-trust.csv    units, in the columns of the Climate Action Data Trust',
    'esrs-e1-7.csv    quantities and shares that ESRS E1-7 asks for; each split adds up to 100%',
    'ab-1305.csv      facts of California Health and Safety Code, section 44475.1',
    '                 (each also as JSON, with its JSON Schema)',
    'certificates/    each certificate with its proof',
    '',
    'Check a certificate without us and offline, with Node 20 or newer:',
    ...[...new Set(lines.map(({ certificate }) => certificate))].map(
      (number) => `  node carma-verify.mjs certificates/${number}.json --key carma.key`,
    ),
    'Compare carma.key with the key that you got from us before, or from somebody else.',
    '',
    ...(unconfirmed.length > 0 ? ['Not yet confirmed at the registry:', ...unconfirmed, ''] : []),
    ...(missing.length > 0 ? ['Not stated on the record or in the catalogue. Ask us before you report:', ...missing, ''] : []),
    ...(unknown.length > 0 ? [`Not on the record: ${unknown.join(', ')}`, ''] : []),
    'The record proves what Carma recorded. Compare the serial numbers with the public pages of the registry.',
    '',
  ].join('\r\n');
}
