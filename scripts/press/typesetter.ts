import { type FontName, printable } from './fonts.ts';

/** How text is set; sizes and leading in points. */
export type TextStyle = { font: FontName; size: number; leading: number; colour: string; tracking?: number };

type Box = { x: number; y: number; width: number };
type SetOptions = {
  /** Lines of about equal length, for headings. */
  balanced?: boolean;
  align?: 'left' | 'right';
};

/** Lines of a text, ready to be drawn anywhere. */
export type SetText = { lines: string[]; height: number; style: TextStyle };

const subscriptSize = 0.62;
const subscriptDrop = 0.12;
/** A last line shorter than this share of the measure looks like a mistake. */
const shortestLastLine = 0.16;

export type Typesetter = ReturnType<typeof createTypesetter>;

/** Breaks text into lines and draws them: ragged right, no hyphens, no lone short word at the end, CO₂ with its subscript. */
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

  /** The narrowest measure that takes no more lines; for running text only as narrow as the last line needs. */
  function tighten(text: string, style: TextStyle, width: number, balanced: boolean): string[] {
    const widest = breakLines(text, style, width);
    if (widest.length === 1) return widest;
    const wellEnded = (lines: string[]) => measure(lines.at(-1) ?? '', style) >= shortestLastLine * width;
    if (!balanced && wellEnded(widest)) return widest;
    let best = widest;
    for (let narrower = width - 4; narrower > width * 0.5; narrower -= 4) {
      const lines = breakLines(text, style, narrower);
      if (lines.length > widest.length || lines.some((line) => measure(line, style) > narrower)) break;
      best = lines;
      if (!balanced && wellEnded(lines)) break;
    }
    return best;
  }

  return {
    measure,

    /** @throws Error that names a character which our fonts lack. */
    set(text: string, style: TextStyle, width: number, { balanced = false }: SetOptions = {}): SetText {
      const missing = [...text].find((character) => character !== '₂' && !printable.includes(character));
      if (missing) throw new Error(`No glyph for “${missing}” (U+${missing.codePointAt(0)?.toString(16)}) in: ${text}`);
      const lines = tighten(text, style, width, balanced);
      return { lines, height: lines.length * style.leading, style };
    },

    /** Draws lines into a box from its top; the first baseline is where the leading puts it. */
    draw({ lines, style }: SetText, { x, y, width }: Box, { align = 'left' }: SetOptions = {}): void {
      doc.fillColor(style.colour);
      lines.forEach((line, i) => {
        const baseline = y + i * style.leading + style.leading * 0.5 + style.size * 0.34;
        let at = align === 'right' ? x + width - measure(line, style) : x;
        // Each line ends with a space, so that words stay apart for those who take the text out or have it read to them.
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

/** Text in pieces of one size each: the published fonts have no subscript 2. */
function runs(text: string): { text: string; subscript: boolean }[] {
  return text
    .split(/(₂)/)
    .filter((part) => part !== '')
    .map((part) => (part === '₂' ? { text: '2', subscript: true } : { text: part, subscript: false }));
}
