import { company } from '#server/company.ts';
import { dialog } from '#shared/content/contact.ts';
import { ContactDialog } from '#src/client/forms/contact-form.tsx';

type TopicDialogProps = { id: string; subject: string };

/** The contact dialog with a preset subject. Content opens it with an action `{ label, opens: id }`. */
export function TopicDialog({ id, subject }: TopicDialogProps) {
  return <ContactDialog id={id} content={dialog} contactEmail={company().contactEmail} subject={subject} />;
}
