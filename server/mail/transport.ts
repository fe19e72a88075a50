import { mkdir, rename, rm, writeFile } from 'node:fs/promises';
import path from 'node:path';
import type { SendMailOptions } from 'nodemailer';
import { env } from '#server/platform/env.ts';

/** A relay on this machine, to which nothing goes over a network. */
const loopback = /^(localhost|127(\.\d+){3}|::1)$/;

/** How a mail left: over SMTP, or into a file because no mail server is set. */
export type Sent = 'sent' | 'written';

/** The mail server will never take a mail to this address: there is no such mailbox, or it takes none from us. */
export class AddressRejected extends Error {}

/**
 * Hands a mail to the mail server, or writes it to `DATA_DIR/outbox`. Never takes longer than MAIL_TIMEOUT_MS.
 * @throws Error with a code only: what a mail server says repeats addresses. AddressRejected where no other try can help.
 */
export async function transmit(mail: SendMailOptions, fileName: string): Promise<Sent> {
  const { SMTP_URL } = env();
  if (!SMTP_URL) {
    await writeToOutbox(mail, fileName);
    return 'written';
  }
  await overSmtp(SMTP_URL, mail);
  return 'sent';
}

/** Removes a mail that was written about somebody who was erased meanwhile. */
export async function discard(fileName: string): Promise<void> {
  await rm(path.join(outboxFolder(), fileName), { force: true });
}

/** The folder of mails that were written instead of sent. */
export function outboxFolder(): string {
  return path.resolve(env().DATA_DIR, 'outbox');
}

async function overSmtp(url: string, mail: SendMailOptions): Promise<void> {
  const { MAIL_TIMEOUT_MS } = env();
  const { default: nodemailer } = await import('nodemailer');
  const address = new URL(url);
  const host = address.hostname.replace(/^\[|\]$/g, '');
  const transport = nodemailer.createTransport({
    host,
    port: Number(address.port) || (address.protocol === 'smtps:' ? 465 : 587),
    secure: address.protocol === 'smtps:',
    // Somebody between who leaves STARTTLS out of the server's greeting would else read the password, and every mail.
    requireTLS: address.username !== '' && !loopback.test(host),
    ...(address.username ? { auth: { user: decodeURIComponent(address.username), pass: decodeURIComponent(address.password) } } : {}),
    connectionTimeout: MAIL_TIMEOUT_MS / 2,
    greetingTimeout: MAIL_TIMEOUT_MS / 2,
    socketTimeout: MAIL_TIMEOUT_MS / 2,
    disableFileAccess: true,
    disableUrlAccess: true,
  });
  const { promise: tooLate, reject } = Promise.withResolvers<never>();
  const timer = setTimeout(() => reject(Object.assign(new Error('too late'), { code: 'ETIMEDOUT' })), MAIL_TIMEOUT_MS);
  try {
    await Promise.race([transport.sendMail(mail), tooLate]);
  } catch (error) {
    const { code = 'EUNKNOWN', responseCode = 0, command } = error as { code?: string; responseCode?: number; command?: string };
    // 55x is about the mailbox (RFC 5321, 4.2.1); other refusals, such as 530, are about how we came.
    const isAddress = code === 'EENVELOPE' && command === 'RCPT TO' && responseCode >= 550;
    const Failure = isAddress ? AddressRejected : Error;
    throw Object.assign(new Failure(`The mail server did not take it: ${[code, responseCode].filter(Boolean).join(' ')}`), { code });
  } finally {
    clearTimeout(timer);
    transport.close();
  }
}

async function writeToOutbox(mail: SendMailOptions, fileName: string): Promise<void> {
  const { default: nodemailer } = await import('nodemailer');
  const composer = nodemailer.createTransport({
    streamTransport: true,
    buffer: true,
    newline: 'windows',
    disableFileAccess: true,
    disableUrlAccess: true,
  });
  const { message } = await composer.sendMail(mail);
  const file = path.join(outboxFolder(), fileName);
  await mkdir(outboxFolder(), { recursive: true, mode: 0o700 });
  await writeFile(`${file}.part`, message as Buffer, { mode: 0o600 });
  await rename(`${file}.part`, file);
}
