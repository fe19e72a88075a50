import { describe, expect, it } from 'vitest';
import { queueAddress } from '#server/platform/queue.ts';

const address = 'postgres://site:p%40ss@db.example:5432/carma';

describe("the address of the queue's connections", () => {
  it.each(['require', 'prefer'])('treats sslmode=%s as the pool does: encrypted, without verifying the certificate', (mode) => {
    expect(queueAddress(`${address}?sslmode=${mode}`)).toBe(`${address}?sslmode=${mode}&uselibpqcompat=true`);
  });

  it.each(['', '?sslmode=verify-full', '?sslmode=verify-ca', '?sslmode=disable', '?application_name=require'])(
    'is otherwise unchanged: %s',
    (query) => {
      expect(queueAddress(address + query)).toBe(address + query);
    },
  );
});
