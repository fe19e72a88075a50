'use client';

import { atom, useAtomValue } from 'jotai';
import { type PricedProject, quote } from '#shared/lib/money/quote.ts';
import { parseTonnes } from '#shared/schemas/typed.ts';

/** The id of the form that requests a quote for the list above it, and owns the fields of its tonnes. */
export const quoteFormId = 'quote-form';

/** A line as the page was served: its project, and the tonnes asked for. `posted`: as posted without scripts, readable or not. */
export type ListedLine<Priced extends PricedProject = PricedProject> = { project: Priced; tonnes: number; posted?: string | undefined };

/** The tonnes that were typed into the list of a page since it was served, by the project's slug. */
export const typedAtom = atom<Record<string, string>>({});
/** The new prices (pence) that the answer to a refused request named, by the project's slug. */
export const newPricesAtom = atom<Record<string, number>>({});
/** What is wrong with a line of a request that was refused, by the project's slug. */
export const lineErrorsAtom = atom<Record<string, string>>({});

/** A line as it is now. `quoted`: undefined if what was typed is not a whole number from 1. */
export type LineNow<Priced extends PricedProject> = ReturnType<typeof useListed<Priced>>['lines'][number];

/** Prices the list of a page as it is now: with the tonnes as typed, at the latest prices that the page knows. */
export function useListed<Priced extends PricedProject>(lines: readonly ListedLine<Priced>[]) {
  const typed = useAtomValue(typedAtom);
  const prices = useAtomValue(newPricesAtom);
  const readable = lines.flatMap(({ project: { slug }, tonnes: asked, posted }) => {
    const text = typed[slug] ?? posted;
    const tonnes = text === undefined ? asked : parseTonnes(text);
    return tonnes === null ? [] : [{ slug, tonnes }];
  });
  const priced = quote(
    readable,
    lines.map(({ project }) => ({ ...project, pricePerCredit: prices[project.slug] ?? project.pricePerCredit })),
  );
  return {
    ...priced,
    lines: lines.map((served) => {
      const { slug } = served.project;
      const quoted = priced.lines.find(({ project }) => project.slug === slug);
      return { served, isTyped: typed[slug] !== undefined, quoted };
    }),
  };
}
