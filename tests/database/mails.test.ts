import { execFile } from 'node:child_process';
import { promisify } from 'node:util';
import { afterAll, expect, it, vi } from 'vitest';
import { api } from '#server/api/routes.ts';
import * as admin from '#server/domain/messages/admin.ts';
import { composeAcknowledgement, composeTeamMail } from '#server/domain/messages/compose.ts';
import * as messages from '#server/domain/messages/message.ts';
import * as newsletter from '#server/domain/newsletter.ts';
import { startMails } from '#server/mail/mails.ts';
import { log } from '#server/platform/log.ts';
import { receiptTexts } from '#shared/content/receipt.ts';
import { expectRun, runHere } from '#tests/support/command.ts';
import { startMailServer } from '#tests/support/mail-server.ts';
import { has } from '#tests/support/matchers.ts';
import { ownDatabase } from '#tests/support/own-database.ts';

type Mail = { purpose: string; state: string; attempts: number; last_error: string | null };

const person = { clientAddress: '192.0.2.1', key: undefined };
const robot = { ...person, trap: { topic_note: 'buy', form_ticket: null } };

const mails = await startMailServer();
vi.stubEnv('SMTP_URL', mails.url);

const database = ownDatabase({ UNSUBSCRIBE_SECRET: 'a secret of at least thirty-two characters' });
afterAll(() => mails.close());

const composers = { team: composeTeamMail, acknowledgement: composeAcknowledgement, welcome: newsletter.composeWelcome };
const command = (...words: string[]) => runHere('messages', words);

const send = async (email: string, message: string | null = null) =>
  (await messages.storeContactMessage({ name: 'Ada', email, message, subject: message, project: null, tonnes: null }, person)).receipt.id;

async function subscribe(email: string, sending: typeof person | typeof robot = person): Promise<string> {
  await newsletter.subscribeToNewsletter({ email }, sending);
  const [row] = await database.sql<{ id: string }[]>`select id from newsletter_subscribers where lower(email) = lower(${email})`;
  return row?.id ?? '';
}

/** Returns the mails about a message or to a subscriber, oldest first. */
const mailsOf = (id: string) => database.sql<Mail[]>`
  select purpose, state, attempts, last_error
  from deliveries
  where ${id} in (message_id::text, newsletter_subscriber_id::text)
  order by created_at, purpose
`;
/** Sets the welcomes to a subscriber to the state in which they are after the last of their 33 attempts. */
const giveUp = (id: string) => database.sql`
  update deliveries
  set state = 'dead', attempts = 33, settled_at = now(), last_error = 'ETIMEDOUT'
  where newsletter_subscriber_id = ${id}
`;

const [team, acknowledgement, failed] = ['the mail to the team', 'the acknowledgement', 'ETIMEDOUT'];
it.each<[what: string, ofTeam: [state: string, error?: string], ofSender: [state: string, error?: string], again: string[]]>([
  ['one that was given up', ['queued'], ['dead', failed], [acknowledgement]],
  ['each that was given up', ['dead', failed], ['dead', failed], [acknowledgement, team]],
  ['one that waits after a failure', ['queued', failed], ['sent'], [team]],
  ['one whose address was refused', ['skipped', failed], ['sent'], [team]],
  ['all if none has failed', ['sent'], ['held'], [acknowledgement, team]],
  ['none that is being sent', ['sending'], ['queued'], [acknowledgement]],
])('resend queues of the mails about a message %s', async (_what, ofTeam, ofSender, again) => {
  const id = await send('again@mails.example');
  for (const [purpose, [state, error = null]] of Object.entries({ team: ofTeam, acknowledgement: ofSender })) {
    const settled_at = /queued|sending|held/.test(state) ? null : new Date();
    const row = { state, last_error: error, settled_at, attempts: 33 };
    await database.sql`update deliveries set ${database.sql(row)} where message_id = ${id} and purpose = ${purpose}`;
  }
  const [said, names] = (await admin.resend(id)).split(': ');
  expect([said, names?.split(', ').toSorted()]).toEqual([`Queued for ${id}`, again]);
  const afresh = (await mailsOf(id)).filter(({ state, attempts, last_error }) => `${state} ${attempts} ${last_error}` === 'queued 0 null');
  expect(afresh).toHaveLength(again.length);
});

