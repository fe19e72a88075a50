-- What leaves the site for somebody: mails that carry messages to people, and events that are pushed to other systems.
-- A transaction makes at most one event of each type for a subscription, however many projects or entries it changes: an import would
-- otherwise write a row for each of them. The event has the range of the rows that changed, and its body is read from them when it is sent.

create function webhook_event_types() returns text[]
language sql
immutable
parallel safe
return array[
  'projects.figures_changed', 'record.units_received', 'record.units_retired', 'record.entry_corrected', 'message.received',
  'quote.requested'
];

create table webhook_subscriptions (
  id uuid default gen_random_uuid() primary key,
  url text not null check (char_length(url) <= 2000 and url ~ '^https?://[^/@[:space:][:cntrl:]]+/[^[:space:][:cntrl:]]*$'),
  events text[] not null check (events <@ webhook_event_types() and cardinality(events) > 0),
  personal_data boolean not null default false,
  key_name text check (char_length(key_name) between 1 and 100),
  secret bytea not null,
  former_secret bytea,
  former_until timestamptz,
  next_attempt_at timestamptz not null default now(),
  failing_since timestamptz,
  disabled_at timestamptz,
  disabled_reason text check (disabled_reason in ('gone', 'failing', 'key revoked')),
  created_at timestamptz not null default now(),

  constraint webhook_subscriptions_former check ((former_secret is null) = (former_until is null)),
  constraint webhook_subscriptions_disabled check ((disabled_reason is null) = (disabled_at is null))
);

comment on table webhook_subscriptions is 'Other systems that are told of events, each at an address with a secret of its own.';
comment on column webhook_subscriptions.url is 'Where events are posted. It may hold a secret, so it is in no log.';
comment on column webhook_subscriptions.personal_data is
  'Whether events about messages have the sender''s name, address and text. Otherwise they have nothing that identifies anybody.';
comment on column webhook_subscriptions.key_name is
  'The name of the bearer key with which the subscription was made; a key that replaces it has the same name. Null: made by command.';
comment on column webhook_subscriptions.secret is
  'The secret that signs events, encrypted (AES-256-GCM: 12 bytes of nonce, 16 of tag, the text). The key is made of the record''s secret, which is not in the database.';
comment on column webhook_subscriptions.former_secret is 'The secret before the last rotation, which also signs until former_until. Null: none.';
comment on column webhook_subscriptions.next_attempt_at is
  'When the next event may be sent. Events of a subscription are sent one at a time: while one is being sent, this is the end of its lease; after a failure, the end of the wait.';
comment on column webhook_subscriptions.failing_since is 'When sending first failed since an event last arrived. Null: it has not.';
comment on column webhook_subscriptions.disabled_reason is
  'gone: the receiver answered 410. failing: nothing arrived for days. key revoked: no valid key has its name and scopes. Null: it is on.';

-- The table is the queue; every instance claims the rows that are due (server/deliveries/queue.ts). What a person typed stands only in
-- the tables to which it refers. A row is written in the transaction that makes its subject: the triggers below write the events of the
-- catalogue and of the record, and whoever stores a message writes its mails and events.
create table deliveries (
  id uuid default gen_random_uuid() primary key,
  seq bigint not null generated always as identity,
  kind text not null check (kind in ('mail', 'webhook')),
  purpose text not null
    constraint deliveries_purpose_known check (
      case kind
        when 'mail' then purpose in ('team', 'acknowledgement', 'welcome')
        else purpose = any (webhook_event_types() || text 'webhook.test')
      end
    ),
  webhook_subscription_id uuid references webhook_subscriptions (id) on delete cascade,
  message_id uuid references messages (id) on delete cascade,
  newsletter_subscriber_id uuid references newsletter_subscribers (id) on delete cascade,
  -- Without an upper bound until the end of the transaction that writes the row.
  entries int8range,
  figures int8range,
  state text not null default 'queued' check (state in ('queued', 'sending', 'sent', 'written', 'skipped', 'held', 'dead')),
  attempts integer not null default 0 check (attempts >= 0),
  next_attempt_at timestamptz not null default now(),
  last_attempt_at timestamptz,
  last_error text check (char_length(last_error) <= 200),
  settled_at timestamptz,
  created_at timestamptz not null default now(),

  constraint deliveries_one_subject check (
    num_nonnulls(message_id, newsletter_subscriber_id, entries, figures)
      = case purpose when 'webhook.test' then 0 else 1 end
  ),
  constraint deliveries_webhook_subscription check ((webhook_subscription_id is not null) = (kind = 'webhook')),
  constraint deliveries_webhook_ranges check (kind = 'webhook' or (entries is null and figures is null)),
  constraint deliveries_settled check ((settled_at is not null) = (state in ('sent', 'written', 'skipped', 'dead')))
);

