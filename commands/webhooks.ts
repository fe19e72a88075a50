// npm run webhooks: manages who is told of events, in the database of DATABASE_URL or the project's own.

import { delivererOf } from '#server/deliveries/queue.ts';
import { webhookChannel, webhookLimitMs } from '#server/domain/webhooks/channel.ts';
import { addressProblem } from '#server/domain/webhooks/receiver.ts';
import {
  addSubscription,
  createTest,
  enableSubscription,
  listDeliveries,
  listSubscriptions,
  removeSubscription,
  replay,
  revealSecret,
  rotateSecret,
} from '#server/domain/webhooks/subscriptions.ts';
import { fieldErrors } from '#shared/schemas/problem.ts';
import { newWebhook, webhookEventTypes } from '#shared/schemas/webhook.ts';
import { type Commands, commandNamed, limitFrom, printTable, runCommand, UsageError, withSiteDatabase } from './run.ts';
import { oneWord } from './tables.ts';

const usage = `Usage: npm run webhooks -- <command>

  add URL --event TYPE [--event ...] [--personal]
                     subscribes an https address to events, and prints its secret, once. --personal: events about messages
                     name the sender, and what was written
    --again            also if a subscription of this address is told of one of them already
  list               lists the subscriptions
  remove ID          ends a subscription, with everything that waits for it
  rotate ID          gives a subscription a new secret, and prints it, once; for a day the former one signs too
  enable ID          turns a subscription on again that was disabled; then: replay ID
  test ID            sends an event of type webhook.test now, and says what became of it
  deliveries [ID]    lists the newest deliveries: all, those of a subscription, or one by its own id (--limit 50)
  replay ID          sends one delivery again under its webhook-id, or all of a subscription that wait or were given up

Events: ${webhookEventTypes.join(', ')}
More: docs/operations.md`;

const options = {
  event: { type: 'string', multiple: true, default: [] as string[], of: 'add' },
  personal: { type: 'boolean', default: false, of: 'add' },
  again: { type: 'boolean', default: false, of: 'add' },
  limit: { type: 'string', default: '50', of: 'deliveries' },
} as const;

await runCommand({ name: 'npm run webhooks --', usage, options, isSilent: true }, async (words, values) => {
  // A command that needs an id is refused without one.
  const [, id = ''] = words;
  const limit = limitFrom(values.limit);
  const tell = (isDone: boolean, done: string, problem?: string) => (isDone ? console.log(`${done}: ${id}`) : refuse(id, problem));
  const rotate = async () => {
    const until = await rotateSecret(id, undefined);
    return until ? printSecret(id, `The former secret signs too until ${until.toISOString()}.`) : refuse(id);
  };
  const sendAgain = async () => {
    const count = await replay(id);
    tell(count > 0, `Queued: ${count}`, 'is no delivery that can be sent again, and no subscription with one');
  };
  const ofOne = words[1] === undefined ? '' : ` of ${id}`;
  const commands: Commands = {
    add: ['URL', () => add(id, values)],
    list: ['', async () => printTable(await listSubscriptions(), 'There are no subscriptions.')],
    remove: ['ID', async () => tell(await removeSubscription(id, undefined), 'Ended')],
    rotate: ['ID', rotate],
    enable: ['ID', async () => tell(await enableSubscription(id), 'Enabled', 'is on already, or does not exist')],
    test: ['ID', () => test(id)],
    deliveries: ['[ID]', async () => printTable(await listDeliveries(limit, words[1]), `There are no deliveries${ofOne}.`)],
    replay: ['ID', sendAgain],
  };
  return withSiteDatabase(commandNamed(commands, words));
});

/** Prints what is wrong with an id. The exit code is then 1. */
function refuse(id: string, problem = 'is no subscription'): void {
  console.error(`${id} ${problem}`);
  process.exitCode = 1;
}

type AddOptions = { event: string[]; personal: boolean; again: boolean };

async function add(url: string, { event: events, personal: personalData, again }: AddOptions): Promise<void> {
  if (events.length === 0) throw new UsageError('Name the events: add URL --event TYPE');
  // Refuses an unknown type, with a list of all types.
  for (const type of events) oneWord('event', webhookEventTypes, type);
  const read = newWebhook.safeParse({ url, events, personalData });
  const [wrong] = read.error ? fieldErrors(read.error) : [];
  if (!read.data) throw new UsageError(`${wrong?.field} ${wrong?.message}`);
  const problem = addressProblem(url);
  if (problem) throw new UsageError(`The address ${problem}`);
  const same = again ? [] : (await listSubscriptions()).filter((subscription) => subscription.url === new URL(url).href);
  for (const { id, events: former, disabledAt } of same) {
    const twice = read.data.events.filter((type) => former.includes(type)).join(', ');
    if (twice === '') continue;
    if (disabledAt) throw new Error(`Subscription ${id} of ${twice} for ${url} is disabled. Nothing was stored. Turn it on: enable ${id}.`);
    throw new Error(`Subscription ${id} tells ${url} of ${twice} already. Nothing was stored. To send it each of them twice: --again.`);
  }
  return printSecret(await addSubscription(read.data));
}

async function printSecret(id: string, note = ''): Promise<void> {
  const revealed = await revealSecret(id);
  if (!revealed) return refuse(id);
  console.log(`${id}\n${revealed.secret}\n\nThis secret is shown once. ${note}`.trimEnd());
}

async function test(id: string): Promise<void> {
  const delivery = await createTest(id, webhookLimitMs);
  if (!delivery) return refuse(id, 'is no subscription, or is disabled');
  await delivererOf(webhookChannel())(delivery);
  const [found] = await listDeliveries(1, delivery.id);
  if (found?.state === 'sent') console.log(`Taken: ${delivery.id}`);
  else refuse(delivery.id, `was not taken. ${found?.lastError ?? ''}`);
}
