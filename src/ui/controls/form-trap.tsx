/**
 * What no person fills in: a ticket, which src/page-scripts/islands.ts writes when the form is sent (the page is the same for all its
 * visitors), and a field that only programs see. It is out of sight and inert: no focus, also not that of a dialog that opens,
 * and no assistive tool comes to it; and its name means nothing to a browser's autofill.
 */
export function FormTrap() {
  return (
    <>
      {/* Without a value of its own, which React would put back over the ticket. */}
      <input type="hidden" name="form_ticket" />
      <div aria-hidden="true" inert className="sr-only">
        <input type="text" name="topic_note" tabIndex={-1} autoComplete="off" aria-label="Leave this empty" defaultValue="" />
      </div>
    </>
  );
}
