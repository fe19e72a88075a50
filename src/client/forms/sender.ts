'use client';

import { createTRPCClient, TRPCClientError } from '@trpc/client';
import type * as z from 'zod/mini';
import type { AppRouter } from '#server/api/rpc/router.ts';
import { type Receipt, repeatedOf } from '#shared/lib/protocol/receipt.ts';
import { refusedField } from '#shared/schemas/form.ts';
import { dayTexts } from '#shared/schemas/typed.ts';
import { rpcLink } from '#src/client/rpc-link.ts';

/** The first error of each field, by name. */
export type FieldErrors = Record<string, string>;

/** What became of a message: its receipt, if its form shows one, or what the server refused. */
export type Answer = {
  receipt?: Receipt;
  errors?: FieldErrors;
  /** The prices (pence) that have changed since the page was loaded, by the project's slug. */
  newPrices?: Record<string, number>;
};

/** The heavy half of a form: its schema, and how it is sent. */
export type Sender = ReturnType<typeof sender>;

type Declaration<Schema extends z.ZodMiniType> = {
  schema: Schema;
  /** Reads what the schema parses; by default all fields by name. */
  read?: (form: FormData) => object;
  send: (message: z.output<Schema>, idempotencyKey: string, form: HTMLFormElement) => Promise<Answer>;
};

export const rpcClient = createTRPCClient<AppRouter>({ links: [rpcLink] });
/** The context of a call that may be sent again. */
export const withKey = (idempotencyKey: string) => ({ context: { headers: { 'idempotency-key': idempotencyKey } } });

/** Returns what the server refuses of a message, at its field. @throws any other error, as it is. */
export function refusedErrors(error: unknown): Answer {
  const { code, problem } = (error instanceof TRPCClientError && error.data) || {};
  if (code !== 'UNPROCESSABLE_CONTENT') throw error;
  return { errors: { [refusedField(problem?.code, problem?.errors ?? [])]: (error as Error).message } };
}

/**
 * Makes the sender of a form. Every attempt with the same content has the same Idempotency-Key until it is delivered; other content has
 * a new one.
 */
export function sender<Schema extends z.ZodMiniType>({ schema, read = Object.fromEntries, send }: Declaration<Schema>) {
  let last: { content: string; key: string } | undefined;
  return {
    /** Checks the form as the server will. */
    check: (form: HTMLFormElement) => {
      const errors: FieldErrors = {};
      // Of a day that is half typed, the browser puts nothing into the form's data.
      for (const field of form.querySelectorAll<HTMLInputElement>('[type=date]'))
        if (field.validity.badInput) errors[field.name] = dayTexts.wrong;
      const { error } = schema.safeParse(read(new FormData(form)));
      for (const { path, message } of error?.issues ?? []) errors[path.join('.')] ??= message;
      return Object.keys(errors).length > 0 ? errors : undefined;
    },
    /** Sends a form that is in order. @throws if it was not stored, or on a timeout. */
    send: async (form: HTMLFormElement): Promise<Answer> => {
      const fields = read(new FormData(form));
      const content = contentOf(fields);
      if (last?.content !== content) last = { content, key: randomKey() };
      const answer = await send(schema.parse(fields), last.key, form);
      if (answer.errors) return answer;
      last = undefined;
      if (!answer.receipt) return answer;
      const all = Object.values(fields).flat();
      const fileNames = all.flatMap((value) => (value instanceof File ? value.name : []));
      return { ...answer, receipt: { ...answer.receipt, repeated: repeatedOf(fields, fileNames) } };
    },
  };
}

/** Returns what a form says, for comparison: a file by name, size and modification time. */
const contentOf = (fields: object) =>
  JSON.stringify(fields, (_name, value) => (value instanceof File ? [value.name, value.size, value.lastModified] : value));

/** Not `crypto.randomUUID`, which exists on secure origins only. */
const randomKey = () => [...crypto.getRandomValues(new Uint8Array(16))].map((byte) => byte.toString(16).padStart(2, '0')).join('');
