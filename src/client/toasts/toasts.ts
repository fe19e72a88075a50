'use client';

import { atom } from 'jotai';

export type ToastMessage = {
  variant: 'default' | 'destructive';
  title: string;
  description: string;
};
export type Toast = ToastMessage & { id: number; open: boolean };

/** Limits of product.md, section 9; times in ms. */
export const toastDuration = 5_000;
const keptAfterDismissal = 1_000_000;

/** The toast on show, and dismissed ones until they are removed. At most one is open. */
export const toastsAtom = atom<Toast[]>([]);

let lastId = 0;

/** Shows a toast in place of the one on show. */
export const showToastAtom = atom(null, (_get, set, message: ToastMessage) => {
  lastId += 1;
  set(toastsAtom, [{ ...message, id: lastId, open: true }]);
});

/** Closes a toast; it leaves the list 1,000,000 ms later. */
export const dismissToastAtom = atom(null, (_get, set, id: number) => {
  set(toastsAtom, (toasts) => toasts.map((toast) => (toast.id === id ? { ...toast, open: false } : toast)));
  setTimeout(() => set(toastsAtom, (toasts) => toasts.filter((toast) => toast.id !== id)), keptAfterDismissal);
});
