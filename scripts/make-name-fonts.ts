// Makes the committed fonts for names in Devanagari, Chinese, Japanese and Korean (src/assets/fonts/print). To be run by hand, where
// Debian's packages fonttools, fonts-noto-core and fonts-noto-cjk are installed.
import { execFileSync } from 'node:child_process';
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { range } from './print-fonts.ts';

const folder = path.join(import.meta.dirname, '../src/assets/fonts/print');
const noto = '/usr/share/fonts';

/** Returns what a double-byte character set has: what a name in the languages that were written with it can contain. */
function charactersOf(encoding: string): string[] {
  const decoder = new TextDecoder(encoding);
  const characters: string[] = [];
  for (let lead = 0xa1; lead <= 0xfe; lead++) {
    for (let trail = 0x40; trail <= 0xfe; trail++) {
      const character = decoder.decode(Uint8Array.of(lead, trail));
      // Two bytes that are not one character: U+FFFD, or two characters.
      if ([...character].length === 1 && character !== '\u{fffd}') characters.push(character);
    }
  }
  return characters;
}

function subset(source: string, target: string, characters: Iterable<string>, options: string[]): void {
  const temporary = mkdtempSync(path.join(tmpdir(), 'name-fonts-'));
  try {
    const list = path.join(temporary, 'characters.txt');
    writeFileSync(list, [...new Set(characters)].join(''));
    execFileSync('pyftsubset', [source, `--text-file=${list}`, '--no-hinting', ...options, `--output-file=${path.join(folder, target)}`]);
  } finally {
    rmSync(temporary, { recursive: true });
  }
}

const devanagari = `${range(0x20, 0x7e)}${range(0xa0, 0xff)}${range(0x900, 0x97f)}${range(0xa8e0, 0xa8ff)}${range(0x1cd0, 0x1cf9)}\u200c\u200d\u20b9\u25cc`;
subset(`${noto}/truetype/noto/NotoSansDevanagari-Regular.ttf`, 'devanagari.ttf', devanagari, ['--layout-features=*']);

// GB 2312 and the rest of GBK but its part 3 (lead bytes below 0xA1), JIS X 0208, Big5, KS X 1001, and every syllable of modern Korean.
const lists = ['gbk', 'euc-jp', 'big5', 'euc-kr'].flatMap(charactersOf);
subset(
  `${noto}/opentype/noto/NotoSansCJK-Regular.ttc`,
  'cjk.otf',
  [...lists, ...range(0x20, 0x7e), ...range(0xac00, 0xd7a3)],
  // Face 0 has the Japanese forms of what Chinese and Japanese write differently: the collection's own default.
  ['--font-number=0', '--layout-features=', '--drop-tables+=vhea,vmtx,VORG,BASE,GSUB,GPOS'],
);
