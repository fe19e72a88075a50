'use client';

import { useSetAtom } from 'jotai';
import { type ComponentProps, type ReactNode, useEffect, useRef, useState } from 'react';
import type { QuoteFormContent } from '#shared/content/shortlist.ts';
import { formatPounds } from '#shared/lib/money/money.ts';
import { deliveryOf, type PricedProject, type Quote } from '#shared/lib/money/quote.ts';
import { postedLine, shortlistAddress, tonnesField } from '#shared/lib/shortlist.ts';
import { readStored, writeStored } from '#shared/lib/storage.ts';
import { formatDate } from '#shared/lib/text/dates.ts';
import { drafts, type FormResult } from '#shared/schemas/form.ts';
import { dayTexts, isTimely, nearDayText } from '#shared/schemas/typed.ts';
import { type ListedLine, lineErrorsAtom, newPricesAtom, quoteFormId, useListed } from '#src/client/catalogue/listed-lines.ts';
import { EmailField, Field, type FormProblem, NameField, SentNote, SubmitBar, TextInput } from '#src/ui/controls/form.tsx';
import { InlineLink } from '#src/ui/controls/links.tsx';
import { fill, formatCount, formatDay } from '#verify/text.ts';
import { FormFrame, problemsOf, SendButton, useForm } from './use-form.tsx';

const load = () => import('./quote-sender.ts').then((module) => module.quoteSender);

export type QuoteFormProps = {
  content: QuoteFormContent;
  /** What is asked for, at the prices that are shown. Tonnes that cannot be read are ''. */
  lines: { project: PricedProject; tonnes: number | '' }[];
  /** What the lines come to, as the page shows it. */
  sum: Pick<Quote, 'tonnes' | 'total'>;
  /** Lines of the list above that are not asked for: the page's totals leave them out. */
  leftOut?: ListedLine[];
  /** The address of the list above, with the lines that are left out. */
  listAddress?: string;
  /** The day by which the credits are needed, if it was said before. */
  neededBy?: string | undefined;
  /** The result of the form posted without scripts. */
  formResult: FormResult | undefined;
  /** How this form edits its only line: its field, the field's name, and a total beside the button. Otherwise a list above does. */
  line?: { name: string; field: (error: string | undefined, id: string) => ReactNode; total: ReactNode };
};

type ShortlistQuoteFormProps = Pick<QuoteFormProps, 'content' | 'neededBy' | 'formResult'> & { listed: ListedLine[] };

/** The form of the shortlist above it. A line left out of the page's totals is not asked for, unless tonnes have been typed for it. */
export function ShortlistQuoteForm({ listed, ...form }: ShortlistQuoteFormProps) {
  const { lines, ...sum } = useListed(listed);
  const inOrder = lines.map(({ served, quoted }) => ({ slug: served.project.slug, tonnes: (quoted ?? served).tonnes }));
  const isAsked = ({ quoted, isTyped }: (typeof lines)[0]) => isTyped || !quoted?.refusal;
  return (
    <QuoteForm
      {...form}
      lines={lines.filter(isAsked).map(({ served, quoted }) => quoted ?? { ...served, tonnes: '' as const })}
      sum={sum}
      leftOut={lines.filter((line) => !isAsked(line)).map(({ served }) => served)}
      listAddress={shortlistAddress(inOrder, { by: form.neededBy })}
    />
  );
}

