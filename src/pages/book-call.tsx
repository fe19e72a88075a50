import { company } from '#server/company.ts';
import { env } from '#server/platform/env.ts';
import * as words from '#shared/content/book-call.ts';
import { PageHead } from '#src/pages/_components/page-head.tsx';
import { TurningContour } from '#src/ui/controls/spinner.tsx';
import { FactList } from '#src/ui/controls/texts.tsx';
import { Drawing, NamedSection } from '#src/ui/sections/frames.tsx';
import { EntryList, LedgerList } from '#src/ui/sections/lists.tsx';
import { fill } from '#verify/text.ts';

export default function BookCallPage() {
  return (
    <>
      <PageHead meta={words.meta} path="/book-call" />
      <BookingSplit />
      <LedgerList content={words.preparation} ground="deep" />
    </>
  );
}

/** A description of the call, beside the calendar for booking it. On a phone the calendar stands between introduction and topics. */
function BookingSplit() {
  const content = words.booking;
  return (
    <div className="page grid gap-x-16 gap-y-9 py-10 md:py-16 lg:(grid-cols-[minmax(0,5fr)_minmax(0,6fr)] grid-rows-[auto_1fr])">
      <header>
        <p className="eyebrow mb-4 text-canopy">{content.eyebrow}</p>
        <h1 className="font-display text-[2.5rem] leading-[1.04] tracking-[-0.018em] text-balance md:text-[3.75rem]">{content.title}</h1>
        <p className="lede mt-5 text-ink-soft">{content.lede}</p>
        <FactList
          look={{ row: 'py-3', name: 'label', value: 'figure mt-0.5 text-[0.9375rem] md:text-[1.0625rem]' }}
          className="mt-6 grid grid-cols-2 border-y border-ink"
          facts={content.facts.map(({ label, value }) => [label, value])}
        />
      </header>
      <div className="lg:(col-start-2 row-span-2 row-start-1)">
        <SchedulerPanel />
      </div>
      <NamedSection titleId="topics" title={content.topicsTitle} titleClass="label">
        <EntryList entries={content.topics} look="numbered" className="mt-3" />
      </NamedSection>
    </div>
  );
}

/** The container of the scheduling service's calendar, at least 320 by 700 px. src/page-scripts/deferred.ts loads the service into it. */
function SchedulerPanel() {
  const content = words.calendar;
  const { SCHEDULER_SCRIPT_URL: scriptUrl, SCHEDULER_URL: url } = env();
  return (
    <NamedSection titleId="calendar" title={content.title} titleClass="sr-only" className="-mx-[min(1.25rem,6vw)] min-w-[320px] md:mx-0">
      <div
        id="scheduler"
        data-scheduler={scriptUrl}
        data-state="loading"
        className="relative h-[700px] min-w-[320px] overflow-hidden border-y border-ink bg-paper-bright md:border"
      >
        {/* A placeholder: the faint grid of a month. */}
        <Drawing name="month" size={[350, 350]} isAboveFold className="absolute inset-6 h-[652px] w-[calc(100%-3rem)]" />
        <div role="status" className="needs-script absolute inset-0 grid place-items-center overflow-y-auto p-6">
          <p data-notice="loading" className="flex items-center gap-3 bg-paper-bright px-5 py-3 text-ink-soft">
            <TurningContour />
            {content.loading}
          </p>
          <OtherWays text={content.failed} url={url} data-notice="failed" hidden />
        </div>
        <div className="absolute inset-0 hidden place-items-center overflow-y-auto p-6 [@media(scripting:none)]:grid">
          <OtherWays text={content.withoutScripts} url={url} />
        </div>
        {/* The service's script looks for this class and `data-url`. */}
        <div data-scheduler-place data-url={url} className="calendly-inline-widget absolute inset-0 empty:hidden" />
      </div>
      <p className="mt-3 px-5 text-[0.875rem] text-ink-faint md:px-0">
        {fill(content.note, { host: new URL(scriptUrl).host })}{' '}
        <a href={content.noteLink.href} className="underline underline-offset-4">
          {content.noteLink.label}
        </a>
        .
      </p>
    </NamedSection>
  );
}

type OtherWaysProps = { text: { title: string; body: string }; url: string; 'data-notice'?: string; hidden?: boolean };

function OtherWays({ text, url, ...attributes }: OtherWaysProps) {
  const { open, newTab, email } = words.calendar;
  const { contactEmail } = company();
  return (
    <div {...attributes} className="w-full max-w-[26rem] bg-paper p-6 text-ink outline-1 outline-ink">
      <p className="display-3">{text.title}</p>
      <p className="mt-2 mb-5 text-pretty text-ink-soft">{text.body}</p>
      <div className="grid gap-3">
        <a href={url} target="_blank" rel="noopener" className="btn-primary">
          {open}
          <span className="sr-only"> ({newTab})</span>
        </a>
        <a href={`mailto:${contactEmail}`} className="btn-outline px-3 [overflow-wrap:anywhere]">
          {fill(email, { email: contactEmail })}
        </a>
      </div>
    </div>
  );
}
