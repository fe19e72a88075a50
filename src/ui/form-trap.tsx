/**
 * What no person fills in: a ticket, which src/first-islands.ts writes when the form is sent (the page is the same for all its
 * visitors), and a field that only programs see. It is out of sight, out of the tab order and out of the accessibility
 * tree, and its name means nothing to a browser's autofill.
 */
export function FormTrap() {
  return (
    <>
      <input type="hidden" name="form_ticket" defaultValue="" />
      <div aria-hidden="true" className="sr-only">
        <input type="text" name="topic_note" tabIndex={-1} autoComplete="off" aria-label="Leave this empty" defaultValue="" />
      </div>
    </>
  );
}
