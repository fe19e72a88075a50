'use client';

import { atom, Provider, useAtomValue, useSetAtom } from 'jotai';
import { type PointerEvent, type ReactNode, type RefObject, useCallback, useEffect, useLayoutEffect, useRef, useState } from 'react';
import { createPortal } from 'react-dom';

/**
 * Provides the state that the islands of a page share, and the toasts. Their code is loaded with the page's, not when the first is shown:
 * that may be the toast which says that there is no connection.
 */
export function WithToasts({ children }: { children: ReactNode }) {
  return (
    <Provider>
      {children}
      <Toasts />
    </Provider>
  );
}

/**
 * Reports an island as hydrated: the closest element with `data-island`, which may be the ref's own. Until then,
 * src/page-scripts/islands.ts holds clicks and submissions in the island; the report makes that script replay them.
 * @param load fetches what the first use of the island needs, and is called when the page is idle. Always the same function.
 */
export function useIsland<Kind extends HTMLElement>(load?: () => Promise<unknown>): RefObject<Kind | null> {
  const ref = useRef<Kind>(null);
  useEffect(() => {
    const island = ref.current?.closest<HTMLElement>('[data-island]');
    if (!island) return;
    island.dataset.island = 'ready';
    document.dispatchEvent(new Event('island-ready'));
    // `pageIdle` is a global (src/types.d.ts). If `load` fails, the first use of the island loads again.
    if (load) void pageIdle.then(() => load().catch(() => {}));
  }, [load]);
  return ref;
}

function Toasts() {
  return useAtomValue(toastAtom) && <ToastRegion />;
}

type ToastMessage = { variant: 'default' | 'destructive'; title: string; description: string };
type Toast = ToastMessage & { id: number; open: boolean };

/** Times in ms; product.md, section 9. `tick`: how often an open toast counts down. */
const toastDuration = 5_000;
const tick = 100;
const keptAfterDismissal = 1_000_000;

/** The last toast: open, or dismissed and not yet removed. */
const toastAtom = atom<Toast>();

let lastId = 0;

/** Shows a toast, replacing any other. */
export const showToastAtom = atom(null, (_get, set, message: ToastMessage) => {
  lastId += 1;
  set(toastAtom, { ...message, id: lastId, open: true });
});

/** Closes a toast, unless another has replaced it, and removes it after `keptAfterDismissal`. */
const dismissToastAtom = atom(null, (_get, set, id: number) => {
  set(toastAtom, (toast) => (toast?.id === id ? { ...toast, open: false } : toast));
  setTimeout(() => set(toastAtom, (toast) => (toast?.id === id ? undefined : toast)), keptAfterDismissal);
});

/** Pixels to the right that dismiss a toast. */
const swipeThreshold = 50;

const variantClasses: Record<Toast['variant'], string> = {
  default: 'bg-paper-bright text-ink border-ink',
  destructive: 'bg-[#8C1D18] text-white border-[#8C1D18]',
};

/** The region of the toast. F8 moves the focus to it; Esc or swiping right dismisses it. */
function ToastRegion() {
  const toast = useAtomValue(toastAtom);
  const region = useRef<HTMLElement>(null);
  /** The element that had the focus before F8. */
  const previousFocus = useRef<Element | null>(null);
  const { host, moves } = useToastHost();
  const restoreFocus = useCallback(() => {
    if (region.current?.contains(document.activeElement) && previousFocus.current instanceof HTMLElement) previousFocus.current.focus();
  }, []);
  useEffect(() => {
    const focusToast = ({ key }: KeyboardEvent) => {
      const shown = region.current?.querySelector<HTMLElement>('[tabindex]');
      if (key !== 'F8' || !shown) return;
      if (!shown.contains(document.activeElement)) previousFocus.current = document.activeElement;
      shown.focus();
    };
    document.addEventListener('keydown', focusToast);
    return () => document.removeEventListener('keydown', focusToast);
  }, []);
  // An element that has moved has left the top layer.
  // biome-ignore lint/correctness/useExhaustiveDependencies: `moves` counts these moves.
  useLayoutEffect(() => region.current?.showPopover?.(), [moves]);
  return createPortal(
    <section
      ref={region}
      // In the top layer, because WebKit cuts off fixed elements inside a dialog that scrolls.
      popover="manual"
      aria-label="Notifications (F8)"
      // At the top, where they cover no button of a form.
      className="fixed inset-auto top-0 right-0 z-50 m-0 w-full max-w-[26rem] overflow-visible border-0 bg-transparent p-4"
    >
      {toast?.open && <OpenToast key={toast.id} toast={toast} moves={moves} onDismiss={restoreFocus} />}
    </section>,
    host,
  );
}

