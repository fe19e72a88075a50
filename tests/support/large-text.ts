import type { Page } from 'playwright';

type Box = { text: string; left: number; top: number; right: number; bottom: number; colour: string; leastContrast: number };

/** Runs in the page: styles it as a user style sheet would. The pages' policy allows no style element. */
export function setUserStyle(css: string): void {
  const sheet = new CSSStyleSheet();
  sheet.replaceSync(css);
  document.adoptedStyleSheets = [sheet];
}

/** Returns the texts in the window that do not stand out from what is painted behind them, pictures included, which axe cannot judge. */
export async function faintTexts(page: Page, style: string): Promise<string[]> {
  const [look] = await page.evaluate(measureLayouts, { styles: [style], keepsBoxes: true });
  await page.evaluate(setUserStyle, `${style} * { transition: none !important; color: transparent !important }`);
  const png = (await page.screenshot()).toString('base64');
  await page.evaluate(setUserStyle, style);
  if (!look?.boxes.length) throw new Error('No text was measured');
  return page.evaluate(faintIn, { png, boxes: look.boxes });
}

/**
 * Runs in the page: returns, for each of these user styles, the page's width, the texts whose element is narrower than a letter, as in a
 * grid whose columns leave them no room, the last of a grid's items where it stands alone in its row, the bars that stay in view, whether
 * the header covers its headline, and the texts that lie on each other or are cut off, and the words that are broken. It leaves the page
 * laid out and painted in none of them, because that would cost as much as a look.
 */
export async function measureLayouts({ styles, keepsBoxes = false }: { styles: string[]; keepsBoxes?: boolean }) {
  const looks = [];
  scrollTo({ top: 0, behavior: 'instant' });
  for (const style of styles) {
    const sheet = new CSSStyleSheet();
    sheet.replaceSync(style);
    document.adoptedStyleSheets = [sheet];
    // Laid out, because what only this window shows may need another font.
    document.body.getBoundingClientRect();
    await document.fonts.ready;
    const width = document.documentElement.scrollWidth;
    const { boxes, ...texts } = measureTexts();
    looks.push({ width, ...texts, ...measureElements(), onEachOther: overlapping(boxes), boxes: keepsBoxes ? boxes : [] });
  }
  const unseen = new CSSStyleSheet();
  unseen.replaceSync('body { content-visibility: hidden }');
  document.adoptedStyleSheets = [unseen];
  return looks;

  function measureElements() {
    const lone = [...document.querySelectorAll('main :is(ul, ol, dl)')].flatMap((grid) => {
      if (getComputedStyle(grid).display !== 'grid') return [];
      const items = [...grid.children].filter((item) => item.checkVisibility()).map((item) => item.getBoundingClientRect());
      const [one, two, last] = [items[0], items[1], items.at(-1)];
      if (!one || !last || Math.abs(one.top - (two?.top ?? 0)) > 1) return [];
      const isAlone = items.filter(({ top }) => Math.abs(top - last.top) < 1).length === 1;
      return isAlone && grid.getBoundingClientRect().right - last.right > 60
        ? [(grid.lastElementChild?.textContent ?? '').slice(0, 30)]
        : [];
    });
    const stuck = [...document.querySelectorAll('.site-header, .submit-bar, .catalogue-apply, .compare-bar')]
      .filter((bar) => ['top', 'bottom'].some((side) => Number.parseFloat(getComputedStyle(bar).getPropertyValue(side)) >= 0))
      .map(({ className }) => className);
    const [header, title] = ['header', 'h1'].map((name) => document.querySelector(name)?.getBoundingClientRect());
    const isCovered = !header || !title || title.top < header.bottom;
    return { lone, stuck, isCovered };
  }

  /** Lists the pairs of texts that lie on each other. */
  function overlapping(unsorted: Box[]): string[] {
    const boxes = unsorted.toSorted((one, other) => one.top - other.top);
    const firstBelow = (y: number, from: number) => {
      let at = from;
      while ((boxes[at]?.top ?? y) < y) at += 1;
      return at;
    };
    return boxes.flatMap((one, index) =>
      boxes
        .slice(index + 1, firstBelow(one.bottom - 2, index + 1))
        .filter((other) => Math.min(one.bottom, other.bottom) - other.top > 2)
        .filter((other) => Math.min(one.right, other.right) - Math.max(one.left, other.left) > 2)
        // The hidden lines of a clamped text lie on its last one.
        .filter(({ text }) => text !== one.text)
        .map((other) => `${one.text} | ${other.text}`),
    );
  }

  /**
   * Returns what is seen of each line of text, without the room above and below its letters, the texts whose element is narrower than a
   * letter or of which a part is hidden for good, and the words, or numbers of certificates in a table, that stand on two lines without a
   * hyphen. Serial numbers, hashes, addresses and code have to break, and what is clamped to some lines is whole on its own page.
   */
  function measureTexts() {
    const boxes: Box[] = [];
    const [thin, cut, broken] = [new Set<string>(), new Set<string>(), new Set<string>()];
    type Clip = Pick<Box, 'left' | 'top' | 'right' | 'bottom'> & { hides: boolean };
    const all: Clip = { left: 0, top: 0, right: Number.POSITIVE_INFINITY, bottom: Number.POSITIVE_INFINITY, hides: true };
    /** What is seen of each element: asked for once, because thousands of texts are in few of them. */
    const clips = new Map<Element, Clip>();
    const clipOf = (element: Element | null): Clip => {
      if (!element || element === document.body) return all;
      const clip = clips.get(element) ?? clipBy(element, clipOf(element.parentElement));
      clips.set(element, clip);
      return clip;
    };
    const clipBy = (element: Element, around: Clip): Clip => {
      const { overflowX, clipPath, webkitLineClamp } = getComputedStyle(element);
      if (overflowX === 'visible' && clipPath === 'none') return around;
      const { left, top, right, bottom } = element.getBoundingClientRect();
      return {
        hides: around.hides && /hidden|clip/.test(overflowX) && webkitLineClamp === 'none',
        ...{ left: Math.max(around.left, left), top: Math.max(around.top, top) },
        ...{ right: Math.min(around.right, right), bottom: Math.min(around.bottom, bottom) },
      };
    };
    const isThin = (element: Element) => {
      const { width, height } = element.getBoundingClientRect();
      if (width >= 8 || height === 0 || !element.closest('main') || element.closest('svg, .sr-only')) return false;
      return [...element.childNodes].map((node) => (node instanceof Text ? node.data.trim() : '')).join('').length > 2;
    };
    const walker = document.createTreeWalker(document.body, NodeFilter.SHOW_TEXT);
    for (let node = walker.nextNode(); node; node = walker.nextNode()) {
      const element = node.parentElement;
      const text = (node.textContent ?? '').trim().slice(0, 30);
      if (!text || !element?.checkVisibility({ visibilityProperty: true })) continue;
      if (isThin(element)) thin.add(text);
      if (element.closest('script, style, noscript, select, .sr-only, .submit-bar, .compare-bar, .catalogue-apply')) continue;
      const { color, fontSize, fontWeight, overflowWrap, wordBreak, hyphens } = getComputedStyle(element);
      const size = Number.parseFloat(fontSize);
      // WCAG 2.2, 1.4.3: a large text needs less.
      const leastContrast = size >= 24 || (size >= 18.66 && Number(fontWeight) >= 700) ? 3 : 4.5;
      const clip = clipOf(element);
      const range = document.createRange();
      range.selectNodeContents(node);
      const lines = [...range.getClientRects()];
      for (const line of lines) {
        const inset = line.height / 5;
        const box = {
          left: Math.max(line.left, clip.left),
          top: Math.max(line.top + inset, clip.top),
          right: Math.min(line.right, clip.right),
          bottom: Math.min(line.bottom - inset, clip.bottom),
        };
        if (box.right - box.left > 2 && box.bottom - box.top > 2) boxes.push({ text, ...box, colour: color, leastContrast });
        const isWhole = box.right - box.left > line.width - 2 && box.bottom - box.top > 3 * inset - 2;
        // Decoration, and what only focus shows, may be cut.
        if (clip.hides && !isWhole && line.width > 2 && !element.closest('.isolate > [aria-hidden], [class*="not(:focus)"]')) cut.add(text);
      }
      const mayBreak = overflowWrap !== 'normal' || wordBreak !== 'normal' || hyphens === 'auto';
      if (lines.length < 2 || !mayBreak || element.closest('code, pre, [class*="break-all"]')) continue;
      for (const { 0: written, index } of (node.textContent ?? '').matchAll(/\S+/g)) {
        // Paths, addresses, names in code, domains, and serials or hashes: 13 characters or more, with letters and digits.
        if (/[/@_]|\p{L}\.\p{L}|(?=.*\d)(?=.*\p{L}).{13}/u.test(written)) continue;
        for (const part of written.matchAll(element.closest('td') ? /CR-\d+|[^-–—\u00AD]+/g : /[^-–—\u00AD]+/g)) {
          range.setStart(node, index + part.index);
          range.setEnd(node, index + part.index + part[0].length);
          const tops = Array.from(range.getClientRects(), ({ top }) => top);
          if (Math.max(...tops) - Math.min(...tops) > size / 2) broken.add(part[0]);
        }
      }
    }
    return { boxes, thin: [...thin], cut: [...cut], broken: [...broken] };
  }
}

