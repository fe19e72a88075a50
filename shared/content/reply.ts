/** Our promise of an answer, as product.md has it. It stands once on a page, besides the words of the dialog. */
export const reply = 'We reply within 24 hours.';
