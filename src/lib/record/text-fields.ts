/** The fields of an entry that hold the salted hash of a text. */
export const textFields = ['beneficiary', 'buyer', 'purpose', 'reference', 'note', 'checkedBy'] as const;
export type TextField = (typeof textFields)[number];
