'use client';

import { cloneElement, createContext, type ReactElement, type ReactNode, useContext, useEffect, useId, useRef, useState } from 'react';
import { createPortal } from 'react-dom';
import type { Term } from '#shared/content/types.ts';
import { tenths } from '#shared/lib/drawing.ts';
import { useIsland } from '#src/client/island.ts';
import type { MapTheme } from '#src/ui/projects/project-map.tsx';

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
function Tooltips({ children }: { children: ReactNode }) {
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

type TermListProps = { label: string; terms: Term[] };

/** Technical terms beside the figures that use them. Each has a tooltip and links to a full explanation. */
export function TermList({ label, terms }: TermListProps) {
  const island = useIsland<HTMLUListElement>();
  return (
    <div className="flex flex-wrap items-center gap-x-5 text-[0.875rem] text-ink-soft">
      <span className="label">{label}</span>
      <Tooltips>
        <ul ref={island} data-island="waiting" className="flex flex-wrap gap-x-5">
          {terms.map(({ term, meaning, href }) => (
            <li key={term}>
              <Tooltip hint={meaning}>
                <a
                  href={href}
                  className="inline-flex min-h-11 items-center underline decoration-dotted underline-offset-5 hover:decoration-solid"
                >
                  {term}
                </a>
              </Tooltip>
            </li>
          ))}
        </ul>
      </Tooltips>
    </div>
  );
}

/**
 * A numbered ring and its text. `at` is its position, `target` that of the place that it marks, seen from there: "x y", as the page's HTML
 * has them too, so that they compress. `degrees`: formatted latitude and longitude.
 */
export type Mark = {
  href: string;
  number: number;
  name: string;
  place: string;
  degrees: string;
  at: string;
  target: string;
};

type MapMarksProps = {
  marks: Mark[];
  theme: MapTheme;
  /** Radii in viewBox units: of the ring, and of the touch target. */
  ring: number;
  reach: number;
  /** Shrinks the rings on wide screens, where the map is larger, so that they keep their physical size. */
  isWide: boolean;
};

// On the group rather than on each mark, to keep the page small. In a mark, the circle is the ring and the ellipse is the
// touch target.
const themeClasses: Record<MapTheme, string> = {
  night: [
    '[&_a]:(fill-lichen stroke-lichen outline-none) [&_circle]:fill-canopy-deep [&_text]:stroke-none',
    '[&_a:is(:hover,:focus-visible)_circle]:fill-lichen [&_a:is(:hover,:focus-visible)_text]:fill-ink',
    '[&_ellipse]:(fill-transparent stroke-none) [&_a:focus-visible_ellipse]:stroke-paper',
  ].join(' '),
  sheet: [
    '[&_a]:(fill-ink stroke-ink outline-none) [&_circle]:fill-paper-bright [&_text]:stroke-none',
    '[&_a:is(:hover,:focus-visible)_circle]:fill-ink [&_a:is(:hover,:focus-visible)_text]:fill-paper',
    '[&_ellipse]:(fill-transparent stroke-none) [&_a:focus-visible_ellipse]:stroke-clay',
  ].join(' '),
};

const smaller = 'md:(text-[10.5px] stroke-[1.1px]) md:[&_circle]:[r:10px] md:[&_ellipse]:([rx:15px] [ry:15px])';

/** The projects on a map: links, each with a tooltip. */
export function MapMarks({ marks, theme, ring, reach, isWide }: MapMarksProps) {
  const island = useIsland<SVGGElement>();
  const [hydrated, setHydrated] = useState(false);
  useEffect(() => setHydrated(true), []);
  return (
    <Tooltips>
      <g
        ref={island}
        data-island="waiting"
        className={`font-mono tabular-nums ${themeClasses[theme]} ${isWide ? smaller : ''}`}
        fontSize={ring * 1.28}
        strokeWidth={ring * 0.11}
        textAnchor="middle"
      >
        {marks.map(({ href, number, name, place, degrees, at, target }) => {
          const label = `${number}: ${name}, ${place}`;
          return (
            <Tooltip key={href} hint={<Hint name={name} place={`${place}: ${degrees}`} />}>
              {/* Until hydration, the browser's own tooltip shows the name. */}
              <a href={href} aria-label={hydrated ? label : undefined}>
                {!hydrated && <title>{label}</title>}
                <g transform={`translate(${at})`}>
                  <ellipse rx={reach} ry={reach} strokeWidth={tenths(ring * 0.2)} />
                  <path d={`M0 0L${target}${dot(tenths(ring * 0.12))}`} />
                  <circle r={ring} />
                  <text dy="0.36em">{number}</text>
                </g>
              </a>
            </Tooltip>
          );
        })}
      </g>
    </Tooltips>
  );
}

/** Returns the end of a path: a dot around its current point. */
function dot(radius: number): string {
  const around = `a${radius} ${radius} 0 1 0 `;
  return `m${-radius} 0${around}${2 * radius} 0${around}${-2 * radius} 0`;
}

function Hint({ name, place }: { name: string; place: string }) {
  return (
    <>
      <span className="block font-semibold">{name}</span>
      <span className="block text-canopy-mist">{place}</span>
    </>
  );
}
