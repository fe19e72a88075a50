import { parse as parseCsv } from 'csv-parse/sync';
import { unzipSync } from 'fflate';
import { expect, it } from 'vitest';
import { wrongFieldsIn } from '#tests/support/error-summary.ts';
import { has } from '#tests/support/matchers.ts';
import { sharedSite } from '#tests/support/own-site.ts';
import { checkFile } from '#verify/check.ts';
import { readKeys } from '#verify/signed-tree.ts';

const { get, json, page, text } = sharedSite();

type Retirement = { entry: { certificate: string; project: unknown; quantity: number }; texts: { beneficiary: { text: string } } };
const retirements: Retirement[] = (await json('/api/v1/record/retirements?limit=100')).entries;
/** The newest retirement in the sample record, of two projects, and its certificate. */
const spanning = retirements.find((one) => one.entry.project === null) as Retirement;
const { certificate } = spanning.entry;

it('a disclosure reports about several certificates, without scripts, once it is said that they are to be added up', async () => {
  const numbers = retirements.map((one) => one.entry.certificate).join(',');
  const total = retirements.reduce((sum, one) => sum + one.entry.quantity, 0);
  const empty = await page('/record/disclosure?c=');
  // Browsers cut what is pasted at a `maxlength`, and a number that is cut off is that of another certificate.
  expect([wrongFieldsIn(empty), empty.querySelector('textarea[maxlength]')]).toEqual([['Certificate numbers'], null]);
  const refused = await page(`/record/disclosure?c=${numbers}`);
  expect(refused.querySelector('main')?.text).toMatch(/for \d+ beneficiaries, so we don’t total them/);
  expect(refused.querySelectorAll('main table')).toHaveLength(1);
  const answer = await get(`/record/disclosure/esrs-e1-7.json?c=${numbers}`);
  expect([answer.status, await answer.text()]).toEqual([400, has('together=1')]);
  const [certificates, ...splits] = (await page(`/record/disclosure?c=${numbers}&together=1`)).querySelectorAll('main table');
  expect(certificates?.structuredText).toMatch(/Sample Logistics Ltd.* UTC/s);
  expect(certificates?.text.match(/not yet confirmed/g)).toHaveLength(1);
  expect(splits).toHaveLength(7);
  const read = (csv: string): Record<string, string>[] => parseCsv(csv, { columns: true });
  const rowsOf = async (file: string) => read(await text(`/record/disclosure/${file}.csv?c=${numbers}&together=1`));
  expect((await rowsOf('esrs-e1-7'))[0]).toMatchObject({ split: 'total', tCO2e: String(total), percent: '100' });
  // The newest is not confirmed, so that its row has no beneficiary: it is in the columns all the same.
  const units = await rowsOf('cad-trust');
  expect(units[0]).toMatchObject({ marketplaceIdentifier: certificate, unitRetirementBeneficiary: '' });
  expect(units.at(-1)?.unitRetirementBeneficiary).toContain('Example Brewery plc');
});

it('a disclosure says on its page and in its README of which years the retirements are, unless it was refused because of several beneficiaries', async () => {
  const query = `c=${retirements.map((one) => one.entry.certificate).join(',')}`;
  const years = /of several calendar years: \d+ tCO₂e in 20\d\d.* and \d+ tCO₂e in 20\d\d/;
  const pack = unzipSync(Buffer.from(await (await get(`/record/disclosure.zip?${query}&together=1`)).arrayBuffer()));
  expect(new TextDecoder().decode(pack['README.txt'])).toMatch(years);
  const shown = async (more: string) => (await page(`/record/disclosure?${query}${more}`)).querySelector('main')?.text;
  expect(await shown('&together=1')).toMatch(years);
  expect(await shown('')).not.toMatch(years);
});

it('a disclosure has no files if some certificates are beyond the limit, and names these', async () => {
  const unknown = Array.from({ length: 50 }, (_, at) => `CR-${900_001 + at}`);
  const shown = async (list: string[]) => (await page(`/record/disclosure?c=${list.join()}`)).querySelector('main');
  const [all, whole] = [await shown([certificate, ...unknown]), await shown([certificate, ...unknown.slice(1)])];
  expect(all?.text).toMatch(/no files are made.*Left out: CR-900050\./);
  expect([all, whole].map((main) => main?.querySelectorAll('a[href*="/disclosure/"]').length)).toEqual([0, 9]);
});

it('a disclosure is available as one file with proofs, which hold, and without the time when it was made', async () => {
  const answer = await get(`/record/disclosure.zip?c=${certificate},CR-999999,nonsense`);
  const pack = Buffer.from(await answer.arrayBuffer());
  // The earliest that a ZIP can state, 1 January 1980, so that every instance makes the same bytes.
  expect(pack.readUInt32LE(10)).toBe(0x0021_0000);
  const files = unzipSync(pack);
  expect(Object.keys(files)).toEqual(
    expect.arrayContaining(['README.txt', 'carma-verify.mjs', 'carma.key', 'esrs-e1-7.csv', `certificates/${certificate}.tlog-proof`]),
  );
  const inPack = (name: string) => new TextDecoder().decode(files[name]);
  const keysInside = (await readKeys(inPack('carma.key'))) ?? [];
  expect((await checkFile(inPack(`certificates/${certificate}.json`), { keys: keysInside })).headline).toBe('passed');
  for (const told of ['SAMPLE DATA', 'Not on the record: CR-999999', 'nonsense', `${certificate}\r\n  Quantity: 60 tonnes`])
    expect(inPack('README.txt')).toContain(told);
  expect(JSON.parse(inPack('ab-1305.json'))[0]).toMatchObject({ seller: 'Carma', sample: expect.any(String) });
  const { $id } = JSON.parse(inPack('ab-1305.schema.json'));
  expect(await json(new URL($id).pathname)).toMatchObject({ $id, type: 'array' });
});

it('a disclosure leaves nothing out without a word, however the numbers are given', async () => {
  const other = retirements.find(({ texts }) => texts.beneficiary.text !== spanning.texts.beneficiary.text)?.entry.certificate;
  const query = `c=${other}&c=${certificate},CR-999999&c=nonsense`;
  const shown = await page(`/record/disclosure?${query}`);
  expect(shown.querySelectorAll('main table tbody tr')).toHaveLength(2);
  const none = ['.zip', '/cad-trust.csv?c=nothing', '/cad-trust.csv?c=CR-999999'].map((path) => get(`/record/disclosure${path}`));
  expect((await Promise.all(none)).map(({ status }) => status)).toEqual([400, 400, 404]);
  const files = (await page(`/record/disclosure?${query}&together=1`)).querySelectorAll('a[href*="disclosure/"]');
  expect(files[0]?.getAttribute('href')).toMatch(new RegExp(`c=${other},${certificate}&`));
  for (const [file, status] of Object.entries({ 'cad-trust.json': 404, 'ab-1305.csv': 404, 'esrs-e1-7.csv': 200 })) {
    const refused = await text(`/record/disclosure/${file}?${query}`);
    const answer = await get(`/record/disclosure/${file}?${query}&together=1`);
    expect(answer.status, file).toBe(status);
    for (const said of [refused, await answer.text(), shown.text])
      for (const left of ['CR-999999', 'nonsense']) expect(said, file).toContain(left);
  }
});
