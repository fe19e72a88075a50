import { execFile } from 'node:child_process';
import { writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { parse as parseCsv } from 'csv-parse/sync';
import { unzipSync } from 'fflate';
import { parse } from 'node-html-parser';
import { expect, it } from 'vitest';
import { wrongFieldsIn } from '#tests/support/error-summary.ts';
import { like } from '#tests/support/matchers.ts';
import { sharedSite } from '#tests/support/own-site.ts';
import { folderOfTest } from '#tests/support/temporary-folder.ts';
import { checkFile } from '#verify/check.ts';
import { parseEntriesTile } from '#verify/log.ts';
import { readPolicy } from '#verify/policy.ts';
import { keyText, readKeys, verifyCheckpoint } from '#verify/signed-tree.ts';

const { get, json, page, text, bytes } = sharedSite();

type Retirement = {
  index: number;
  entry: { certificate: string; project: unknown; quantity: number };
  texts: { beneficiary: { text: string } };
};
const retirements: Retirement[] = (await json('/api/v1/record/retirements?limit=100')).entries;
type Line = { batch: number; project: { slug: string }; first: number; last: number };
/** The retirement in the sample record that spans two projects; its index, for the API; its number, which people read. */
const spanning = retirements.find((one) => one.entry.project === null) as Retirement;
const [certificate, entry, number]: [string, number, number] = [spanning.entry.certificate, spanning.index, spanning.index + 1];

/** Has something checked without scripts. Returns the page that answers. */
async function verify(fields: Record<string, string | Blob>) {
  const body = new FormData();
  for (const [name, value] of Object.entries({ record: '', ...fields })) body.append(name, value);
  const answer = await get('/api/verify', { method: 'POST', body });
  expect(answer.status).toBe(200);
  return parse(await answer.text()).querySelector('main');
}
const verifiedText = async (fields: Record<string, string | Blob>) => (await verify(fields))?.structuredText ?? '';

it('the sample record states on each of its pages that it is invented', async () => {
  const sheet = `/certificates/${certificate}`;
  for (const path of ['/record', `/record/entries/${number}`, '/record/batches/1', sheet, `/record/disclosure?c=${certificate}`])
    expect((await page(path)).querySelector('main header [role=note]')?.text, path).toContain('invented');
  // The sheet has a stamp of its own: it is printed without what stands above it.
  expect((await page(sheet)).querySelectorAll('article p').map(({ text }) => text)).toContain('Sample');
});

it('the sample record accounts for the unconfirmed units and those of a month, by project, too', async () => {
  // The newest entry, and the only one that no registry has confirmed.
  const { lines } = (await json(`/api/v1/record/entries/${entry}`)).entry as { lines: Line[] };
  const [line] = lines as [Line, ...Line[]];
  const units = (counted: Line[]) => counted.reduce((total, { first, last }) => total + last - first + 1, 0);
  const ofProject = units(lines.filter(({ project }) => project.slug === line.project.slug));
  for (const [path, open] of [
    ['/record', units(lines)],
    [`/projects/${line.project.slug}`, ofProject],
    [`/record/batches/${line.batch}`, units(lines.filter(({ batch }) => batch === line.batch))],
  ] as const)
    expect(/([\d,]+) recorded by Carma, not yet confirmed there/.exec((await page(path)).text)?.[1], path).toBe(String(open));
  const lastMonth = (await page(`/projects/${line.project.slug}`)).querySelectorAll('#record table tbody tr:first-child td');
  expect(lastMonth[1]?.text).toBe(String(ofProject));
  expect((await page('/')).querySelector('main')?.text).toContain('Not yet confirmed at the registry');
  // Units retired in a year, the label, and those of a month, of which the samples have fewer.
  const moved = (await page('/record')).querySelectorAll('#record-movements ~ ul li:last-child > *');
  const [year, , month] = moved.map(({ text }) => text);
  expect(Number.parseInt(month ?? '', 10)).toBeGreaterThan(0);
  expect(Number.parseInt(year ?? '', 10)).toBeGreaterThan(Number.parseInt(month ?? '', 10));
});

it.each([
  ['a certificate', certificate, `/certificates/${certificate}`],
  ['an entry', `Entry ${number}`, `/record/entries/${number}"`],
  ['a number within a serial range', '1001', '/record/batches/'],
  ['all certificates of a beneficiary', 'Sample Logistics Ltd', '/record/disclosure?c=CR-'],
])('the sample record finds %s', async (_, words, link) => {
  const found = (await page(`/record?q=${encodeURIComponent(words)}`)).querySelector('main [role=status]');
  expect(found?.innerHTML).toContain(link);
});

it('the sample record gives an entry one number: in its title, its address, its certificate, what refers to it, the search and /verify', async () => {
  const titleOf = async (path: string) => (await page(path)).querySelector('h1')?.text;
  expect(await titleOf(`/record/entries/${number}`)).toMatch(new RegExp(`^Entry ${number}: Retired`));
  expect(Number(certificate.slice(3))).toBe(number);
  expect(await text(`/certificates/${certificate}`)).toMatch(/name="description" content="[^"]*(?:not yet|yet to) confirm/i);
  const sheet = (await page(`/certificates/${certificate}`)).querySelector('article');
  expect(sheet?.querySelector(`a[href="/record/entries/${number}"]`)?.text).toBe(String(number));
  expect((await json(`/api/v1/record/entries/${entry}`)).url).toMatch(new RegExp(`/record/entries/${number}$`));
  expect(await json(`/record/entries/${number}.json`)).toMatchObject({ index: entry, number: certificate });
  const asked = { [`entry=${number}`]: `entry ${number}`, [`certificate=${certificate}`]: certificate };
  for (const [query, field] of Object.entries(asked))
    expect((await page(`/verify?${query}`)).querySelector('input[name=record]')?.getAttribute('value')).toBe(field);
  // The list goes from the newest to the oldest: before an entry means with lower numbers.
  const older = await page(`/record?before=${number}`);
  expect(older.querySelector('#record-entries ~ table tbody tr a')?.text).toBe(String(number - 1));
  expect(older.querySelector('a[href="/record#record-entries"]')).not.toBeNull();
  const shown = (await page('/record')).querySelectorAll('#record-entries ~ table tbody th').map(({ text }) => Number(text));
  expect((await page('/record')).innerHTML).toContain(`href="/record?before=${shown.at(-1)}#record-entries"`);
  expect((await page('/')).innerHTML).toMatch(/href="\/record\/entries\/(\d+)".*href="\/verify\?entry=\1"/s);
  expect((await page(`/record/entries/${number}`)).innerHTML).toContain(`href="/verify?entry=${number}"`);
  expect((await page('/record?q=entry+99999')).querySelector('main [role=status]')?.text).toContain('has the number “entry 99999”');
});

