import { expect, test } from 'vitest';
import { newsletterSubscription } from '#src/schemas/newsletter.ts';

test('an address is trimmed', () => {
  expect(newsletterSubscription.parse({ email: '  lead@example.org ' })).toEqual({ email: 'lead@example.org' });
});

test.each([[undefined], [''], ['lead'], ['lead@'], ['lead@example.org, other@example.org'], [`${'a'.repeat(250)}@example.org`]])(
  '%s is rejected with the text of the contact form',
  (email) => {
    expect(newsletterSubscription.safeParse({ email }).error?.issues[0]?.message).toBe('Please enter a valid email address');
  },
);

test('unknown fields are dropped', () => {
  expect(newsletterSubscription.parse({ email: 'lead@example.org', consent_at: 'yesterday' })).toEqual({ email: 'lead@example.org' });
});
