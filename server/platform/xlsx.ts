import { constants, crc32, deflateRawSync } from 'node:zlib';
import { Zip, type ZipInputFile } from 'fflate';
import { escapeMarkup, xmlText } from '#shared/lib/text/xml.ts';

/** The media type of a workbook (ECMA-376). */
export const xlsxType = 'application/vnd.openxmlformats-officedocument.spreadsheetml.sheet';

/** The most UTF-16 units in a cell. */
const maxCell = 32_767;
/** The end of a text that was too long for its cell. */
const cutNote = ' … (cut: a cell holds no more)';
/** The time of every part of a ZIP file, so that the same content gives the same bytes. ZIP has local times without a zone. */
export const zipDate = '1980-01-01T00:00:00';

/** The number of the compression method (APPNOTE, 4.4.5). */
const deflated = 8;

const xmlDeclaration = '<?xml version="1.0" encoding="UTF-8" standalone="yes"?>';
const sheetNamespace = 'http://schemas.openxmlformats.org/spreadsheetml/2006/main';
const officeRelations = 'http://schemas.openxmlformats.org/officeDocument/2006/relationships';
const relations = 'http://schemas.openxmlformats.org/package/2006/relationships';
const contentType = 'application/vnd.openxmlformats-officedocument.spreadsheetml';

/** What every workbook with one sheet has besides the sheet. The second style is that of the header. */
const parts = {
  '[Content_Types].xml': `<Types xmlns="http://schemas.openxmlformats.org/package/2006/content-types"><Default Extension="rels" ContentType="application/vnd.openxmlformats-package.relationships+xml"/><Override PartName="/xl/workbook.xml" ContentType="${contentType}.sheet.main+xml"/><Override PartName="/xl/worksheets/sheet1.xml" ContentType="${contentType}.worksheet+xml"/><Override PartName="/xl/styles.xml" ContentType="${contentType}.styles+xml"/></Types>`,
  '_rels/.rels': `<Relationships xmlns="${relations}"><Relationship Id="rId1" Type="${officeRelations}/officeDocument" Target="xl/workbook.xml"/></Relationships>`,
  'xl/_rels/workbook.xml.rels': `<Relationships xmlns="${relations}"><Relationship Id="rId1" Type="${officeRelations}/worksheet" Target="worksheets/sheet1.xml"/><Relationship Id="rId2" Type="${officeRelations}/styles" Target="styles.xml"/></Relationships>`,
  'xl/workbook.xml': `<workbook xmlns="${sheetNamespace}" xmlns:r="${officeRelations}"><sheets><sheet name="Carma" sheetId="1" r:id="rId1"/></sheets></workbook>`,
  'xl/styles.xml': `<styleSheet xmlns="${sheetNamespace}"><fonts count="2"><font><sz val="11"/><name val="Calibri"/></font><font><b/><sz val="11"/><name val="Calibri"/></font></fonts><fills count="2"><fill><patternFill patternType="none"/></fill><fill><patternFill patternType="gray125"/></fill></fills><borders count="1"><border/></borders><cellStyleXfs count="1"><xf/></cellStyleXfs><cellXfs count="2"><xf xfId="0"/><xf fontId="1" applyFont="1" xfId="0"/></cellXfs></styleSheet>`,
};

/**
 * A workbook (.xlsx, ECMA-376) with one sheet and a header that stays in view, made piece by piece: the whole catalogue neither stops
 * the process nor has to be in memory, which is what libraries for it do (docs/decisions/035). Texts, numbers and booleans keep their
 * type, so nothing can run as a formula and no id loses its zeros; anything else is JSON, and null an empty cell.
 */
export class Workbook {
  #made: Uint8Array[] = [];
  #zip = new Zip((error, bytes) => {
    if (error) throw error;
    this.#made.push(bytes);
  });
  #write: (text: string, isLast?: boolean) => void;
  #rows = 0;

  /** @param widths of the columns, in characters; 16 where undefined. */
  constructor(header: readonly string[], widths: readonly (number | undefined)[] = []) {
    for (const [name, text] of Object.entries(parts)) this.#add(name)(xmlDeclaration + text, true);
    this.#write = this.#add('xl/worksheets/sheet1.xml');
    const columns = header.map((_, i) => `<col min="${i + 1}" max="${i + 1}" width="${widths[i] ?? 16}" customWidth="1"/>`);
    const pane = '<pane ySplit="1" topLeftCell="A2" activePane="bottomLeft" state="frozen"/>';
    this.#write(
      `${xmlDeclaration}<worksheet xmlns="${sheetNamespace}"><sheetViews><sheetView workbookViewId="0">${pane}</sheetView></sheetViews><cols>${columns.join('')}</cols><sheetData>`,
    );
    this.#write(this.#row(header, ' s="1"'));
  }

  /** Adds rows, and returns the bytes of the file that are ready. */
  add(rows: readonly (readonly unknown[])[]): Uint8Array {
    this.#write(rows.map((row) => this.#row(row)).join(''));
    return this.#take();
  }

  /** Ends the file, and returns the rest of its bytes. */
  end(): Uint8Array {
    this.#write('</sheetData></worksheet>', true);
    this.#zip.end();
    return this.#take();
  }

  /** Adds a part, and returns what writes it. Node compresses each piece by itself, so that they can be joined, and faster than fflate. */
  #add(filename: string): (text: string, isLast?: boolean) => void {
    const part: ZipInputFile = { filename, compression: deflated, crc: 0, size: 0, mtime: zipDate };
    this.#zip.add(part);
    return (text, isLast = false) => {
      const bytes = Buffer.from(text);
      part.crc = crc32(bytes, part.crc);
      part.size = (part.size ?? 0) + bytes.byteLength;
      const finishFlush = isLast ? constants.Z_FINISH : constants.Z_SYNC_FLUSH;
      part.ondata?.(null, deflateRawSync(bytes, { finishFlush }), isLast);
    };
  }

  #take(): Uint8Array {
    return Buffer.concat(this.#made.splice(0));
  }

  #row(cells: readonly unknown[], style = ''): string {
    this.#rows += 1;
    return `<row r="${this.#rows}">${cells.map((cell, i) => cellXml(cell, `r="${columnName(i)}${this.#rows}"${style}`)).join('')}</row>`;
  }
}

function cellXml(value: unknown, attributes: string): string {
  if (value === null || value === undefined || value === '') return '';
  if (typeof value === 'number') return `<c ${attributes}><v>${value}</v></c>`;
  if (typeof value === 'boolean') return `<c ${attributes} t="b"><v>${value ? 1 : 0}</v></c>`;
  return `<c ${attributes} t="inlineStr"><is><t xml:space="preserve">${textXml(typeof value === 'string' ? value : JSON.stringify(value))}</t></is></c>`;
}

/** Escapes a text. `_x000D_` would be read as the character with that number (ECMA-376, ST_Xstring). */
function textXml(text: string): string {
  const whole = text.length > maxCell ? text.slice(0, maxCell - cutNote.length).replace(/[\ud800-\udbff]$/, '') + cutNote : text;
  return escapeMarkup(xmlText(whole)).replace(/_(?=x[\da-f]{4}_)/gi, '_x005F_');
}

/** Returns the name of a column by its position from 0: A to Z, AA and so on. */
export function columnName(position: number): string {
  return (position >= 26 ? columnName(Math.floor(position / 26) - 1) : '') + String.fromCharCode(65 + (position % 26));
}
