-- What leaves the site for somebody: mails that carry messages to people, and events that are pushed to other systems.
-- A transaction makes at most one event of each type, however many projects or entries it changes: the event says where they begin and
-- end, and what is sent is read from there when it is sent. An import would otherwise write a row for each project, entry and subscription.

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
  url text not null
    constraint webhook_subscriptions_url_form check (char_length(url) <= 2000 and url ~ '^https?://[^/@[:space:][:cntrl:]]+/[^[:space:][:cntrl:]]*$'),
  events text[] not null
    constraint webhook_subscriptions_events_known check (events <@ webhook_event_types() and cardinality(events) > 0),
  personal_data boolean not null default false,
  key_name text
    constraint webhook_subscriptions_key_name_length check (char_length(key_name) between 1 and 100),
  secret bytea not null,
  former_secret bytea,
  former_until timestamptz,
  next_attempt_at timestamptz not null default now(),
  failing_since timestamptz,
  disabled_at timestamptz,
  disabled_reason text
    constraint webhook_subscriptions_disabled_reason_known check (disabled_reason in ('gone', 'failing', 'key revoked')),
  created_at timestamptz not null default now(),

  constraint webhook_subscriptions_former check ((former_secret is null) = (former_until is null)),
  constraint webhook_subscriptions_disabled check ((disabled_reason is null) = (disabled_at is null))
);

comment on table webhook_subscriptions is 'Other systems that are told of events, each at an address with a secret of its own.';
comment on column webhook_subscriptions.url is 'Where events are posted. It may hold a secret, so it is in no log.';
comment on column webhook_subscriptions.personal_data is
  'Whether events about messages have name, address and text of the sender. Otherwise they have what identifies nobody.';
comment on column webhook_subscriptions.key_name is
  'The name of the bearer key that it was made with, and of the successors of that key. Null: made by command.';
comment on column webhook_subscriptions.secret is
  'What signs, encrypted (AES-256-GCM: 12 bytes of nonce, 16 of tag, the text) with a key made of the record''s secret, which is not in the database.';
comment on column webhook_subscriptions.former_secret is 'The secret before the last rotation, which also signs until former_until. Null: none.';
comment on column webhook_subscriptions.next_attempt_at is
  'When the next event may be sent: one at a time. The end of the lease of the one that is being sent, or of the wait after a failure.';
comment on column webhook_subscriptions.failing_since is 'The first failure since the last event that arrived. Null: the last one arrived.';
comment on column webhook_subscriptions.disabled_reason is
  'gone: the receiver answered 410. failing: nothing arrived for days. key revoked: no valid key has its name and scopes. Null: it is on.';

-- The table is the queue; every instance claims the rows that are due (server/deliveries/queue.ts). It holds nothing that a person
-- typed: that stands only in the tables to which it refers. Rows are written in the transaction of what they tell: about the catalogue
-- and the record by the triggers below, about messages together with their mails.
create table deliveries (
  id uuid default gen_random_uuid() primary key,
  seq bigint not null generated always as identity,
  kind text not null
    constraint deliveries_kind_known check (kind in ('mail', 'webhook')),
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
  -- A range that its transaction is still writing has no upper bound.
  entries int8range,
  figures int8range,
  changes_after bigint,
  state text not null default 'queued'
    constraint deliveries_state_known check (state in ('queued', 'sending', 'sent', 'written', 'skipped', 'held', 'dead')),
  attempts integer not null default 0
    constraint deliveries_attempts_not_negative check (attempts >= 0),
  next_attempt_at timestamptz not null default now(),
  last_attempt_at timestamptz,
  last_error text
    constraint deliveries_last_error_length check (char_length(last_error) <= 200),
  settled_at timestamptz,
  created_at timestamptz not null default now(),

  constraint deliveries_one_subject check (
    num_nonnulls(message_id, newsletter_subscriber_id, entries, figures)
      = case purpose when 'webhook.test' then 0 else 1 end
  ),
  constraint deliveries_webhook_subscription check ((webhook_subscription_id is not null) = (kind = 'webhook')),
  constraint deliveries_webhook_ranges check (kind = 'webhook' or (entries is null and figures is null)),
  constraint deliveries_changes_after check ((changes_after is not null) = (figures is not null)),
  constraint deliveries_settled check ((settled_at is not null) = (state in ('sent', 'written', 'skipped', 'dead')))
);