it("a mail that was given up is listed and queued again if it is a subscriber's welcome", async () => {
  const id = await subscribe('dead@readers.example');
  expect(await admin.listMessages(50, { state: 'dead' })).toHaveLength(0);
  await giveUp(id);
  const [row, ...others] = await admin.listMessages(50, { state: 'dead' });
  expect(row).toMatchObject({ id, form: 'newsletter', deliveries: 'welcome: dead (ETIMEDOUT)' });
  expect(others).toEqual([]);
  expect(await admin.listMessages(50, { state: 'dead', since: new Date(Date.now() - 3_600_000) })).toEqual([row]);
  expect(await admin.listMessages(50, { state: 'dead', since: new Date(Date.now() + 3_600_000) })).toEqual([]);
  // Whoever left and came back has another welcome: the first is no longer listed, nor queued.
  await newsletter.endSubscription(id);
  await subscribe('dead@readers.example');
  expect(await admin.listMessages(50, { state: 'dead' })).toEqual([]);
  await giveUp(id);
  // Since when the latest was asked for, whenever the first consent was.
  await database.sql`update newsletter_subscribers set consent_at = '2026-01-01' where id = ${id}`;
  expect(await admin.listMessages(50, { state: 'dead', since: new Date(Date.now() - 3_600_000) })).toMatchObject([{ id }]);
  expect(await admin.resend(id)).toBe(`Queued for ${id}: the welcome to the newsletter`);
  expect(await mailsOf(id)).toMatchObject([{ state: 'dead' }, { state: 'queued', attempts: 0 }]);
  // One that was taken by a mail server that lost it is sent again too.
  await database.sql`update deliveries set state = 'sent', settled_at = now() where newsletter_subscriber_id = ${id} and state = 'queued'`;
  expect(await admin.resend(id)).toBe(`Queued for ${id}: the welcome to the newsletter`);
  await expect(admin.resend('no such id')).rejects.toThrow('none of its mails can be sent again');
});

it('subscribing twice, in another case, concurrently, leaves one row with the first consent; whoever has left since is asked by mail whether they come back, and does by its link', async () => {
  const id = await subscribe('grace@readers.example');
  const stored = () => database.sql`select id, email, consent_at from newsletter_subscribers where email ~* '^grace@'`;
  const [first] = await stored();
  await Promise.all(['Grace@READERS.example', 'grace@readers.example', 'GRACE@readers.example'].map((email) => subscribe(email)));
  expect([await stored(), (await mailsOf(id)).length]).toEqual([[first], 1]);
  await newsletter.endSubscription(id);
  await subscribe('grace@readers.example');
  expect([await stored(), (await mailsOf(id)).length]).toEqual([[first], 2]);
  // Whoever confirms that is a person, even if a script has entered the address since, and may press the button more than once.
  await subscribe('grace@readers.example', robot);
  const { text, headers } = (await newsletter.composeWelcome(id)) ?? {};
  const [, token = ''] = /token=(\S+)&again=1/.exec(String(text)) ?? [];
  // There is nothing that a mail program could leave by one click.
  expect(headers).toEqual({ 'Auto-Submitted': 'auto-generated' });
  const noted = vi.spyOn(log(), 'info');
  const press = () => newsletter.subscribeAgain(id, token);
  expect([...(await Promise.all([press(), press()])), await press()]).toEqual([true, true, true]);
  expect(noted.mock.calls.flat().filter((one) => Object(one).event === 'newsletter.confirmed')).toHaveLength(1);
  noted.mockRestore();
  expect(await newsletter.exportSubscribers()).toContain('grace@readers.example');
  await newsletter.endSubscription(id);
  expect(await press()).toBe(false);
});

