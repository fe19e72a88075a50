import type { AddressInfo } from 'node:net';
import { SMTPServer } from 'smtp-server';
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { transmit } from '#server/mail/transport.ts';
import { env } from '#server/platform/env.ts';

/** What the server heard: passwords, and that a mail came. */
const heard: string[] = [];
/** A mail server that does not offer STARTTLS, or whose offer somebody took out on the way. */
const server = new SMTPServer({
  disabledCommands: ['STARTTLS'],
  allowInsecureAuth: true,
  authOptional: true,
  onAuth: ({ password }, _session, callback) => {
    heard.push(String(password));
    callback(null, { user: 'site' });
  },
  onData: (stream, _session, callback) => {
    heard.push('a mail');
    stream.resume().on('end', () => callback());
  },
});
let port = 0;

beforeAll(async () => {
  await new Promise<void>((resolve) => server.listen(0, '0.0.0.0', resolve));
  port = (server.server.address() as AddressInfo).port;
});
afterAll(() => new Promise<void>((resolve) => server.close(() => resolve())));
beforeEach(() => {
  heard.length = 0;
});

function send(address: string): Promise<string> {
  env().SMTP_URL = `smtp://${address}:${port}`;
  return transmit({ from: 'site@carma.example', to: 'team@carma.example', subject: 'A message', text: 'Twelve tonnes' }, 'unused');
}

describe('a mail server without STARTTLS', () => {
  // This machine too, by an address that does not say so.
  it('gets neither the password nor a mail', async () => {
    await expect(send('site:hunter2@0.0.0.0')).rejects.toMatchObject({ code: 'ETLS', message: expect.not.stringContaining('hunter2') });
    expect(heard).toEqual([]);
  });

  it.each(['site:hunter2@127.0.0.1', 'site:hunter2@localhost'])('gets both where it is a relay on this machine: %s', async (address) => {
    expect(await send(address)).toBe('sent');
    expect(heard).toEqual(['hunter2', 'a mail']);
  });

  it('gets the mail where there is no password to lose', async () => {
    expect(await send('0.0.0.0')).toBe('sent');
    expect(heard).toEqual(['a mail']);
  });
});
