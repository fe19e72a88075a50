import fc from 'fast-check';
import { strToU8, zipSync } from 'fflate';
import { expect, it } from 'vitest';
import { mediaTypeOf, readAttachment } from '#server/domain/messages/attachment.ts';

const pdf = 'application/pdf';
const docx = 'application/vnd.openxmlformats-officedocument.wordprocessingml.document';
const xlsx = 'application/vnd.openxmlformats-officedocument.spreadsheetml.sheet';

const ole = Buffer.from('d0cf11e0a1b11ae1', 'hex');
const main = `${docx}.main+xml`;
const typesFile = '[Content_Types].xml';
const zipped = (parts: Record<string, string>) =>
  Buffer.from(zipSync(Object.fromEntries(Object.entries(parts).map(([name, text]) => [name, strToU8(text)]))));
/** An Office document whose parts have these content types, and these names. */
function office(types: string[], names: string[] = ['word/document.xml']): Buffer<ArrayBuffer> {
  const overrides = types.map((type, index) => `<Override PartName="/${names[index] ?? names[0]}" ContentType="${type}"/>`).join('');
  const declared = `<?xml version="1.0"?><Types><Default Extension="xml" ContentType="application/xml"/>${overrides}</Types>`;
  return zipped({ [typesFile]: declared, ...Object.fromEntries(names.map((name) => [name, '<w/>'])) });
}
const wordDocument = office([main]);
const wrongType = { refused: 'attachmentWrongType' };
const isProtected = { refused: 'attachmentProtected' };
const hasMacros = { refused: 'attachmentMacros' };

it.each([
  ['a PDF', Buffer.from('%PDF-1.7\n...'), pdf],
  ['a PDF with a byte order mark before it', Buffer.from('\u{feff}%PDF-1.4\n'), pdf],
  ['a PDF that is encrypted', Buffer.from('%PDF-1.7\n...\ntrailer\n<< /Encrypt 5 0 R /Root 1 0 R >>'), isProtected],
  ['a page before a PDF', Buffer.from('<script>alert(1)</script>\n%PDF-1.4\n'), wrongType],
  ['a Word document', wordDocument, docx],
  ['a workbook', office([`${xlsx}.main+xml`], ['xl/workbook.xml']), xlsx],
  ['a workbook with macros', office([`${xlsx}.main+xml`, 'application/vnd.ms-excel.macrosheet+xml'], ['xl/workbook.xml']), hasMacros],
  ['a Word document with a password', Buffer.concat([ole, Buffer.from('EncryptedPackage', 'utf16le')]), isProtected],
  ['a Word document of 1997', Buffer.concat([ole, Buffer.from('WordDocument', 'utf16le')]), wrongType],
  ['a Word document with macros', office([main], ['word/document.xml', 'word/vbaProject.bin']), hasMacros],
  ['a Word document of the type with macros', office(['application/vnd.ms-word.document.macroEnabled.main+xml']), hasMacros],
  ['macros written as references', office([main, 'application/vnd.ms-office.&#118;baProject'], ['word/a.xml', 'x.bin']), wrongType],
  // Programs read one or the other.
  ['its types under two spellings', zipped({ '[content_types].xml': `<X ContentType="${main}"/>`, [typesFile]: '<X/>' }), wrongType],
  ['its types nested a hundred thousand times', zipped({ [typesFile]: '<a>'.repeat(100_000) }), wrongType],
  ['a part with the name of a type', zipped({ [typesFile]: '<X ContentType="text/xml"/>', [main]: '' }), wrongType],
])('the type of an attachment is detected from its content: %s', (_what, content, type) => {
  expect(mediaTypeOf(content)).toEqual(type);
});

it('the type of an attachment is detected or refused, without an error, for a ZIP corrupted in any way', () => {
  const position = fc.nat(wordDocument.length - 1);
  fc.assert(
    fc.property(fc.array(fc.tuple(position, fc.nat(255)), { maxLength: 8 }), position, (changes, cut) => {
      const broken = Buffer.from(wordDocument);
      for (const [at, byte] of changes) broken[at] = byte;
      expect([docx, wrongType, hasMacros]).toContainEqual(mediaTypeOf(broken));
      expect([docx, wrongType, hasMacros]).toContainEqual(mediaTypeOf(broken.subarray(0, cut)));
    }),
    { numRuns: 500 },
  );
});

it('the type of an attachment ignores the name and type that the sender claims', async () => {
  const refused = { ...wrongType, about: 'brief.pdf can’t be read as PDF.' };
  expect(await readAttachment(new File(['MZ'], 'brief.pdf', { type: pdf }))).toMatchObject(refused);
  expect(await readAttachment(new File(['MZ'], '\u200b'))).toMatchObject({ ...wrongType, about: 'attachment:' });
  expect(await readAttachment(new File(['%PDF-1.7'], 'brief.exe', { type: 'text/html' }))).toMatchObject({ mediaType: pdf });
});

it.each([
  ['brief.html', 'brief.html.pdf'],
  ['../../etc/passwd', 'passwd.pdf'],
  ['rfp\r\nBcc: all@example.com.pdf', 'rfpBcc: all@example.com.pdf'],
  ['\u0000', 'attachment.pdf'],
  [`${'x'.repeat(300)}.pdf`, `${'x'.repeat(196)}.pdf`],
])('the name of an attachment %j is stored as %j', async (name, kept) => {
  const file = new File(['%PDF-1.7'], 'any.pdf');
  Object.defineProperty(file, 'name', { value: name });
  expect(await readAttachment(file)).toMatchObject({ fileName: kept });
});
