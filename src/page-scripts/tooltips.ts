// Shows the text of `data-tip` (src/ui/tooltips.tsx) beside what has it, on hover and focus. Of two lines the first is a
// name. `data-tip-look` around it has the classes of the tooltip. ./deferred.ts loads this on pages with such texts.

/** product.md, section 9: the delay before a tooltip opens, and for how long after one closes the next opens at once. */
const [openDelayMs, atOnceMs] = [700, 300];
/** How long the pointer may take from a trigger to its tooltip, across the gap between them, before the tooltip closes. */
const crossingMs = 100;
/** Pixels between a tooltip and its trigger, and between it and the edge of the window. */
const [gap, margin] = [8, 12];

let open: { trigger: HTMLElement; popup: HTMLElement } | undefined;
let closedAt = Number.NEGATIVE_INFINITY;
let timer: ReturnType<typeof setTimeout> | undefined;

document.addEventListener('pointerover', ({ target, pointerType }) => pointerType !== 'touch' && pointAt(target));
document.documentElement.addEventListener('pointerleave', () => pointAt(null));
document.addEventListener('focusin', ({ target }) => focusOn(target));
document.addEventListener('focusout', close);
document.addEventListener('keydown', ({ key }) => key === 'Escape' && close());
document.addEventListener('pointerdown', ({ target }) => isOnTooltip(target) || close());
// The key that moves the focus to a trigger may scroll the page to it.
addEventListener('scroll', place, { passive: true, capture: true });

/** Catches up, as the page or its list is new: drawings have titles, and the pointer or the focus may be on a trigger already. */
export function catchUp(): void {
  // The browser would show a tooltip of its own with a drawing's `<title>`.
  for (const title of document.querySelectorAll('[data-tip] > title')) {
    title.parentElement?.setAttribute('aria-label', title.textContent ?? '');
    title.remove();
  }
  focusOn(document.activeElement);
  pointAt(document.querySelector('[data-tip]:hover'));
}

const isOnTooltip = (target: EventTarget | null) => target instanceof Node && Boolean(open?.popup.contains(target));
const triggerOf = (target: EventTarget | null) => (target instanceof Element ? target.closest<HTMLElement>('[data-tip]') : null);

function focusOn(target: EventTarget | null): void {
  const trigger = triggerOf(target);
  if (trigger?.matches(':focus-visible')) show(trigger);
}

/** A tooltip stays open while the pointer is on it, on its trigger or between them, so that people can read and copy it (WCAG 1.4.13). */
function pointAt(target: EventTarget | null): void {
  clearTimeout(timer);
  const trigger = triggerOf(target);
  if (open && (trigger === open.trigger || isOnTooltip(target))) return;
  const isAtOnce = open !== undefined || performance.now() - closedAt < atOnceMs;
  if (trigger) timer = setTimeout(() => show(trigger), isAtOnce ? 0 : openDelayMs);
  else if (open && !open.trigger.matches(':focus-visible')) timer = setTimeout(close, crossingMs);
}

function close(): void {
  clearTimeout(timer);
  if (!open) return;
  open.popup.remove();
  open.trigger.removeAttribute('aria-describedby');
  open = undefined;
  closedAt = performance.now();
}

function show(trigger: HTMLElement): void {
  close();
  const className = trigger.closest<HTMLElement>('[data-tip-look]')?.dataset.tipLook ?? '';
  const popup = Object.assign(document.createElement('div'), { id: 'tooltip', role: 'tooltip', popover: 'manual', className });
  const lines = (trigger.dataset.tip ?? '').split('\n');
  if (lines.length > 1) popup.append(Object.assign(document.createElement('strong'), { textContent: lines.shift() }));
  popup.append(...lines);
  // Inside a landmark, like all content of the page, and in the top layer, where no ancestor clips it or changes its position.
  (document.getElementById('main') ?? document.body).append(popup);
  popup.showPopover?.();
  trigger.setAttribute('aria-describedby', popup.id);
  open = { trigger, popup };
  place();
}

/** Places the open tooltip above its trigger, or below if there is no room. */
function place(): void {
  if (!open) return;
  const at = open.trigger.getBoundingClientRect();
  const { width, height } = open.popup.getBoundingClientRect();
  const above = at.top - gap - height;
  const left = Math.min(Math.max(at.left + at.width / 2 - width / 2, margin), Math.max(innerWidth - margin - width, margin));
  open.popup.style.left = `${left}px`;
  open.popup.style.top = `${above >= margin ? above : at.bottom + gap}px`;
}
