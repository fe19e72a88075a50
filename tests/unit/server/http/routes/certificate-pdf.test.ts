import { getDocumentProxy } from 'unpdf';
import { afterAll, expect, it } from 'vitest';
import { type PrintedCertificate, printCertificate } from '#server/http/routes/certificate-pdf.ts';
import { later, certificate as texts } from '#shared/content/record/index.ts';
import { entryOf, unitsIn } from '#tests/support/entries.ts';
import { makeTemporaryFolder } from '#tests/support/temporary-folder.ts';
import type { RecordEntry } from '#verify/entry.ts';
import { makePrintFonts } from '../../../../../scripts/print-fonts.ts';

const folder = await makeTemporaryFolder();
afterAll(() => folder.remove());
await makePrintFonts(folder.path);

const line = (batch: number) =>
  unitsIn(batch, 941_467_007, 941_467_016, {
    ...{ registry: 'verra', series: `19385-VCS-VCU-1507-VER-ET-14-1340-01012020-31122021-${batch}`, unitType: 'Reduction - nature' },
    ...{ vintageStart: '2020-01-01', vintageEnd: '2021-12-31' },
  });
const forest = { id: 1, slug: 'forest', title: 'A forest', registryId: 'VCS1340' };
const linesOf = (batches: number) => Array.from({ length: batches }, (_, at) => line(at + 1));
const retired = (batches: number) => entryOf('retire', linesOf(batches), { project: forest, certificate: 'CR-000001' });

const project = (of: Partial<PrintedCertificate['projects'][number]> = {}) => ({
  ...{ ...forest, today: { id: 1, slug: 'forest' }, quantity: 10 },
  ...{ location: 'Kafa, Ethiopia', standard: 'VCS', adjustment: 'Not stated' },
  ...of,
});

/** Texts as they are on file. */
const named = (said: Record<string, string | undefined>): PrintedCertificate['texts'] =>
  Object.fromEntries(Object.entries(said).flatMap(([field, text]) => (text === undefined ? [] : [[field, { text, salt: '' }]])));

const print = (of: Partial<PrintedCertificate> = {}) =>
  printCertificate(
    {
      ...{ number: 'CR-000001', index: 7, size: 12, log: { origin: 'carma.example/log', key: '0a1b2c3d' }, entry: retired(1), related: [] },
      ...{ texts: named({ beneficiary: 'Example Brewery plc' }), projects: [project()] },
      ...{ address: 'https://carma.example/certificates/CR-000001', json: '{"format":"carma-record@v1"}\n', ...of },
    },
    folder.path,
  );

async function read(file: Buffer) {
  const pdf = await getDocumentProxy(new Uint8Array(file));
  const pages = await Promise.all(Array.from({ length: pdf.numPages }, (_, at) => pdf.getPage(at + 1)));
  const contents = await Promise.all(pages.map((page) => page.getTextContent()));
  const text = contents.flatMap(({ items }) => items.map((item) => ('str' in item ? item.str : ''))).join(' ');
  return { pdf, pages, text: text.replace(/\s+/g, ' ') };
}

/** A certificate with nothing unusual. */
const plain = await read(await print());

it('a certificate in PDF shows on one tagged page what was retired, for whom, where to find it and what may be claimed', async () => {
  const { pdf, pages, text } = plain;
  expect(pages).toHaveLength(1);
  const { info } = await pdf.getMetadata();
  expect(info).toMatchObject({ Title: 'Certificate of retirement CR-000001: 10 tCO2e', Language: 'en-GB' });
  const shown = ['10 tonnes of CO2', 'Example Brewery plc', 'A forest', 'Kafa, Ethiopia', '19385-941467007-941467016-VCS', '2020 to 2021'];
  for (const words of [...shown, texts.claims.title]) expect(text).toContain(words);
  const tree = JSON.stringify(await pages[0]?.getStructTree());
  for (const role of ['H1', 'H2', 'Table', 'TH', 'TD', 'LBody', 'Link', 'Figure']) expect(tree).toContain(`"role":"${role}"`);
  expect(tree).toContain(JSON.stringify(texts.qr));
  expect((await pages[0]?.getAnnotations())?.map(({ url }) => url)).toEqual(['https://carma.example/certificates/CR-000001']);
});

