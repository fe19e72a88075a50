/** Our promise of an answer, as product.md has it; docs/go-live.md names what repeats it. A page shows it once, besides its dialog. */
export const reply = 'We reply within 24 hours.';