comment on table deliveries is
  'One row a mail or an event to a subscription. The Message-ID or webhook-id is made of its id, so that a receiver recognises what is sent twice.';
comment on column deliveries.seq is 'The order in which they were written, whatever the clock did.';
comment on column deliveries.purpose is
  'Of a mail: team (to the company), acknowledgement (to the sender), welcome (to a new newsletter subscriber). Of a webhook: the type of the event.';
comment on column deliveries.state is
  'queued; sending (claimed by a process); sent; written (to a file, because no SMTP server is set); skipped (its address had enough mails within the hour or is refused for good, or nobody wants it any more); held (looks automatic); dead (given up).';
comment on column deliveries.attempts is 'How often it was claimed; from 0 again when somebody queues it again by hand.';
comment on column deliveries.next_attempt_at is
  'When a process may claim it. queued: at once, or after the wait that follows a failure. sending: at the end of the lease, when the process that has it counts as killed.';
comment on column deliveries.last_error is
  'Why the last attempt failed, or why there is no further one, without the words of the server, which repeat addresses. Null: none has failed, or it was sent.';
comment on column deliveries.settled_at is 'When the state became final. Null: it is not.';
comment on column deliveries.webhook_subscription_id is 'To whom a webhook goes. Null: a mail.';
comment on column deliveries.entries is 'The entries of the record that were added in one transaction. Not a foreign key: a log may end.';
comment on column deliveries.figures is
  'The seqs of the rows of project_figures_history that one transaction wrote. Writers of the catalogue take turns, so it wrote all in the range.';

create unique index deliveries_message_once on deliveries (message_id, purpose, webhook_subscription_id) nulls not distinct
  where message_id is not null;

-- Not unique: a person who left and came back is welcomed again.
create index deliveries_subscriber on deliveries (newsletter_subscriber_id);

-- For the mails of the last hour to addresses that anyone may have typed.
create index deliveries_asked on deliveries (created_at) where purpose in ('acknowledgement', 'welcome');

-- Every instance asks every second for the few mails, and by another query for the few webhooks, that are due among all ever sent.
create index deliveries_due on deliveries (next_attempt_at) where kind = 'mail' and state in ('queued', 'sending');
create index deliveries_webhook_due on deliveries (webhook_subscription_id, seq)
  where kind = 'webhook' and state in ('queued', 'sending');
create index deliveries_webhook_settled on deliveries (settled_at) where kind = 'webhook' and settled_at is not null;

-- A subscription has at most one event of a type whose range is open, because the writers of the catalogue, and those of the record, take
-- turns. So a transaction adds an event once, whatever the number of its entries (`on conflict do nothing`, below).
create unique index deliveries_webhook_open on deliveries (webhook_subscription_id, purpose)
  where upper_inf(entries) or upper_inf(figures);

-- The types of event that an entry of the record causes.
create function webhook_events_of(kind text, entry jsonb) returns text[]
language sql
immutable
parallel safe
return array_remove(
  array[
    case when kind = 'receive' or jsonb_array_length(entry -> 'received') > 0 then 'record.units_received' end,
    case when entry ? 'certificate' then 'record.units_retired' end,
    case when kind = 'correct' then 'record.entry_corrected' end
  ],
  null
);