type OpenToastProps = { toast: Toast; moves: number; onDismiss: () => void };

function OpenToast({ toast: { id, variant, title, description }, moves, onDismiss }: OpenToastProps) {
  const dismissById = useSetAtom(dismissToastAtom);
  const dismiss = useCallback(() => {
    onDismiss();
    dismissById(id);
  }, [dismissById, id, onDismiss]);
  const [isFilled, setFilled] = useState(false);
  // Screen readers announce changes inside an existing live region, so the text is inserted after the region.
  useEffect(() => setFilled(true), []);
  // After the toast has moved to another parent it is no longer live, or it would be announced a second time.
  const [initialMoves] = useState(moves);
  const isLive = moves === initialMoves;
  const element = useRef<HTMLDivElement>(null);
  useEffect(() => {
    let remaining = toastDuration;
    const timer = setInterval(() => {
      // Not while somebody may be reading it, nor while the window is inactive. After a touch `:hover` would stay.
      const reading = matchMedia('(hover: hover)').matches ? ':hover, :focus-within' : ':focus-within';
      if (document.hasFocus() && !element.current?.matches(reading)) remaining -= tick;
      if (remaining <= 0) dismiss();
    }, tick);
    return () => clearInterval(timer);
  }, [dismiss]);
  const swipe = useSwipe(dismiss);
  return (
    // biome-ignore lint/a11y/noStaticElementInteractions: swiping and Esc only do what Close does.
    <div
      ref={element}
      role={isLive && variant === 'destructive' ? 'alert' : 'status'}
      aria-live={isLive ? undefined : 'off'}
      tabIndex={-1}
      {...swipe}
      onKeyDown={(event) => {
        if (event.key !== 'Escape') return;
        // Or it would also close the dialog that the toast is in.
        event.preventDefault();
        dismiss();
      }}
      className={`relative w-full touch-pan-y rounded-[3px] border p-5 pr-20 shadow-lg select-none ${variantClasses[variant]}`}
    >
      {isFilled && (
        <>
          <p className="font-semibold">{title}</p>
          <p className="mt-1 text-[0.9375rem]">{description}</p>
        </>
      )}
      <button
        type="button"
        onClick={dismiss}
        className="absolute top-2 right-2 inline-flex min-h-11 items-center px-3 text-[0.875rem] underline underline-offset-4"
      >
        Close
      </button>
    </div>
  );
}

/** Lets the element follow a finger or pointer to the right, and calls `done` if it is released beyond the threshold. */
function useSwipe(done: () => void) {
  const start = useRef<number | undefined>(undefined);
  const end = ({ currentTarget }: PointerEvent<HTMLElement>) => {
    start.current = undefined;
    currentTarget.style.translate = '';
  };
  return {
    onPointerDown: (event: PointerEvent<HTMLElement>) => {
      if (event.button !== 0 || (event.target as Element).closest('button')) return;
      start.current = event.clientX;
      event.currentTarget.setPointerCapture(event.pointerId);
    },
    onPointerMove: (event: PointerEvent<HTMLElement>) => {
      if (start.current !== undefined) event.currentTarget.style.translate = `${Math.max(event.clientX - start.current, 0)}px`;
    },
    onPointerUp: (event: PointerEvent<HTMLElement>) => {
      if (start.current !== undefined && event.clientX - start.current > swipeThreshold) done();
      end(event);
    },
    onPointerCancel: end,
  };
}

/**
 * Returns the element that holds the toasts, and how often it has moved. A modal dialog makes everything outside it inert, so
 * while one is open the toasts are inside it. The element itself moves, so that a visible toast keeps its state and timer.
 */
function useToastHost() {
  const [host] = useState(() => document.createElement('div'));
  const [place, setPlace] = useState({ parent: topmost(), moves: 0 });
  useEffect(() => {
    const update = () => {
      const parent = topmost();
      setPlace((last) => (last.parent === parent ? last : { parent, moves: last.moves + 1 }));
    };
    // Captured, because `close` and `toggle` do not bubble.
    for (const type of ['close', 'toggle']) document.addEventListener(type, update, { capture: true });
    update();
    return () => {
      for (const type of ['close', 'toggle']) document.removeEventListener(type, update, { capture: true });
    };
  }, []);
  useLayoutEffect(() => {
    place.parent.append(host);
    return () => host.remove();
  }, [place, host]);
  return { host, moves: place.moves };
}

const topmost = () => [...document.querySelectorAll('dialog:modal')].at(-1) ?? document.body;
