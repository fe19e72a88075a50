'use client';

import { useSetAtom } from 'jotai';
import {
  type ComponentProps,
  type FormEvent,
  type MouseEvent,
  type ReactNode,
  type RefObject,
  useCallback,
  useEffect,
  useId,
  useRef,
  useState,
} from 'react';
import type { FormErrorTexts } from '#shared/content/form-errors.ts';
import type { FormResult } from '#shared/schemas/form.ts';
import { showToastAtom } from '#src/client/client-shell.tsx';
import { useIsland } from '#src/client/island.ts';
import { ErrorSummary, type FormProblem } from '#src/ui/controls/form.tsx';
import { fill } from '#verify/text.ts';
import type { Answer, FieldErrors, Sender } from './sender.ts';

type ToastTexts = { title: string; body: string };

type FormOptions = {
  /** The names of its fields, in their order. */
  labels: Readonly<Record<string, string>>;
  /** Texts of the summary of what is wrong, and of the toasts, if it has any. `{email}` in them is `contactEmail`. */
  content: { problem: FormErrorTexts; success?: ToastTexts; failure?: ToastTexts };
  contactEmail?: string;
  /** The result of the same form posted without scripts. */
  formResult: FormResult | undefined;
  /** Whether the page says that it was sent: it was reached through the redirect after a plain post. */
  isSent?: boolean;
};

export type Form = ReturnType<typeof useForm>;

/**
 * Manages a form: validates on submit and, from then on, on change; sends the message; clears the form if that succeeded and keeps its
 * content if not. `FormFrame` shows it.
 * @param load loads the form's sender, once the form is hydrated. Always the same function.
 */
export function useForm(load: () => Promise<Sender>, options: FormOptions) {
  const { labels, content, contactEmail = '', formResult, isSent = false } = options;
  const failure = content.failure && { ...content.failure, body: fill(content.failure.body, { email: contactEmail }) };
  const id = useId();
  const island = useIsland<HTMLDivElement>(load);
  const ref = useRef<HTMLFormElement>(null);
  const showToast = useSetAtom(showToastAtom);
  const [state, setState] = useState<'open' | 'sending' | 'sent'>(isSent ? 'sent' : 'open');
  const [tried, setTried] = useState(Boolean(formResult));
  // 'before': in the plain post that this page answers. 'now': in this page, where the button has lost the focus.
  const [failed, setFailed] = useState<'no' | 'before' | 'now'>(formResult?.failed ? 'before' : 'no');
  const [refused, setRefused] = useState({ attempt: 0, fields: Object.keys(formResult?.errors ?? {}) });
  const [answer, setAnswer] = useState<Answer>();
  const [invalid, setInvalid] = useState<FieldErrors>({});
  // Errors from the server stay until the field changes or the form is sent again.
  const [rejected, setRejected] = useState<FieldErrors>(formResult?.errors ?? {});

  /** Validates and sends the form. Returns the errors of the client or the server, if any. */
  const attempt = async (form: HTMLFormElement): Promise<FieldErrors | undefined> => {
    const { check, send } = await load().catch(() => sendPlainly(form));
    const wrong = check(form);
    setTried(true);
    setRejected({});
    setInvalid(wrong ?? {});
    if (wrong) return wrong;
    const answered = await send(form);
    setAnswer(answered);
    setRejected(answered.errors ?? {});
    return answered.errors;
  };

  useSubmitFocus(ref, failed === 'now');

  const errors: FieldErrors = { ...rejected, ...invalid };
  return {
    island,
    id,
    /** Props for the form element. */
    handlers: {
      ref,
      onSubmit: async (event: FormEvent<HTMLFormElement>) => {
        event.preventDefault();
        const form = event.currentTarget;
        const { submitter } = event.nativeEvent as SubmitEvent;
        // A button with a name only works out what the page shows already. Enter presses it, too, where it comes first: that sends from the
        // form's own fields, and not from those in the list above it.
        if (state === 'sending' || (submitter?.hasAttribute('name') && !form.contains(document.activeElement))) return;
        setState('sending');
        setFailed('no');
        try {
          const wrong = await attempt(form);
          if (wrong) {
            setState('open');
            setRefused(({ attempt: before }) => ({ attempt: before + 1, fields: Object.keys(wrong) }));
            return;
          }
          form.reset();
          setTried(false);
          setRefused(({ attempt: before }) => ({ attempt: before, fields: [] }));
          setState('sent');
          if (content.success) showToast({ variant: 'default', title: content.success.title, description: content.success.body });
        } catch {
          setState('open');
          setFailed('now');
          if (failure) showToast({ variant: 'destructive', title: failure.title, description: failure.body });
        }
      },
      /** Validates again on every change after the first submission. */
      onChange: async ({ target }: FormEvent<HTMLFormElement>) => {
        if (!tried) return;
        const field = 'name' in target ? String(target.name) : '';
        const { [field]: _, ...others } = rejected;
        setRejected(others);
        const { check } = await load();
        if (!ref.current) return;
        const now = check(ref.current) ?? {};
        setInvalid(now);
        // What is mended once does not come back into the summary while somebody types.
        setRefused(({ attempt: last, fields }) => ({ attempt: last, fields: fields.filter((name) => name in now || name in others) }));
      },
    },
    state,
    /** What the last message that was sent from this page was answered with. */
    answer,
    errors,
    /** What the last attempt was refused for, and has not been mended since: a summary does not change while somebody types. */
    refusal: {
      /** How many attempts were refused on this page; 0: by the server, for a plain post. */
      attempt: refused.attempt,
      errors: Object.fromEntries(refused.fields.flatMap((field) => (errors[field] ? [[field, errors[field]]] : []))),
    },
    /** Whether the last attempt failed; false again as soon as the next one starts. */
    hasFailed: failed !== 'no',
    /** Returns what a field shows: its label, what was typed without scripts, and its error. */
    field: (name: string) => ({ id: `${id}-${name}`, label: labels[name] ?? name, typed: formResult?.values[name], error: errors[name] }),
    /** Shows the empty form again after it has been sent. */
    reopen: useCallback(() => setState((now) => (now === 'sent' ? 'open' : now)), []),
    options: { ...options, failure },
  };
}