const endings = ['', '.json', '.pdf', '.tlog-proof'];
it.each(endings)(
  'the sample record has one address for a certificate, to which another spelling of its number leads: %s',
  async (ending) => {
    const written = certificate.replace(/^CR-0*/, 'cr%20');
    const answer = await get(`/certificates/${written}${ending}`);
    expect([answer.status, answer.headers.get('location')]).toEqual([308, `/certificates/${certificate}${ending}`]);
    expect((await json(`/api/v1/record/certificates/${written}`)).index).toBe(entry);
  },
);

it('the sample record says on /verify, without scripts, where the units of a serial number are, whatever its spelling, and where names are found', async () => {
  const [{ series, first }] = (await json(`/api/v1/record/entries/${entry}`)).entry.lines;
  const found = await verify({ record: `${series.toLowerCase().replaceAll('-', '–')}-${first}` });
  expect(found?.querySelector('[role=status]')?.structuredText).toContain(`${series}-`);
  expect(found?.innerHTML).toContain(`href="/certificates/${certificate}"`);
  expect(found?.text).not.toMatch(/Don’t rely on it|could not be finished/);
  expect((await verify({ record: 'SAMPLE-9999-2024-1 to 2' }))?.text).toContain('Nothing on the record matches');
  // A link that names no number leaves in the field what it names.
  expect((await page('/verify?certificate=CR-X')).querySelector('textarea, input[name=record]')?.toString()).toContain('CR-X');
  // Words are no file that cannot be read: the page says what can be entered, and offers the search for them.
  const words = await verify({ record: 'Harbour & Sons' });
  expect(words?.querySelector('[role=status]')?.structuredText).toMatch(/not a number.*\n.*number of a certificate \(CR-.*serial number/);
  expect(words?.querySelector('[role=status] a')?.getAttribute('href')).toBe('/record?q=Harbour%20%26%20Sons');
  expect(words?.text).not.toContain('cannot be read');
  // As with scripts, the answer has the focus.
  for (const answer of [words, found]) expect(answer?.querySelector('[autofocus] [role=status]')).not.toBeNull();
});

it('the verifier is at the address given on the record page, and checks a certificate independently', async () => {
  const steps = (await page('/record')).querySelector('main')?.textContent ?? '';
  expect(steps).toMatch(/curl -O \S+\/carma-verify\.mjs/);
  const answer = await get('/carma-verify.mjs');
  expect([answer.status, answer.headers.get('content-type')]).toEqual([200, 'text/javascript; charset=utf-8']);
  const folder = await folderOfTest();
  const files = { key: '/log/key', 'c.json': `/certificates/${certificate}.json`, 'carma-verify.mjs': '/carma-verify.mjs' };
  for (const [name, path] of Object.entries(files)) await writeFile(join(folder, name), await text(path));
  const check = promisify(execFile)(process.execPath, ['carma-verify.mjs', 'c.json', '--key', 'key'], { cwd: folder });
  expect((await check).stdout).toMatch(
    /^The file holds by itself\. .*\nThe file says:\nCarma recorded the retirement of 60 tCO₂e of Moray Brash Biochar \(15\) and Osage Orphan Wells \(45\) for /,
  );
});

const fact = /recorded the retirement of 60 tCO₂e of .+ and .+ for .+ on \d+ \S+ \d{4} UTC\. Not yet confirmed at the registry\./;

it('a certificate without scripts is checked by the server by its number alone; a number that does not exist is no forgery', async () => {
  expect(await verifiedText({ record: ` ${certificate.toLowerCase()} ` })).toMatch(fact);
  const [{ index }] = (await json('/api/v1/record/entries?kind=confirm')).entries;
  expect(await verifiedText({ record: `entry ${index + 1}` })).toMatch(/Entry \d+: Confirmed at the registry, [1-9]\d* tCO₂e/);
  const missing = await verifiedText({ record: 'cr-999999' });
  expect(missing).toContain('There is no certificate CR-999999 on this record.');
  expect(missing).not.toContain('Don’t rely on it');
});

it('a certificate without scripts is checked by the server as a text or a file, of which a PDF has to be the site’s own, and the result says so', async () => {
  const given = await text(`/certificates/${certificate}.json`);
  const inUtf16 = new Blob([Buffer.from(`\uFEFF${given}`, 'utf16le')]);
  const file = new Blob([await bytes(`/certificates/${certificate}.pdf`)]);
  const ways: Record<string, string | Blob>[] = [{ record: given }, { json: given, record: 'CR-999999' }, { file: inUtf16 }, { file }];
  for (const sent of ways) {
    const checked = await verifiedText(sent);
    expect(checked).toMatch(fact);
    expect(checked).toContain('Checked by our server.');
    expect(checked).not.toMatch(/✗|Don’t rely on it|could not be finished/);
    expect(checked.includes('The PDF is byte for byte as this site makes it')).toBe(sent.file === file);
  }
  expect(await verifiedText({ record: '{}' })).toContain('It is not the JSON or PDF of a certificate or of an entry.');
});

it('the log is served to clients of its formats, also on other sites, says what it is, and is never stale: a real log will replace that of the sample data', async () => {
  const checkpoint = await text('/log/checkpoint');
  const size = Number(checkpoint.split('\n')[1]);
  expect(checkpoint.split('\n')[0]).toMatch(/\/log\/sample$/);
  const tile = await get(`/log/tile/entries/000.p/${size}`);
  const names = ['checkpoint', 'key', 'keys', 'policy', 'log.json', `checkpoints/${size}`, `tile/entries/000.p/${size}`, 'tile/0/000.p/1'];
  for (const name of names) {
    const { headers } = await get(`/log/${name}`);
    expect([headers.get('cache-control'), headers.get('access-control-allow-origin')], name).toEqual(['no-cache', '*']);
  }
  expect(tile.status).toBe(200);
  // Node's fetch asks for compression, and undoes it.
  expect([tile.headers.get('content-encoding'), tile.headers.get('vary')]).toEqual([like(/^(?:gzip|br)$/), 'Accept-Encoding']);
  const written = await json('/api/v1/record/entries/0');
  expect(JSON.parse(new TextDecoder().decode(parseEntriesTile(new Uint8Array(await tile.arrayBuffer()))?.[0]))).toEqual(written.entry);
  expect((await get('/log/tile/0/000.p/1')).headers.get('content-encoding')).toBeNull();
  expect(await text(`/log/checkpoints/${size}`)).toBe(checkpoint);
  expect((await get('/log')).headers.get('location')).toBe('/record#check');
  const [own] = (await readKeys(await text('/log/keys'))) ?? [];
  expect(own && (await verifyCheckpoint(checkpoint, [own.key]))?.key).toBe(own?.key);
  expect(own && `${keyText(own.key)}\n`).toBe(await text('/log/key'));
  expect(await readPolicy(await text('/log/policy'))).toMatchObject({ logs: [own?.key], witnesses: [] });
  const shown = (await page('/record')).querySelector('main')?.textContent ?? '';
  expect(shown).toContain(own && keyText(own.key));
  expect(shown).toContain('No independent witness watches this log.');
  const invalid = await get('/log/tile/0/000.p/0');
  const stated = ['cache-control', 'access-control-allow-origin'].map((name) => invalid.headers.get(name));
  expect([invalid.status, ...stated]).toEqual([404, 'no-store', '*']);
  const about = { origin: checkpoint.split('\n')[0], sample: true, begunAt: like(/^\d{4}-/), ended: [], witnessed: null };
  expect(await json('/log/log.json')).toMatchObject({ ...about, keys: [{ key: own && keyText(own.key), from: like(/Z$/) }] });
});

it.each<[existing: string, others: string[]]>([
  [`/record/entries/${number}`, ['0', `0${number}`, `+${number}`, `${number}.0`].map((other) => `/record/entries/${other}`)],
  ['/record/batches/1', ['01', '0000001', '1e0', '99999999999', '1?after=x'].map((other) => `/record/batches/${other}`)],
  ['/record?before=3', ['/record?before=03', '/record?before=', '/record?before=0']],
  [
    `/record/entries/${number}.json`,
    ['0.json', `0${number}.json`, `00${number}.tlog-proof`, `${number}.JSON`].map((other) => `/record/entries/${other}`),
  ],
  [
    `/certificates/${certificate}.pdf`,
    [`/certificates/${certificate.slice(3)}`, `/certificates/${certificate}x.pdf`, `/certificates/${certificate}-1.json`],
  ],
  [`/api/v1/record/entries/${entry}`, [`/api/v1/record/entries/0${entry}`, '/api/v1/record/entries/99999999999999999']],
  ['/api/v1/record/batches/1', ['/api/v1/record/batches/01', '/api/v1/record/batches/2147483648']],
  ['/api/v1/projects/1', ['/api/v1/projects/01', '/projects/01', '/projects/001', '/projects/99999999999']],
])('an address with a number has one form: %s', async (existing, others) => {
  expect((await get(existing)).status).toBe(200);
  for (const path of others) expect((await get(path)).status, path).toBe(404);
});

it.each(['size=x', 'cosignatures=1', 'size=3&cosignatures=x'])(
  'a file of a certificate is refused for ?%s, which names no checkpoint',
  async (query) => {
    expect((await get(`/certificates/${certificate}.pdf?${query}`)).status).toBe(400);
  },
);

it.each([
  ['entries?asOf=5&before=9&limit=3', [4, 3, 2], 2],
  ['entries?before=2&limit=2', [1, 0], null],
  ['batches?before=4&limit=2', [3, 2], 2],
  ['batches?before=3&limit=2', [2, 1], null],
  ['batches?project=no-such-project', [], null],
])('the list of the API %s has what there was then, and leads on until the oldest', async (address, expected, next) => {
  const answer = await get(`/api/v1/record/${address}`);
  const list = await answer.json();
  const listed = (list.entries ?? list.batches).map((one: { index?: number; id?: number }) => one.index ?? one.id);
  expect([listed, list.next]).toEqual([expected, next]);
  expect(answer.headers.get('link')?.match(/[?&]before=(\d+).*rel="next"/)?.[1]).toBe(next === null ? undefined : String(next));
});

it('retirements are found by the name of their beneficiary, with the page of each project; a batch is as it was at a size of the log', async () => {
  const { text: beneficiary } = spanning.texts.beneficiary;
  const { entries } = await json(`/api/v1/record/retirements?${new URLSearchParams({ beneficiary })}`);
  expect(new Set(entries.map(({ texts }: Retirement) => texts.beneficiary.text))).toEqual(new Set([beneficiary]));
  const { projects, entry: logged } = entries.find(({ index }: Retirement) => index === entry);
  const slugs = logged.lines.map((line: { project: { slug: string } }) => like(new RegExp(`/projects/${line.project.slug}$`)));
  expect(projects.map(({ url }: { url: string }) => url)).toEqual(slugs);
  const [before, now] = [await json('/api/v1/record/batches/1?asOf=1'), await json('/api/v1/record/batches/1')];
  expect([before.holdings.length, now.holdings.length > 1]).toEqual([1, true]);
});

it('the split of a certificate by project and range is in its page, feed, file, JSON and pack alike; the feed has retirements and their confirmations alone', async () => {
  const { lines } = JSON.parse((await json(`/certificates/${certificate}.json`)).canonical);
  expect(lines).toHaveLength(2);
  const pack = unzipSync(await bytes(`/record/disclosure.zip?c=${certificate}`));
  const feed = parse(await text('/record/retirements.xml')).querySelectorAll('entry');
  const rows: Record<string, string>[] = parseCsv(await text('/record/retirements.csv'), { columns: true, bom: true });
  const inFeed = feed.find((item) => item.text.includes(certificate))?.text;
  expect(inFeed).toContain('Sample data, invented.');
  const onPage = (await page(`/certificates/${certificate}`)).querySelector('main')?.text;
  const texts = [onPage, inFeed, new TextDecoder().decode(pack['README.txt'])];
  const confirmed = (await json('/api/v1/record/entries?kind=confirm&limit=100')).entries;
  expect(feed).toHaveLength(retirements.length + confirmed.length);
  for (const { project, series, first, last, quantity, vintageStart } of lines) {
    const range = `${series}-${first} to ${last}`;
    const row = { certificate, projectTitle: project.title, quantity: String(quantity), sample: 'sample' };
    expect(rows.find(({ serial }) => serial === range)).toMatchObject(row);
    for (const shown of texts) {
      expect(shown).toContain(range);
      expect(shown).toMatch(new RegExp(`${project.title}.{0,40}${quantity} tCO₂e.{0,20}intage ${vintageStart.slice(0, 4)}`, 's'));
    }
  }
});

it.each([
  ['/how-it-works', ['transfer', 'retire']],
  ['/blockchain', ['receive', 'transfer', 'retire']],
])('each step of a credit’s life on %s leads to the newest entry of its kind', async (path, kinds) => {
  for (const kind of kinds) {
    const [{ index }] = (await json(`/api/v1/record/entries?kind=${kind}&limit=1`)).entries;
    const link = (await page(path)).querySelector(`main a[href="/record/entries/${index + 1}"]`);
    expect(link?.text, kind).toContain(`: entry ${index + 1}, `);
  }
});

it('a file of the record may be kept, and is revalidated each time', async () => {
  const files = [
    ...['pdf', 'json', 'tlog-proof'].map((kind) => `/certificates/${certificate}.${kind}`),
    ...['.zip', '/cad-trust.csv', '/esrs-e1-7.json'].map((name) => `/record/disclosure${name}?c=${certificate}`),
    ...['/record/retirements.csv', '/record/retirements.xml', `/record/entries/${number}.json`, `/api/v1/record/entries/${entry}`],
  ];
  for (const path of files) {
    const { status, headers } = await get(path);
    const etag = headers.get('etag') ?? '';
    expect([status, headers.get('cache-control'), etag], path).toEqual([200, 'public, no-cache', like(/^(?:W\/)?"/)]);
    expect((await get(path, { headers: { 'if-none-match': etag } })).status, path).toBe(304);
  }
});

it('a disclosure reports about several certificates, and of which years they are, without scripts, once it is said that they are to be added up', async () => {
  const numbers = retirements.map((one) => one.entry.certificate).join(',');
  const total = retirements.reduce((sum, one) => sum + one.entry.quantity, 0);
  const empty = await page('/record/disclosure?c=');
  // Browsers cut what is pasted at a `maxlength`, and a number that is cut off is that of another certificate.
  expect([wrongFieldsIn(empty), empty.querySelector('textarea[maxlength]')]).toEqual([['Certificate numbers'], null]);
  const refused = await page(`/record/disclosure?c=${numbers}`);
  const beneficiaries = new Set(retirements.map(({ texts }) => texts.beneficiary.text)).size;
  expect(beneficiaries).toBeLessThan(retirements.length);
  expect(refused.querySelector('main')?.text).toContain(`for ${beneficiaries} beneficiaries, so we don’t total them`);
  expect(refused.querySelectorAll('main table')).toHaveLength(1);
  const years = /of several calendar years: \d+ tCO₂e in 20\d\d.* and \d+ tCO₂e in 20\d\d/;
  expect(refused.querySelector('main')?.text).not.toMatch(years);
  const answer = await get(`/record/disclosure/esrs-e1-7.json?c=${numbers}`);
  expect([answer.status, await answer.text()]).toEqual([400, like(new RegExp(`for ${beneficiaries} beneficiaries,.*together=1`))]);
  const main = (await page(`/record/disclosure?c=${numbers}&together=1`)).querySelector('main');
  const pack = unzipSync(await bytes(`/record/disclosure.zip?c=${numbers}&together=1`));
  for (const said of [main?.text, new TextDecoder().decode(pack['README.txt'])]) expect(said).toMatch(years);
  const [certificates, ...splits] = main?.querySelectorAll('table') ?? [];
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

it('a disclosure has no files if some certificates are beyond the limit, and names these', async () => {
  const unknown = Array.from({ length: 50 }, (_, at) => `CR-${900_001 + at}`);
  const shown = async (list: string[]) => (await page(`/record/disclosure?c=${list.join()}`)).querySelector('main');
  const [all, whole] = [await shown([certificate, ...unknown]), await shown([certificate, ...unknown.slice(1)])];
  expect(all?.text).toMatch(/no files are made.*Beyond the first 50: CR-900050\./);
  expect([all, whole].map((main) => main?.querySelectorAll('a[href*="/disclosure/"]').length)).toEqual([0, 9]);
});

it('a disclosure is available as one file with proofs, which hold, and without the time when it was made', async () => {
  const pack = await bytes(`/record/disclosure.zip?c=${certificate},CR-999999,nonsense`);
  // The earliest that a ZIP can state, 1 January 1980, so that every instance makes the same bytes.
  expect(pack.readUInt32LE(10)).toBe(0x0021_0000);
  const files = unzipSync(pack);
  expect(Object.keys(files)).toEqual(
    expect.arrayContaining(['README.txt', 'carma-verify.mjs', 'carma.key', 'esrs-e1-7.csv', `certificates/${certificate}.tlog-proof`]),
  );
  const inPack = (name: string) => new TextDecoder().decode(files[name]);
  const keysInside = (await readKeys(inPack('carma.key'))) ?? [];
  expect((await checkFile(inPack(`certificates/${certificate}.json`), { keys: keysInside })).verdict).toBe('passed');
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
