import { type FontName, printable } from './fonts.ts';

/** A text style; size, leading and tracking in points. */
export type TextStyle = { font: FontName; size: number; leading: number; colour: string; tracking?: number };

type Box = { x: number; y: number; width: number };
type SetOptions = {
  /** Makes lines about equally long, for headings. */
  balanced?: boolean;
  align?: 'left' | 'right';
};

/** A text broken into lines, ready to be drawn. */
export type SetText = { lines: string[]; height: number; style: TextStyle };

const subscriptSize = 0.62;
const subscriptDrop = 0.12;
/** A last line shorter than this fraction of the line width looks like a mistake. */
const minLastLine = 0.16;

export type Typesetter = ReturnType<typeof createTypesetter>;

/** Breaks text into lines and draws them: ragged right, no hyphenation, no short word alone on the last line, subscript in CO₂. */
export function createTypesetter(doc: PDFKit.PDFDocument) {
  const use = ({ font, size }: TextStyle, share = 1) => doc.font(font).fontSize(size * share);

  function measure(text: string, style: TextStyle): number {
    const options = { characterSpacing: style.tracking ?? 0 };
    return runs(text).reduce((width, run) => {
      use(style, run.subscript ? subscriptSize : 1);
      return width + doc.widthOfString(run.text, options) + (style.tracking ?? 0);
    }, 0);
  }

  function breakLines(text: string, style: TextStyle, width: number): string[] {
    const lines: string[] = [];
    let line = '';
    for (const word of text.split(' ')) {
      const longer = line ? `${line} ${word}` : word;
      if (line && measure(longer, style) > width) {
        lines.push(line);
        line = word;
      } else line = longer;
    }
    return [...lines, line];
  }

  /** Breaks text at the narrowest width that needs no more lines; running text only as narrow as a good last line requires. */
  function tighten(text: string, style: TextStyle, width: number, balanced: boolean): string[] {
    const widest = breakLines(text, style, width);
    if (widest.length === 1) return widest;
    const endsWell = (lines: string[]) => measure(lines.at(-1) ?? '', style) >= minLastLine * width;
    if (!balanced && endsWell(widest)) return widest;
    let best = widest;
    for (let narrower = width - 4; narrower > width * 0.5; narrower -= 4) {
      const lines = breakLines(text, style, narrower);
      if (lines.length > widest.length || lines.some((line) => measure(line, style) > narrower)) break;
      best = lines;
      if (!balanced && endsWell(lines)) break;
    }
    return best;
  }

  return {
    measure,

    /** @throws Error that names a character missing from the fonts. */
    set(text: string, style: TextStyle, width: number, { balanced = false }: SetOptions = {}): SetText {
      const missing = [...text].find((character) => character !== '₂' && !printable.includes(character));
      if (missing) throw new Error(`No glyph for “${missing}” (U+${missing.codePointAt(0)?.toString(16)}) in: ${text}`);
      const lines = tighten(text, style, width, balanced);
      return { lines, height: lines.length * style.leading, style };
    },

    /** Draws lines into a box from its top; the leading determines the first baseline. */
    draw({ lines, style }: SetText, { x, y, width }: Box, { align = 'left' }: SetOptions = {}): void {
      doc.fillColor(style.colour);
      lines.forEach((line, i) => {
        const baseline = y + i * style.leading + style.leading * 0.5 + style.size * 0.34;
        let at = align === 'right' ? x + width - measure(line, style) : x;
        // Each line ends with a space, so that words stay separate when the text is copied or read aloud.
        for (const run of runs(`${line} `)) {
          const size = run.subscript ? subscriptSize : 1;
          use(style, size);
          const options = { lineBreak: false, baseline: 'alphabetic' as const, characterSpacing: style.tracking ?? 0 };
          doc.text(run.text, at, run.subscript ? baseline + style.size * subscriptDrop : baseline, options);
          at += doc.widthOfString(run.text, options) + (style.tracking ?? 0);
        }
      });
    },
  };
}

/** Splits text into runs of one size, because the published fonts have no subscript 2. */
function runs(text: string): { text: string; subscript: boolean }[] {
  return text
    .split(/(₂)/)
    .filter((part) => part !== '')
    .map((part) => (part === '₂' ? { text: '2', subscript: true } : { text: part, subscript: false }));
}