/** Requests a quote for a list, or for one project. Without scripts it posts to `/api/quote-request`. */
export function QuoteForm({ content, lines, sum, leftOut = [], neededBy, listAddress, formResult, line }: QuoteFormProps) {
  // Without `success` there is no toast: the thanks of this form stay and have the focus, and a toast would say the same again.
  const { success, labels, ...texts } = content;
  const form = useForm(load, { labels, content: texts, formResult });
  const { id, answer, errors, refusal, field, reopen, validateAgain } = form;
  const typed = formResult?.values ?? {};
  const deliverBy = { ...field('deliverBy'), typed: typed.deliverBy ?? neededBy, hint: labels.deliverByHint };
  const pending = lines.flatMap(({ project }) => (project.unitsStatus === 'expected' ? [deliveryText(project, content.pending)] : []));
  const wrongLines = linesIn(refusal.errors).map(({ at, isTonnes, error }) => {
    // On the server's page `at` counts the lines that were posted, which are not those of `lines`.
    const project = at !== undefined && !refusal.isOfPlainPost ? lines[at]?.project : undefined;
    const name = project?.title ?? fill(content.lineNumber, { number: String((at ?? 0) + 1) });
    return { slug: isTonnes ? project?.slug : undefined, error, text: at === undefined ? error : fill(content.line, { name, error }) };
  });
  const lineProblems = wrongLines.map(({ slug, text }): FormProblem => {
    if (line) return { text: line.name, href: `#${id}-tonnes` };
    return slug ? { text, href: `#${tonnesField(slug)}` } : { text, href: listAddress, label: content.openAgain };
  });
  const fieldErrors = Object.fromEntries(Object.entries(refusal.errors).filter(([field]) => !field.startsWith('lines')));
  const setLineErrors = useSetAtom(lineErrorsAtom);
  const setNewPrices = useSetAtom(newPricesAtom);
  // As text, so that the effect runs only when the errors are others.
  const shownAtLines = JSON.stringify(Object.fromEntries(wrongLines.flatMap(({ slug, error }) => (slug ? [[slug, error]] : []))));
  useEffect(() => setLineErrors(JSON.parse(shownAtLines)), [shownAtLines, setLineErrors]);
  const newPrices = answer?.newPrices;
  useEffect(() => {
    if (newPrices) setNewPrices((prices) => ({ ...prices, ...newPrices }));
  }, [newPrices, setNewPrices]);

  const last = useLastQuote(answer?.receipt?.url);
  const asked = lines.map(({ project: { slug }, tonnes }) => `${slug}:${tonnes}`).join();
  // The thanks are for the tonnes that were sent. Once others are asked for, perhaps in fields outside of the form, the form comes back.
  // biome-ignore lint/correctness/useExhaustiveDependencies: called when `asked` changes.
  useEffect(() => {
    reopen();
    if (!refusal.isOfPlainPost) void validateAgain('lines');
  }, [asked]);
  const submit = <SendButton form={form} texts={content} width="min-w-44" />;
  return (
    <FormFrame
      form={form}
      id={line ? undefined : quoteFormId}
      data-draft={line ? undefined : drafts.quote}
      action="/api/quote-request"
      thanks={
        <SentNote
          title={success.title}
          next={fill(success.body, { tonnes: formatCount(sum.tonnes.total), total: formatPounds(sum.total) })}
          texts={content.receipt}
          receipt={answer?.receipt}
        />
      }
      head={
        last && (
          <p role="note" className="mb-6 border-l-3 border-canopy pl-4">
            {fill(content.last.text, { day: formatDate(new Date(last.at)) })} <InlineLink href={last.url}>{content.last.link}</InlineLink>
          </p>
        )
      }
      problems={[...lineProblems, ...problemsOf(fieldErrors, id, labels)]}
    >
      {lines.map(({ project: { slug, pricePerCredit }, tonnes }) => (
        <input key={slug} type="hidden" name="p" autoComplete="off" value={postedLine({ slug, tonnes, price: pricePerCredit })} />
      ))}
      {leftOut.map(({ project: { slug }, tonnes }) => (
        <input key={slug} type="hidden" name="left" autoComplete="off" value={postedLine({ slug, tonnes, price: null })} />
      ))}
      <div className="grid gap-5">
        {line?.field(linesIn(errors)[0]?.error, `${id}-tonnes`)}
        <NameField {...field('name')} />
        <EmailField {...field('email')} />
        <TextInput {...field('organisation')} name="organisation" autoComplete="organization" />
        <TextInput {...field('purchaseOrder')} name="purchaseOrder" autoComplete="off" />
        <DeliveryDay key={answer?.receipt?.reference} {...deliverBy} />
        {pending.length > 0 && (
          <LaterDelivery
            id={`${id}-pending`}
            label={labels.laterDelivery}
            pending={pending}
            isChecked={typed.acceptsLaterDelivery === 'true'}
          />
        )}
        <Field {...field('message')} hint={labels.messageHint}>
          {(control) => <textarea {...control} name="message" rows={5} defaultValue={typed.message} />}
        </Field>
      </div>
      {line ? (
        <SubmitBar>
          {submit}
          {line.total}
        </SubmitBar>
      ) : (
        <div className="mt-7">{submit}</div>
      )}
    </FormFrame>
  );
}

