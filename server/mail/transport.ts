import { mkdir, rename, rm, writeFile } from 'node:fs/promises';
import path from 'node:path';
import type { NodemailerError, SendMailOptions } from 'nodemailer';
import type { Sent } from '#server/deliveries/queue.ts';
import { env, isLoopback } from '#server/platform/env.ts';
import { limits } from '#server/platform/limits.ts';
import { withTimeout } from '#server/platform/with-timeout.ts';

/** The address of a mail is wrong for good. */
export class AddressRejected extends Error {}

/**
 * Passes a mail to the mail server, or writes it to `DATA_DIR/outbox`. Never takes longer than MAIL_TIMEOUT_MS.
 * @throws Error with codes only, because mail servers' replies repeat addresses; AddressRejected if retrying cannot help.
 */
export async function transmit(mail: SendMailOptions, fileName: string): Promise<Sent> {
  const { SMTP_URL } = env();
  if (!SMTP_URL) {
    await writeToOutbox(mail, fileName);
    return 'written';
  }
  await sendOverSmtp(SMTP_URL, mail);
  return 'sent';
}

/** Removes a mail about a person who was erased while it was being written. */
export async function removeFromOutbox(fileName: string): Promise<void> {
  await rm(path.join(outboxFolder(), fileName), { force: true });
}

/** Returns the folder of mails that are written instead of sent. */
export function outboxFolder(): string {
  return path.resolve(env().DATA_DIR, 'outbox');
}

async function sendOverSmtp(url: string, mail: SendMailOptions): Promise<void> {
  const { MAIL_TIMEOUT_MS } = limits;
  const { default: nodemailer } = await import('nodemailer');
  const address = new URL(url);
  const host = address.hostname.replace(/^\[|\]$/g, '');
  const transport = nodemailer.createTransport({
    host,
    port: Number(address.port) || (address.protocol === 'smtps:' ? 465 : 587),
    secure: address.protocol === 'smtps:',
    // Otherwise an attacker in the middle could strip STARTTLS from the server's greeting and read the password and every mail.
    requireTLS: address.username !== '' && !isLoopback(address.hostname),
    ...(address.username ? { auth: { user: decodeURIComponent(address.username), pass: decodeURIComponent(address.password) } } : {}),
    connectionTimeout: MAIL_TIMEOUT_MS / 2,
    greetingTimeout: MAIL_TIMEOUT_MS / 2,
    socketTimeout: MAIL_TIMEOUT_MS / 2,
    disableFileAccess: true,
    disableUrlAccess: true,
  });
  try {
    await withTimeout(MAIL_TIMEOUT_MS, transport.sendMail(mail), 'The mail server');
  } catch (error) {
    const { code = 'EUNKNOWN', responseCode, response = '', command } = error as NodemailerError;
    const status = /^\d{3}[ -](\d\.\d{1,3}\.\d{1,3})\b/.exec(response)?.[1];
    const isAboutMail = command === 'RCPT TO' || command === 'DATA';
    const Failure = isAboutMail && isWrongAddress(status) ? AddressRejected : Error;
    throw Object.assign(new Failure(`The mail server did not accept the mail: ${[code, responseCode, status].filter(Boolean).join(' ')}`), {
      code,
    });
  } finally {
    transport.close();
  }
}

/**
 * Tells whether a status (RFC 3463) says that the recipient's address is wrong, permanently: 5.1.x, but for 5.1.7 and 5.1.8, which are
 * about the sender's. Any other refusal, such as 5.7.1 (policy), 5.2.2 (full) or one without a status, may be over tomorrow, or is ours
 * to mend.
 */
const isWrongAddress = (status: string | undefined) => /^5\.1\.(?![78]$)/.test(status ?? '');

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
