import type { ReactNode } from 'react';
import type { ActionCards as ActionCardsContent, EnterpriseFormContent, EnterpriseFormMode } from '#src/content/enterprise/contact.ts';
import type { Testimonials } from '#src/content/enterprise/index.ts';
import type { ShareStrata } from '#src/content/enterprise/portfolios.ts';
import type { Lifecycle } from '#src/content/enterprise/traceability.ts';
import { ActionButton } from '#src/ui/controls/action-button.tsx';
import { Ordinal } from '#src/ui/sections/ordinal.tsx';
import { Section } from '#src/ui/sections/section.tsx';
import { Paragraphs, Points } from '#src/ui/sections/texts.tsx';

/** `further`: a last fact of a stage, by its state. */
type LifecycleLineProps = { content: Lifecycle; further: Partial<Record<string, { label: string; value: ReactNode }>> };

/** The states of a credit along a line: what each entry says, and what it rules out from then on. */
export function LifecycleLine({ content, further }: LifecycleLineProps) {
  const { labels } = content;
  return (
    <Section ground="canopy" heading={content}>
      <ol className="mt-9 grid lg:mt-14 lg:grid-cols-4">
        {content.stages.map((stage) => (
          <li key={stage.title} className="group relative grid grid-cols-[4.5rem_minmax(0,1fr)] gap-x-5 pb-7 last:pb-0 lg:(block pb-0)">
            <span
              aria-hidden="true"
              className="absolute top-9 bottom-0 left-9 w-px bg-paper/35 group-last:hidden lg:(top-14 bottom-auto left-28 h-px w-[calc(100%-7rem)])"
            />
            <svg viewBox="9 9 94 94" aria-hidden="true" className="relative size-18 lg:size-28">
              {glyphs[stage.state]}
            </svg>
            <div className="lg:(mt-7 pr-8)">
              <h3 className="display-3">{stage.title}</h3>
              <dl className="mt-3">
                <dt className="font-mono text-[0.75rem] text-canopy-mist uppercase tracking-[0.04em]">{labels.written}</dt>
                <dd className="mt-1 text-pretty leading-[1.55] text-paper/90">{stage.written}</dd>
                <dt className="mt-4 font-mono text-[0.75rem] text-lichen uppercase tracking-[0.04em]">{labels.rulesOut}</dt>
                <dd className="mt-1 font-semibold">{stage.rulesOut}</dd>
                {further[stage.state] && (
                  <>
                    <dt className="mt-4 font-mono text-[0.75rem] text-canopy-mist uppercase tracking-[0.04em]">
                      {further[stage.state]?.label}
                    </dt>
                    <dd className="mt-1">{further[stage.state]?.value}</dd>
                  </>
                )}
              </dl>
            </div>
          </li>
        ))}
      </ol>
    </Section>
  );
}

const disc = <circle cx="56" cy="56" r="54" className="fill-canopy-deep" />;

/** The glyphs of the states. */
const glyphs: Record<Lifecycle['stages'][number]['state'], React.ReactNode> = {
  created: (
    <>
      {disc}
      <circle cx="56" cy="56" r="46" fill="none" strokeWidth="2" strokeDasharray="1 7" strokeLinecap="round" className="stroke-paper" />
      <circle cx="56" cy="56" r="32" fill="none" strokeWidth="2" strokeDasharray="1 7" strokeLinecap="round" className="stroke-paper" />
    </>
  ),
  minted: (
    <>
      {disc}
      <circle cx="56" cy="56" r="46" fill="none" strokeWidth="2" className="stroke-paper" />
      <circle cx="56" cy="56" r="32" fill="none" strokeWidth="2" className="stroke-paper" />
      <circle cx="56" cy="56" r="10" className="fill-lichen" />
    </>
  ),
  transferred: (
    <>
      {disc}
      <circle cx="42" cy="56" r="32" fill="none" strokeWidth="2" strokeDasharray="4 5" className="stroke-paper" />
      <circle cx="70" cy="56" r="32" fill="none" strokeWidth="2" className="stroke-paper" />
      <circle cx="70" cy="56" r="10" className="fill-lichen" />
    </>
  ),
  retired: (
    <>
      {disc}
      <circle cx="56" cy="56" r="46" className="fill-lichen" />
      <circle cx="56" cy="56" r="32" fill="none" strokeWidth="2" className="stroke-canopy-deep" />
      <circle cx="56" cy="56" r="10" className="fill-canopy-deep" />
    </>
  ),
};

/** Next steps side by side on a dark background: a name, when to choose it, and a button. */
export function ActionCards({ content }: { content: ActionCardsContent }) {
  return (
    <section className="bg-canopy-deep text-paper">
      <div className="page">
        <h2 className="sr-only">{content.title}</h2>
        <ul className="grid md:grid-cols-3">
          {content.cards.map((card, index) => (
            <li
              key={card.title}
              className="flex flex-col items-start border-paper/25 py-9 not-first:border-t md:(py-14 pr-8 not-first:(border-t-0 border-l pl-8) last:pr-0)"
            >
              <Ordinal number={index + 1} className="text-lichen" />
              <h3 className="mt-4 font-display text-[1.875rem] leading-[1.1] tracking-[-0.012em] lg:text-[2.25rem]">{card.title}</h3>
              <p className="mt-3 mb-7 text-pretty leading-[1.55] text-canopy-mist">{card.body}</p>
              <div className="mt-auto">
                <ActionButton action={card.action} variant={index === 0 ? 'primary' : 'outline'} />
              </div>
            </li>
          ))}
        </ul>
      </div>
    </section>
  );
}

