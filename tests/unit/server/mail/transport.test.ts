import type { AddressInfo } from 'node:net';
import { SMTPServer } from 'smtp-server';
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { AddressRejected, transmit } from '#server/mail/transport.ts';
import { env } from '#server/platform/env.ts';

/** What the server received: passwords, and 'a mail' for each mail. */
const received: string[] = [];
/** A mail server that does not offer STARTTLS, or whose offer was stripped in transit. */
const server = new SMTPServer({
  disabledCommands: ['STARTTLS'],
  allowInsecureAuth: true,
  authOptional: true,
  onAuth: ({ password }, _session, callback) => {
    received.push(String(password));
    callback(null, { user: 'site' });
  },
  onRcptTo: (_address, _session, callback) => {
    if (rejection) callback(Object.assign(new Error('No'), { responseCode: rejection }));
    else callback();
  },
  onData: (stream, _session, callback) => {
    received.push('a mail');
    stream.resume().on('end', () => callback());
  },
});
let port = 0;
/** The code with which the server rejects every recipient; 0 accepts them. */
let rejection = 0;

beforeAll(async () => {
  await new Promise<void>((resolve) => server.listen(0, '0.0.0.0', resolve));
  port = (server.server.address() as AddressInfo).port;
});
afterAll(() => new Promise<void>((resolve) => server.close(() => resolve())));
beforeEach(() => {
  received.length = 0;
  rejection = 0;
});

function send(address: string): Promise<string> {
  env().SMTP_URL = `smtp://${address}:${port}`;
  return transmit({ from: 'site@carma.example', to: 'team@carma.example', subject: 'A message', text: 'Twelve tonnes' }, 'unused');
}

describe('a mail server without STARTTLS', () => {
  // 0.0.0.0 reaches this machine too, but not by a loopback address.
  it('receives neither password nor mail', async () => {
    await expect(send('site:hunter2@0.0.0.0')).rejects.toMatchObject({ code: 'ETLS', message: expect.not.stringContaining('hunter2') });
    expect(received).toEqual([]);
  });

  it.each(['site:hunter2@127.0.0.1', 'site:hunter2@localhost'])('receives both if it is a relay on this machine: %s', async (address) => {
    expect(await send(address)).toBe('sent');
    expect(received).toEqual(['hunter2', 'a mail']);
  });

  it('receives a mail if there is no password to protect', async () => {
    expect(await send('0.0.0.0')).toBe('sent');
    expect(received).toEqual(['a mail']);
  });
});

describe('a recipient that the mail server rejects', () => {
  const rejectedWith = (code: number) => {
    rejection = code;
    return send('localhost').catch((error: unknown) => error);
  };

  it.each([501, 550, 551, 553, 559])('with %d is rejected for good', async (code) => {
    expect(await rejectedWith(code)).toBeInstanceOf(AddressRejected);
  });

  it.each([421, 450, 452, 503, 530, 571])('with %d may be tried again', async (code) => {
    const error = await rejectedWith(code);
    expect(error).toBeInstanceOf(Error);
    expect(error).not.toBeInstanceOf(AddressRejected);
  });
});
