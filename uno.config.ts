import { defineConfig, type Postprocessor, presetWind4, transformerVariantGroup } from 'unocss';
import { colours } from './shared/lib/drawing.ts';
import { prose } from './src/styles/prose.ts';

/**
 * Replaces the preset's colour mixes by plain colours, which saves half a kilobyte on every page. The preset mixes each colour
 * with an opacity variable that no utility of this site sets, and writes it twice, in two colour spaces that give the same
 * result for an unmixed colour.
 */
const plainColours: Postprocessor = (util) => {
  if (util.parent?.includes('color-mix(in lab')) util.entries = [];
  for (const entry of util.entries) {
    if (typeof entry[1] !== 'string') continue;
    const [, colour] = /^color-mix\(in \w+, (.+) var\(--un-[a-z]+-opacity\), transparent\)$/.exec(entry[1]) ?? [];
    if (colour) entry[1] = colour;
  }
};

export default defineConfig({
  // Words that occur in texts but would be taken for utilities.
  blocklist: ['blur', 'container', 'filter', 'ring'],
  rules: [
    ['transition-colors', { transition: 'color 0.15s, background-color 0.15s, border-color 0.15s' }],
    // Without the preset's variable, which costs 0.2 kB per page just to set "solid".
    [/^outline-(\d)$/, ([, width]) => ({ 'outline-style': 'solid', 'outline-width': `${width}px` })],
    ['tabular-nums', { 'font-variant-numeric': 'tabular-nums' }],
    // Shadows as plain values. The preset builds each from five variables, so that an element can combine several; no element here does.
    ['shadow-lg', { 'box-shadow': '0 10px 15px -3px rgb(0 0 0/0.1), 0 4px 6px -4px rgb(0 0 0/0.1)' }],
    ['shadow-2xl', { 'box-shadow': '0 25px 50px -12px rgb(0 0 0/0.25)' }],
    [/^shadow-\[(.+)\]$/, ([, shadow = '']) => ({ 'box-shadow': shadow.replaceAll('_', ' ') })],
  ],
  // On a phone's screen the rows of a table are blocks; on wider ones, and on paper, which is narrow, columns. 3000: just before `sm:`.
  variants: Object.entries({ wide: 'print, (min-width: 48rem)', narrow: 'screen and (max-width: 47.99rem)' }).map(([name, query]) => ({
    name,
    match: (matcher) =>
      matcher.startsWith(`${name}:`) ? { matcher: matcher.slice(name.length + 1), parent: [`@media ${query}`, 3000] } : undefined,
  })),
  // `dark:` is for what stands on the dark ground of a section.
  presets: [presetWind4({ preflights: { reset: true }, dark: { dark: '.bg-canopy-deep' } })],
  transformers: [transformerVariantGroup()],
  postprocess: plainColours,
  theme: {
    colors: colours,
    font: {
      'display-large': "'Fraunces', 'Fraunces Fallback Large', 'Fraunces Fallback Large Times', 'Fraunces Fallback Large DejaVu', serif",
      display: "'Fraunces', 'Fraunces Fallback', 'Fraunces Fallback Android', 'Fraunces Fallback Times', 'Fraunces Fallback DejaVu', serif",
      sans: "'Instrument Sans', 'Instrument Sans Fallback', 'Instrument Sans Fallback DejaVu', system-ui, sans-serif",
      mono: "'Geist Mono', 'Geist Mono Fallback', ui-monospace, monospace",
    },
  },
  shortcuts: {
    ...prose,
    // With text at twice the size, what is large already stays so small that its words fit into a line.
    page: 'mx-auto w-full max-w-[76.5rem] px-[min(1.25rem,6vw)] md:px-[min(2.25rem,6vw)]',
    band: 'py-12 md:py-24',
    'display-1':
      'font-display md:font-display-large text-[min(2.75rem,14vw)] leading-[1.04] tracking-[-0.018em] md:text-[min(4.25rem,10vw)] lg:text-[min(5.25rem,9vw)] text-balance',
    'display-2': 'font-display text-[min(2.125rem,12vw)] leading-[1.08] tracking-[-0.016em] md:text-[min(3.25rem,8vw)] text-balance',
    'display-3': 'font-display text-[1.5rem] leading-[1.18] tracking-[-0.01em] md:text-[1.625rem] text-balance',
    lede: 'text-[1.125rem] leading-[1.55] md:text-[1.25rem] max-w-[38rem] text-balance',
    copy: 'leading-[1.6] max-w-[40rem] text-pretty',
    eyebrow: 'font-mono text-[0.75rem] uppercase tracking-[0.08em]',
    label: 'font-mono text-[0.75rem] leading-[1.375] uppercase tracking-[0.04em] text-ink-faint',
    figure: 'font-mono tabular-nums tracking-[-0.02em]',
    btn: 'inline-flex min-h-12 items-center justify-center gap-2 rounded-[3px] border border-transparent px-6 py-2.5 text-center font-semibold no-underline transition-colors',
    'btn-primary': 'btn bg-lichen text-ink hover:bg-lichen-soft',
    'btn-outline': 'btn border-current text-inherit hover:bg-current/10',
    'text-link': 'font-semibold underline decoration-1 underline-offset-5 hover:decoration-2',
    'field-file': 'file:(mr-4 min-h-11 cursor-pointer rounded-[2px] border-0 bg-canopy px-4 font-semibold text-paper)',
    // A link to a field, in the summary of a form's errors, scrolls so far that label and hint are seen, too. Its focus ring is not covered
    // by the button that it is joined to, and stands 2 px off the red border of an error.
    field: [
      'block w-full min-h-12 scroll-mt-16 rounded-[3px] border border-rule-strong bg-paper-bright px-3.5 py-2.5 text-base text-ink',
      `focus-visible:(relative z-1) aria-[invalid=true]:(border-wrong focus-visible:(outline-offset-[5px] shadow-[0_0_0_2px_${colours.paper.DEFAULT},0_0_0_5px_${colours.ink.DEFAULT}]))`,
    ].join(' '),
  },
});