/** How long (ms) a form whose sender did not load waits for the site to answer at all. */
const answerLimitMs = 15_000;

/**
 * Has the browser send a form, because a release has removed what sends it (docs/decisions/012). Never resolves: the page is left.
 * @throws if the site does not answer: the form keeps what was typed, which a page of the browser's own would not.
 */
async function sendPlainly(form: HTMLFormElement): Promise<never> {
  await fetch('/livez', { cache: 'no-store', signal: AbortSignal.timeout(answerLimitMs) });
  form.submit();
  return new Promise(() => {});
}

/** Gives the focus back to the submit button, which lost it when it was disabled. */
function useSubmitFocus(form: RefObject<HTMLFormElement | null>, hasFailed: boolean): void {
  useEffect(() => {
    if (hasFailed && document.activeElement === document.body) form.current?.querySelector<HTMLElement>('[type="submit"]')?.focus();
  }, [form, hasFailed]);
}

type FormFrameProps = Omit<ComponentProps<'form'>, 'action'> & {
  form: Form;
  /** Where it is posted without scripts. */
  action: string;
  /** What stands in its place once it is sent. */
  thanks: ReactNode;
  /** How the thanks are laid out. Without it, their place is laid out as the page is, while it is empty too. */
  thanksClassName?: string;
  /** Whether the thanks do not take the focus, which is lost when the form is hidden together with its button. */
  keepsFocus?: boolean;
  /** Above the alerts. */
  head?: ReactNode;
  /** Whether what is wrong is not summed up above the fields. */
  withoutSummary?: boolean;
  /** What is wrong, if it is more than wrong fields. By default the fields. */
  problems?: FormProblem[];
};

