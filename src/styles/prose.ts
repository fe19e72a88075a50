// Styles of HTML without class names (src/ui/sections/reading.tsx), as utilities for its elements. They are shortcuts in
// uno.config.ts, so that a page contains one class name instead of a hundred, and its styles one selector per element.

const text =
  'max-w-[42rem] text-[1.0625rem] leading-[1.65] text-ink-soft md:text-[1.125rem] print:(max-w-none !text-[10.5pt] leading-[1.5] text-ink) [&>:is(p,ul,ol,h3)]:max-w-[38.5rem] [&>*+*]:mt-5 [&_p]:text-pretty [&_strong]:text-ink';
const headings = [
  '[&_h2]:(scroll-mt-28 border-t border-rule pt-6 font-display text-[1.75rem] leading-[1.15] tracking-[-0.012em] text-ink text-balance)',
  'md:[&_h2]:text-[2rem] print:[&_h2]:(break-after-avoid !text-[14pt]) print:[&_h3]:(break-after-avoid text-[11pt]) [&>*+h2]:mt-12 [&>h2+*]:mt-4',
  '[&_h3]:(scroll-mt-28 font-semibold text-[1.125rem] leading-snug text-ink) [&>*+h3]:mt-8 [&>h3+*]:mt-2',
].join(' ');
const links =
  '[&_a]:(text-canopy underline decoration-1 underline-offset-4 [overflow-wrap:anywhere]) [&_a:hover]:decoration-2 [&_sub]:(text-[0.75em] leading-none)';
const lists = [
  '[&_ul]:(list-disc pl-6) [&_ol]:(list-decimal pl-6) [&_li]:pl-1.5 [&_li+li]:mt-2.5',
  '[&_ul>li::marker]:text-canopy [&_ol>li::marker]:(font-mono text-[0.875em] text-clay)',
].join(' ');
const tables = [
  '[&>*+table]:mt-8 [&>table+*]:mt-8',
  '[&_table]:(w-full border-b border-ink border-collapse text-left text-[0.9375rem] leading-[1.5])',
  '[&_:is(caption,thead_th)]:(font-mono text-[0.75rem] text-ink-faint) [&_caption]:(border-t border-ink py-3.5 text-left)',
  '[&_thead_th]:(border-b border-ink pb-2.5 align-bottom font-normal)',
  '[&_:is(th,td)]:pr-5 [&_td]:tabular-nums [&_td:last-child]:pr-0',
  '[&_tbody_:is(th,td)]:(border-t border-rule py-2.5 align-top) [&_tbody_th]:(font-semibold text-ink)',
  '[&_tbody_tr:first-child>*]:border-t-0 print:[&_table]:text-[9.5pt] print:[&_tr]:break-inside-avoid',
  '[&_tfoot_:is(th,td)]:(border-t border-ink py-2.5 font-semibold text-ink)',
].join(' ');
// On a phone each row becomes a block, and its cells show their column's name, which shared/lib/text/prose-html.ts adds.
const tablesOnPhones = [
  '[&_:is(table,caption,tbody,tfoot,tr,th,td)]:block [&_thead]:hidden [&_tr]:(border-t border-rule py-3)',
  '[&_:is(th,td)]:(!border-0 !p-0) [&_td::before]:(block pt-1.5 font-mono text-[0.75rem] text-ink-faint [content:attr(data-label)])',
]
  .map((utilities) => `[@media_screen_and_(width<48rem)]:(${utilities})`)
  .join(' ');
const figures = [
  '[&>*+figure]:mt-8 [&>figure+*]:mt-8 [&_figure>*+*]:mt-3',
  '[&_figcaption]:(border-l-2 border-clay pl-3 text-[0.875rem] leading-[1.5] text-ink-faint)',
  '[&_figure>p]:(font-mono text-[0.8125rem] leading-[1.6])',
  '[&_blockquote]:(border-l-2 border-canopy bg-paper-bright px-6 py-5 font-display text-[1.125rem] leading-[1.5] text-ink)',
].join(' ');

export const prose = {
  prose: [text, headings, links, lists, tables, tablesOnPhones, figures].join(' '),
  'prose-lede': '[&>p:first-child]:(text-[1.25rem] leading-[1.55] text-ink) md:[&>p:first-child]:text-[1.375rem]',
  'prose-date': '[&>p:first-child]:(font-mono text-[0.8125rem] text-ink-faint)',
};
