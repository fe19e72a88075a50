'use client';

import { cloneElement, createContext, type ReactElement, type ReactNode, useContext, useEffect, useId, useRef, useState } from 'react';
import { createPortal } from 'react-dom';

/** In ms; product.md, section 9: the delay before a tooltip opens, and for how long after one closes the next opens at once. */
const tooltipDelay = 700;
const tooltipSkipDelay = 300;

/** Pixels between a tooltip and its trigger, and between it and the edge of the window. */
const gap = 8;
const margin = 12;

type TooltipProps = { hint: ReactNode; children: ReactElement };

/** State shared by a group of tooltips: how to close the open one, and when the last one closed (ms, as performance.now()). */
type GroupState = { close: (() => void) | undefined; closedAt: number };
const Group = createContext<{ current: GroupState }>({ current: { close: undefined, closedAt: Number.NEGATIVE_INFINITY } });

/** The tooltips inside form a group, which shares the skip delay. */
export function Tooltips({ children }: { children: ReactNode }) {
  const group = useRef<GroupState>({ close: undefined, closedAt: Number.NEGATIVE_INFINITY });
  return <Group value={group}>{children}</Group>;
}

/** Adds a tooltip to its one child, a link or button, on hover and focus. Esc closes it. */
export function Tooltip({ hint, children }: TooltipProps) {
  const id = useId();
  const group = useContext(Group);
  const trigger = useRef<HTMLElement>(null);
  const [isOpen, setOpen] = useState(false);
  useEffect(() => {
    const element = trigger.current;
    if (!element) return;
    let timer: number | undefined;
    const close = () => {
      clearTimeout(timer);
      if (group.current.close !== close) return;
      group.current = { close: undefined, closedAt: performance.now() };
      setOpen(false);
    };
    const open = () => {
      clearTimeout(timer);
      if (group.current.close !== close) group.current.close?.();
      group.current.close = close;
      setOpen(true);
    };
    // Stay open while the pointer is on the trigger or on the tooltip, whose text may be read and copied (WCAG 1.4.13).
    const leave = () => {
      clearTimeout(timer);
      timer = window.setTimeout(() => !element.matches(':hover') && !document.getElementById(id)?.matches(':hover') && close(), 100);
    };
    const enter = ({ pointerType }: Pick<globalThis.PointerEvent, 'pointerType'>) => {
      if (pointerType === 'touch') return;
      clearTimeout(timer);
      const atOnce = group.current.close !== undefined || performance.now() - group.current.closedAt < tooltipSkipDelay;
      timer = window.setTimeout(open, atOnce ? 0 : tooltipDelay);
    };
    const focus = () => element.matches(':focus-visible') && open();
    const closeByKey = ({ key }: KeyboardEvent) => key === 'Escape' && close();
    const closeOnPressOutside = ({ target }: Event) => {
      if (!(target instanceof Node && document.getElementById(id)?.contains(target))) close();
    };
    const cancel = new AbortController();
    const { signal } = cancel;
    element.addEventListener('pointerenter', enter, { signal });
    element.addEventListener('pointerleave', leave, { signal });
    element.addEventListener('focus', focus, { signal });
    element.addEventListener('blur', close, { signal });
    document.addEventListener('pointerout', ({ target }) => target instanceof Element && target.closest(`#${CSS.escape(id)}`) && leave(), {
      signal,
    });
    document.addEventListener('keydown', closeByKey, { signal });
    document.addEventListener('pointerdown', closeOnPressOutside, { signal });
    // The pointer or the focus may have come here before React: catch up.
    focus();
    if (element.matches(':hover')) enter({ pointerType: 'mouse' });
    return () => {
      cancel.abort();
      close();
      clearTimeout(timer);
    };
  }, [group, id]);
  const state = { ref: trigger, 'data-state': isOpen ? 'open' : 'closed', ...(isOpen ? { 'aria-describedby': id } : {}) };
  return (
    <>
      {cloneElement(children, state as object)}
      {/* Inside a landmark, like all content of the page. */}
      {isOpen &&
        trigger.current &&
        createPortal(<Popup id={id} hint={hint} trigger={trigger.current} />, document.getElementById('main') ?? document.body)}
    </>
  );
}

/** The box of an open tooltip, above its trigger, or below if there is no room. */
function Popup({ id, hint, trigger }: { id: string; hint: ReactNode; trigger: HTMLElement }) {
  const popup = useRef<HTMLDivElement>(null);
  useEffect(() => {
    const element = popup.current;
    if (!element) return;
    // In the top layer, where no ancestor clips it or changes its position.
    element.showPopover?.();
    const place = () => {
      const at = trigger.getBoundingClientRect();
      const { width, height } = element.getBoundingClientRect();
      const above = at.top - gap - height;
      const left = Math.min(Math.max(at.left + at.width / 2 - width / 2, margin), Math.max(innerWidth - margin - width, margin));
      element.style.left = `${left}px`;
      element.style.top = `${above >= margin ? above : at.bottom + gap}px`;
    };
    place();
    // The key that moves the focus to a trigger may scroll the page to it.
    addEventListener('scroll', place, { passive: true, capture: true });
    return () => removeEventListener('scroll', place, { capture: true });
  }, [trigger]);
  return (
    <div
      ref={popup}
      id={id}
      role="tooltip"
      popover="manual"
      className="fixed inset-auto m-0 w-max max-w-[min(19rem,calc(100vw-1.5rem))] rounded-[3px] bg-ink px-3.5 py-2.5 text-[0.875rem] leading-[1.45] text-paper shadow-lg"
    >
      {hint}
    </div>
  );
}
