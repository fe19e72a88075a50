type FormTrapProps = {
  /** When the form was made, and a key of its own: see server/messages/form-ticket.ts. */
  ticket: string;
};

/**
 * What no person fills in: a ticket that makes a double submit one message, and a field that only programs see. It is out of
 * sight, out of the tab order and out of the accessibility tree, and its name means nothing to a browser's autofill.
 */
export function FormTrap({ ticket }: FormTrapProps) {
  return (
    <>
      <input type="hidden" name="form_ticket" value={ticket} />
      <div aria-hidden="true" className="sr-only">
        <input type="text" name="topic_note" tabIndex={-1} autoComplete="off" aria-label="Leave this empty" defaultValue="" />
      </div>
    </>
  );
}
