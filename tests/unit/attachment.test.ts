import { describe, expect, it } from 'vitest';
import { readForm } from '#server/http/read-form.ts';
import { mediaTypeOf, readAttachment } from '#server/messages/attachment.ts';

const pdf = 'application/pdf';
const docx = 'application/vnd.openxmlformats-officedocument.wordprocessingml.document';

/** The start of a ZIP with these entries, near enough: a local file header and the names. */
const zip = (...names: string[]) => Buffer.from(`PK\x03\x04\x14\x00${names.join('\x00')}`, 'latin1');

describe('the type of an attachment', () => {
  it.each([
    ['a PDF', Buffer.from('%PDF-1.7\n...'), pdf],
    ['a Word document', zip('[Content_Types].xml', '_rels/.rels', 'word/document.xml'), docx],
    ['a Word document with macros', zip('[Content_Types].xml', 'word/document.xml', 'word/vbaProject.bin'), null],
    ['a spreadsheet', zip('[Content_Types].xml', 'xl/workbook.xml'), null],
    ['any other ZIP', zip('word/document.xml'), null],
    ['a page that mentions %PDF-', Buffer.from('<script>"%PDF-1.7"</script>'), null],
    ['a program', Buffer.from('MZ\x90\x00'), null],
    ['an empty file', Buffer.alloc(0), null],
  ])('of %s is found by its content', (_what, content, type) => {
    expect(mediaTypeOf(content)).toBe(type);
  });

  it('does not follow the name or the type that the sender claims', async () => {
    expect(await readAttachment(new File(['MZ'], 'brief.pdf', { type: pdf }))).toBeNull();
    expect(await readAttachment(new File(['%PDF-1.7'], 'brief.exe', { type: 'text/html' }))).toMatchObject({ mediaType: pdf });
  });
});

describe('the name of an attachment', () => {
  it.each([
    ['Procurement brief (v2).pdf', 'Procurement brief (v2).pdf'],
    ['../../etc/passwd', 'passwd'],
    ['C:\\tenders\\rfp.pdf', 'rfp.pdf'],
    ['rfp\r\nBcc: all@example.com.pdf', 'rfpBcc: all@example.com.pdf'],
    ['rfp\u202Efdp.exe', 'rfpfdp.exe'],
    ['\u0000', 'attachment'],
    [`${'x'.repeat(300)}.pdf`, `${'x'.repeat(196)}.pdf`],
  ])('%j is kept as %j', async (name, kept) => {
    const file = new File(['%PDF-1.7'], 'any.pdf');
    Object.defineProperty(file, 'name', { value: name });
    expect((await readAttachment(file))?.fileName).toBe(kept);
  });
});

describe('a posted form', () => {
  const posted = (bytes: number) => {
    const form = new FormData();
    form.set('name', 'Ada Lovelace');
    form.set('message', 'Biochar,\r\nfive years.');
    form.set('attachment', new File([new Uint8Array(bytes).fill(65)], 'brief.pdf'));
    return new Request('http://localhost/', { method: 'POST', body: form });
  };

  it('is read whole within its limit', async () => {
    const form = await readForm(posted(500), 1_000);
    expect((form.get('attachment') as File).size).toBe(500);
  });

  it('is closed off at its limit, so that a file that is too large costs none of what was typed', async () => {
    const form = await readForm(posted(5_000), 1_000);
    expect(form.get('name')).toBe('Ada Lovelace');
    expect(form.get('message')).toBe('Biochar,\r\nfive years.');
    const file = form.get('attachment') as File;
    expect(file.name).toBe('brief.pdf');
    expect(file.size).toBeLessThan(1_000);
  });

  it('that is none is refused', async () => {
    const request = new Request('http://localhost/', {
      method: 'POST',
      headers: { 'content-type': 'multipart/form-data; boundary=x' },
      body: 'name=Ada',
    });
    await expect(readForm(request, 1_000)).rejects.toThrow(TypeError);
  });
});
