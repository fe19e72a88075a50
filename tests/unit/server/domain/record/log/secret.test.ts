import { expect, it } from 'vitest';
import { hashIdempotencyKey, hashRequest } from '#server/domain/record/log/secret.ts';
import type { Operation } from '#shared/schemas/record.ts';

const [secret, other] = [Buffer.alloc(32, 1), Buffer.alloc(32, 2)];

it('the hash of a request differs by all that it asks for but its texts, of which only their presence is in it, and that of a key by key and secret', () => {
  const of = (request: object, kind = 'retire') => hashRequest(secret, { kind, request } as Operation);
  const asked = { project: 'oak', quantity: 1, beneficiary: 'Ada', purpose: '2030' };
  expect(of({ ...asked, beneficiary: 'Grace', purpose: '2031' })).toBe(of(asked));
  const differing = [
    of({ ...asked, quantity: 2 }),
    of({ ...asked, purpose: undefined }),
    of(asked, 'cancel'),
    hashIdempotencyKey(secret, 'a'),
  ];
  expect(new Set([of(asked), ...differing, hashIdempotencyKey(other, 'a'), hashIdempotencyKey(secret, 'b')]).size).toBe(7);
});
