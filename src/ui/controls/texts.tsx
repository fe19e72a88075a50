import type { ComponentProps, ReactNode } from 'react';

type HeadingProps = ComponentProps<'h2'> & { text: ReactNode; level?: 'h1' | 'h2' | 'h3' | undefined };

/** A heading. The part of the page that it names refers to its `id` (`aria-labelledby`). */
export function Heading({ text, level: Level = 'h2', ...attributes }: HeadingProps) {
  return <Level {...attributes}>{text}</Level>;
}

type TextsProps = { texts: readonly string[]; className?: string };

/** Paragraphs of body text. `box`: the classes of an element around them. */
export function Paragraphs({ texts, className = 'copy', box }: TextsProps & { box?: string }) {
  const paragraphs = texts.map((text) => (
    <p key={text} className={className}>
      {text}
    </p>
  ));
  return box ? <div className={box}>{paragraphs}</div> : paragraphs;
}

/** Notes on what the address or the visitor asked for, one below another. */
export function Notes({ texts }: Pick<TextsProps, 'texts'>) {
  return texts.map((text) => <Note key={text}>{text}</Note>);
}

/** One such note, which may have a link. */
export function Note({ children }: { children: ReactNode }) {
  return (
    <p role="note" className="mb-6 max-w-[46rem] border-l-3 border-clay bg-paper-bright px-4 py-2.5 [overflow-wrap:anywhere]">
      {children}
    </p>
  );
}

/** A list with a rule above each text. */
export function RuledItems({ texts, className, itemClass = 'border-rule py-2.5' }: TextsProps & { itemClass?: string }) {
  return (
    <ul className={className}>
      {texts.map((text) => (
        <li key={text} className={`border-t ${itemClass}`}>
          {text}
        </li>
      ))}
    </ul>
  );
}

/** A list with a green bar beside each text. `className` has the space between them. */
export function Points({ texts, className }: Required<TextsProps>) {
  return (
    <ul className={`grid ${className}`}>
      {texts.map((text) => (
        <li key={text} className="border-l-2 border-canopy pl-3">
          {text}
        </li>
      ))}
    </ul>
  );
}

/** A figure or code, in the font of figures. */
export const figure = (text: string, className = '') => <span className={`figure ${className}`}>{text}</span>;

/** Renders a text in which `backticks` mark code. */
export function InlineCode({ text }: { text: string }) {
  return text.split('`').map((part, index) =>
    index % 2 === 1 ? (
      // biome-ignore lint/suspicious/noArrayIndexKey: parts of one fixed sentence
      <code key={index} className="break-words font-mono text-[0.875em]">
        {part}
      </code>
    ) : (
      part
    ),
  );
}

const factLooks = {
  list: {
    row: 'grid gap-x-6 border-t border-rule py-2.5 sm:grid-cols-[11rem_minmax(0,1fr)] last:border-b',
    name: 'text-[0.9375rem] text-ink-soft',
    value: 'min-w-0 break-words',
  },
  plain: {
    row: 'grid gap-x-4 py-1 sm:grid-cols-[10rem_minmax(0,1fr)] md:grid-cols-1',
    name: 'text-[0.9375rem] text-ink-soft',
    value: 'min-w-0 break-words',
  },
  terms: {
    row: 'grid gap-x-6 gap-y-1 border-t border-rule py-3.5 sm:grid-cols-[11rem_minmax(0,1fr)] last:border-b print:py-1.5 break-inside-avoid',
    name: 'font-semibold',
    value: 'text-pretty leading-[1.55] text-ink-soft',
  },
  sheet: {
    row: 'grid grid-cols-[7rem_minmax(0,1fr)] gap-x-4 border-t border-rule py-2.5 first:border-t-0 print:py-1',
    name: 'label pt-0.5',
    value: 'min-w-0 break-words text-[0.9375rem] leading-[1.45]',
  },
} as const;

type FactListProps = {
  /** Facts without a value are left out. */
  facts: readonly (readonly [name: string, value: ReactNode])[];
  /** One of the looks of the site or, for a list like no other, the classes of its rows, names and values. */
  look?: keyof typeof factLooks | { row: string; name: string; value: string };
  className?: string;
};

/** Names and what is stated under each. */
export function FactList({ facts, look = 'list', className }: FactListProps) {
  const classes = typeof look === 'string' ? factLooks[look] : look;
  const stated = facts.filter(([, value]) => value || value === 0);
  if (stated.length === 0) return null;
  return (
    <dl className={className}>
      {stated.map(([name, value]) => (
        <div key={name} className={classes.row}>
          <dt className={classes.name}>{name}</dt>
          <dd className={classes.value}>{value}</dd>
        </div>
      ))}
    </dl>
  );
}

type OrdinalProps = { number: number; look?: 'two digits' | 'plain' | 'large'; className: string };

/** The number of an item, counted from 1. `className` has at least its colour. */
export function Ordinal({ number, look = 'two digits', className }: OrdinalProps) {
  return (
    <span aria-hidden="true" className={`${look === 'large' ? 'font-display' : 'figure text-[0.8125rem]'} ${className}`}>
      {String(number).padStart(look === 'two digits' ? 2 : 1, '0')}
    </span>
  );
}

type FoldProps = {
  title: string;
  /** Whether the part is one of the page's questions, which stand below a heading of their own. */
  isQuestion?: boolean;
  children: ReactNode;
};

/** A part of a page that expands in place, as native `details`. It prints open. */
export function Fold({ title, isQuestion, children }: FoldProps) {
  return (
    <details data-question={isQuestion} className="border-t border-rule first:border-ink">
      <Summary className="min-h-14 gap-6 py-4">
        <Heading className="display-3" level={isQuestion ? 'h3' : 'h2'} text={title} />
      </Summary>
      {children}
    </details>
  );
}

/** The summary of a `details`: its words on the left, and the marker on the right. */
export function Summary({ className, children }: { className: string; children: ReactNode }) {
  return (
    <summary className={`flex cursor-pointer items-center justify-between ${className}`}>
      {children}
      <OpenMarker />
    </summary>
  );
}

/** The sign at the end of a summary: a plus or, while its details are open, a minus. */
export function OpenMarker() {
  return (
    <span
      aria-hidden="true"
      className="figure text-xl leading-none text-clay after:content-['+'] [[open]>summary_&]:after:content-['−'] print:hidden"
    />
  );
}
