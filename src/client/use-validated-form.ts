'use client';

import { type FormEvent, type RefObject, useRef, useState } from 'react';
import type { z } from 'zod';
import type { FormResult } from '#src/schemas/form-result.ts';

type Errors = Record<string, string>;

type ValidatedForm<Schema extends z.ZodType> = {
  ref: RefObject<HTMLFormElement | null>;
  /** The first error of each field, by name. */
  errors: Errors;
  /** Validates again on change, once the form has been submitted. */
  onChange: (event: FormEvent) => void;
  /** The valid values; or undefined, with the errors shown and the focus on the first field that is wrong. */
  validate: () => z.output<Schema> | undefined;
  /** Shows what the server refused. Each error stays until its field changes or the form is submitted again. */
  refuse: (errors: Errors) => void;
  /** Empties the form. */
  reset: () => void;
};

/** An uncontrolled form and its schema. `formResult`: how the same form fared when it was posted without JavaScript. */
export function useValidatedForm<Schema extends z.ZodType>(schema: Schema, formResult: FormResult | undefined): ValidatedForm<Schema> {
  const ref = useRef<HTMLFormElement>(null);
  const [tried, setTried] = useState(Boolean(formResult));
  const [refused, setRefused] = useState<Errors>(formResult?.errors ?? {});
  const [invalid, setInvalid] = useState<Errors>({});

  const check = () => {
    const parsed = schema.safeParse(Object.fromEntries(new FormData(ref.current ?? undefined)));
    setInvalid(parsed.success ? {} : firstErrors(parsed.error.issues));
    return parsed;
  };
  const focus = (field: string | undefined) => ref.current?.querySelector<HTMLElement>(`[name="${field}"]`)?.focus();

  return {
    ref,
    errors: { ...refused, ...invalid },
    onChange: ({ target }) => {
      if (!tried) return;
      const name = 'name' in target ? String(target.name) : '';
      setRefused(({ [name]: _, ...others }) => others);
      check();
    },
    validate: () => {
      setTried(true);
      setRefused({});
      const parsed = check();
      if (parsed.success) return parsed.data;
      focus(parsed.error.issues[0]?.path[0]?.toString());
      return undefined;
    },
    refuse: (errors) => {
      setRefused(errors);
      focus(Object.keys(errors)[0]);
    },
    reset: () => {
      ref.current?.reset();
      setTried(false);
      setRefused({});
      setInvalid({});
    },
  };
}

function firstErrors(issues: readonly { path: PropertyKey[]; message: string }[]): Errors {
  return Object.fromEntries(issues.toReversed().map((issue) => [issue.path.join('.'), issue.message]));
}
