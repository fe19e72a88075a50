import { formRoute } from '#server/api/rest/html-form.ts';
import { type Attachment, readAttachment } from '#server/domain/messages/attachment.ts';
import { receiptQuery, storeEnterpriseMessage } from '#server/domain/messages/message.ts';
import { attachmentsMaxBytes, enterpriseFields, enterpriseMessage, enterpriseTexts } from '#shared/schemas/enterprise-contact.ts';

/** The fields of `enterpriseMessage`, and its files, which are checked by their content. */
export const enterpriseContact = formRoute({
  path: '/api/enterprise-contact',
  page: '/enterprise/contact',
  // In the mode of the form.
  pageOf: (fields) => {
    const kind = enterpriseMessage.shape.kind.parse(fields.get('kind') ?? undefined);
    return kind === 'enquiry' ? '/enterprise/contact' : `/enterprise/contact?mode=${kind}`;
  },
  schema: enterpriseMessage,
  upload: {
    // The files, and a generous megabyte for the rest.
    limit: attachmentsMaxBytes + 1024 * 1024,
    fieldsOf: enterpriseFields,
    read: async (attached) => {
      const read = await Promise.all((attached as File[]).map(readAttachment));
      const refused = read.find((file) => 'refused' in file)?.refused;
      return refused ? { wrong: enterpriseTexts[refused] } : { files: read as Attachment[] };
    },
    again: enterpriseTexts.attachmentAgain,
  },
  store: (message, submission, files) => storeEnterpriseMessage(message, files, submission),
  thanks: async ({ id }) => `/enterprise/contact?${await receiptQuery(id)}#form`,
  failed: 'Could not store an enterprise message',
});