/** An entry about another one. */
const about = (refersTo: number, kind: 'correct' | 'confirm', facts: Partial<RecordEntry>) =>
  entryOf(kind, [], { time: '2026-11-24T10:00:00.000Z', refersTo, ...facts });
const confirmation = about(7, 'confirm', {
  confirmed: [{ ...line(1), quantity: 6, last: 941_467_012 }],
  ...{ registryRetiredOn: '2026-03-04', registryRetirementId: 'R-9921', registryUrl: 'https://registry.example/r/9921' },
  ...{ checkedByRole: 'registry desk', checkedOn: '2026-11-24' },
});

it('a certificate in PDF shows the registry’s day and number beside our own day, what it is claimed for, that it is sample data, and what is confirmed or open', async () => {
  const registry = { registryRetiredOn: '2025-03-04', registryRetirementId: 'R-9920', sample: true } as const;
  const texted = named({ purpose: 'Emissions of 2025' });
  const { text } = await read(
    await print({ entry: { ...retired(1), ...registry }, texts: texted, related: [{ index: 8, entry: confirmation }] }),
  );
  const { atRegistry, purpose, recorded, registryRetirement, retired: retiredOn } = texts.labels;
  for (const said of [
    ...[`${retiredOn} 4 March 2025. At the registry it was retired in 2025`, `${recorded} 23 November 2026`, texts.pdf.sample],
    ...[`${registryRetirement} R-9920`, `${purpose} Emissions of 2025`, '4 of 10 tCO2e not yet confirmed at the registry'],
    `${atRegistry} Verra shows 6 tCO2e as retired on 4 March 2026, number R-9921. Checked on 24 November 2026 by registry desk. Confirmed with entry 9.`,
  ])
    expect(text).toContain(said);
  expect(text.replaceAll(' ', '')).toContain('https://registry.example/r/9921');
  expect(plain.text).toContain(`${atRegistry} ${later.unconfirmed}`);
  expect(plain.text).not.toContain(texts.pdf.sample);
});

it('a certificate in PDF begins with its corrections, also of corrections, and says up to which entry they are known', async () => {
  const related = [
    { index: 8, entry: about(7, 'correct', { correction: 'This retirement is void' }) },
    { index: 9, entry: about(8, 'correct', { correction: 'ᐃᓄᒃᑎᑐᑦ' }) },
  ];
  const { text } = await read(await print({ related }));
  expect(text).toContain(
    `${later.correctedRetirement} Entry 9, 24 November 2026: This retirement is void Entry 10, 24 November 2026, about entry 9: ${texts.pdf.otherScript}`,
  );
  expect(text.indexOf(later.correctedRetirement)).toBeLessThan(text.indexOf(texts.labels.beneficiary));
  expect(text).toContain(texts.claims.corrected);
  expect(text).toContain('shown up to entry 12');
});

it('a certificate in PDF lists units and serials by project if there are several', async () => {
  const of = (id: number, title: string) => ({ id, slug: title, title, registryId: null });
  const lines = [
    { ...line(1), project: of(1, 'A forest') },
    { ...line(2), project: of(2, 'Kilns'), unitType: 'Removal - technical' as const },
  ];
  const kilns = project({ id: 2, slug: 'kilns', title: 'Kilns', location: 'Perth', standard: null });
  const { text } = await read(await print({ projects: [project(), kilns], entry: { ...retired(2), project: null, lines } }));
  const units = 'VCS1340: 10 tCO2e of vintage 2020 to 2021';
  const notStated = 'Corresponding adjustment: Not stated';
  expect(text).toContain(`Projects A forest; ${units}, Reduction – nature; Kafa, Ethiopia; VCS; ${notStated}`);
  expect(text).toContain(`Projects Kilns; ${units}, Removal – technical; Perth; ${notStated}`);
  expect(text).toMatch(/31122021-2 \(Verra, 2020 to 2021\), Kilns/);
  expect(text).toContain('“10 tCO2e removed from the air by Kilns and 10 tCO2e reduced by A forest were retired on our behalf.”');
});

