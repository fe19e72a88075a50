// The brand's fonts where the styles hold them back (src/styles/base.css): on a narrow screen, so that the first page is painted
// in fallbacks of the same measures before anything but the page is fetched.

/** What holds text of its own and can wrap otherwise in another font. */
const wrapping = 'h1, h2, h3, h4, p, li, dt, dd, figcaption, summary, th, td, a, span';
/** A change of less than this (px) is no line. */
const leastLine = 8;
/** How far the letters of a line are moved together or apart at a time, in em, and how often at most: too little to be seen. */
const trackingStep = 0.005;
const mostSteps = 8;

/** Fetches the held fonts and shows them, all at once, so that the page is laid out anew only once and nothing moves. */
export async function showFonts(): Promise<void> {
  const faces = heldFonts().map(({ style }) => {
    const weight = style.getPropertyValue('font-weight');
    return new FontFace(style.getPropertyValue('font-family').replaceAll('"', ''), style.getPropertyValue('src'), {
      weight,
      display: 'swap',
    });
  });
  await Promise.allSettled(faces.map((face) => face.load()));
  const loaded = faces.filter((face) => face.status === 'loaded');
  if (loaded.length) keepLines(() => loaded.forEach((face) => void document.fonts.add(face)));
}

function heldFonts(): CSSFontFaceRule[] {
  return [...document.styleSheets].flatMap((sheet) => {
    // The scheduler's own are not for us to read.
    if (sheet.href && !sheet.href.startsWith(`${location.origin}/`)) return [];
    const held = [...sheet.cssRules].filter((rule) => rule instanceof CSSMediaRule && !matchMedia(rule.conditionText).matches);
    const faces = held.flatMap((rule) => [...(rule as CSSMediaRule).cssRules].filter((inner) => inner instanceof CSSFontFaceRule));
    // Fallbacks of other widths are held as well, and stay so.
    return faces.filter(({ style }) => style.getPropertyValue('src').includes('url('));
  });
}

/**
 * Runs `change`, after which texts are a little wider or narrower. A text that takes another number of lines for it, and so
 * would move all that follows, has its letters moved together or apart until it takes as many as before. Also below the screen:
 * who scrolls just then would see it move.
 */
function keepLines(change: () => void): void {
  const texts = [...document.body.querySelectorAll<HTMLElement>(wrapping)].filter((text) => isLaidOut(text) && text.offsetHeight > 0);
  const before = new Map(texts.map((text) => [text, text.offsetHeight]));
  const grownBy = (text: HTMLElement) => text.offsetHeight - (before.get(text) ?? 0);
  const moves = (text: HTMLElement) => Math.abs(grownBy(text)) >= leastLine;
  change();
  const moved = texts.filter((text) => moves(text) && getComputedStyle(text).display !== 'inline');
  // What is only as high as what stands in it is right again when that is.
  const own = moved.filter((text) => !moved.some((other) => other !== text && text.contains(other)));
  let pending = own.map((text) => ({
    text,
    from: Number.parseFloat(getComputedStyle(text).letterSpacing) || 0,
    direction: -Math.sign(grownBy(text)),
  }));
  for (let step = 1; pending.length && step <= mostSteps; step += 1) {
    for (const { text, from, direction } of pending) text.style.letterSpacing = `calc(${from}px + ${direction * step * trackingStep}em)`;
    pending = pending.filter(({ text }) => moves(text));
  }
  for (const { text } of pending) text.style.letterSpacing = '';
}

/** Whether it is: asking for the height of what is left for later (./lay-out-rest.ts) would do it now. */
function isLaidOut(text: HTMLElement): boolean {
  return text.checkVisibility?.({ contentVisibilityAuto: true }) ?? true;
}
