import { company } from '#server/company.ts';
import { ContactDialog } from '#src/client/forms/contact-dialog.tsx';
import { dialog } from '#src/content/contact.ts';

type TopicDialogProps = { id: string; subject: string };

/** The contact dialog with its subject filled in. A content action `{ label, opens: id }` is the button that opens it. */
export function TopicDialog({ id, subject }: TopicDialogProps) {
  return <ContactDialog id={id} content={dialog} contactEmail={company().contactEmail} subject={subject} />;
}
