import { expect, it } from 'vitest';
import { pagePolicy } from '#server/platform/web/security-policy.ts';

/** Where `MARKETPLACE_URL` leads by default. */
const marketplace = 'https://marketplace.carma.example';

it('the policy of a page admits its own scripts and styles by hash, and another site only where the page loads its calendar', () => {
  const hashes = { scriptHashes: ['sha256-a'], styleHash: 'sha256-b' };
  const ends = `form-action 'self' ${marketplace}; base-uri 'none'; frame-ancestors 'none'`;
  expect(pagePolicy(hashes)).toBe(
    `default-src 'none'; script-src 'self' 'sha256-a'; style-src 'self' 'sha256-b'; img-src 'self' data:; font-src 'self'; connect-src 'self'; manifest-src 'self'; ${ends}`,
  );
  const calendar = 'https://scheduler.example';
  expect(pagePolicy({ ...hashes, origins: [calendar] })).toBe(
    `default-src 'none'; script-src 'self' 'sha256-a' ${calendar}; style-src 'self' 'sha256-b' ${calendar}; img-src 'self' data: ${calendar}; font-src 'self'; connect-src 'self'; manifest-src 'self'; frame-src ${calendar}; ${ends}`,
  );
  // What such a script loads, too.
  expect(pagePolicy({ ...hashes, nonce: 'n' })).toContain("; script-src 'nonce-n' 'strict-dynamic' 'sha256-a'; ");
});
