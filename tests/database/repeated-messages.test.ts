import { randomUUID } from 'node:crypto';
import { expect, it } from 'vitest';
import { storeEnterpriseMessage } from '#server/domain/messages/message.ts';
import { requestQuote } from '#server/domain/messages/quote.ts';
import { quoteSubmission } from '#shared/schemas/quote-request.ts';
import { ownDatabase, slowDown } from '#tests/support/own-database.ts';
import { projectRow } from '#tests/support/projects.ts';

const database = ownDatabase({ LOG_LEVEL: 'silent', RATE_LIMIT_PER_ADDRESS_PER_HOUR: '5' }, [projectRow('a-wood')]);

/** Asks for the same quote, in the same words, from an address. The honeypot, filled in anew each time, is no part of them. */
const ask = (clientAddress: string, key: string, { isFormKey = false, message = 'A dozen' } = {}) => {
  const lines = [{ slug: 'a-wood', tonnes: 2 }];
  const said = { name: 'Ada Lovelace', email: 'ada@repeated.example', message, lines };
  const request = quoteSubmission.parse({ ...said, topic_note: randomUUID() });
  return requestQuote(request, { clientAddress, key, isFormKey });
};

const [toItsClient, toAnyNetwork] = ['to the client that had it, and to no other', 'also from another network'];
it.each([
  ['a plain form', toItsClient, 'plain-form', true],
  ['a ticket', toItsClient, 'mb2k1x-0.4711', true],
  ["a form's UUID", toItsClient, randomUUID(), true],
  ['a program', toItsClient, 'order-4711', false],
  ['a UUID, which nobody guesses', toAnyNetwork, randomUUID(), false],
  ['128 bits, which nobody guesses', toAnyNetwork, randomUUID().replaceAll('-', ''), false],
] as const)('the answer to the key of %s is given again %s', async (_, toWhom, key, isFormKey) => {
  const isFound = toWhom === toAnyNetwork;
  // No address asks for more than the five that it may in an hour.
  const mine = isFound ? '192.0.2.3' : '192.0.2.1';
  const first = await ask(mine, key, { isFormKey });
  expect(await ask(mine, key, { isFormKey })).toMatchObject({ replayed: true, receipt: first.receipt });
  const other = await ask('2001:db8:1:2::/64', key, { isFormKey });
  expect([other.replayed, other.receipt.url === first.receipt.url]).toEqual([isFound, isFound]);
});

it('a wrong guess of what was sent counts as a message, and the limit ends guessing; a repeated call does not count, and neither key nor address is stored as it came', async () => {
  const client = '192.0.2.4';
  const { receipt } = await ask(client, 'order-1');
  for (let repeated = 0; repeated < 6; repeated++) expect((await ask(client, 'order-1')).receipt).toEqual(receipt);
  const guesses = [];
  for (let guess = 0; guess < 6; guess++)
    guesses.push(await ask(client, 'order-1', { message: `Guess ${guess}` }).catch(({ code }: { code: string }) => code));
  expect(guesses).toEqual([...Array(4).fill('idempotency_key_reused'), 'too_many_messages', 'too_many_messages']);
  const [stored] = await database.sql`
    select (select json_agg(one) from idempotency_keys as one)::text || (select json_agg(one) from rate_limits as one)::text as text
  `;
  expect(stored?.text).not.toMatch(/order-1|192\.0\.2\.4/);
});

it('messages of an IPv6 address count against its networks, too, and what is said to be left is what the tightest of their limits leaves', async () => {
  const sendFrom = (subnet: number) => ask(`2001:db8:77:${subnet}::/64`, randomUUID());
  expect((await sendFrom(1)).quota?.left).toBe(4);
  // All three are of one /56, from which twice as many may come.
  await Promise.all([1, 1, 1, 1, 2, 2, 2, 2, 2].map(sendFrom));
  await expect(sendFrom(3)).rejects.toMatchObject({ code: 'too_many_messages' });
});

it('a message of the enterprise form that is sent twice at once is stored once, and its key refused for another message, also where only its kind or what its file contains differs', async () => {
  const said = { name: 'Ada Lovelace', email: 'ada@repeated.example', organisation: 'Engines Ltd', message: 'Twelve thousand tonnes.' };
  const facts = { sector: 'Manufacturing', volume: null, timeframe: null } as const;
  const send = (kind: 'brief' | 'rfp', text: string) =>
    storeEnterpriseMessage({ ...said, ...facts, kind }, { clientAddress: '192.0.2.6', key: 'brief-1' }, [
      { fileName: 'brief.pdf', mediaType: 'application/pdf', content: Buffer.from(text) },
    ]);
  await slowDown(database, 'insert on messages');
  const [one, two] = await Promise.all([send('brief', '%PDF-1'), send('brief', '%PDF-1')]);
  expect([two.receipt, two.replayed]).toEqual([one.receipt, !one.replayed]);
  await expect(send('rfp', '%PDF-1')).rejects.toMatchObject({ code: 'idempotency_key_reused' });
  await expect(send('brief', '%PDF-2')).rejects.toMatchObject({ code: 'idempotency_key_reused' });
});
