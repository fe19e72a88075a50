'use client';

import { useSetAtom } from 'jotai';
import {
  type ComponentProps,
  type FormEvent,
  type MouseEvent,
  type ReactNode,
  useCallback,
  useEffect,
  useId,
  useRef,
  useState,
} from 'react';
import { flushSync } from 'react-dom';
import type { FormErrorTexts } from '#shared/content/form-errors.ts';
import type { FormResult } from '#shared/schemas/form.ts';
import { showToastAtom, useIsland } from '#src/client/client-shell.tsx';
import { ErrorSummary, type FormProblem } from '#src/ui/controls/form.tsx';
import type { Answer, FieldErrors, Sender } from './sender.ts';

type ToastTexts = { title: string; body: string };

type FormOptions<Name extends string> = {
  /** The labels of its fields by name, in their order. */
  labels: Readonly<Record<Name, string>>;
  /** Texts of the summary of what is wrong and, if the form has any, of toasts and alert: with our address (`withEmail`). */
  content: { problem: FormErrorTexts; success?: ToastTexts; failure?: ToastTexts };
  /** The result of the same form posted without scripts. */
  formResult: FormResult | undefined;
  /** Whether the page was reached through the redirect after a plain post: it says that the form was sent. */
  isSent?: boolean;
};

/** `post failed`: the plain post that this page answers was refused as a whole, and nothing has been sent since. */
type State = 'open' | 'sending' | 'sent' | 'failed' | 'post failed';

export type Form = ReturnType<typeof useForm>;

/**
 * Manages a form: validates on submit and, from then on, on change; sends the message; clears the form if that succeeded and keeps its
 * content if not. `FormFrame` shows it.
 * @param load loads the form's sender, once the form is hydrated. Always the same function.
 */
export function useForm<Name extends string>(load: () => Promise<Sender>, options: FormOptions<Name>) {
  const { labels, content, formResult, isSent = false } = options;
  const { success, failure } = content;
  const id = useId();
  const island = useIsland<HTMLDivElement>(load);
  const ref = useRef<HTMLFormElement>(null);
  const showToast = useSetAtom(showToastAtom);
  const [state, setState] = useState<State>(isSent ? 'sent' : formResult?.failed ? 'post failed' : 'open');
  const [tried, setTried] = useState(Boolean(formResult));
  const [refused, setRefused] = useState({ isOfPlainPost: true, fields: Object.keys(formResult?.errors ?? {}) });
  const [answer, setAnswer] = useState<Answer>();
  const [ownErrors, setOwnErrors] = useState<FieldErrors>({});
  // Errors from the server stay until the field changes or the form is sent again.
  const [serverErrors, setServerErrors] = useState<FieldErrors>(formResult?.errors ?? {});

  /** Validates and sends the form. Returns the errors of the client or the server, {} if the browser sent it, undefined if this did. */
  const tryToSend = async (form: HTMLFormElement): Promise<FieldErrors | undefined> => {
    const sender = await load().catch(() => sendPlainly(form));
    if (!sender) return {};
    const wrong = sender.check(form);
    setTried(true);
    setServerErrors({});
    setOwnErrors(wrong ?? {});
    if (wrong) return wrong;
    const answered = await sender.send(form);
    setAnswer(answered);
    setServerErrors(answered.errors ?? {});
    return answered.errors;
  };

  /** Validates again, once the form has been submitted. `field`: the one that was changed, as errors name it. */
  const validateAgain = async (field = ''): Promise<void> => {
    if (!tried) return;
    const { [field]: _, ...stillThere } = serverErrors;
    setServerErrors(stillThere);
    // Where the code cannot be loaded, the site checks what is sent.
    const sender = await load().catch(() => undefined);
    if (!sender || !ref.current) return;
    const now = sender.check(ref.current) ?? {};
    setOwnErrors(now);
    // A field that was mended once does not come back into the summary while somebody types.
    const isWrong = (name: string) => name in now || name in stillThere;
    setRefused(({ isOfPlainPost, fields }) => ({ isOfPlainPost, fields: fields.filter(isWrong) }));
  };

  const errors: FieldErrors = { ...serverErrors, ...ownErrors };
  return {
    island,
    id,
    /** Props for the form element. */
    handlers: {
      ref,
      onSubmit: async (event: FormEvent<HTMLFormElement>) => {
        event.preventDefault();
        const form = event.currentTarget;
        if (state === 'sending' || isEnterOutside(event.nativeEvent as SubmitEvent, form)) return;
        setState('sending');
        try {
          const wrong = await tryToSend(form);
          if (wrong) {
            flushSync(() => {
              setState('open');
              setRefused({ isOfPlainPost: false, fields: Object.keys(wrong) });
            });
            return focusWrong(form);
          }
          form.reset();
          flushSync(() => {
            setTried(false);
            setRefused({ isOfPlainPost: false, fields: [] });
            setState('sent');
          });
          // The focus was on the button, which is hidden together with the form: it goes to the thanks, but not in a dialog (`isInDialog`).
          island.current?.querySelector<HTMLElement>('[role="status"]')?.focus();
          if (success) showToast({ variant: 'default', title: success.title, description: success.body });
        } catch {
          flushSync(() => setState('failed'));
          // The button has lost the focus, because it was disabled.
          if (document.activeElement === document.body) form.querySelector<HTMLElement>('[type="submit"]')?.focus();
          if (failure) showToast({ variant: 'destructive', title: failure.title, description: failure.body });
        }
      },
      onChange: ({ target }: FormEvent<HTMLFormElement>) => validateAgain('name' in target ? String(target.name) : ''),
    },
    validateAgain,
    state,
    failedPost: state === 'post failed' ? formResult : undefined,
    /** What the last message that was sent from this page was answered with. */
    answer,
    errors,
    /** The errors of the last attempt that have not been mended since: no new ones join them while somebody types. */
    refusal: {
      /** Whether the server refused them, in the plain post that this page answers. */
      isOfPlainPost: refused.isOfPlainPost,
      errors: Object.fromEntries(refused.fields.flatMap((field) => (errors[field] ? [[field, errors[field]]] : []))),
    },
    /** Returns what a field shows: its label, what was typed without scripts, and its error. */
    field(name: Name) {
      return { id: `${id}-${name}`, label: labels[name], typed: formResult?.values[name], error: errors[name] };
    },
    /** Shows the empty form again after it has been sent. */
    reopen: useCallback(() => setState((now) => (now === 'sent' ? 'open' : now)), []),
    options,
  };
}

