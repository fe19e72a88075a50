// zod/mini, because browsers load this schema with the form. Not beside the contact form's, which other forms load.
import * as z from 'zod/mini';
import { formatCount } from '#verify/text.ts';
import { attachmentsLimit, attachmentsMaxBytes } from './attachments.ts';
import {
  countInMessage,
  fieldTexts,
  messageMaxLength,
  optionalCount,
  optionalText,
  requiredText,
  senderEmail,
  senderName,
} from './form-fields.ts';

/** The purpose of a message: a question, a procurement brief or a request for proposal. */
const enterpriseKinds = ['enquiry', 'brief', 'rfp'] as const;
export type EnterpriseKind = (typeof enterpriseKinds)[number];

/** The sectors of product.md, section 1; then three for other public bodies, whose buyers looked for theirs, and Other. */
export const sectors = [
  'Construction',
  'Defence and government procurement',
  'Data centres',
  'Retail',
  'Logistics',
  'Manufacturing',
  'Institutional and sovereign buyers',
  'Local government',
  'Health',
  'Education',
  'Other',
] as const;

const organisationLength = { min: 2, max: 200 } as const;
const enterpriseMessageLength = { min: 10, max: messageMaxLength } as const;
const timeframeMaxLength = 200;
/** tCO2e a year. */
export const volumeMax = 1_000_000_000;

export const enterpriseTexts = {
  organisationTooShort: `Organisation must be at least ${organisationLength.min} characters`,
  organisationTooLong: `Organisation must be at most ${organisationLength.max} characters`,
  sectorMissing: 'Please choose a sector',
  volumeNotWhole: 'Please enter the volume in whole tonnes, such as 12,000',
  volumeTooLarge: `Volume must be at most ${formatCount(volumeMax)} tonnes per year`,
  timeframeTooLong: `Timeframe must be at most ${timeframeMaxLength} characters`,
  messageTooShort: `Message must be at least ${enterpriseMessageLength.min} characters`,
  attachmentNoFile: 'Please attach a file',
  attachmentTooLarge: `Please attach at most ${attachmentsLimit.megabytes} MB in all`,
  attachmentTooMany: `Please attach at most ${attachmentsLimit.count} files`,
  attachmentNotOfType: '{name} can’t be read as {type}.',
  attachmentWrongType: 'Please attach PDF, Word (DOCX) or Excel (XLSX) files',
  attachmentProtected: 'Please attach documents that open without a password and are not encrypted',
  attachmentMacros: 'Please attach documents without macros',
  /** Browsers clear file fields when a form is shown again. */
  attachmentAgain: 'Please attach your files again',
} as const;

/** Returns the value of a file field; null if no file was chosen, for which browsers send an unnamed, empty file. */
export function chosenFile(value: unknown): unknown {
  return value instanceof File && value.name === '' && value.size === 0 ? null : (value ?? null);
}

/** Returns the fields of a form as `enterpriseMessage` reads them: its files are a list, also those that a program names otherwise. */
export function enterpriseFields(form: FormData) {
  const files = [...form].flatMap(([name, value]) => (name === 'attachment' || value instanceof File ? [value] : []));
  return { ...Object.fromEntries(form), attachment: files.filter((file) => file !== '' && chosenFile(file) !== null) };
}

const isFiles = (value: unknown) => Array.isArray(value) && value.every((file) => file instanceof File);

/** The enterprise contact form and the body of `POST /api/enterprise-contact`, in the order of the form. */
export const enterpriseMessage = z.object({
  // A hidden field: an invalid value must not lose a message.
  kind: z.transform((given): EnterpriseKind => enterpriseKinds.find((kind) => kind === given) ?? 'enquiry'),
  name: senderName,
  email: senderEmail,
  organisation: requiredText({
    ...organisationLength,
    tooShort: enterpriseTexts.organisationTooShort,
    tooLong: enterpriseTexts.organisationTooLong,
  }),
  sector: z.enum(sectors, { error: enterpriseTexts.sectorMissing }),
  /** tCO2e a year, or null. */
  volume: optionalCount(volumeMax, enterpriseTexts.volumeNotWhole, enterpriseTexts.volumeTooLarge),
  timeframe: optionalText(timeframeMaxLength, enterpriseTexts.timeframeTooLong),
  message: requiredText({
    ...enterpriseMessageLength,
    tooShort: enterpriseTexts.messageTooShort,
    tooLong: fieldTexts.messageTooLong,
    count: countInMessage,
  }),
  /** The sizes are checked here; the types are checked by content on the server (server/domain/messages/attachment.ts). */
  attachment: z._default(
    z.custom<File[]>(isFiles, { error: enterpriseTexts.attachmentNoFile, abort: true }).check(
      z.refine((files) => files.length <= attachmentsLimit.count, enterpriseTexts.attachmentTooMany),
      z.refine((files) => files.reduce((sum, { size }) => sum + size, 0) <= attachmentsMaxBytes, enterpriseTexts.attachmentTooLarge),
    ),
    [],
  ),
});
/** The message as stored: the name trimmed, empty fields as null. */
export type EnterpriseMessage = z.output<typeof enterpriseMessage>;
