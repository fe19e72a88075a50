import { readFile, stat } from 'node:fs/promises';
import { afterAll, beforeEach, expect, it, onTestFinished } from 'vitest';
import { AddressRejected, transmit } from '#server/mail/mails.ts';
import { env } from '#server/platform/env.ts';
import { passLimits } from '#tests/support/limits.ts';
import { startMailServer } from '#tests/support/mail-server.ts';
import { has } from '#tests/support/matchers.ts';
import { folderOfTest } from '#tests/support/temporary-folder.ts';

const mails = await startMailServer();
const { port } = new URL(mails.url);
afterAll(() => mails.close());
beforeEach(() => Object.assign(mails, { received: [], passwords: [], rejection: undefined, mood: 'accept' }));

const mail = { from: 'site@carma.example', to: 'team@carma.example', subject: 'A message', text: 'Twelve tonnes' };
function send(address: string): Promise<string> {
  env().SMTP_URL = `smtp://${address}:${port}`;
  return transmit(mail, 'unused');
}

it('a mail is a file that its owner alone may read where there is no mail server', async () => {
  Object.assign(env(), { SMTP_URL: undefined, DATA_DIR: await folderOfTest() });
  expect(await transmit(mail, 'team-1.eml')).toBe('written');
  const file = `${env().DATA_DIR}/outbox/team-1.eml`;
  const modes = [file, `${env().DATA_DIR}/outbox`].map(async (path) => (await stat(path)).mode.toString(8));
  expect([await Promise.all(modes), await readFile(file, 'utf8')]).toEqual([['100600', '40700'], has('Twelve tonnes')]);
});

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

it.each<[number, string, meaning: 'has a wrong address' | 'may be tried again']>([
  [550, '5.1.1 No such user\nSee https://mail.example', 'has a wrong address'],
  [556, '5.1.10 Null MX', 'has a wrong address'],
  [450, '4.1.1 Unverified', 'may be tried again'],
  [550, '5.1.8 Sender unknown', 'may be tried again'],
  [550, '5.7.1 Blocked using a list', 'may be tried again'],
  [550, 'No. See 5.1.1', 'may be tried again'],
])('a recipient that the mail server rejects with %d %s %s', async (code, text, meaning) => {
  mails.rejection = [code, text];
  const error = await send('localhost').catch((reason: unknown) => reason);
  expect(error).toBeInstanceOf(Error);
  expect(error instanceof AddressRejected).toBe(meaning === 'has a wrong address');
  if (meaning === 'may be tried again') expect(error).toMatchObject({ message: has(` ${code}`) });
});

it('a recipient that the mail server rejects only once it has the whole mail has a wrong address all the same', async () => {
  Object.assign(mails, { mood: 'refuse', rejection: [550, '5.1.1 User unknown'] });
  await expect(send('localhost')).rejects.toBeInstanceOf(AddressRejected);
});

it('a sender that the mail server rejects says nothing of the recipient, whatever the code', async () => {
  Object.assign(mails, { mood: 'refuse sender', rejection: [550, '5.1.0 Address rejected'] });
  const error = await send('localhost').catch((reason: unknown) => reason);
  expect(error).toMatchObject({ message: has(' 550 5.1.0') });
  expect(error).not.toBeInstanceOf(AddressRejected);
});

it('a mail server that does not answer is left in time, and the mail may be tried again', async () => {
  mails.mood = 'hang';
  passLimits({ mailTimeoutMs: 200 });
  onTestFinished(() => passLimits({ mailTimeoutMs: 20_000 }));
  const error = await send('localhost').catch((reason: unknown) => reason);
  expect(error).toMatchObject({ code: 'ETIMEDOUT', message: has('did not accept the mail') });
  expect(error).not.toBeInstanceOf(AddressRejected);
  // By itself the package gives up far later than this test may take.
}, 10_000);
