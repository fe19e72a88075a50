// Buttons whose `popovertarget` is a dialog open and close it as a modal one. Without scripts, it is a popover. `command`, which would
// make it modal without scripts too, is not known to every browser, and those that know it warn of a `popovertarget` beside it.
import { closest, onCapture } from './page.ts';

onCapture('click', (event) => {
  const button = closest(event, '[popovertarget]');
  const dialog = document.getElementById(button?.getAttribute('popovertarget') ?? '');
  if (!(dialog instanceof HTMLDialogElement)) return;
  // The dialog was opened before this script ran: its button closes it as a popover.
  if (dialog.popover && dialog.matches(':popover-open')) return;
  event.preventDefault();
  if (dialog.open) dialog.close();
  else {
    // When the dialog closes, this button gets the focus back. Safari does not focus a button that is pressed.
    button?.focus({ preventScroll: true });
    dialog.showModal();
  }
});

// The server may send a dialog open, so that it is readable without scripts. With scripts it becomes modal. When it closes, the
// browser returns the focus to the button that had the focus before, as if that had opened the dialog.
const opened = document.querySelector<HTMLDialogElement>('dialog[open]');
if (opened) {
  opened.close();
  document.querySelector<HTMLElement>(`[popovertarget="${opened.id}"]`)?.focus({ preventScroll: true });
  opened.showModal();
}

// Buttons that lead to an address are forms without scripts (src/ui/controls/links.tsx). With scripts they are followed as links:
// without a `?` in the address, and without loading the page again where only its fragment differs.
document.addEventListener('submit', (event) => {
  const { leadsTo } = (event.target as HTMLElement).dataset;
  if (leadsTo === undefined) return;
  event.preventDefault();
  const link = document.createElement('a');
  link.href = leadsTo;
  if (leadsTo.endsWith('.pdf')) link.download = '';
  document.body.append(link);
  link.click();
  link.remove();
});

// Buttons and summaries tell assistive technology whether what they open is open. Some screen readers do not call a summary a button: a
// summary that the specification calls a button (`data-button`) gets that role here.
const notHiding = ':not([popovertargetaction="hide"])';
const openers = (target: Element) =>
  target instanceof HTMLDetailsElement
    ? target.querySelectorAll(':scope > summary[data-button]')
    : document.querySelectorAll(`[popovertarget="${target.id}"]${notHiding}`);
onCapture('toggle', (event) => {
  for (const opener of openers(event.target as Element))
    opener.setAttribute('aria-expanded', String((event as ToggleEvent).newState === 'open'));
});
addEventListener('DOMContentLoaded', () => {
  for (const opener of document.querySelectorAll(`summary[data-button], [popovertarget]${notHiding}`)) {
    const isSummary = opener.matches('summary');
    if (isSummary) opener.setAttribute('role', 'button');
    // The server may have sent it open, or a visitor may have opened it before this script ran.
    const target = isSummary ? opener.parentElement : document.getElementById(opener.getAttribute('popovertarget') ?? '');
    opener.setAttribute('aria-expanded', String(target?.matches('[open], :popover-open') ?? false));
  }
});