type EnterpriseFormSectionProps = {
  id: string;
  content: EnterpriseFormContent;
  modes: EnterpriseFormMode[];
  mode: EnterpriseFormMode;
  /** The form, or the thanks after it was sent. */
  children: ReactNode;
};

/** A form, with a choice of message kinds and advice on what to include beside it. */
export function EnterpriseFormSection({ id, content, modes, mode, children }: EnterpriseFormSectionProps) {
  return (
    <Section id={id} ground="deep" labelledBy={`${id}-title`}>
      <div className="grid gap-x-16 gap-y-10 lg:grid-cols-[minmax(0,20fr)_minmax(0,46fr)]">
        <div>
          <h2 id={`${id}-title`} className="display-2">
            {mode.title}
          </h2>
          <p className="copy mt-4 text-ink-soft">{mode.intro}</p>
          <nav aria-label={content.modesTitle} className="mt-8">
            <p className="label mb-2">{content.modesTitle}</p>
            <ul className="border-b border-rule-strong/50">
              {modes.map(({ link }) => (
                <li key={link.href} className="border-t border-rule-strong/50">
                  <a
                    href={link.href}
                    aria-current={link === mode.link ? 'page' : undefined}
                    className="flex min-h-12 items-center justify-between gap-4 underline-offset-5 hover:underline aria-[current]:font-semibold"
                  >
                    {link.label}
                    {link === mode.link && <span aria-hidden="true" className="size-2.5 rounded-full bg-canopy" />}
                  </a>
                </li>
              ))}
            </ul>
          </nav>
          <div className="mt-9 hidden lg:block">
            <h3 className="label">{content.needs.title}</h3>
            <Points texts={content.needs.items} className="mt-2 gap-2 text-[0.9375rem] text-ink-soft" />
          </div>
        </div>
        <div className="-mx-5 border-t border-ink bg-paper-bright px-5 py-7 sm:mx-0 sm:px-9 sm:py-10">{children}</div>
      </div>
    </Section>
  );
}

type Ground = ShareStrata['layers'][number]['ground'];

const swatches: Record<Ground, string> = { air: 'bg-tide-soft', wood: 'bg-[#9DB783]', char: 'bg-ink' };

/** Strata whose shares shift from left to right, over a timeline. */
export function StrataFigure({ content }: { content: ShareStrata }) {
  return (
    <Section>
      <div className="grid gap-x-16 gap-y-7 lg:grid-cols-[minmax(0,26fr)_minmax(0,40fr)]">
        <div>
          <h2 className="display-2">{content.title}</h2>
        </div>
        <div className="grid gap-5 lg:pt-9">
          <Paragraphs texts={content.paragraphs} className="copy text-ink-soft" />
        </div>
      </div>
      <figure className="mt-12">
        <img src="/pictures/strata/portfolio.svg" alt="" width="1200" height="520" loading="lazy" className="block h-auto w-full" />
        <div className="flex justify-between border-t border-ink pt-2 font-mono text-[0.75rem]">
          <span>{content.axis.from}</span>
          <span aria-hidden="true">→</span>
          <span>{content.axis.to}</span>
        </div>
        <ul className="mt-8 grid gap-x-8 sm:grid-cols-3">
          {content.layers.map((layer) => (
            <li key={layer.name} className="flex gap-3 border-t border-rule py-4">
              <span aria-hidden="true" className={`mt-1 size-4 shrink-0 outline-1 outline-rule-strong ${swatches[layer.ground]}`} />
              <span>
                <span className="block font-semibold">{layer.name}</span>
                <span className="block text-[0.9375rem] text-ink-soft">{layer.body}</span>
              </span>
            </li>
          ))}
        </ul>
        <figcaption className="mt-4 text-[0.875rem] text-ink-faint">{content.caption}</figcaption>
      </figure>
    </Section>
  );
}

/** Testimonials, each with the speaker's role and industry. */
export function TestimonialPair({ content, id }: { content: Testimonials; id?: string }) {
  return (
    <Section id={id}>
      <div className="flex flex-wrap items-baseline justify-between gap-x-8 gap-y-3 border-b border-ink pb-4">
        <h2 className="display-3">{content.title}</h2>
        <p className="eyebrow text-canopy">{content.eyebrow}</p>
      </div>
      <div className="mt-8 grid gap-x-16 gap-y-10 md:mt-12 lg:grid-cols-2">
        {content.quotes.map((item) => (
          <figure key={item.role} className="relative min-w-0 pl-9 md:pl-12">
            <span aria-hidden="true" className="absolute -top-3 left-0 font-display text-[4.5rem] leading-none text-clay md:text-[6rem]">
              “
            </span>
            <blockquote className="font-display text-[1.625rem] leading-[1.24] tracking-[-0.01em] text-pretty md:text-[2.125rem]">
              <p>{item.quote}</p>
            </blockquote>
            <figcaption className="mt-6">
              <span className="block font-semibold">{item.role}</span>
              <span className="label mt-1 block">{item.industry}</span>
            </figcaption>
          </figure>
        ))}
      </div>
    </Section>
  );
}