/**
 * Whether Enter was pressed in a field that stands outside its form (`form="..."`), such as the tonnes of a shortlist: that sends nothing.
 * Enter presses the form's first button, in some forms one with a name, for sums without scripts.
 */
const isEnterOutside = ({ submitter }: SubmitEvent, form: HTMLFormElement) =>
  Boolean(submitter?.hasAttribute('name')) && !form.contains(document.activeElement);

/**
 * Moves the focus to the `ErrorSummary`, the element around an alert, or, in the dialog, which has none, to the first wrong field. What is
 * wrong has to be shown already (`flushSync`).
 */
export const focusWrong = (form: HTMLFormElement) =>
  form.querySelector<HTMLElement>(':has(> [role="alert"]), [aria-invalid="true"]')?.focus();

/** How long (ms) a form whose sender did not load waits for an answer of the site to anything. */
const answerLimitMs = 15_000;

/**
 * Has the browser send a form, because a release has removed the script that sends it (docs/decisions/012). The browser then leaves the
 * page. Resolves if the visitor comes back to it as it was left, from the back/forward cache.
 * @throws if the site does not answer. The page then stays with what was typed, which the browser's own error page would take away.
 */
async function sendPlainly(form: HTMLFormElement): Promise<void> {
  await fetch('/livez', { cache: 'no-store', signal: AbortSignal.timeout(answerLimitMs) });
  form.submit();
  return new Promise((resolve) => addEventListener('pageshow', () => resolve(), { once: true }));
}

type FormFrameProps = Pick<ComponentProps<'form'>, 'id' | 'encType' | 'children'> & {
  form: Form;
  /** Where the form is posted without scripts. */
  action: string;
  /** What stands in place of the form once it is sent. */
  thanks: ReactNode;
  /** Classes of the thanks. If given, the place of the thanks is visually hidden until the form is sent. */
  thanksClassName?: string;
  /** In a dialog, the thanks do not take the focus, and refused fields are not summed up, except in the answer to a plain post. */
  isInDialog?: boolean;
  /** What stands above the alerts. */
  head?: ReactNode;
  /** What the summary lists, if that is more than the wrong fields. */
  problems?: FormProblem[];
};

/** A form and, once it is sent, the thanks in its place, with what every form has. */
export function FormFrame({ form, thanks, thanksClassName, isInDialog = false, head, problems, children, ...attributes }: FormFrameProps) {
  const { island, id, handlers, state, failedPost, refusal, options } = form;
  const { content, labels } = options;
  const { failure } = content;
  const isSent = state === 'sent';
  return (
    <div ref={island} data-island="waiting">
      <div role="status" tabIndex={isInDialog ? undefined : -1} className={thanksClassName && (isSent ? thanksClassName : 'sr-only')}>
        {isSent && thanks}
      </div>
      <form
        {...attributes}
        {...handlers}
        method="post"
        noValidate
        hidden={isSent}
        aria-describedby={failure && failedPost ? `${id}-failed` : undefined}
      >
        {head}
        {/* Why a plain post failed as a whole. */}
        {failure && failedPost && (
          // biome-ignore lint/a11y/noAutofocus: it is what has to be read first.
          <p id={`${id}-failed`} role="alert" tabIndex={-1} autoFocus className="mb-6 bg-[#8C1D18] p-4 text-white">
            <strong className="block">{failure.title}</strong>
            {failedPost.reason ?? failure.body}
          </p>
        )}
        {(!isInDialog || refusal.isOfPlainPost) && (
          <LiveErrorSummary texts={content.problem} problems={problems ?? problemsOf(refusal.errors, id, labels)} />
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

/** The summary of a form's wrong fields, if there are any. Meanwhile the page's title says so, too. */
export function LiveErrorSummary({ texts, problems }: { texts: FormErrorTexts; problems: FormProblem[] }) {
  const isShown = problems.length > 0;
  useEffect(() => {
    if (!isShown) return;
    // The title of a page that answers a plain post begins with the word already.
    const title = document.title.startsWith(texts.title) ? document.title.slice(texts.title.length) : document.title;
    document.title = texts.title + title;
    return () => {
      document.title = title;
    };
  }, [isShown, texts]);
  return isShown && <ErrorSummary texts={texts} problems={problems} onFollow={focusField} />;
}

/**
 * Returns a link to each wrong field, under its label: the field says itself what is wrong. An error of a field that the form does not show
 * is returned as its own text, without a link.
 * @param id the form's: the id of a field is `id-name`.
 * @param labels the labels of the form's fields by name, in their order.
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
