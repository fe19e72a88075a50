// What src/styles/base.css leaves for later is laid out here, once the page has been painted and has its fonts.

/** Lays out the cards of long lists that were left, in small tasks, so that no press waits for them. */
export async function layOutRest(): Promise<void> {
  const root = document.documentElement;
  const left = root.hasAttribute('data-laid-out') ? [] : document.querySelectorAll<HTMLElement>('[data-card-list] > li');
  for (const card of left) {
    if (getComputedStyle(card).contentVisibility !== 'auto') continue;
    card.style.contentVisibility = 'visible';
    // Asking for its height lays it out.
    if (card.offsetHeight) await new Promise((resolve) => setTimeout(resolve));
  }
  root.toggleAttribute('data-laid-out', true);
  for (const card of left) card.style.contentVisibility = '';
}
