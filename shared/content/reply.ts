/** Our promise of an answer, as product.md has it. A page shows it once, not counting its contact dialog. */
export const reply = 'We reply within 24 hours.';