/** Prints a certificate with a name in each field that is a line of its own. */
const printNames = ([beneficiary = 'Ltd', purpose, reference, location = 'Kafa', standard = 'VCS']: string[]) =>
  print({ texts: named({ beneficiary, purpose, reference }), projects: [project({ location, standard })] });

/** The items of the line with `first`, right of its label (150 pt), from left to right; each in the order in which it is read. */
async function itemsFromLeft({ pages }: Awaited<ReturnType<typeof read>>, first: string): Promise<string[]> {
  const { items = [] } = (await pages[0]?.getTextContent()) ?? {};
  const all = items.flatMap((item) =>
    'str' in item && item.str.trim() ? [{ text: item.str.trim(), x: item.transform[4], y: item.transform[5] }] : [],
  );
  const height = all.find(({ text }) => text.includes(first))?.y;
  const inLine = all.filter(({ x, y }) => y === height && x > 150);
  return inLine.toSorted((one, other) => one.x - other.x).map(({ text }) => text);
}

it('a certificate in PDF prints names of other scripts in the order in which they are read, and gives them to screen readers as they were written', async () => {
  // In Hebrew or Arabic what comes first stands on the right; figures and Latin words go from left to right. `swap16`: PDF has UTF-16BE.
  const inOrder: [name: string, fromLeft?: string[]][][] = [
    [['株式会社みどり'], ['中国石油天然气集团有限公司'], ['臺灣電力股份有限公司'], ['한국전력공사 뷁'], ['شركة الغابات']],
    [['חברת היער Ltd 45', ['Ltd 45', 'חברת היער']], ['شركة ٢٠٢٦'], ['شرکت ۱۴۰۳'], ['Forest עברית Ltd', ['Forest', 'עברית', 'Ltd']]],
  ];
  for (const names of inOrder) {
    const file = await printNames(names.map(([name]) => name));
    const printed = await read(file);
    for (const [name, fromLeft = [name]] of names) {
      expect(await itemsFromLeft(printed, fromLeft[0] ?? '')).toEqual(fromLeft);
      if (fromLeft.length > 1) expect(file.includes(Buffer.from(name, 'utf16le').swap16()), name).toBe(true);
    }
  }
});

it('a certificate in PDF says where to read each name that cannot be printed, or has characters that reorder letters', async () => {
  const names = ['ᐃᓄᒃᑎᑐᑦ ᓄᓇᕗᑦ', '🌲 plc', 'ՠ', '₿ Ltd', '株式会社 🌲'];
  const controls = ['\u202e', '\u200f', '\u2028', '\u2067'].map((control) => `${control}moc.elpmaxe`);
  for (const unprintable of [names, controls]) {
    const { text } = await read(await printNames(unprintable));
    expect(text.split(texts.pdf.otherScript)).toHaveLength(unprintable.length + 1);
    expect(text).not.toContain('moc.elpmaxe');
  }
});

it('a certificate in PDF prints names with blanks of any width', async () => {
  const { text } = await read(await printNames(['Thin\u2009Ltd', 'For\u2003all']));
  expect(text).toMatch(/Thin Ltd.*For all/);
});

it('a certificate in PDF breaks 300 ranges of serials over pages, and states how many more are in the attached JSON', async () => {
  const { pages, text } = await read(await print({ entry: retired(320) }));
  expect([pages.length > 2, text.match(/19385-941467007-941467016-VCS/g)?.length]).toEqual([true, 300]);
  expect(text).toContain('20 more ranges of serial numbers are in the attached CR-000001.json');
});
