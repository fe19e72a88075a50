import { company } from '#server/company.ts';
import { ContactDialog } from '#src/client/forms/contact-form.tsx';
import { dialog } from '#src/content/contact.ts';

type TopicDialogProps = { id: string; subject: string };

/** The contact dialog with a preset subject. Content opens it with an action `{ label, opens: id }`. */
export function TopicDialog({ id, subject }: TopicDialogProps) {
  return <ContactDialog id={id} content={dialog} contactEmail={company().contactEmail} subject={subject} />;
}
