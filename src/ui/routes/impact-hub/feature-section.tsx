import type { ReactNode } from 'react';
import type { FeatureDemo } from '#src/content/impact-hub.ts';
import { LeadingButton } from '#src/ui/controls/action-button.tsx';

type Accent = FeatureDemo['accent'];
type Layout = 'stacked' | 'text-left' | 'text-right';

export type FeatureSectionProps = {
  content: FeatureDemo;
  layout: Layout;
  /** A `FeatureText`. */
  text: ReactNode;
  /** The demo: a `DemoPanel` with the id `content.panel`. */
  children: ReactNode;
};

const grounds: Record<Accent, string> = {
  canopy: 'bg-paper',
  tide: 'bg-tide-soft',
  clay: 'bg-paper-deep',
  lichen: 'bg-ink text-paper',
};
const accents: Record<Accent, { mark: string; access: string; soft: string }> = {
  canopy: { mark: 'text-canopy', access: 'btn bg-canopy text-paper hover:bg-canopy-deep', soft: 'text-ink-soft' },
  tide: { mark: 'text-[#22545F]', access: 'btn bg-tide text-paper hover:bg-[#22545F]', soft: 'text-ink-soft' },
  clay: { mark: 'text-clay', access: 'btn bg-clay text-paper hover:bg-[#8A3A1B]', soft: 'text-ink-soft' },
  lichen: { mark: 'text-lichen', access: 'btn-primary', soft: 'text-canopy-mist' },
};
const layouts: Record<Layout, { grid: string; text: string; panel: string }> = {
  stacked: { grid: 'grid gap-8 md:gap-12', text: 'grid gap-x-16 gap-y-8 lg:(grid-cols-2 items-end)', panel: '' },
  'text-left': {
    grid: 'grid gap-8 md:gap-12 lg:(grid-cols-[19rem_minmax(0,1fr)] gap-16)',
    text: 'grid content-start gap-8 lg:(sticky top-28 self-start)',
    panel: '',
  },
  'text-right': {
    grid: 'grid gap-8 md:gap-12 lg:(grid-cols-[minmax(0,1fr)_21rem] gap-16)',
    text: 'grid content-start gap-8 lg:(sticky top-28 self-start order-2)',
    panel: 'lg:order-1',
  },
};

/** A feature: its description and links (`text`), and its demo. */
export function FeatureSection({ content, layout, text, children }: FeatureSectionProps) {
  const { grid, panel } = layouts[layout];
  const headingId = `${content.id}-title`;
  return (
    <section id={content.id} aria-labelledby={headingId} className={`band ${grounds[content.accent]}`}>
      <div className={`page ${grid}`}>
        {text}
        <div className={`min-w-0 ${panel}`}>{children}</div>
      </div>
    </section>
  );
}

/** The classes of the element that contains a feature's text. */
export const featureTextClasses = (layout: Layout) => layouts[layout].text;

/** A feature's description and links. `number`: its position among the features, from 1. */
export function FeatureText({ content, number }: { content: FeatureDemo; number: number }) {
  const { mark, access, soft } = accents[content.accent];
  const headingId = `${content.id}-title`;
  return (
    <>
      <div>
        <p aria-hidden="true" className={`figure mb-4 text-[0.875rem] ${mark}`}>
          {String(number).padStart(2, '0')}
        </p>
        <h2 id={headingId} className="display-2">
          {content.title}
        </h2>
        <p className={`lede mt-3 md:mt-5 ${soft}`}>{content.short}</p>
      </div>
      <div>
        <p className={`display-3 ${mark}`}>{content.subtitle}</p>
        <p className={`copy mt-3 ${soft}`}>{content.body}</p>
        <div className="mt-5 flex flex-col gap-3 sm:mt-7 sm:(flex-row flex-wrap)">
          <LeadingButton action={{ label: content.access, href: `#${content.panel}` }} describedBy={headingId} className={access} />
          <LeadingButton action={content.learn} className="btn-outline" />
        </div>
      </div>
    </>
  );
}
