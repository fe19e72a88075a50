import { expect, it } from 'vitest';
import { repeatedOf } from '#shared/lib/protocol/receipt.ts';

it('the beginning of a long message is repeated in whole characters', () => {
  expect(repeatedOf({ message: `${'m'.repeat(299)}😀 and more` }, [])).toEqual([['message', `${'m'.repeat(299)} …`]]);
});
