import type { ReactNode } from 'react';
import { questionAddress } from '#src/lib/shortlist/contact-address.ts';
import { formatDate } from '#src/lib/text/dates.ts';
import { TextLink } from '#src/ui/controls/text-link.tsx';

/** A name and what is stated under it, as a row of a `dl`. */
export function Fact({ name, isPlain = false, children }: { name: string; isPlain?: boolean; children: ReactNode }) {
  return (
    <div
      className={`grid gap-x-4 sm:grid-cols-[10rem_minmax(0,1fr)] ${isPlain ? 'py-1 md:max-lg:grid-cols-1' : 'border-t border-rule py-2.5'}`}
    >
      <dt className="text-[0.9375rem] text-ink-soft">{name}</dt>
      <dd className="min-w-0 break-words">{children}</dd>
    </div>
  );
}

/** A link to another site, marked as not endorsed by us. */
export function ExternalLink({ address, text }: { address: string; text: string }) {
  return (
    <a href={address} rel="nofollow noopener" className="text-link break-words text-canopy">
      <bdi>{text}</bdi>
    </a>
  );
}

/** A value, and what it means. */
export function Noted({ note, children }: { note: string; children: ReactNode }) {
  return (
    <>
      {children}
      <span className="mt-1 block text-[0.9375rem] leading-[1.5] text-ink-soft">{note}</span>
    </>
  );
}

/** A source in words, or as a link if it is a web address. */
export function Source({ source }: { source: string }) {
  const url = /^https?:\/\/\S+$/.test(source) ? URL.parse(source) : null;
  return url ? <ExternalLink address={source} text={url.hostname} /> : <bdi>{source}</bdi>;
}

type FactsProps = {
  title: string;
  level?: 'h2' | 'h3';
  /** Those without a value are left out. */
  facts: [name: string, value: ReactNode][];
  /** Shown if none has a value. */
  missing?: ReactNode;
};

/** Facts under a heading. */
export function Facts({ title, level: Heading = 'h3', facts, missing }: FactsProps) {
  const stated = facts.filter(([, value]) => value);
  return (
    <div>
      <Heading className="display-3">{title}</Heading>
      {stated.length > 0 ? (
        <dl className="mt-3 border-b border-rule">
          {stated.map(([name, value]) => (
            <Fact key={name} name={name}>
              {value}
            </Fact>
          ))}
        </dl>
      ) : (
        missing
      )}
    </div>
  );
}

/** That something is not stated, with a link that asks for it. */
export function Missing({ text, ...ask }: { text: string } & AskForProps) {
  return (
    <>
      <p className="mt-3 text-clay">{text}</p>
      <AskFor {...ask} />
    </>
  );
}

type AskForProps = {
  slug: string;
  /** Its name in the address. */
  evidence: string;
  label: string;
  /** Its name, for people. */
  name: string;
};

/** A link to a message that asks for a piece of evidence by its name. */
export function AskFor({ slug, evidence, label, name }: AskForProps) {
  return (
    <TextLink href={questionAddress(slug, evidence)} rel="nofollow" className="w-fit text-[0.9375rem] print:hidden">
      {label}
      <span className="sr-only">: {name}</span>
    </TextLink>
  );
}

/** A day, given as 2026-03-31. */
export function Day({ date }: { date: string }) {
  return (
    <time dateTime={date} className="figure text-[0.9375rem] text-ink-soft">
      {formatDate(new Date(date))}
    </time>
  );
}
