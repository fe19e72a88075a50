import { randomUUID } from 'node:crypto';
import { setTimeout as sleep } from 'node:timers/promises';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { connectTo } from '#db/connection.ts';
import { type MailServer, startMailServer } from '#tests/support/mail-server.ts';
import { type OwnPostgres, startOwnPostgres } from '#tests/support/own-postgres.ts';
import { type RunningSite, startSite } from '#tests/support/site.ts';
import { makeTemporaryFolder, type TemporaryFolder } from '#tests/support/temporary-folder.ts';

/** Number of posts; the full run uses DELIVERY_POSTS=500. */
const posts = Number(process.env.DELIVERY_POSTS ?? 30);
const settleLimit = 240_000;

let folder: TemporaryFolder;
let database: OwnPostgres;
let mails: MailServer;
let site: RunningSite;
const logged: string[] = [];

const start = () =>
  startSite({
    DATABASE_URL: database.url,
    DATABASE_OWNER_URL: database.ownerUrl,
    SMTP_URL: mails.url,
    MAIL_TIMEOUT_MS: '2000',
    DATA_DIR: folder.path,
    SHUTDOWN_TIMEOUT_MS: '5000',
    SEED_SAMPLES: 'false',
  });

beforeAll(async () => {
  [folder, database, mails] = await Promise.all([makeTemporaryFolder(), startOwnPostgres(), startMailServer()]);
  site = await start();
});
afterAll(async () => {
  await site.stop();
  await mails.close();
  await Promise.all([database.remove(), folder.remove()]);
});

const post = (body: object, key: string, limit = 4_000) =>
  fetch(`${site.url}/api/contact`, {
    method: 'POST',
    headers: { 'content-type': 'application/json', 'idempotency-key': key },
    body: JSON.stringify(body),
    signal: AbortSignal.timeout(limit),
  });

async function until(done: () => boolean | Promise<boolean>, limit = settleLimit): Promise<void> {
  const deadline = Date.now() + limit;
  while (!(await done())) {
    if (Date.now() > deadline) throw new Error('The condition was not met in time');
    await sleep(200);
  }
}

const unsettled = async () => (await database.query("select 1 from deliveries where state in ('queued', 'sending')")).length;
const toTeam = (email: string) => mails.received.filter(({ raw }) => raw.includes(`Email: ${email}`));

describe('a message', () => {
  it('reaches the team once, as plain text, and is acknowledged once', async () => {
    const body = {
      name: 'Ada "A" Lovelace',
      email: 'ada@delivery.example',
      message: '<script>alert(1)</script> 12 tonnes\r\nBcc: all@delivery.example',
    };
    expect((await post(body, randomUUID())).status).toBe(201);
    await until(async () => (await unsettled()) === 0, 20_000);
    const [team, ...more] = toTeam(body.email);
    expect(more).toEqual([]);
    const [head = ''] = team?.raw.split('\r\n\r\n') ?? [];
    expect(head).toMatch(/^Content-Type: text\/plain/m);
    expect(head).not.toMatch(/^Bcc:/im);
    expect(team?.raw).toContain('<script>alert(1)</script>');
    const [acknowledgement, ...others] = mails.received.filter(({ raw }) => /^To: .*ada@delivery\.example/m.test(raw));
    expect(others).toEqual([]);
    expect(acknowledgement?.raw).toMatch(/^Subject: We have received your message, Q-[0-9A-F]{8}$/m);
  });

  it('brings its sender at most one acknowledgement an hour', async () => {
    const body = { name: 'Grace Hopper', email: 'Grace@delivery.example', message: 'Again' };
    const answer = await (await post(body, randomUUID())).json();
    await post({ ...body, email: 'grace+again@delivery.example' }, randomUUID());
    // Not even the sender is told: anyone may have typed the address.
    expect(Object.keys(answer)).toEqual(['id', 'receivedAt', 'reference']);
    await until(async () => (await unsettled()) === 0, 20_000);
    expect(mails.received.filter(({ raw }) => /^To: .*grace(?:\+again)?@delivery\.example/im.test(raw))).toHaveLength(1);
  });

  it(
    'arrives once the mail server has recovered, whether it refused mails, hung or dropped the connection',
    async () => {
      const moods = ['refuse', 'hang', 'drop'] as const;
      const emailOf = (mood: string) => `${mood}@delivery.example`;
      try {
        for (const mood of moods) {
          mails.mood = mood;
          expect((await post({ name: 'Patient Person', email: emailOf(mood) }, randomUUID())).status).toBe(201);
          const failed = `select 1 from deliveries join messages m on m.id = message_id
            where m.email = '${emailOf(mood)}' and last_error is not null`;
          await until(async () => (await database.query(failed)).length > 0, 30_000);
        }
      } finally {
        mails.mood = 'accept';
      }
      await until(async () => (await unsettled()) === 0);
      for (const mood of moods) expect(new Set(toTeam(emailOf(mood)).map(({ messageId }) => messageId)).size, mood).toBe(1);
    },
    settleLimit,
  );
});

