import type { quotePage } from '#src/content/quote-page.ts';
import { own } from '#src/lib/input/own.ts';
import { fill } from '#src/lib/text/fill.ts';
import { formatCount } from '#src/lib/text/numbers.ts';
import type { OperationKind } from '#src/schemas/record.ts';
import { formatUtcInstant } from '#verify/words.ts';

type QuoteStepsProps = {
  texts: (typeof quotePage)['steps'];
  receivedAt: Date;
  answeredAt: Date | null;
  entries: readonly { index: number; kind: OperationKind; time: Date; certificate: string | null; quantity: number }[];
};

/** What has happened to a quote, in order: what staff say, and what the record does. All in the record's time zone. */
export function QuoteSteps({ texts, receivedAt, answeredAt, entries }: QuoteStepsProps) {
  return (
    <ol className="border-t border-ink">
      <Step time={receivedAt} shown={formatUtcInstant(receivedAt)} text={texts.received} />
      {answeredAt && <Step time={answeredAt} shown={formatUtcInstant(answeredAt)} text={texts.answered} />}
      {entries.map(({ index, kind, time, certificate, quantity }) => (
        <Step
          key={index}
          time={time}
          shown={formatUtcInstant(time)}
          text={`${own(texts.entries, kind) ?? kind}: ${fill(texts.tonnes, { count: formatCount(quantity) })}`}
          links={[
            { label: fill(texts.entry, { index: String(index) }), href: `/record/entries/${index}` },
            ...(certificate ? [{ label: fill(texts.certificate, { number: certificate }), href: `/certificates/${certificate}` }] : []),
          ]}
        />
      ))}
    </ol>
  );
}

function Step({ time, shown, text, links = [] }: { time: Date; shown: string; text: string; links?: { label: string; href: string }[] }) {
  return (
    <li className="border-b border-rule py-3">
      <p className="font-semibold">{text}</p>
      <p className="flex flex-wrap items-center gap-x-6">
        <time dateTime={time.toISOString()} className="figure text-[0.9375rem] text-ink-soft">
          {shown}
        </time>
        {links.map(({ label, href }) => (
          <a key={href} href={href} className="text-link inline-flex min-h-6 items-center text-canopy">
            {label}
          </a>
        ))}
      </p>
    </li>
  );
}
