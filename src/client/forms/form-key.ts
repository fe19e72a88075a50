'use client';

/**
 * The Idempotency-Key of what a form holds: the same for every try with the same content, until it has arrived; a new one
 * as soon as a word changes.
 */
export function formKeys() {
  let last: { content: string; key: string } | undefined;
  return {
    keyFor: (content: string): string => {
      if (last?.content !== content) last = { content, key: randomKey() };
      return last.key;
    },
    arrived: () => {
      last = undefined;
    },
  };
}

/** `crypto.randomUUID` is there on secure origins only. */
function randomKey(): string {
  return [...crypto.getRandomValues(new Uint8Array(16))].map((byte) => byte.toString(16).padStart(2, '0')).join('');
}