describe('a mail that was sent and not marked, because the site was killed', () => {
  it('is sent again under the same Message-ID', async () => {
    const email = 'killed@delivery.example';
    // With the site's login, which sees what the site is waiting for.
    const sql = connectTo(database.url, { max: 2 });
    const session = await sql.reserve();
    try {
      // The first mail to arrive locks all of them, so that none can be marked.
      let locked: Promise<unknown> | undefined;
      mails.beforeReply = async () => {
        locked ??= session`begin`.then(() => session`select from deliveries for update`);
        await locked;
      };
      expect((await post({ name: 'Patient Person', email }, randomUUID())).status).toBe(201);
      const marking = "select 1 from pg_stat_activity where wait_event_type = 'Lock' and query like '%update deliveries set state =%'";
      await until(async () => toTeam(email).length > 0 && (await sql.unsafe(marking)).length > 0, 20_000);
      await site.stop('SIGKILL');
      // PostgreSQL notices too late that nobody waits for a statement any more.
      await sql.unsafe("select pg_terminate_backend(pid, 5000) from pg_stat_activity where application_name = 'carma-site'");
    } finally {
      mails.beforeReply = undefined;
      await session`rollback`;
      session.release();
      await sql.end();
    }
    expect(await unsettled()).toBe(2);
    site = await start();
    await until(async () => (await unsettled()) === 0, 30_000);
    expect(toTeam(email)).toHaveLength(2);
    expect(new Set(toTeam(email).map(({ messageId }) => messageId)).size).toBe(1);
  }, 90_000);
});

describe('the newsletter', () => {
  it('is sent again to whoever has left only after they confirm it by the link in a mail', async () => {
    await database.query(
      "insert into newsletter_subscribers (email, consent_at, unsubscribed_at) values ('back@delivery.example', '2025-01-01', '2025-01-01')",
    );
    const subscribed = () =>
      database.query("select consent_at from newsletter_subscribers where email = 'back@delivery.example' and unsubscribed_at is null");
    const press = async (path: string) =>
      (await fetch(`${site.url}/api/newsletter${path}`, { method: 'POST', body: new URLSearchParams({ from: 'page' }) })).text();
    const form = new URLSearchParams({ email: 'Back@delivery.example' });
    expect((await fetch(`${site.url}/api/newsletter`, { method: 'POST', body: form, redirect: 'manual' })).status).toBe(303);
    const found = () =>
      mails.received
        .find(({ raw }) => /^To: .*back@/im.test(raw))
        ?.raw.replace(/=\r\n/g, '')
        .replaceAll('=3D', '=');
    await until(() => found() !== undefined, 20_000);
    const [link = ''] = /\/unsubscribe\?\S+/.exec(found() ?? '') ?? [];
    expect(await (await fetch(site.url + link)).text()).toContain('Subscribe again');
    expect(await press(link.replace('token=', 'token=_'))).toContain('This link is incomplete');
    expect(await subscribed()).toHaveLength(0);
    expect(await press(link)).toContain('You are subscribed again');
    expect(await subscribed()).toHaveLength(1);
    // Once.
    expect(await press(link)).toContain('This link is incomplete');
  });
});

describe(`${posts} posts while the site is killed and PostgreSQL restarted`, () => {
  it('are each stored once and notified once if they were accepted', async () => {
    const senders = Array.from({ length: posts }, (_, index) => `person${index}@storm.example`);
    const accepted = new Set<string>();
    let sent = 0;
    let isOver = false;
    const disruption = (async () => {
      for (let round = 0; !isOver; round += 1) {
        await sleep(1_500);
        if (isOver) return;
        if (round % 3 === 2) {
          await database.stop();
          await database.start();
        } else {
          logged.push(...site.lines.map((line) => JSON.stringify(line)));
          await site.stop('SIGKILL');
          site = await start();
        }
      }
    })();
    const work = async () => {
      for (let index = sent++; index < posts; index = sent++) {
        const email = senders[index] ?? '';
        const key = randomUUID();
        while (!accepted.has(email)) {
          const answer = await post({ name: 'Storm Person', email, message: `Number ${index}` }, key).catch(() => undefined);
          if (answer?.status === 201) accepted.add(email);
          else await sleep(250);
        }
        await sleep(300);
      }
    };
    await Promise.all([work(), work(), work()]);
    isOver = true;
    await disruption;
    expect(accepted.size).toBe(posts);
    await until(async () => (await unsettled()) === 0);

    const rows = await database.query<{ email: string; count: number }>(
      "select email, count(*)::integer as count from messages where email like '%@storm.example' group by email",
    );
    expect(rows.filter(({ count }) => count !== 1)).toEqual([]);
    expect(rows).toHaveLength(posts);
    const notifications = senders.map((email) => new Set(toTeam(email).map(({ messageId }) => messageId)).size);
    expect(notifications.filter((count) => count !== 1)).toEqual([]);
    const transmissions = senders.reduce((sum, email) => sum + toTeam(email).length, 0);
    console.log(`${posts} messages, ${transmissions} transmissions to the team`);
  }, 600_000);

  it('leave no name, address or text in the log', () => {
    const text = [...logged, ...site.lines.map((line) => JSON.stringify(line))].join('\n');
    expect(text).not.toMatch(/storm\.example|delivery\.example|Storm Person|Lovelace|Number \d/);
  });
});