create function webhooks_note_entry() returns trigger
language plpgsql
as $$
begin
  insert into deliveries (kind, purpose, webhook_subscription_id, entries)
  select 'webhook', event.type, subscription.id, int8range(new.index, null)
  from unnest(webhook_events_of(new.kind, convert_from(new.entry, 'UTF8')::jsonb)) as event (type)
  join webhook_subscriptions as subscription on subscription.disabled_at is null and event.type = any (subscription.events)
  on conflict do nothing;
  return null;
end;
$$;

create trigger record_entries_webhooks
after insert on record_entries
for each row
execute function webhooks_note_entry();

-- Adds the event of figures with the first row whose price or status differs from the project's row before.
create function webhooks_note_figures() returns trigger
language plpgsql
as $$
declare
  event constant text := 'projects.figures_changed';
begin
  if exists (select from webhook_subscriptions where disabled_at is null and event = any (events))
    and not exists (select from deliveries where upper_inf(figures)) then
    insert into deliveries (kind, purpose, webhook_subscription_id, figures)
    select 'webhook', event, id, int8range(first.seq, null)
    from webhook_subscriptions
    cross join lateral (
      select min(new_rows.seq) as seq
      from new_rows
      left join lateral (
        select price_per_credit, status
        from project_figures_history as earlier
        where earlier.project_id = new_rows.project_id and earlier.seq < new_rows.seq
        order by earlier.seq desc
        limit 1
      ) as former on true
      where (former.price_per_credit, former.status) is distinct from (new_rows.price_per_credit, new_rows.status)
    ) as first
    where disabled_at is null and event = any (events) and first.seq is not null;
  end if;
  return null;
end;
$$;

create trigger project_figures_webhooks
after insert on project_figures_history
referencing new table as new_rows
for each statement
execute function webhooks_note_figures();

-- Closes the range of an event at the end of the transaction.
create function webhooks_end_ranges() returns trigger
language plpgsql
as $$
begin
  update deliveries
  set
    entries = case when entries is not null then int8range(lower(entries), (select max(index) from record_entries), '[]') end,
    figures = case when figures is not null then int8range(lower(figures), (select max(seq) from project_figures_history), '[]') end
  where id = new.id;
  return null;
end;
$$;

create constraint trigger deliveries_end_ranges
after insert on deliveries
deferrable initially deferred
for each row
when (upper_inf(new.entries) or upper_inf(new.figures))
execute function webhooks_end_ranges();

-- Gives up what waits for a subscription that is disabled. Once the subscription is enabled again, it can be sent by hand.
create function webhooks_give_up() returns trigger
language plpgsql
as $$
begin
  update deliveries
  set state = 'dead', settled_at = now(), last_error = 'The subscription was disabled: ' || new.disabled_reason
  where kind = 'webhook' and webhook_subscription_id = new.id and state in ('queued', 'sending', 'held');
  return null;
end;
$$;

create trigger webhook_subscriptions_give_up
after update of disabled_at on webhook_subscriptions
for each row
when (old.disabled_at is null and new.disabled_at is not null)
execute function webhooks_give_up();

-- Disables the subscriptions that were made with a key when it is revoked, unless a valid key has its name and scopes.
create function webhooks_follow_key() returns trigger
language plpgsql
as $$
begin
  update webhook_subscriptions
  set disabled_at = now(), disabled_reason = 'key revoked'
  where key_name = new.name and disabled_at is null and not exists (
    select
    from record_keys
    where name = new.name and revoked_at is null and 'webhooks' = any (scopes)
      and (not webhook_subscriptions.personal_data or 'webhooks-personal' = any (scopes))
  );
  return null;
end;
$$;

create trigger record_keys_webhooks
after update of revoked_at on record_keys
for each row
when (old.revoked_at is null and new.revoked_at is not null)
execute function webhooks_follow_key();
