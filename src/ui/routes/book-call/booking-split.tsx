import type { ReactNode } from 'react';
import { Ordinal } from '#src/ui/sections/ordinal.tsx';

type BookingSplitProps = {
  content: {
    eyebrow: string;
    title: string;
    lede: string;
    facts: { label: string; value: string }[];
    topicsTitle: string;
    topics: { title: string; body: string }[];
  };
  /** The calendar. On a phone it comes between the introduction and the topics. */
  children: ReactNode;
};

/** A description of the call, beside the calendar for booking it. */
export function BookingSplit({ content, children }: BookingSplitProps) {
  return (
    <div className="page grid gap-x-16 gap-y-9 py-10 md:py-16 lg:(grid-cols-[minmax(0,5fr)_minmax(0,6fr)] grid-rows-[auto_1fr])">
      <header>
        <p className="eyebrow mb-4 text-canopy">{content.eyebrow}</p>
        <h1 className="font-display text-[2.5rem] leading-[1.04] tracking-[-0.018em] text-balance md:text-[3.75rem]">{content.title}</h1>
        <p className="lede mt-5 text-ink-soft">{content.lede}</p>
        <dl className="mt-6 grid grid-cols-2 border-y border-ink">
          {content.facts.map((fact) => (
            <div key={fact.label} className="py-3">
              <dt className="label">{fact.label}</dt>
              <dd className="figure mt-0.5 text-[0.9375rem] md:text-[1.0625rem]">{fact.value}</dd>
            </div>
          ))}
        </dl>
      </header>
      <div className="lg:(col-start-2 row-span-2 row-start-1)">{children}</div>
      <section aria-labelledby="topics">
        <h2 id="topics" className="label">
          {content.topicsTitle}
        </h2>
        <ol className="mt-3 border-b border-rule">
          {content.topics.map((topic, index) => (
            <li key={topic.title} className="grid grid-cols-[2.5rem_minmax(0,1fr)] border-t border-rule py-5">
              <Ordinal number={index + 1} className="pt-1.5 text-clay" />
              <div>
                <h3 className="display-3">{topic.title}</h3>
                <p className="copy mt-1.5 text-ink-soft">{topic.body}</p>
              </div>
            </li>
          ))}
        </ol>
      </section>
    </div>
  );
}