comment on table deliveries is
  'One row a mail or webhook, written in the transaction of what it is about. Its id makes the Message-ID or webhook-id, so that what is sent twice is recognised as one.';
comment on column deliveries.seq is 'The order in which they were written, whatever the clock did.';
comment on column deliveries.purpose is
  'Of a mail: team (to the company), acknowledgement (to the sender), welcome (to a new newsletter subscriber). Of a webhook: the type of the event.';
comment on column deliveries.state is
  'queued; sending (claimed by a process); sent; written (to a file, because no SMTP server is set); skipped (its address had enough mails within the hour, it is no longer wanted, or its address is refused for good); held (looks automatic); dead (given up).';
comment on column deliveries.attempts is 'How often it was claimed; from 0 again when somebody queues it again by hand.';
comment on column deliveries.next_attempt_at is
  'When a process may claim it. queued: now, or the end of the wait after a failure. sending: the end of the lease, after which its process counts as killed.';
comment on column deliveries.last_error is
  'Why the last attempt failed, without what a server said: that repeats addresses. Null: none has, or it was sent.';
comment on column deliveries.settled_at is 'When the state became final. Null: it is not.';
comment on column deliveries.webhook_subscription_id is 'To whom a webhook goes. Null: a mail.';
comment on column deliveries.entries is 'The entries of the record that were added in one transaction. Not a foreign key: a log may end.';
comment on column deliveries.figures is
  'The rows of project_figures_history, by seq, that one transaction wrote. Writers of the catalogue take turns, so nobody else''s are among them.';
comment on column deliveries.changes_after is 'With figures: the last number of project_changes before these changes.';

create unique index deliveries_message_once on deliveries (message_id, purpose, webhook_subscription_id) nulls not distinct
  where message_id is not null;

-- Not unique: a person who left and came back is welcomed again.
create index deliveries_subscriber on deliveries (newsletter_subscriber_id);

-- Every instance asks every second for the few that are due, among all that were ever sent: for mails, and for webhooks by themselves.
create index deliveries_due on deliveries (next_attempt_at) where kind = 'mail' and state in ('queued', 'sending');
create index deliveries_webhook_due on deliveries (webhook_subscription_id, seq)
  where kind = 'webhook' and state in ('queued', 'sending');
create index deliveries_webhook_settled on deliveries (settled_at) where kind = 'webhook' and settled_at is not null;

-- Each subscription has at most one open event of a type: that of the transaction which is writing it. Writers of the catalogue, and of
-- the record, take turns.
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
  if not exists (select from webhook_subscriptions where disabled_at is null) then
    return null;
  end if;
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

-- Figures are written before the change is noted, so the last number of project_changes is that before this change.
create function webhooks_note_figures() returns trigger
language plpgsql
as $$
declare
  event constant text := 'projects.figures_changed';
begin
  if exists (select from webhook_subscriptions where disabled_at is null and event = any (events))
    and not exists (select from deliveries where upper_inf(figures)) then
    insert into deliveries (kind, purpose, webhook_subscription_id, figures, changes_after)
    select 'webhook', event, id, int8range(first.seq, null), (select coalesce(max(seq), 0) from project_changes)
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

-- At the end of the transaction its event is whole.
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

-- What waits for a subscription that ends is given up; it can be sent again by hand once the subscription is on.
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

-- Whoever holds a revoked key is told nothing more, unless a valid one has taken its place.
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