/** Runs in the page: returns the texts of which more than a tenth lies on a ground with too little contrast. */
async function faintIn({ png, boxes }: { png: string; boxes: Box[] }): Promise<string[]> {
  const bitmap = await createImageBitmap(new Blob([Uint8Array.from(atob(png), (char) => char.charCodeAt(0))]));
  const canvas = new OffscreenCanvas(bitmap.width, bitmap.height);
  const context = canvas.getContext('2d', { willReadFrequently: true });
  if (!context) throw new Error('There is no canvas');
  const luminance = ([red = 0, green = 0, blue = 0]: Iterable<number>) => {
    const [r = 0, g = 0, b = 0] = [red, green, blue].map((part) => {
      const share = part / 255;
      return share <= 0.04045 ? share / 12.92 : ((share + 0.055) / 1.055) ** 2.4;
    });
    return 0.2126 * r + 0.7152 * g + 0.0722 * b;
  };
  return boxes
    .filter(({ right, bottom }) => right <= innerWidth && bottom <= innerHeight)
    .flatMap(({ text, left, top, right, bottom, colour, leastContrast }) => {
      context.drawImage(bitmap, 0, 0);
      const { data } = context.getImageData(left, top, right - left, bottom - top);
      // The text's own colour may let the ground through.
      context.fillStyle = colour;
      context.fillRect(left, top, 2, 2);
      const own = luminance(context.getImageData(left + 1, top + 1, 1, 1).data);
      let faint = 0;
      for (let at = 0; at < data.length; at += 4) {
        const ground = luminance(data.subarray(at, at + 3));
        const contrast = (Math.max(own, ground) + 0.05) / (Math.min(own, ground) + 0.05);
        if (contrast < leastContrast) faint += 1;
      }
      // A pixel has four bytes: a tenth of them.
      return faint * 40 > data.length ? [text] : [];
    });
}
