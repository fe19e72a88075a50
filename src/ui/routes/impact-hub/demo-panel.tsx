import type { ReactNode } from 'react';
import type { FeatureDemo } from '#src/content/impact-hub.ts';

/** The data of a demo; undefined if the catalogue lacks it or did not answer. `failure` is the text to show then. */
export type DemoProps<Data> = { [Key in keyof Data]: Data[Key] | undefined } & { failure: string };

type DemoPanelProps = {
  content: FeatureDemo;
  title: string;
  /** The source of the data. */
  source: string;
  /** The label of the link that expands it. */
  moreLabel: string;
  labels: { open: string; close: string };
  /** Shown if there is no data to demonstrate with. */
  failure: string;
  children: ReactNode;
};

const bars: Record<FeatureDemo['accent'], string> = {
  canopy: 'bg-canopy text-paper',
  tide: 'bg-tide text-paper',
  clay: 'bg-clay text-paper',
  lichen: 'bg-lichen text-ink',
};
const frames: Record<FeatureDemo['accent'], string> = {
  canopy: 'border-canopy bg-paper-bright outline-canopy',
  tide: 'border-tide outline-tide',
  clay: 'border-clay bg-paper-bright outline-clay',
  lichen: 'border-lichen bg-canopy-deep text-paper outline-lichen',
};

/**
 * A demo that is expanded by the address: with `#panel-id` it is the page's `:target`, gets a frame and shows everything.
 * Inside it, `hidden group-target/demo:block` marks what is shown only then. It needs no script.
 */
export function DemoPanel({ content, title, source, moreLabel, labels, failure, children }: DemoPanelProps) {
  return (
    <div id={content.panel} className={`group/demo scroll-mt-24 border target:(outline-4 outline-offset-4) ${frames[content.accent]}`}>
      <div className={`flex flex-wrap items-baseline justify-between gap-x-6 px-4 py-2.5 md:px-6 ${bars[content.accent]}`}>
        <h3 className="font-semibold">{title}</h3>
        <p className="font-mono text-[0.75rem]">{source}</p>
      </div>
      {children || <p className="px-4 py-12 text-center md:px-6">{failure}</p>}
      {children && (
        <p className="border-t border-current/25 px-4 py-1 text-[0.9375rem] group-target/demo:hidden md:px-6">
          <a href={`#${content.panel}`} className="text-link inline-flex min-h-11 items-center">
            {moreLabel}
          </a>
        </p>
      )}
      <p className="hidden flex-wrap items-center justify-between gap-x-6 border-t border-current/25 px-4 py-1 text-[0.9375rem] group-target/demo:flex md:px-6">
        {labels.open}
        <a href={`#${content.id}`} className="text-link inline-flex min-h-11 items-center">
          {labels.close}
        </a>
      </p>
    </div>
  );
}
