// npm run messages: manages messages and subscriptions, in the database of DATABASE_URL or the project's own.

import { z } from 'zod';
import {
  exportMessages,
  linkEntry,
  listMessages,
  markAnswered,
  readAttached,
  resend,
  showMessage,
  showQuote,
  unlinkEntry,
} from '#server/domain/messages/admin.ts';
import { quoteText } from '#server/domain/messages/quote.ts';
import { exportSubscribers } from '#server/domain/newsletter.ts';
import { findEntryNamed } from '#server/domain/record/book/operation.ts';
import { eraseAddress } from '#server/privacy.ts';
import { quoteStates } from '#shared/lib/record/quote-standing.ts';
import { hasPlainYear } from '#shared/schemas/api.ts';
import { senderEmail } from '#shared/schemas/form-fields.ts';
import { type Commands, commandNamed, limitFrom, printTable, runCommand, UsageError, withSiteDatabase } from './run.ts';

const usage = `Usage: npm run messages -- <command>

  list [--limit 50]        lists the newest messages and the state of their mails; held and dead take --limit, too
    --since 2026-11-20     all since that day began (UTC), or since a moment such as 2026-11-20T09:30Z; also for held and dead
  show <id>                shows one message in full, with the lines of a request for a quote
  quote <id> [answered]    shows where a quote stands and the address of its page; with answered, marks it so first
  quote <id> reserved|sold|retired|unlink --entry N
                           links an entry of the record, by its page's number or its certificate's, to a quote, or takes the link
                           away; what becomes of those units is then read from the record
    --yes                  also if these are more tonnes than the quote asks for
  resend <id>              queues the mails that were given up, wait after a failure, or whose address was refused; if there
                           are none, all of the message, also those that are held
  held                     lists messages and subscriptions whose mail was withheld: they look automated, or exceeded the site's limit
  dead                     lists messages and subscriptions with a mail that was given up
  attachment <id> [N]      writes the file attached to a message, or the Nth of several, to stdout
  export                   writes every message to stdout, as CSV
  subscribers              writes the newsletter's subscribers to stdout, as CSV, each with an unsubscribe address
  erase --email <address>  deletes everything about a person, and lists what was deleted
    --dry-run              only lists what would be deleted

An <id> is a message's id or its reference, such as Q-1A2B3C4D.
Into a file: npm run -s messages -- export > messages.csv`;

const options = {
  email: { type: 'string', of: 'erase' },
  limit: { type: 'string', of: 'list held dead' },
  since: { type: 'string', of: 'list held dead' },
  'dry-run': { type: 'boolean', default: false, of: 'erase' },
  entry: { type: 'string', of: 'quote' },
  yes: { type: 'boolean', default: false, of: 'quote' },
} as const;

/** A day, or a moment that names its time zone, with seconds or (`precision: -1`) without. */
const dayOrMoment = z.union([z.iso.date(), z.iso.datetime({ offset: true }), z.iso.datetime({ offset: true, precision: -1 })]);

await runCommand({ name: 'npm run messages --', usage, options, isSilent: true }, async (words, values) => {
  const [, id = ''] = words;
  const since = values.since === undefined ? null : momentOf(values.since);
  // With --since, all messages are meant.
  const limit = limitFrom(values.limit ?? (since === null ? '50' : '1000000'));
  const list = async (what: string, state?: 'held' | 'dead') =>
    printTable(await listMessages(limit, { state: state ?? null, since }), `There are no ${what}${since === null ? '' : ' since then'}.`);
  const show = async () => {
    const message = await showMessage(id);
    console.log(JSON.stringify(message, null, 2));
    if (message.lines) console.log(`\n${quoteText(message.lines)}`);
  };
  const quote = async () => {
    await changeQuote(id, words[2], values);
    console.log(JSON.stringify(await showQuote(id), null, 2));
  };
  const attachment = async () => {
    if (process.stdout.isTTY) throw new UsageError('A terminal cannot show the file. Write it into one: attachment ID > FILE');
    process.stdout.write(await readAttached(id, words[2]));
  };
  const erase = async () => {
    const { email = '' } = values;
    if (!senderEmail.safeParse(email).success) throw new UsageError(`Give an email address, not "${email}": erase --email ada@example.com`);
    if (values['dry-run']) console.log('Dry run, nothing was deleted.');
    const lines = await eraseAddress(email, { isDryRun: values['dry-run'] });
    for (const line of lines.length > 0 ? lines : [`Nothing is stored of ${email}.`]) console.log(line);
  };
  const commands: Commands = {
    list: ['', () => list('messages')],
    show: ['ID', show],
    quote: ['ID [STATE]', quote],
    resend: ['ID', async () => console.log(await resend(id))],
    held: ['', () => list('messages or subscriptions with a mail that is held', 'held')],
    dead: ['', () => list('messages or subscriptions with a mail that was given up', 'dead')],
    attachment: ['ID [N]', attachment],
    export: ['', async () => void process.stdout.write(await exportMessages())],
    subscribers: ['', async () => void process.stdout.write(await exportSubscribers())],
    erase: ['', erase],
  };
  await withSiteDatabase(commandNamed(commands, words));
});

/** Returns when a day begins (UTC), or a moment. @throws UsageError */
function momentOf(text: string): Date {
  const moment = new Date(text);
  if (dayOrMoment.safeParse(text).success && hasPlainYear(moment)) return moment;
  throw new UsageError(`--since takes a day such as 2026-11-20, or a moment such as 2026-11-20T09:30Z, not "${text}"`);
}

/** Marks a quote as answered, or makes or ends its link with an entry of the record. Without a step, does nothing. @throws UsageError */
async function changeQuote(id: string, step: string | undefined, { entry, yes }: { entry?: string; yes: boolean }): Promise<void> {
  if (yes && [undefined, 'answered', 'unlink'].includes(step))
    throw new UsageError('--yes is for an entry with more tonnes than the quote asks for');
  if (step === undefined || step === 'answered') {
    if (entry !== undefined) throw new UsageError(`Say what the entry did with the credits: quote ${id} reserved --entry ${entry}`);
    return step === undefined ? undefined : markAnswered(id);
  }
  const state = quoteStates.find((known) => known === step);
  if (state === undefined && step !== 'unlink')
    throw new UsageError(`A quote is answered, ${quoteStates.join(', ')} or unlinked (unlink), not "${step}"`);
  if (entry === undefined) throw new UsageError(`Name the entry of the record: quote ${id} ${step} --entry N`);
  const { index } = await findEntryNamed(entry);
  await (state === undefined ? unlinkEntry(id, index) : linkEntry(id, state, index, { mayExceed: yes }));
}
