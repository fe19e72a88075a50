import { existsSync } from 'node:fs';
import { mkdir, readdir, rename, rm, writeFile } from 'node:fs/promises';
import path from 'node:path';
import type { NodemailerError, SendMailOptions } from 'nodemailer';
import { type Channel, type Delivery, isDue, type MailPurpose, postpone, type Sent, settle, startQueue } from '#server/deliveries/queue.ts';
import { type Fragment, query, sql } from '#server/platform/database/query.ts';
import { env, isLoopback } from '#server/platform/env.ts';
import { limits } from '#server/platform/limits.ts';
import { log } from '#server/platform/log.ts';
import { withDatabaseLimit } from '#server/platform/request-context.ts';
import { withTimeout } from '#server/platform/with-timeout.ts';

/** A claimed mail. */
type Mail = Delivery & { purpose: MailPurpose; subjectId: string };

/** A mail that is written. `to` is no text, which nodemailer would read as a list of addresses. */
export type ComposedMail = SendMailOptions & { to: { name: string; address: string } };

/**
 * The composer for each purpose of a mail. It is given the id of the message or subscriber that the mail is about, and returns
 * undefined if the mail is no longer wanted. Passed in by the caller that starts delivery.
 */
export type Composers = Record<MailPurpose, (subjectId: string) => Promise<ComposedMail | undefined>>;

/** Starts to send the mails that are due, as `startQueue` does. */
export function startMails(composers: Composers): (ms: number) => Promise<void> {
  if (!env().SMTP_URL) log().warn({ event: 'mail.not_configured' }, 'SMTP_URL is not configured: mails are written to the outbox');
  return startQueue(mailChannel(composers));
}

/** Returns how mails are claimed, written and sent. */
export function mailChannel(composers: Composers): Channel<Mail, SendMailOptions> {
  return {
    limitMs: limits.mailTimeoutMs,
    retryDelays,
    due: (count) => sql`
      due as materialized (
        select id from deliveries where kind = 'mail' and ${isDue} order by next_attempt_at limit ${count} for update skip locked
      )
    `,
    prepare: (delivery) => prepare(delivery, composers),
    send: (delivery, mail) => transmit(mail, fileNameOf(delivery)),
    sent: async (delivery, state, { ms, isKept }) => {
      if (!isKept && state === 'written') await removeFromOutbox([fileNameOf(delivery)]);
      const facts = { deliveryId: delivery.id, purpose: delivery.purpose, ms };
      if (state === 'sent') log().info({ event: 'mail.sent', ...facts }, 'Mail sent');
      else log().info({ event: 'mail.not_configured', ...facts }, 'Not configured: mail written to the outbox');
    },
    failed: fail,
    givenUp,
  };
}

/** Doubling waits (s) up to six hours: about five days in all, as docs/operations.md and docs/runbooks.md say. */
const retryDelays = Array.from({ length: 32 }, (_, failures) => Math.min(6 * 3_600, 5 * 2 ** failures));

const fileNameOf = ({ id, purpose }: Mail) => `${purpose}-${id}.eml`;

/**
 * Composes a mail and adds the sender and the Message-ID, which is derived from the delivery's id, so that retries share it. Mails
 * are plain text, so HTML in a message stays text. Headers cannot contain line breaks: composers write what a person typed on one line, and
 * nodemailer encodes what is not ASCII. Undefined if the mail is no longer wanted.
 */
async function prepare(delivery: Mail, composers: Composers): Promise<SendMailOptions | undefined> {
  const { id, purpose, subjectId, sendBy } = delivery;
  const { MAIL_FROM } = env();
  try {
    return await withDatabaseLimit(sendBy - performance.now(), async () => {
      const composed = await composers[purpose](subjectId);
      if (!composed || !(await maySend(delivery, composed.to.address))) return undefined;
      return { from: { name: 'Carma', address: MAIL_FROM }, messageId: `<${id}@${MAIL_FROM.split('@')[1]}>`, ...composed };
    });
  } catch (cause) {
    // PostgreSQL's messages may quote what a person typed, and this one is stored.
    const { code = 'EUNKNOWN' } = cause as { code?: string };
    throw Object.assign(new Error(`The mail could not be prepared: ${code}`, { cause }), { code });
  }
}

async function fail(delivery: Mail, error: Error & { code?: string }): Promise<void> {
  const { id, purpose, attempts } = delivery;
  const facts = { deliveryId: id, purpose, code: error.code ?? 'EUNKNOWN' };
  // Anyone may have typed a visitor's address. The team's own address is ours to fix, so its mails are retried.
  if (error instanceof AddressRejected && purpose !== 'team') {
    await settle(id, 'skipped', error.message);
    log().warn({ event: 'mail.refused', ...facts }, 'Mail not sent: its address was rejected permanently');
    return;
  }
  log().warn({ event: 'mail.failed', ...facts }, 'Mail not sent; retrying later, unless it is given up');
  if ((await postpone(delivery, error.message, retryDelays[attempts - 1] ?? null)) === 'dead') givenUp(delivery);
}

