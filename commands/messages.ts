// npm run messages: manages messages and subscriptions, in the database of DATABASE_URL or the project's own.

import { parseArgs } from 'node:util';
import { exportCsv } from '#server/domain/messages/export.ts';
import { listMessages, readAttached, resend, showMessage } from '#server/domain/messages/message-admin.ts';
import { quoteText } from '#server/domain/messages/quote-lines.ts';
import { exportSubscribers } from '#server/domain/newsletter/export.ts';
import { closePool } from '#server/platform/database/pool.ts';
import { eraseAddress } from '#server/privacy/erase.ts';
import { own } from '#src/lib/input/own.ts';
import { runCommand, UsageError, withSiteDatabase } from './run.ts';

const usage = `Usage: npm run messages -- <command>

  list [--limit 50]        lists the newest messages and the state of their mails
  show <id>                shows one message in full, with the lines of a request for a quote
  resend <id>              queues the mails that were given up; if there are none, the mail to the team, even for a held message
  held                     lists messages and subscriptions whose mail was withheld: they look automated, or exceeded the site's limit
  dead                     lists messages and subscriptions with a mail that was given up
  attachment <id>          writes the file attached to a message to stdout
  export                   writes every message to stdout, as CSV
  subscribers              writes the newsletter's subscribers to stdout, as CSV, each with an unsubscribe address
  erase --email <address>  deletes everything about a person, and lists what was deleted

Into a file: npm run -s messages -- export > messages.csv`;

await runCommand(main, { help: 'npm run messages -- --help' });

async function main(): Promise<number> {
  const { positionals, values } = parseArgs({
    allowPositionals: true,
    options: { email: { type: 'string' }, limit: { type: 'string', default: '50' }, help: { type: 'boolean', short: 'h' } },
  });
  const [command = '', id = ''] = positionals;
  const limit = Number(values.limit);
  if (!Number.isInteger(limit) || limit < 1) throw new UsageError(`--limit takes a whole number, not "${values.limit}"`);
  if (id === '' && ['show', 'resend', 'attachment'].includes(command)) throw new UsageError(`Name a message: ${command} ID`);
  const commands: Record<string, () => Promise<void>> = {
    list: async () => console.table(await listMessages(limit)),
    show: async () => {
      const message = await showMessage(id);
      console.log(JSON.stringify(message, null, 2));
      if (message.lines) console.log(`\n${quoteText(message.lines)}`);
    },
    resend: async () => console.log(await resend(id)),
    held: async () => console.table(await listMessages(limit, { state: 'held' })),
    dead: async () => console.table(await listMessages(limit, { state: 'dead' })),
    attachment: async () => {
      if (process.stdout.isTTY) throw new UsageError('A terminal cannot show the file. Write it into one: attachment ID > FILE');
      process.stdout.write(await readAttached(id));
    },
    export: async () => void process.stdout.write(await exportCsv()),
    subscribers: async () => void process.stdout.write(await exportSubscribers()),
    erase: async () => {
      if (!values.email) throw new Error('Give an address: erase --email ada@example.com');
      for (const line of await eraseAddress(values.email)) console.log(line);
    },
  };
  const run = own(commands, command);
  if (values.help || !run) {
    console.error(usage);
    return values.help ? 0 : 2;
  }
  process.env.LOG_LEVEL = 'silent';
  await withSiteDatabase(run, { close: () => closePool(2) });
  return 0;
}