it('a welcome that is held is sent once a person subscribes, and only once', async () => {
  const id = await subscribe('held@readers.example', robot);
  expect(await mailsOf(id)).toMatchObject([{ state: 'held' }]);
  await subscribe('held@readers.example', robot);
  expect(await mailsOf(id)).toMatchObject([{ state: 'held' }]);
  await subscribe('Held@readers.example');
  await subscribe('held@readers.example');
  expect(await mailsOf(id)).toMatchObject([{ state: 'queued' }]);
  // One that another has followed says nothing any more.
  await database.sql`update deliveries set state = 'held' where newsletter_subscriber_id = ${id}`;
  const sent = { kind: 'mail', purpose: 'welcome', newsletter_subscriber_id: id, state: 'sent', settled_at: new Date() };
  await database.sql`insert into deliveries ${database.sql(sent)}`;
  await subscribe('held@readers.example');
  expect(await mailsOf(id)).toMatchObject([{ state: 'held' }, { state: 'sent' }]);
  expect(await newsletter.exportSubscribers()).toContain('held@readers.example');
});

it('the link in a mail unsubscribes whoever has it by a POST alone: a mail program gets a word for it, the button of the page a page; whoever leaves twice has left the first time', async () => {
  const [ada, bea] = [await subscribe('ada@links.example'), await subscribe('bea@links.example')];
  const { pathname, searchParams } = new URL(await newsletter.unsubscribeAddress(ada));
  const press = async (id: string, method: string, body?: string) => {
    searchParams.set('id', id);
    const answer = await api({} as never).request(`${pathname.slice('/api'.length)}?${searchParams}`, { method, body: body ?? null });
    const left = await database.sql`select email from newsletter_subscribers where email ~ 'links' and unsubscribed_at is not null`;
    return [answer.status, answer.headers.get('location') ?? (await answer.text()), left.map(({ email }) => email).join()];
  };
  expect(await press(ada, 'GET')).toEqual([303, `/unsubscribe?${searchParams}`, '']);
  // The token is Ada's, and ends no subscription of another.
  expect(await press(bea, 'POST', 'from=page')).toEqual([303, '/unsubscribe', '']);
  const noted = vi.spyOn(log(), 'info');
  expect(await press(ada, 'POST', 'List-Unsubscribe=One-Click')).toEqual([200, 'Unsubscribed', 'ada@links.example']);
  const leftAt = () => database.sql`select unsubscribed_at from newsletter_subscribers where id = ${ada}`;
  const first = await leftAt();
  expect(await press(ada, 'POST', 'from=page')).toEqual([303, '/unsubscribe?done=1', 'ada@links.example']);
  expect(noted.mock.calls.flat().filter((one) => Object(one).event === 'newsletter.unsubscribed')).toHaveLength(1);
  noted.mockRestore();
  // A link to come back still holds.
  expect(await leftAt()).toEqual(first);
});

it('the command line exports subscribers with the links in their welcome mails, omitting those who unsubscribed and those who may not be people', async () => {
  await database.sql`delete from newsletter_subscribers`;
  const ada = await subscribe('ada@readers.example');
  const formula = await subscribe('+sum@readers.example');
  await subscribe('robot@readers.example', robot);
  await newsletter.endSubscription(await subscribe('left@readers.example'));
  const { stdout } = await command('subscribers');
  const [columns, ...lines] = stdout.trimEnd().split('\r\n');
  expect(columns).toBe('email,consent_at,unsubscribe');
  expect(lines.map((line) => line.replace(/,\d{4}-\d\d-\d\dT\d\d:\d\d:\d\dZ,/, ','))).toEqual([
    `ada@readers.example,${await newsletter.unsubscribeAddress(ada)}`,
    `'+sum@readers.example,${await newsletter.unsubscribeAddress(formula)}`,
  ]);
  expect(lines[0]).toContain('https://carma.example/api/newsletter/unsubscribe?id=');
  const [link, post] = [`<${await newsletter.unsubscribeAddress(ada)}>`, 'List-Unsubscribe=One-Click'];
  expect(await newsletter.composeWelcome(ada)).toMatchObject({ headers: { 'List-Unsubscribe': link, 'List-Unsubscribe-Post': post } });
});

