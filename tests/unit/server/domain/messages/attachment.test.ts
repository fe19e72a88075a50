import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { mediaTypeOf, readAttachment } from '#server/domain/messages/attachment.ts';
import { readForm } from '#server/platform/web/read-form.ts';

const pdf = 'application/pdf';
const docx = 'application/vnd.openxmlformats-officedocument.wordprocessingml.document';

/** Builds a ZIP with empty entries of these names: local headers, central directory and end record (APPNOTE.TXT, 4.3). */
function zip(...names: string[]): Buffer<ArrayBuffer> {
  const heads = (signature: string, bytes: number, lengthAt: number) =>
    Buffer.concat(
      names.flatMap((name) => {
        const head = Buffer.alloc(bytes);
        head.write(signature, 'latin1');
        head.writeUInt16LE(name.length, lengthAt);
        return [head, Buffer.from(name, 'latin1')];
      }),
    );
  const files = heads('PK\x03\x04', 30, 26);
  const directory = heads('PK\x01\x02', 46, 28);
  const end = Buffer.alloc(22);
  end.write('PK\x05\x06', 'latin1');
  end.writeUInt16LE(names.length, 10);
  end.writeUInt32LE(directory.length, 12);
  end.writeUInt32LE(files.length, 16);
  return Buffer.concat([files, directory, end]);
}
const wordDocument = zip('[Content_Types].xml', '_rels/.rels', 'word/document.xml');

describe('the type of an attachment', () => {
  it.each([
    ['a PDF', Buffer.from('%PDF-1.7\n...'), pdf],
    ['a Word document', wordDocument, docx],
    ['a Word document with a comment after it', Buffer.concat([wordDocument, Buffer.alloc(500)]), docx],
    ['a truncated Word document', wordDocument.subarray(0, -30), null],
    ['a Word document with macros', zip('[Content_Types].xml', 'word/document.xml', 'word/vbaProject.bin'), null],
    ['a spreadsheet', zip('[Content_Types].xml', 'xl/workbook.xml'), null],
    ['a spreadsheet that mentions a folder word/', zip('[Content_Types].xml', 'xl/workbook.xml', 'xl/ keyword/x'), null],
    ['a ZIP that only mentions a Word document', zip('notes/[Content_Types].xml word/document.xml'), null],
    ['any other ZIP', zip('word/document.xml'), null],
    ['a page that mentions %PDF-', Buffer.from('<script>"%PDF-1.7"</script>'), null],
    ['an executable', Buffer.from('MZ\x90\x00'), null],
    ['an empty file', Buffer.alloc(0), null],
  ])('is detected from its content: %s', (_what, content, type) => {
    expect(mediaTypeOf(content)).toBe(type);
  });

  it('is null, without an error, for a ZIP corrupted in any way', () => {
    const position = fc.nat(wordDocument.length - 1);
    fc.assert(
      fc.property(fc.array(fc.tuple(position, fc.nat(255)), { maxLength: 8 }), position, (changes, cut) => {
        const broken = Buffer.from(wordDocument);
        for (const [at, byte] of changes) broken[at] = byte;
        expect([docx, null]).toContain(mediaTypeOf(broken));
        expect([docx, null]).toContain(mediaTypeOf(broken.subarray(0, cut)));
      }),
      { numRuns: 2_000 },
    );
  });

  it('ignores the name and type that the sender claims', async () => {
    expect(await readAttachment(new File(['MZ'], 'brief.pdf', { type: pdf }))).toBeNull();
    expect(await readAttachment(new File(['%PDF-1.7'], 'brief.exe', { type: 'text/html' }))).toMatchObject({ mediaType: pdf });
  });
});

