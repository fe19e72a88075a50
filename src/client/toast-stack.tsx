'use client';

import { Close, Description, Provider, Root, Title, Viewport } from '@radix-ui/react-toast';
import { useAtomValue, useSetAtom } from 'jotai';
import { useEffect, useState } from 'react';
import { createPortal } from 'react-dom';
import { dismissToastAtom, type Toast, toastDuration, toastsAtom } from './toasts.ts';

const swipeThreshold = 50;

const looks: Record<Toast['variant'], string> = {
  default: 'bg-paper-bright text-ink border-ink',
  destructive: 'bg-[#8C1D18] text-white border-[#8C1D18]',
};

/** The toasts on show. F8 moves the focus there; a swipe to the right dismisses. */
export function ToastStack() {
  const toasts = useAtomValue(toastsAtom);
  const dismiss = useSetAtom(dismissToastAtom);
  const container = useToastContainer();
  return createPortal(
    <Provider swipeDirection="right" swipeThreshold={swipeThreshold} duration={toastDuration}>
      {toasts.map((toast) => (
        <Root
          key={toast.id}
          open={toast.open}
          onOpenChange={(open) => {
            if (!open) dismiss(toast.id);
          }}
          type={toast.variant === 'destructive' ? 'foreground' : 'background'}
          className={`relative w-full rounded-[3px] border p-5 pr-20 shadow-lg data-[swipe=move]:translate-x-[var(--radix-toast-swipe-move-x)] ${looks[toast.variant]}`}
        >
          <Title className="font-semibold">{toast.title}</Title>
          <Description className="mt-1 text-[0.9375rem]">{toast.description}</Description>
          <Close className="absolute top-2 right-2 inline-flex min-h-11 items-center px-3 text-[0.875rem] underline underline-offset-4">
            Close
          </Close>
        </Root>
      ))}
      <Viewport className="fixed right-0 bottom-0 z-50 m-0 flex w-full max-w-[26rem] list-none flex-col gap-2 p-4" />
    </Provider>,
    container,
  );
}

/** A modal dialog makes everything outside it inert: while one is open, toasts live inside it. */
function useToastContainer(): Element {
  const [container, setContainer] = useState<Element>(topmost);
  useEffect(() => {
    const update = () => setContainer(topmost());
    // `close` and `toggle` do not bubble, so they are caught on their way down.
    document.addEventListener('close', update, { capture: true });
    document.addEventListener('toggle', update, { capture: true });
    update();
    return () => {
      document.removeEventListener('close', update, { capture: true });
      document.removeEventListener('toggle', update, { capture: true });
    };
  }, []);
  return container;
}

function topmost(): Element {
  return [...document.querySelectorAll('dialog:modal')].at(-1) ?? document.body;
}