it("the command line writes out a message's attachment byte for byte; which of several has to be said", async () => {
  const content = Buffer.from('%PDF-1.7\n\x00\xff\r\n', 'latin1');
  const [message] = await database.sql<{ id: string }[]>`
    insert into messages (kind, name, email, organisation, sector, message)
    values ('rfp', 'Ada', 'ada@mails.example', 'Analytical', 'other', 'A request of an engine')
    returning id
  `;
  const id = message?.id ?? '';
  await expect(admin.readAttached(id)).rejects.toThrow(`There is no message ${id} with a file`);
  await database.sql`
    insert into message_attachments (message_id, number, file_name, media_type, content)
    values (${id}, 1, 'annex.pdf', 'application/pdf', '%PDF-'), (${id}, 2, 'brief.pdf', 'application/pdf', ${content})
  `;
  for (const number of [undefined, '0x2'])
    await expect(admin.readAttached(id, number)).rejects.toThrow('Say which file: 1 annex.pdf, 2 brief.pdf');
  expect(await admin.showMessage(id.toUpperCase())).toMatchObject({ attachments: [{ fileName: 'annex.pdf' }, { fileName: 'brief.pdf' }] });
  const start = promisify(execFile)(process.execPath, ['commands/messages.ts', 'attachment', id, '2'], { encoding: 'buffer' });
  expect((await start).stdout).toEqual(content);
});

it('of mails that a server refuses, those to addresses that anyone may have entered are not tried again; all others wait', async () => {
  mails.rejection = [550, '5.1.1 No such user'];
  const message = await send('gone@mails.example');
  // Asked for two hours ago, they are tried all the same: the limit is of the hour in which mails were asked for.
  await database.sql`update deliveries set created_at = created_at - interval '2 hours' where message_id = ${message}`;
  const reader = await subscribe('gone@readers.example');
  const unsubscribed = await subscribe('away@readers.example');
  await newsletter.endSubscription(unsubscribed);
  const stop = startMails(composers);
  const settled = async () => {
    const all = [...(await mailsOf(message)), ...(await mailsOf(reader)), ...(await mailsOf(unsubscribed))];
    return all.every(({ state, last_error }) => state === 'skipped' || last_error !== null);
  };
  await expect.poll(settled, { timeout: 30_000 }).toBe(true);
  const reason = 'The mail server did not accept the mail: EENVELOPE 550 5.1.1';
  expect(await mailsOf(message)).toMatchObject([
    { purpose: 'acknowledgement', state: 'skipped', last_error: reason },
    { purpose: 'team', state: 'queued', last_error: reason },
  ]);
  expect(await mailsOf(reader)).toMatchObject([{ purpose: 'welcome', state: 'skipped', last_error: reason }]);
  // Nothing was sent to the person who unsubscribed, so nothing was rejected.
  expect(await mailsOf(unsubscribed)).toMatchObject([{ purpose: 'welcome', state: 'skipped', last_error: null }]);
  mails.rejection = undefined;
  await stop(5_000);
}, 60_000);

const unsettled = async () => (await database.sql`select from deliveries where state in ('queued', 'sending')`).length;

it('a welcome whose mail server drops the connection once it has it is sent again under the same Message-ID, and counts once against the limit of one an hour', async () => {
  mails.mood = 'drop';
  const reader = await subscribe('drop@readers.example');
  const none = async () => undefined;
  const stop = startMails({ team: none, acknowledgement: none, welcome: newsletter.composeWelcome });
  await expect.poll(() => mailsOf(reader)).toMatchObject([{ state: 'queued', attempts: 1, last_error: expect.any(String) }]);
  mails.mood = 'accept';
  await database.sql`update deliveries set next_attempt_at = now() where state = 'queued'`;
  await expect.poll(() => mailsOf(reader)).toMatchObject([{ state: 'sent', attempts: 2 }]);
  const received = mails.received.filter(({ raw }) => raw.includes('drop@readers.example')).map(({ messageId }) => messageId);
  expect([received.length, new Set(received).size]).toEqual([2, 1]);
  await stop(5_000);
}, 60_000);

