// The part of the shortlist that every page loads: it looks whether there is one, and fetches ./shortlist.ts if so.

const shortlist = () => import('./shortlist.ts');

/** Fetches the rest where this browser keeps a list, or the page shows one. */
function count(): void {
  try {
    // The key is shortlistKey in src/lib/shortlist-address.ts; importing it would bring that file along.
    if (!localStorage.getItem('carma.shortlist') && !document.querySelector('[data-shortlist]')) return;
  } catch {
    // Storage is forbidden: the list lives in its address.
    return;
  }
  shortlist().then(({ startShortlist }) => startShortlist());
}

count();
addEventListener('storage', count);
addEventListener('pageshow', ({ persisted }) => persisted && count());

document.addEventListener('click', (event) => {
  const link = event.target instanceof Element && event.target.closest<HTMLAnchorElement>('a[data-shortlist-add]');
  if (!link || event.ctrlKey || event.metaKey || event.shiftKey) return;
  event.preventDefault();
  shortlist().then(
    ({ addByLink }) => addByLink(link),
    () => location.assign(link.href),
  );
});
