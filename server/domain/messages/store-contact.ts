import { type StoredRow, storeMessage } from '#server/domain/messages/store-message.ts';
import type { Submission, SubmissionResult } from '#server/submissions/submission.ts';
import type { ContactMessage, ContactReceipt } from '#src/schemas/contact.ts';

/** Stores a message of the contact form. @throws as storeMessage. */
export function storeContactMessage(
  { name, email, message, subject, project, tonnes }: ContactMessage,
  submission: Submission,
): Promise<SubmissionResult<ContactReceipt>> {
  const body = { name, email, message, subject, ...(project || tonnes ? { project, tonnes } : {}) };
  return storeMessage({ table: 'contact', body }, submission, async (transaction) => {
    const [row] = await transaction<StoredRow[]>`
      insert into contact_messages (name, email, message, subject, project_slug, tonnes)
      values (${name}, ${email}, ${message}, ${subject}, ${project}, ${tonnes})
      returning id, created_at as received_at
    `;
    return row;
  });
}