it('every message is acknowledged to its sender, repeated ones too, but five an hour at most', async () => {
  await send('grace@mails.example');
  await database.sql`update deliveries set created_at = created_at - interval '61 minutes'`;
  await send('Grace@mails.example', '<b>Twelve</b> tonnes\r\nBcc: all@mails.example');
  // One whose address was refused takes no place.
  const refused = await send('grace@mails.example');
  await database.sql`update deliveries set state = 'skipped', settled_at = now() where message_id = ${refused} and purpose = 'acknowledgement'`;
  let last = '';
  for (let again = 2; again <= 7; again += 1) last = await send('grace+again@mails.example');
  const stop = startMails(composers);
  await expect.poll(unsettled).toBe(0);
  expect(mails.received.filter(({ raw }) => /^To: .*grace(?:\+again)?@mails\.example/im.test(raw))).toHaveLength(1 + 5);
  expect(receiptTexts.mail).toContain('had five in the last hour');
  const written = mails.received.filter(({ raw }) => raw.includes('<b>Twelve</b> tonnes'));
  const heads = written.map(({ raw }) => raw.split('\r\n\r\n')[0] ?? '');
  // To the team and to the sender.
  const said = [/^From: Carma </m, /^Content-Type: text\/plain/m, /^Bcc:/im];
  expect(heads.map((head) => said.map((header) => header.test(head)))).toEqual(Array(2).fill([true, true, false]));
  // Welcomes have a limit of their own.
  const [reader, again] = [await subscribe('grace@mails.example'), await subscribe('grace+again@mails.example')];
  await expect.poll(() => mailsOf(reader)).toMatchObject([{ state: 'sent' }]);
  await expect.poll(() => mailsOf(again)).toMatchObject([{ state: 'skipped', last_error: null }]);
  // After a day, by hand.
  await database.sql`update deliveries set created_at = created_at - interval '1 day'`;
  expect(await mailsOf(last)).toMatchObject([{ purpose: 'acknowledgement', state: 'skipped' }, { state: 'sent' }]);
  await admin.resend(last);
  await expect.poll(() => mailsOf(last)).toMatchObject([{ state: 'sent' }, { state: 'sent' }]);
  await stop(5_000);
}, 60_000);

it('messages are listed by the newest, fifty unless it is said how many or since when, and a reference that two have names neither', async () => {
  await database.sql`truncate messages cascade`;
  const [oldest] = await database.sql`
    insert into messages (kind, name, email, created_at)
    select 'contact', 'Ada', 'ada@list.example', '2026-01-01'::timestamptz + make_interval(days => day) from generate_series(0, 50) as day
    returning id
  `;
  const counted = async (...words: string[]) => (await command('list', ...words)).stdout.match(/ada@list/g)?.length;
  expect([await counted(), await counted('--limit', '2'), await counted('--since', '2026-01-01')]).toEqual([50, 2, 51]);
  const all = (await admin.listMessages(99)) as { id: string }[];
  expect([all.length, all.at(-1)?.id]).toEqual([51, oldest?.id]);
  await database.sql`
    insert into messages (id, kind, name, email)
    select ('1a2b3c4d-0000-4000-8000-00000000000' || number)::uuid, 'contact', 'Ada', 'ada@twice.example' from generate_series(1, 2) as number
  `;
  await expect(admin.showMessage('q-1a2b3c4d')).rejects.toThrow('is the reference of several messages');
});

it('lists that are empty say what there is none of, and erasing refuses what is no address and says where nothing is stored', async () => {
  await database.sql`truncate messages, newsletter_subscribers cascade`;
  const withMail = 'There are no messages or subscriptions with a mail that';
  await expectRun(command('list', '--since', '2026-11-20T09:30Z'), 0, 'There are no messages since then.\n');
  await expectRun(command('held'), 0, `${withMail} is held.\n`);
  await expectRun(command('dead'), 0, `${withMail} was given up.\n`);
  for (const since of ['2026-02-30T09:30Z', '0000-01-01'])
    expect(await command('list', '--since', since)).toMatchObject({ code: 2, stderr: has('--since takes a day') });
  const two = await command('erase', '--email', 'ada@mails.example,bea@mails.example');
  expect(two).toMatchObject({ code: 2, stderr: has('Give an email address, not "') });
  await send('ADA@mails.example');
  for (const email of ['ADA@mails.example', 'ada@mails.example'])
    await newsletter.subscribeToNewsletter({ email }, { ...person, key: email });
  const erase = (...words: string[]) => command('erase', '--email', 'Ada@mails.example', ...words);
  await expectRun(erase('--dry-run'), 0, 'messages: 1 would be removed');
  await expectRun(erase(), 0, /^messages: 1 .*^newsletter subscriptions: 1 .*^stored answers: 2 removed\n/ms);
  await expectRun(erase(), 0, 'Nothing is stored of Ada@mails.example.\n');
});