/** A form and, once it is sent, the thanks in its place, with what every form has. */
export function FormFrame({
  form,
  thanks,
  thanksClassName,
  keepsFocus = false,
  head,
  withoutSummary = false,
  problems,
  children,
  ...attributes
}: FormFrameProps) {
  const { island, id, handlers, state, answer, refusal, options } = form;
  const { formResult, failure, content, labels } = options;
  const status = useRef<HTMLDivElement>(null);
  const isSent = state === 'sent';
  useEffect(() => {
    if (isSent && answer && !keepsFocus) status.current?.focus();
  }, [isSent, answer, keepsFocus]);
  return (
    <div ref={island} data-island="waiting">
      <div
        ref={status}
        role="status"
        tabIndex={keepsFocus ? undefined : -1}
        className={thanksClassName && (isSent ? thanksClassName : 'sr-only')}
      >
        {isSent && thanks}
      </div>
      <form
        {...attributes}
        {...handlers}
        method="post"
        noValidate
        hidden={isSent}
        aria-describedby={failure && formResult?.failed ? `${id}-failed` : undefined}
      >
        {head}
        {/* Why a plain post failed as a whole. */}
        {failure && formResult?.failed && (
          // biome-ignore lint/a11y/noAutofocus: it is what has to be read first.
          <p id={`${id}-failed`} role="alert" tabIndex={-1} autoFocus className="mb-6 bg-[#8C1D18] p-4 text-white">
            <strong className="block">{failure.title}</strong>
            {formResult.reason ?? failure.body}
          </p>
        )}
        {!withoutSummary && (
          <LiveErrorSummary
            texts={content.problem}
            problems={problems ?? problemsOf(refusal.errors, id, labels)}
            attempt={refusal.attempt}
          />
        )}
        {children}
        {/* A ticket, which src/page-scripts/islands.ts sets on submit, because the page is cached and the same for all visitors. Without a
            `value` prop, with which React would overwrite it. */}
        <input type="hidden" name="form_ticket" />
        {/* A honeypot, which no person fills in: off screen and inert, so that neither focus (such as a dialog's first) nor assistive
            technology reaches it, and with a name that browsers do not autofill. */}
        <div aria-hidden="true" inert className="sr-only">
          <input type="text" name="topic_note" tabIndex={-1} autoComplete="off" aria-label="Leave this empty" defaultValue="" />
        </div>
      </form>
    </div>
  );
}

/** The button that sends a form, and says so meanwhile. */
export function SendButton({ form, texts, width }: { form: Form; texts: { send: string; sending: string }; width: string }) {
  const isSending = form.state === 'sending';
  return (
    <button type="submit" disabled={isSending} className={`btn-primary ${width} disabled:(bg-rule text-ink)`}>
      {isSending ? texts.sending : texts.send}
    </button>
  );
}

type LiveErrorSummaryProps = {
  texts: FormErrorTexts;
  problems: FormProblem[];
  /** Each refused attempt moves the focus here; 0: the server sent the page with the errors of a plain post. */
  attempt: number;
};

/** The wrong fields of a form that stands in a page. While there are any, the page's title says so. Nothing without errors. */
export function LiveErrorSummary({ texts, problems, attempt }: LiveErrorSummaryProps) {
  const summary = useRef<HTMLDivElement>(null);
  const isShown = problems.length > 0;
  useEffect(() => {
    if (attempt > 0) summary.current?.focus();
  }, [attempt]);
  useEffect(() => {
    if (!isShown) return;
    // The page that answers a plain post has the word already.
    const title = document.title.startsWith(texts.title) ? document.title.slice(texts.title.length) : document.title;
    document.title = texts.title + title;
    return () => {
      document.title = title;
    };
  }, [isShown, texts]);
  return isShown && <ErrorSummary ref={summary} texts={texts} problems={problems} isAnswer={attempt === 0} onFollow={focusField} />;
}

/**
 * Returns a link to each wrong field, under its label, because what is wrong stands at the field. `labels`: those of the form's fields, in
 * their order; the id of a field is `id-name`. Errors of fields that the form does not show have no link.
 */
export function problemsOf(errors: FieldErrors, id: string, labels: Readonly<Record<string, string>>): FormProblem[] {
  const shown = Object.entries(labels).flatMap(([field, text]) => (errors[field] ? [{ text, href: `#${id}-${field}` }] : []));
  const others = Object.entries(errors).flatMap(([field, text]) => (field in labels ? [] : [{ text }]));
  return [...shown, ...others];
}

/** Not all browsers give the focus to the field that a fragment names. The address stays as it is. */
function focusField(event: MouseEvent<HTMLAnchorElement>): void {
  const field = document.getElementById(event.currentTarget.hash.slice(1));
  if (!field) return;
  event.preventDefault();
  field.focus();
}
