import { readFileSync } from 'node:fs';
import { getDocumentProxy } from 'unpdf';
import { beforeAll, describe, expect, it } from 'vitest';
import { printed } from '#src/content/downloads.ts';
import { formatDate } from '#src/lib/text/dates.ts';
import type { Block, Booklet } from '../../../scripts/downloads/booklet.ts';
import { booklets } from '../../../scripts/downloads/booklets.ts';

// A failure after a change of content: `npm run downloads` prints the files again.
describe.each(booklets)('public/downloads/$file', (booklet) => {
  let file: Buffer;
  let pdf: Awaited<ReturnType<typeof getDocumentProxy>>;
  let pages: string[];
  beforeAll(async () => {
    file = readFileSync(`public/downloads/${booklet.file}`);
    pdf = await getDocumentProxy(new Uint8Array(file));
    pages = await Promise.all(pageNumbers(pdf).map((number) => textOf(pdf, number)));
  });

  it('is a small A4 document with a title, marked as British English', async () => {
    const { info } = await pdf.getMetadata();
    expect(info).toMatchObject({ Title: `${booklet.title}: ${booklet.subject}`, Language: 'en-GB' });
    const { width, height } = (await pdf.getPage(1)).getViewport({ scale: 1 });
    expect([Math.round(width), Math.round(height)]).toEqual([595, 842]);
    expect(file.length).toBeLessThan(300_000);
  });

  it("has every word of today's content", () => {
    const text = pages.join(' ');
    expect(wordsOf(booklet).filter((words) => !text.includes(normalise(words)))).toEqual([]);
  });

  it('lists its chapters in the contents and the outline, on the pages where they start', async () => {
    const [title] = await pdf.getOutline();
    const names = booklet.chapters.map(({ number, title }) => `${number} ${title}`);
    expect(title?.items.map((item) => item.title)).toEqual(expect.arrayContaining(names));
    for (const name of names) {
      const listed = Number(pages[1]?.split(normalise(name))[1]?.trim().split(' ')[0]);
      expect(listed, name).toBeGreaterThan(2);
      expect(pages[listed - 1]).toContain(normalise(name));
    }
  });

  it('names the contact page, and no address or email, which are settings', () => {
    expect(pages.at(-1)).toContain(`${printed.contact.label} ${printed.contact.href}`);
    expect(pages.join(' ')).not.toMatch(/https?:|www\.|@|localhost/);
  });

  it('is tagged for screen readers: one title, headings in order, contents, links and tables', async () => {
    const roles = (
      await Promise.all(pageNumbers(pdf).map(async (number) => rolesOf(await (await pdf.getPage(number)).getStructTree())))
    ).flat();
    const headings = roles.filter((role) => /^H\d$/.test(role)).map((role) => Number(role[1]));
    expect(headings.filter((level) => level === 1)).toHaveLength(1);
    expect(headings.filter((level, i) => level > (headings[i - 1] ?? 0) + 1)).toEqual([]);
    expect(roles).toEqual(expect.arrayContaining(['L', 'Link', 'P', 'Table', 'TH', 'TD']));
    // Readers of PDF 1.7 know no others. Drawings are decoration: none is a figure, which would need a text and a box.
    expect(roles.filter((role) => !structureTypes.includes(role))).toEqual([]);
  });
});

const structureTypes = [
  'Root',
  'Document',
  'NonStruct',
  'H1',
  'H2',
  'H3',
  'P',
  'L',
  'LI',
  'Lbl',
  'LBody',
  'Link',
  'Table',
  'TR',
  'TH',
  'TD',
];

type Pdf = Awaited<ReturnType<typeof getDocumentProxy>>;

function pageNumbers(pdf: Pdf): number[] {
  return Array.from({ length: pdf.numPages }, (_, i) => i + 1);
}

async function textOf(pdf: Pdf, number: number): Promise<string> {
  const { items } = await (await pdf.getPage(number)).getTextContent();
  return normalise(items.map((item) => ('str' in item ? item.str : '')).join(' '));
}

/** Normalises extracted text: subscripts are smaller digits, and spaces depend on line breaks. */
function normalise(text: string): string {
  return text.replaceAll('₂', '2').replace(/CO 2/g, 'CO2').replace(/\s+/g, ' ').trim();
}

function wordsOf({ title, subtitle, edition, about, chapters, closing }: Booklet): string[] {
  return [
    title,
    subtitle,
    `Edition of ${formatDate(new Date(edition))}`,
    about.title,
    ...about.paragraphs,
    ...chapters.flatMap((chapter) => [chapter.title, chapter.intro ?? '', ...chapter.blocks.flatMap(wordsOfBlock)]),
    closing.title,
    closing.body,
    ...closing.links.map(({ label, href }) => `${label} ${href}`),
  ];
}

function wordsOfBlock(block: Block): string[] {
  switch (block.kind) {
    case 'lead':
    case 'text':
      return [block.text];
    case 'points':
      return block.points;
    case 'entries':
      return block.entries.flatMap(({ title, body }) => [title, body]);
    case 'questions':
      return block.questions.flatMap(({ question, answer }) => [question, answer]);
    case 'table':
      return [...block.columns.map((column) => column.toUpperCase()), ...block.rows.flat()];
    case 'writing':
      return [];
  }
}

type Tree = NonNullable<Awaited<ReturnType<Awaited<ReturnType<Pdf['getPage']>>['getStructTree']>>>;

function rolesOf(node: Tree | Tree['children'][number] | null): string[] {
  return node && 'role' in node ? [node.role, ...node.children.flatMap(rolesOf)] : [];
}
