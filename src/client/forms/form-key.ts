'use client';

/**
 * Creates the Idempotency-Keys of a form: the same key for every attempt with the same content until it is delivered, and a
 * new one when the content changes. The form trap is not part of the content.
 */
export function createFormKeys() {
  let last: { content: string; key: string } | undefined;
  return {
    keyFor: (message: object): string => {
      const content = JSON.stringify({ ...message, form_ticket: undefined, topic_note: undefined });
      if (last?.content !== content) last = { content, key: randomKey() };
      return last.key;
    },
    markDelivered: () => {
      last = undefined;
    },
  };
}

/** Not `crypto.randomUUID`, which exists on secure origins only. */
function randomKey(): string {
  return [...crypto.getRandomValues(new Uint8Array(16))].map((byte) => byte.toString(16).padStart(2, '0')).join('');
}
