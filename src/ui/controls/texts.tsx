import type { ReactNode } from 'react';

type TextsProps = { texts: readonly string[]; className?: string };

/** Paragraphs of body text. */
export function Paragraphs({ texts, className = 'copy' }: TextsProps) {
  return texts.map((text) => (
    <p key={text} className={className}>
      {text}
    </p>
  ));
}

/** A list with a rule above each text. */
export function RuledItems({ texts, className }: TextsProps) {
  return (
    <ul className={className}>
      {texts.map((text) => (
        <li key={text} className="border-t border-rule py-2.5">
          {text}
        </li>
      ))}
    </ul>
  );
}

/** A list with a green bar beside each text. `className` has the space between them. */
export function Points({ texts, className }: TextsProps) {
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

/** A list of facts. Those without a value are omitted. */
export function FactList({ facts }: { facts: [name: string, value: ReactNode][] }) {
  return (
    <dl className="border-b border-rule">
      {facts
        .filter(([, value]) => value !== null && value !== undefined && value !== '' && value !== false)
        .map(([name, value]) => (
          <div key={name} className="grid gap-x-6 border-t border-rule py-2.5 sm:grid-cols-[11rem_minmax(0,1fr)]">
            <dt className="text-[0.9375rem] text-ink-soft">{name}</dt>
            <dd className="min-w-0 break-words">{value}</dd>
          </div>
        ))}
    </dl>
  );
}

/** The number of an entry, from 1, as two digits beside or above it. `className` has at least its colour. */
export function Ordinal({ number, className }: { number: number; className: string }) {
  return (
    <span aria-hidden="true" className={`figure text-[0.8125rem] ${className}`}>
      {String(number).padStart(2, '0')}
    </span>
  );
}
