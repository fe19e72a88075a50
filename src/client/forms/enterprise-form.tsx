'use client';

import { useCallback, useEffect, useState } from 'react';
import type { EnterpriseFormContent, EnterpriseModeContent } from '#shared/content/enterprise/contact.ts';
import type { EnterpriseKind } from '#shared/schemas/enterprise-contact.ts';
import { drafts, type FormResult } from '#shared/schemas/form.ts';
import { EmailField, Field, NameField, Options, SentNote, TextInput } from '#src/ui/controls/form.tsx';
import { fill } from '#verify/text.ts';
import { FormFrame, SendButton, useForm } from './use-form.tsx';

const load = () => import('./enterprise-sender.ts').then((module) => module.enterpriseSender);

type EnterpriseFormProps = {
  content: EnterpriseFormContent;
  kind: EnterpriseKind;
  mode: EnterpriseModeContent;
  // Props, to keep the modules that list them out of this chunk.
  sectors: readonly string[];
  endings: readonly string[];
  /** The result of the form posted without scripts. */
  formResult: FormResult | undefined;
};

/** The enterprise contact form. Without scripts it posts to `/api/enterprise-contact`. */
export function EnterpriseForm({ content, kind, mode, sectors, endings, formResult }: EnterpriseFormProps) {
  const { hints, privacy, thanks, another } = content;
  const labels = { ...content.labels, message: mode.message.label, attachment: mode.attachment };
  const form = useForm(load, { labels, content, formResult });
  const { answer, handlers, field } = form;
  const typed = formResult?.values ?? {};
  const isUsual = (name: string) => endings.some((ending) => name.toLowerCase().endsWith(ending));
  const [files, setFiles] = useState<string[]>([]);
  const listFiles = useCallback(() => {
    const attached = handlers.ref.current ? new FormData(handlers.ref.current).getAll('attachment') : [];
    setFiles(attached.flatMap((file) => (file instanceof File && file.name ? file.name : [])));
  }, [handlers.ref]);
  // Files may have been chosen before hydration.
  useEffect(listFiles, [listFiles]);

  const startAgain = () => {
    setFiles([]);
    form.reopen();
    // By then React shows the form again.
    requestAnimationFrame(() => handlers.ref.current?.querySelector<HTMLElement>('[name="name"]')?.focus());
  };

  return (
    <FormFrame
      form={form}
      action="/api/enterprise-contact"
      data-draft={drafts.enterprise}
      encType="multipart/form-data"
      thanksClassName="grid min-h-80 content-center justify-items-start"
      thanks={
        <>
          <SentNote title={thanks} next={content.success.body} texts={content.receipt} receipt={answer?.receipt} />
          <button type="button" className="btn-outline mt-8" onClick={startAgain}>
            {another.label}
          </button>
        </>
      }
    >
      <input type="hidden" name="kind" value={kind} />
      <div className="grid gap-x-6 gap-y-5 sm:grid-cols-2">
        <NameField {...field('name')} />
        <EmailField {...field('email')} />
        <TextInput {...field('organisation')} name="organisation" required autoComplete="organization" />
        <Field {...field('sector')}>
          {(control) => (
            <select {...control} name="sector" required defaultValue={typed.sector ?? ''}>
              <Options of={[['', content.chooseSector], ...sectors.map((sector) => [sector, sector] as const)]} />
            </select>
          )}
        </Field>
        <TextInput {...field('volume')} hint={hints.volume} name="volume" inputMode="numeric" autoComplete="off" />
        <TextInput {...field('timeframe')} hint={hints.timeframe} name="timeframe" autoComplete="off" />
        <div className="sm:col-span-2">
          <Field {...field('message')} hint={mode.message.hint}>
            {(control) => <textarea {...control} name="message" required rows={7} defaultValue={typed.message} />}
          </Field>
        </div>
        <div className="sm:col-span-2">
          <Field {...field('attachment')} hint={hints.attachment}>
            {(control) => (
              // Last in the form, so that the fields before it are still read if the files are too large.
              <input
                {...control}
                className={`${control.className} field-file`}
                name="attachment"
                type="file"
                multiple
                accept={endings.join()}
                onChange={listFiles}
              />
            )}
          </Field>
          <ul aria-live="polite" className="mt-2 break-words text-[0.9375rem]">
            {files.map((name, at) => (
              // biome-ignore lint/suspicious/noArrayIndexKey: files of several folders may have one name, and the list is read anew.
              <li key={at} className={isUsual(name) ? '' : 'text-clay'}>
                {isUsual(name) ? name : fill(content.wrongFile, { name })}
              </li>
            ))}
          </ul>
        </div>
      </div>
      <div className="mt-7 flex flex-wrap items-center justify-between gap-x-8 gap-y-4">
        <p className="max-w-[22rem] text-[0.875rem] text-ink-faint">
          {privacy.text}{' '}
          <a href={privacy.link.href} className="underline underline-offset-4">
            {privacy.link.label}
          </a>
        </p>
        <SendButton form={form} texts={content} width="min-w-58" />
      </div>
    </FormFrame>
  );
}
