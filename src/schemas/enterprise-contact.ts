import * as z from 'zod/mini';
import { contactTexts, fits, lineOfText, messageMaxLength, optionalText, requiredText, senderEmail, senderName } from './contact.ts';

/** What the form was opened for: a question, a procurement brief or a request for proposal. */
export const enterpriseKinds = ['enquiry', 'brief', 'rfp'] as const;
export type EnterpriseKind = (typeof enterpriseKinds)[number];

/** The sectors of product.md, section 1, and Other. */
export const sectors = [
  'Construction',
  'Defence and government procurement',
  'Data centres',
  'Retail',
  'Logistics',
  'Manufacturing',
  'Institutional and sovereign buyers',
  'Other',
] as const;

export const organisationLength = { min: 2, max: 200 } as const;
export const enterpriseMessageLength = { min: 10, max: messageMaxLength } as const;
export const timeframeMaxLength = 200;
/** tCO2e a year. */
export const volumeMax = 1_000_000_000;
/** Bytes: 5 MB. decisions.md, "Forms". */
export const attachmentMaxBytes = 5 * 1024 * 1024;

export const enterpriseTexts = {
  organisationTooShort: `Organisation must be at least ${organisationLength.min} characters`,
  organisationTooLong: `Organisation must be at most ${organisationLength.max} characters`,
  sectorMissing: 'Please choose a sector',
  volumeNotWhole: 'Please enter the volume in whole tonnes, such as 12,000',
  volumeTooLarge: `Volume must be at most ${volumeMax.toLocaleString('en-GB')} tonnes per year`,
  timeframeTooLong: `Timeframe must be at most ${timeframeMaxLength} characters`,
  messageTooShort: `Message must be at least ${enterpriseMessageLength.min} characters`,
  messageTooLong: contactTexts.messageTooLong,
  attachmentNoFile: 'Please attach a file',
  attachmentTooLarge: 'Please attach a file of at most 5 MB',
  attachmentWrongType: 'Please attach a PDF or a Word document (DOCX)',
  /** A browser empties its file field when a page comes back. */
  attachmentAgain: 'Please attach your file again',
} as const;

/** The value of a file field: null where no file was chosen. A browser then sends an unnamed, empty one. */
export function chosenFile(value: unknown): unknown {
  return value instanceof File && value.name === '' && value.size === 0 ? null : (value ?? null);
}

/** The enterprise contact form and the fields of `POST /api/enterprise-contact`, by name and in the order of the form. */
export const enterpriseMessage = z.object({
  // Hidden in the form, so a wrong one must not cost a message.
  kind: z.catch(z.enum(enterpriseKinds), 'enquiry'),
  name: senderName,
  email: senderEmail,
  organisation: lineOfText(organisationLength, {
    tooShort: enterpriseTexts.organisationTooShort,
    tooLong: enterpriseTexts.organisationTooLong,
  }),
  sector: z.enum(sectors, { error: enterpriseTexts.sectorMissing }),
  /** tCO2e a year, or null. Typed with or without thousands separators. */
  volume: z
    .pipe(
      z
        .pipe(
          z.nullish(z.string({ error: enterpriseTexts.volumeNotWhole }).check(z.refine(fits(0), enterpriseTexts.volumeNotWhole))),
          z.transform((text: string | null | undefined) => (text ?? '').replace(/[\s,]/gu, '')),
        )
        .check(z.refine((digits) => /^\d*$/.test(digits), enterpriseTexts.volumeNotWhole)),
      z.transform((digits: string) => (digits === '' ? null : Number(digits))),
    )
    .check(z.refine((tonnes) => tonnes === null || tonnes <= volumeMax, enterpriseTexts.volumeTooLarge)),
  timeframe: optionalText(timeframeMaxLength, enterpriseTexts.timeframeTooLong),
  message: requiredText(enterpriseMessageLength, {
    tooShort: enterpriseTexts.messageTooShort,
    tooLong: enterpriseTexts.messageTooLong,
  }),
  /** Its size is checked here and its type, by content, on the server: server/domain/messages/attachment.ts. */
  attachment: z.pipe(
    z.transform(chosenFile),
    z.nullable(
      z.file({ error: enterpriseTexts.attachmentNoFile }).check(z.maxSize(attachmentMaxBytes, enterpriseTexts.attachmentTooLarge)),
    ),
  ),
});
/** What is stored: trimmed, null where nothing was written. */
export type EnterpriseMessage = z.output<typeof enterpriseMessage>;
