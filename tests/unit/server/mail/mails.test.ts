import { afterAll, beforeEach, expect, it } from 'vitest';
import { AddressRejected, transmit } from '#server/mail/mails.ts';
import { env } from '#server/platform/env.ts';
import { startMailServer } from '#tests/support/mail-server.ts';
import { has } from '#tests/support/matchers.ts';

const mails = await startMailServer();
const { port } = new URL(mails.url);
afterAll(() => mails.close());
beforeEach(() => Object.assign(mails, { received: [], passwords: [], rejection: undefined }));

function send(address: string): Promise<string> {
  env().SMTP_URL = `smtp://${address}:${port}`;
  return transmit({ from: 'site@carma.example', to: 'team@carma.example', subject: 'A message', text: 'Twelve tonnes' }, 'unused');
}

// 0.0.0.0 reaches this machine too, but not by a loopback address.
it('a mail server without STARTTLS receives neither password nor mail', async () => {
  await expect(send('site:hunter2@0.0.0.0')).rejects.toMatchObject({ code: 'ETLS', message: expect.not.stringContaining('hunter2') });
  expect([mails.passwords, mails.received]).toEqual([[], []]);
});

const relays = ['site:hunter2@127.0.0.1', 'site:hunter2@localhost'];
it.each(relays)('a mail server without STARTTLS receives password and mail if it is a relay on this machine: %s', async (address) => {
  expect(await send(address)).toBe('sent');
  expect([mails.passwords, mails.received.length]).toEqual([['hunter2'], 1]);
});

const rejectedWith = (code: number, text: string) => {
  mails.rejection = [code, text];
  return send('localhost').catch((error: unknown) => error);
};

it.each<[number, string]>([
  [550, '5.1.1 User unknown'],
  [550, '5.1.1 No such user\nSee https://mail.example'],
  [556, '5.1.10 Null MX'],
])('a recipient that the mail server rejects with %d %s has a wrong address', async (code, text) => {
  expect(await rejectedWith(code, text)).toBeInstanceOf(AddressRejected);
});

it.each<[number, string]>([
  [421, '4.7.0 Try again'],
  [450, '4.1.1 Unverified'],
  [550, '5.1.8 Sender unknown'],
  [550, '5.2.1 Mailbox disabled'],
  [550, '5.7.1 Blocked using a list'],
  [550, 'No. See 5.1.1'],
])('a recipient that the mail server rejects with %d %s may be tried again', async (code, text) => {
  const error = await rejectedWith(code, text);
  expect(error).toMatchObject({ message: has(` ${code}`) });
  expect(error).not.toBeInstanceOf(AddressRejected);
});
