/** Our promise of an answer, with the rule for weekends. It stands once on a page, besides the words that product.md has for the dialog. */
export const reply = 'We reply within 24 hours, or by Monday evening if you write at the weekend.';
