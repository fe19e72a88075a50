import type { Spread, SpreadPage } from '#src/content/blockchain.ts';
import { Section } from '#src/ui/sections/section.tsx';

/** Two facing ledger pages: claims on the left, answers line by line on the right. */
export function FacingPages({ content }: { content: Spread }) {
  return (
    <Section>
      <div className="grid shadow-[0_32px_48px_-40px_rgb(18_51_42/0.55)] md:grid-cols-2">
        <Page page={content.left} side="left" />
        <Page page={content.right} side="right" />
      </div>
    </Section>
  );
}

const pages = { left: 'border-rule bg-paper-bright', right: 'border-canopy bg-canopy text-paper' } as const;
const rules = { left: 'border-rule', right: 'border-paper/30' } as const;
const bodies = { left: 'text-ink-soft', right: 'text-canopy-mist' } as const;
const lines = { left: 'text-clay', right: 'text-lichen' } as const;
const rowSpans: Record<number, string> = { 3: 'md:row-span-4', 4: 'md:row-span-5', 5: 'md:row-span-6' };
const itemSpans: Record<number, string> = { 3: 'md:row-span-3', 4: 'md:row-span-4', 5: 'md:row-span-5' };

function Page({ page, side }: { page: SpreadPage; side: 'left' | 'right' }) {
  const count = page.items.length;
  return (
    <div className={`border px-6 py-9 md:(grid grid-rows-subgrid px-10 py-12) lg:px-14 ${pages[side]} ${rowSpans[count] ?? ''}`}>
      <div className="pb-8">
        <h2 className="display-2">{page.title}</h2>
        <p className={`mt-4 font-display text-[1.25rem] leading-[1.3] md:text-[1.375rem] ${lines[side]}`}>{page.line}</p>
      </div>
      <ul className={`md:(grid grid-rows-subgrid) ${itemSpans[count] ?? ''}`}>
        {page.items.map((item) => (
          <li key={item.title} className={`border-t py-5 ${rules[side]}`}>
            <h3 className="font-semibold">{item.title}</h3>
            <p className={`mt-1.5 text-pretty leading-[1.55] ${bodies[side]}`}>{item.body}</p>
          </li>
        ))}
      </ul>
    </div>
  );
}
