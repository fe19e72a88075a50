// Buttons whose `popovertarget` is a dialog open and close it as a modal one. Without scripts, it is a popover. `command`, which would
// make it modal without scripts too, is not known to every browser, and those that know it warn of a `popovertarget` beside it.
import { closest } from './closest.ts';

document.addEventListener(
  'click',
  (event) => {
    const button = closest(event, '[popovertarget]');
    const dialog = document.getElementById(button?.getAttribute('popovertarget') ?? '');
    if (!(dialog instanceof HTMLDialogElement)) return;
    // Opened before this script ran: its button closes it as a popover.
    if (dialog.popover && dialog.matches(':popover-open')) return;
    event.preventDefault();
    if (dialog.open) {
      dialog.close();
      return;
    }
    // Which gets the focus back. Safari does not focus a button that is pressed.
    button?.focus({ preventScroll: true });
    dialog.showModal();
  },
  { capture: true },
);
