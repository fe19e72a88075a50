/**
 * Two fields that no person fills in: a ticket, which src/page-scripts/islands.ts sets on submit (the page is cached and the same
 * for all visitors), and a honeypot. The honeypot is off screen and inert, so that neither focus (including a dialog's initial
 * focus) nor assistive technology reaches it, and its name is one that browsers do not autofill.
 */
export function FormTrap() {
  return (
    <>
      {/* Without a `value` prop, with which React would overwrite the ticket. */}
      <input type="hidden" name="form_ticket" />
      <div aria-hidden="true" inert className="sr-only">
        <input type="text" name="topic_note" tabIndex={-1} autoComplete="off" aria-label="Leave this empty" defaultValue="" />
      </div>
    </>
  );
}