function givenUp({ id }: Mail): void {
  log().error({ event: 'mail.dead', deliveryId: id }, 'Mail given up: see npm run messages -- dead');
}

/** How many mails of each purpose an address gets for what was asked within an hour: anyone may have typed the address of a visitor. */
const mailsAnHour: Record<MailPurpose, number> = { team: Infinity, acknowledgement: 5, welcome: 1 };

/** The mailbox that an address leads to: in lower case, without what follows a `+`, which is the same mailbox. */
const mailboxOf = (address: Fragment) => sql`regexp_replace(lower(${address}), '^([^+@]+)[+][^@]*@', '\\1@')`;

/**
 * Checks whether a mail may still be sent: it was not erased, and those that were asked for before it leave it a place in the hour. The
 * hour is that of asking, not of sending: else mails that waited for their server would take each other's places. A mail that is more
 * than a day old always has a place: by hand it can be sent again.
 */
async function maySend({ id, purpose }: Mail, address: string): Promise<boolean> {
  const [mail] = await query<{ before: number }[]>`
    select (
      select count(*)::integer
      from deliveries as earlier
      left join messages as message on message.id = earlier.message_id
      left join newsletter_subscribers as subscriber on subscriber.id = earlier.newsletter_subscriber_id
      -- PostgreSQL uses the index deliveries_asked only if its purposes are named; the hour after ends the part of it that is read.
      where earlier.purpose = mail.purpose and earlier.purpose in ('acknowledgement', 'welcome') and earlier.state not in ('held', 'skipped')
        and earlier.seq < mail.seq and mail.created_at > now() - interval '1 day'
        and earlier.created_at between mail.created_at - interval '1 hour' and mail.created_at + interval '1 hour'
        and ${mailboxOf(sql`coalesce(message.email, subscriber.email)`)} = ${mailboxOf(sql`${address}::text`)}
    ) as before
    from deliveries as mail
    where mail.id = ${id}
  `;
  return mail !== undefined && mail.before < mailsAnHour[purpose];
}

/** The address of a mail is wrong for good. */
export class AddressRejected extends Error {}

/**
 * Passes a mail to the mail server, within `mailTimeoutMs`, or writes it to `DATA_DIR/outbox`.
 * @throws Error, of a mail server with codes only, because its replies repeat addresses; AddressRejected if retrying cannot help.
 */
export async function transmit(mail: SendMailOptions, fileName: string): Promise<Sent> {
  const { SMTP_URL } = env();
  if (SMTP_URL) await sendOverSmtp(SMTP_URL, mail);
  else await writeToOutbox(mail, fileName);
  return SMTP_URL ? 'sent' : 'written';
}

/**
 * Finds the mails of these deliveries that were written to the outbox instead of sent. Returns the names of their files.
 * @throws if the outbox cannot be read.
 */
export async function findInOutbox(deliveryIds: readonly string[]): Promise<string[]> {
  const names = existsSync(outboxFolder()) ? await readdir(outboxFolder()) : [];
  return names.filter((name) => deliveryIds.some((id) => name.includes(id)));
}

/** Removes these files from the outbox. */
export async function removeFromOutbox(fileNames: readonly string[]): Promise<void> {
  for (const name of fileNames) await rm(path.join(outboxFolder(), name), { force: true });
}

const outboxFolder = () => path.resolve(env().DATA_DIR, 'outbox');

/** Attachments are what a mail has in memory: nodemailer fetches no files of this machine and nothing from the network. */
const fetchingNothing = { disableFileAccess: true, disableUrlAccess: true };

async function sendOverSmtp(url: string, mail: SendMailOptions): Promise<void> {
  const { mailTimeoutMs } = limits;
  const { default: nodemailer } = await import('nodemailer');
  const address = new URL(url);
  const transport = nodemailer.createTransport({
    url,
    // Otherwise an attacker in the middle could strip STARTTLS from the server's greeting, and read the password and every mail.
    requireTLS: address.username + address.password !== '' && !isLoopback(address.hostname),
    connectionTimeout: mailTimeoutMs / 2,
    greetingTimeout: mailTimeoutMs / 2,
    socketTimeout: mailTimeoutMs / 2,
    ...fetchingNothing,
  });
  try {
    await withTimeout(mailTimeoutMs, transport.sendMail(mail), 'The mail server');
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
  const composer = nodemailer.createTransport({ streamTransport: true, buffer: true, newline: 'windows', ...fetchingNothing });
  const { message } = await composer.sendMail(mail);
  const file = path.join(outboxFolder(), fileName);
  await mkdir(outboxFolder(), { recursive: true, mode: 0o700 });
  await writeFile(`${file}.part`, message as Buffer, { mode: 0o600 });
  await rename(`${file}.part`, file);
}