/** The day by which the credits are needed, with what follows from it while it is typed. Its `key` is new once the form is sent. */
function DeliveryDay(field: Pick<ComponentProps<typeof TextInput>, 'id' | 'label' | 'typed' | 'error' | 'hint'>) {
  const [day, setDay] = useState(field.typed);
  const input = useRef<HTMLInputElement>(null);
  // Adopt what was typed before hydration, or put back by src/page-scripts/shortlist.ts.
  useEffect(() => setDay(input.current?.value), []);
  return (
    <>
      <TextInput
        {...field}
        {...(day && !isTimely(day) ? { error: field.error ?? dayTexts.tooEarly } : {})}
        type="date"
        name="deliverBy"
        ref={input}
        onInput={({ currentTarget }) => setDay(currentTarget.value)}
      />
      <p role="status" className="text-clay empty:sr-only">
        {nearDayText(day)}
      </p>
    </>
  );
}

/** A tick box that accepts a later delivery of pending credits. `pending`: sentences that say when those of each project are delivered. */
function LaterDelivery({ id, label, pending, isChecked }: { id: string; label: ReactNode; pending: string[]; isChecked: boolean }) {
  return (
    <div>
      <label className="flex items-start gap-3">
        <input
          type="checkbox"
          name="acceptsLaterDelivery"
          value="true"
          defaultChecked={isChecked}
          aria-describedby={id}
          className="mt-1 size-5 accent-canopy"
        />
        {label}
      </label>
      <p id={id} className="mt-1 text-[0.875rem] text-ink-faint">
        {pending.join(' ')}
      </p>
    </div>
  );
}

/** The key of the address of this browser's last quote, and for how long (ms) the form links to it, as the cookie policy says. */
const lastQuoteKey = 'carma.last-quote';
const lastQuoteLinkedMs = 30 * 86_400_000;

/** Returns the address of this browser's last quote, and when it was asked for (ms). `sent`: the address of a quote just asked for. */
function useLastQuote(sent: string | undefined): { url: string; at: number } | undefined {
  const [last, setLast] = useState<{ url: string; at: number }>();
  useEffect(() => {
    if (sent) writeStored('localStorage', lastQuoteKey, { url: sent, at: Date.now() });
    const { url, at } = Object(readStored('localStorage', lastQuoteKey));
    if (/^\/quotes\/[\w-]+$/.test(url) && Date.now() - at < lastQuoteLinkedMs) setLast({ url, at });
    else writeStored('localStorage', lastQuoteKey);
  }, [sent]);
  return last;
}

/** When the pending credits of a project are delivered. */
function deliveryText(project: PricedProject, texts: QuoteFormContent['pending']): string {
  const { title } = project;
  const day = deliveryOf(project);
  return day === null ? fill(texts.notStated, { title }) : fill(texts.stated, { title, day: formatDay(day) });
}

/** Returns the errors of the lines, such as that of `lines.2.tonnes`. Without a number (`at`), an error is about the list as a whole. */
function linesIn(errors: Record<string, string>) {
  return Object.entries(errors).flatMap(([field, error]) => {
    const [list, at, part] = field.split('.');
    return list === 'lines' ? [{ at: at === undefined ? undefined : Number(at), isTonnes: part === 'tonnes', error }] : [];
  });
}