describe('the name of an attachment', () => {
  it.each([
    ['Procurement brief (v2).pdf', 'Procurement brief (v2).pdf'],
    ['BRIEF.PDF', 'BRIEF.PDF'],
    ['brief.html', 'brief.html.pdf'],
    ['../../etc/passwd', 'passwd.pdf'],
    ['C:\\tenders\\rfp.pdf', 'rfp.pdf'],
    ['rfp\r\nBcc: all@example.com.pdf', 'rfpBcc: all@example.com.pdf'],
    ['rfp\u202Efdp.exe', 'rfpfdp.exe.pdf'],
    ['\u0000', 'attachment.pdf'],
    [`${'x'.repeat(300)}.html`, `${'x'.repeat(191)}.html.pdf`],
    [`${'x'.repeat(300)}.pdf`, `${'x'.repeat(196)}.pdf`],
  ])('%j is stored as %j', async (name, kept) => {
    const file = new File(['%PDF-1.7'], 'any.pdf');
    Object.defineProperty(file, 'name', { value: name });
    expect((await readAttachment(file))?.fileName).toBe(kept);
  });

  it('gets the extension of a Word document if it is one', async () => {
    expect((await readAttachment(new File([wordDocument], 'brief.jar')))?.fileName).toBe('brief.jar.docx');
    expect((await readAttachment(new File([wordDocument], 'brief.Docx')))?.fileName).toBe('brief.Docx');
  });
});

describe('a posted form', () => {
  const limits = { limit: 1_000, textLimit: () => 1_000, ms: 5_000 };
  const posted = (bytes: number) => {
    const form = new FormData();
    form.set('name', 'Ada Lovelace');
    form.set('message', 'Biochar,\r\nfive years.');
    form.set('attachment', new File([new Uint8Array(bytes).fill(65)], 'brief.pdf'));
    return new Request('http://localhost/', { method: 'POST', body: form });
  };

  it('is read completely within the limit', async () => {
    const { form } = await readForm(posted(500), limits);
    expect((form.get('attachment') as File).size).toBe(500);
  });

  it('is cut off at the limit, so that an oversized file does not lose the other fields', async () => {
    const { form } = await readForm(posted(5_000), limits);
    expect(form.get('name')).toBe('Ada Lovelace');
    expect(form.get('message')).toBe('Biochar,\r\nfive years.');
    const file = form.get('attachment') as File;
    expect(file.name).toBe('brief.pdf');
    expect(file.size).toBeLessThan(1_000);
  });

  const multipart = (name: string, encoding: 'latin1' | 'utf8', file: Uint8Array | string = '') => {
    const part = (head: string, content: Uint8Array | string) => [
      ...[Buffer.from(`--x\r\ncontent-disposition: form-data; ${head}\r\n\r\n`), Buffer.from(content as string)],
      Buffer.from('\r\n'),
    ];
    const named = part('name="name"', Buffer.from(name, encoding));
    const body = Buffer.concat([...named, ...part('name="attachment"; filename="brief.pdf"', file), Buffer.from('--x--\r\n')]);
    const headers = { 'content-type': 'multipart/form-data; boundary=x' };
    return new Request('http://localhost/', { method: 'POST', headers, body });
  };

  it('is rejected if its text is not UTF-8, whatever the file contains', async () => {
    for (const file of ['', '%PDF \uFFFD']) {
      await expect(readForm(multipart('Zoë Ångström', 'latin1', file), limits)).rejects.toThrow(TypeError);
    }
  });

  it.each(['Zoë Ångström', 'A \uFFFD that was written'])('keeps every letter of %j and every byte of the file', async (name) => {
    const bytes = Uint8Array.of(0x25, 0xff, 0xfe, 0xc3, 0x00, 0xef, 0xbf, 0xbd);
    const { form } = await readForm(multipart(name, 'utf8', bytes), limits);
    expect(form.get('name')).toBe(name);
    expect(new Uint8Array(await (form.get('attachment') as File).arrayBuffer())).toEqual(bytes);
  });

  it('is rejected if it is not multipart', async () => {
    const request = new Request('http://localhost/', {
      method: 'POST',
      headers: { 'content-type': 'multipart/form-data; boundary=x' },
      body: 'name=Ada',
    });
    await expect(readForm(request, limits)).rejects.toThrow(TypeError);
  });
});
