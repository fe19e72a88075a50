'use client';

import { Content, Portal, Provider, Root, Trigger } from '@radix-ui/react-tooltip';
import { type ReactElement, type ReactNode, useEffect, useRef, useState } from 'react';

/** Limits of product.md, section 9, in ms: before the first tooltip, and how soon after one the next opens at once. */
export const tooltipDelay = 700;
export const tooltipSkipDelay = 300;

export type TooltipProps = { hint: ReactNode; children: ReactElement };

/** What `Tooltips` hands to its child once Radix is there. */
export function TooltipGroup({ children }: { children: (Tooltip: typeof RadixTooltip) => ReactNode }) {
  return (
    <Provider delayDuration={tooltipDelay} skipDelayDuration={tooltipSkipDelay}>
      {children(RadixTooltip)}
    </Provider>
  );
}

/** Explains its one child, a link or button, when it is pointed at or focused. Esc closes it. */
function RadixTooltip({ hint, children }: TooltipProps) {
  const [open, setOpen] = useState(false);
  const trigger = useRef<HTMLButtonElement>(null);
  // React arrives with the first touch of the pointer or the focus: what it came too late to see is made up for here.
  useEffect(() => {
    if (trigger.current?.matches(':focus-visible')) setOpen(true);
    if (!trigger.current?.matches(':hover')) return;
    const timer = setTimeout(() => trigger.current?.matches(':hover') && setOpen(true), tooltipDelay);
    return () => clearTimeout(timer);
  }, []);
  return (
    <Root open={open} onOpenChange={setOpen}>
      <Trigger ref={trigger} asChild>
        {children}
      </Trigger>
      {/* Inside a landmark, as all that can be read on the page. */}
      <Portal container={document.getElementById('main')}>
        <Content
          sideOffset={8}
          collisionPadding={12}
          className="z-40 max-w-[19rem] rounded-[3px] bg-ink px-3.5 py-2.5 text-[0.875rem] leading-[1.45] text-paper shadow-lg"
        >
          {hint}
        </Content>
      </Portal>
    </Root>
  );
}
