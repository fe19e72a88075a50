/** Returns the element that an event happened in and that matches the selector: its target or an ancestor. */
export function closest({ target }: Event, selector: string): HTMLElement | null {
  return target instanceof Element ? target.closest<HTMLElement>(selector) : null;
}
