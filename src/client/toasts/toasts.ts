'use client';

import { atom } from 'jotai';

export type ToastMessage = {
  variant: 'default' | 'destructive';
  title: string;
  description: string;
};
export type Toast = ToastMessage & { id: number; open: boolean };

/** Times in ms; product.md, section 9. */
export const toastDuration = 5_000;
const keptAfterDismissal = 1_000_000;

/** The open toast, at most one, and dismissed ones until they are removed. */
export const toastsAtom = atom<Toast[]>([]);

let lastId = 0;

/** Shows a toast, replacing any other. */
export const showToastAtom = atom(null, (_get, set, message: ToastMessage) => {
  lastId += 1;
  set(toastsAtom, [{ ...message, id: lastId, open: true }]);
});

/** Closes a toast; it is removed from the list after `keptAfterDismissal`. */
export const dismissToastAtom = atom(null, (_get, set, id: number) => {
  set(toastsAtom, (toasts) => toasts.map((toast) => (toast.id === id ? { ...toast, open: false } : toast)));
  setTimeout(() => set(toastsAtom, (toasts) => toasts.filter((toast) => toast.id !== id)), keptAfterDismissal);
});
