import { getDocumentProxy } from 'unpdf';
import { beforeAll, describe, expect, it } from 'vitest';
import { formatDate } from '#src/lib/dates.ts';
import { booklets } from '../../../scripts/make-downloads.ts';
import type { Block, Booklet } from '../../../scripts/pdf/booklet.ts';
import { type Fonts, loadFonts } from '../../../scripts/pdf/fonts.ts';
import { printBooklet } from '../../../scripts/pdf/print.ts';

const imprint = { publicUrl: 'https://carma.example', contactEmail: 'hello@carma.example' };
let fonts: Fonts;
beforeAll(async () => {
  fonts = await loadFonts();
});

describe.each(booklets)('$file', (booklet) => {
  let file: Buffer;
  let pdf: Awaited<ReturnType<typeof getDocumentProxy>>;
  beforeAll(async () => {
    file = await printBooklet(booklet, fonts, imprint);
    pdf = await getDocumentProxy(new Uint8Array(file));
  });

  it('is a small A4 document with title and author, marked as British English', async () => {
    const { info } = await pdf.getMetadata();
    expect(info).toMatchObject({ Title: `${booklet.title}: ${booklet.subject}`, Author: 'Carma', Language: 'en-GB' });
    const { width, height } = (await pdf.getPage(1)).getViewport({ scale: 1 });
    expect([Math.round(width), Math.round(height)]).toEqual([595, 842]);
    expect(file.length).toBeLessThan(300_000);
  });

  it('contains all of its text', async () => {
    const pages = await Promise.all(pageNumbers(pdf).map((number) => textOf(pdf, number)));
    const text = pages.join(' ');
    expect(wordsOf(booklet).filter((words) => !text.includes(normalise(words)))).toEqual([]);
  });

  it('lists its chapters in the contents and the outline, on the pages where they start', async () => {
    const contents = await textOf(pdf, 2);
    const outline = await pdf.getOutline();
    expect(outline.map(({ title }) => title)).toEqual(booklet.chapters.map(({ number, title }) => `${number}  ${title}`));
    for (const { number, title } of booklet.chapters) {
      const listed = Number(
        contents
          .split(normalise(`${number} ${title}`))[1]
          ?.trim()
          .split(' ')[0],
      );
      expect(listed, title).toBeGreaterThan(2);
      expect(await textOf(pdf, listed)).toContain(normalise(`${number} ${title}`));
    }
  });

  it('links to the configured site and email address', async () => {
    const last = await pdf.getPage(pdf.numPages);
    const links = (await last.getAnnotations()).map(({ url }) => url);
    const expected = booklet.closing.links.map(({ href }) => `https://carma.example${href}`);
    expect(links).toEqual([...expected, 'mailto:hello@carma.example']);
  });

  it('is tagged for screen readers: one title, headings in order, contents, links and tables', async () => {
    const roles = (
      await Promise.all(pageNumbers(pdf).map(async (number) => rolesOf(await (await pdf.getPage(number)).getStructTree())))
    ).flat();
    const headings = roles.filter((role) => /^H\d$/.test(role)).map((role) => Number(role[1]));
    expect(headings.filter((level) => level === 1)).toHaveLength(1);
    expect(headings.filter((level, i) => level > (headings[i - 1] ?? 0) + 1)).toEqual([]);
    expect(roles).toEqual(expect.arrayContaining(['TOC', 'Link', 'P', 'Table', 'TH', 'TD']));
  });

  it('is byte for byte the same for the same text', async () => {
    expect(file.equals(await printBooklet(booklet, fonts, imprint))).toBe(true);
  });
});

describe('a character that our fonts lack', () => {
  it('fails the build and is named', async () => {
    const [booklet] = booklets as [Booklet];
    await expect(printBooklet({ ...booklet, title: 'Tonnes → certainty' }, fonts, imprint)).rejects.toThrow('“→” (U+2192)');
  });
});

type Pdf = Awaited<ReturnType<typeof getDocumentProxy>>;

function pageNumbers(pdf: Pdf): number[] {
  return Array.from({ length: pdf.numPages }, (_, i) => i + 1);
}

async function textOf(pdf: Pdf, number: number): Promise<string> {
  const { items } = await (await pdf.getPage(number)).getTextContent();
  return normalise(items.map((item) => ('str' in item ? item.str : '')).join(' '));
}

/** Normalises extracted text: subscripts appear as smaller digits, and spaces depend on line breaks. */
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
    ...closing.links.map(({ label }) => label),
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
