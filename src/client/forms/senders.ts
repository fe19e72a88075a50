'use client';

import { createTRPCClient, httpLink, TRPCClientError } from '@trpc/client';
import superjson from 'superjson';
import type * as z from 'zod/mini';
import type { AppRouter } from '#server/api/rpc/router.ts';
import { fetchWithTimeout } from '#src/client/rpc-link.ts';
import type { Receipt } from '#src/lib/protocol/receipt.ts';
import { postedLines } from '#src/lib/shortlist.ts';
import { contactSubmission, enterpriseMessage, newsletterSubmission } from '#src/schemas/contact.ts';
import { quoteSubmission } from '#src/schemas/quote-request.ts';

/** The first error of each field, by name, in the order of the fields. */
export type FieldErrors = Record<string, string>;

/** What became of a message: its receipt, if its form shows one, or what the server refused. */
export type Answer = {
  receipt?: Receipt;
  errors?: FieldErrors;
  /** The prices (pence) that have changed since the page was loaded, by the project's slug. */
  newPrices?: Record<string, number>;
};

/** The heavy half of a form: its schema, and how it is sent. */
type Sender = {
  /** Checks the form as the server will. */
  check: (form: HTMLFormElement) => FieldErrors | undefined;
  /** Sends a form that is in order. @throws if it was not stored, or on a timeout. */
  send: (form: HTMLFormElement) => Promise<Answer>;
};

type Declaration<Schema extends z.ZodMiniType> = {
  schema: Schema;
  /** Reads what the schema parses; by default all fields by name. */
  read?: (form: FormData) => object;
  send: (message: z.output<Schema>, idempotencyKey: string, form: HTMLFormElement) => Promise<Answer>;
};

/** Timeout of a file in ms: long enough for a slow connection. */
const uploadLimit = 60_000;

/** RPC with one call per request, and the Idempotency-Key from the operation's context. */
const rpc = createTRPCClient<AppRouter>({
  links: [
    httpLink({
      url: '/api/trpc',
      transformer: superjson,
      headers: ({ op }) => ({ 'idempotency-key': String(op.context.idempotencyKey) }),
      fetch: fetchWithTimeout,
    }),
  ],
});
const withKey = (idempotencyKey: string) => ({ context: { idempotencyKey } });

/** How each form is checked and sent. */
export const senders = {
  contact: sender({
    schema: contactSubmission,
    send: async (message, key) => ({ receipt: await rpc.contact.send.mutate(message, withKey(key)) }),
  }),
  newsletter: sender({
    schema: newsletterSubmission,
    send: async (message, key) => {
      await rpc.newsletter.subscribe.mutate(message, withKey(key));
      return {};
    },
  }),
  quote: sender({
    schema: quoteSubmission,
    read: (form) => {
      const fields = new URLSearchParams();
      for (const [name, value] of form) if (typeof value === 'string') fields.append(name, value);
      return { ...Object.fromEntries(fields), lines: postedLines(fields) };
    },
    send: async (message, key): Promise<Answer> => {
      try {
        const receipt = await rpc.contact.requestQuote.mutate(message, withKey(key));
        // The page is on this site, under whatever name it was reached.
        return { receipt: { ...receipt, url: new URL(receipt.url).pathname } };
      } catch (error) {
        // The catalogue has changed since the page was loaded; the message names the projects that are gone, or whose prices moved.
        if (!(error instanceof TRPCClientError)) throw error;
        const { code, problem } = Object(error.data);
        if (code === 'UNPROCESSABLE_CONTENT') return { errors: { lines: error.message } };
        if (problem?.code !== 'prices_changed') throw error;
        const changed: { field: string; pricePerCredit: number }[] = problem.errors;
        const prices = changed.map(({ field, pricePerCredit }) => [message.lines[Number(field.split('.')[1])]?.slug, pricePerCredit]);
        return { errors: { prices: error.message }, newPrices: Object.fromEntries(prices) };
      }
    },
  }),
  // By its own address, with its file.
  enterprise: sender({
    schema: enterpriseMessage,
    send: async (_message, key, form) => {
      const response = await fetch(form.action, {
        method: 'POST',
        headers: { accept: 'application/json', 'idempotency-key': key },
        body: new FormData(form),
        signal: AbortSignal.timeout(uploadLimit),
      });
      if (response.ok) return { receipt: await response.json() };
      const { errors = [] }: { errors?: { field: string; message: string }[] } = response.status === 422 ? await response.json() : {};
      if (errors.length === 0) throw new Error(`The enterprise form was answered with ${response.status}`);
      return { errors: Object.fromEntries(errors.map(({ field, message }) => [field, message])) };
    },
  }),
};

/**
 * Makes the sender of a form. Every attempt with the same content has the same Idempotency-Key until it is delivered; other content has
 * a new one.
 */
function sender<Schema extends z.ZodMiniType>({ schema, read = Object.fromEntries, send }: Declaration<Schema>): Sender {
  let last: { content: string; key: string } | undefined;
  return {
    check: (form) => {
      const { error } = schema.safeParse(read(new FormData(form)));
      if (!error) return undefined;
      const errors: FieldErrors = {};
      for (const { path, message } of error.issues) errors[path.join('.')] ??= message;
      return errors;
    },
    send: async (form) => {
      const fields = read(new FormData(form));
      const content = contentOf(fields);
      if (last?.content !== content) last = { content, key: randomKey() };
      const answer = await send(schema.parse(fields), last.key, form);
      if (!answer.errors) last = undefined;
      return answer;
    },
  };
}

/** Returns what a form says, for comparison: a file by name, size and modification time, and not the form trap. */
function contentOf(fields: object): string {
  return JSON.stringify({ ...fields, form_ticket: undefined, topic_note: undefined }, (_name, value) =>
    value instanceof File ? [value.name, value.size, value.lastModified] : value,
  );
}

/** Not `crypto.randomUUID`, which exists on secure origins only. */
function randomKey(): string {
  return [...crypto.getRandomValues(new Uint8Array(16))].map((byte) => byte.toString(16).padStart(2, '0')).join('');
}
