-- What carries messages from the database to a person exactly once. The jobs themselves are in the schema pgboss, which
-- the queue makes and keeps up to date itself; they hold ids only, so that what a person typed is in one place.

create table mail_deliveries (
  id uuid not null default gen_random_uuid(),
  kind text not null,
  contact_message_id uuid,
  enterprise_message_id uuid,
  newsletter_subscriber_id uuid,
  state text not null default 'queued',
  attempts integer not null default 0,
  last_attempt_at timestamptz,
  last_error text,
  settled_at timestamptz,
  created_at timestamptz not null default now(),

  constraint mail_deliveries_pkey
    primary key (id),
  constraint mail_deliveries_contact_fkey
    foreign key (contact_message_id) references contact_messages (id) on delete cascade,
  constraint mail_deliveries_enterprise_fkey
    foreign key (enterprise_message_id) references enterprise_messages (id) on delete cascade,
  constraint mail_deliveries_subscriber_fkey
    foreign key (newsletter_subscriber_id) references newsletter_subscribers (id) on delete cascade,
  constraint mail_deliveries_one_subject
    check (num_nonnulls(contact_message_id, enterprise_message_id, newsletter_subscriber_id) = 1),
  constraint mail_deliveries_kind_known
    check (kind in ('team', 'acknowledgement', 'welcome')),
  constraint mail_deliveries_state_known
    check (state in ('queued', 'sending', 'sent', 'written', 'skipped', 'held', 'dead')),
  constraint mail_deliveries_last_error_length
    check (char_length(last_error) <= 200)
);

create unique index mail_deliveries_contact_once
  on mail_deliveries (contact_message_id, kind);
create unique index mail_deliveries_enterprise_once
  on mail_deliveries (enterprise_message_id, kind);
-- A person who left and came back is welcomed again.
create index mail_deliveries_subscriber
  on mail_deliveries (newsletter_subscriber_id);

comment on table mail_deliveries is
  'One row a mail. Its id makes the Message-ID, so that a mail sent twice is recognised as one.';
comment on column mail_deliveries.kind is
  'team: to the company. acknowledgement: to the sender. welcome: to a new newsletter subscriber.';
comment on column mail_deliveries.state is
  'queued; sending (claimed by a process); sent; written (a file, no SMTP server is set); skipped (one an hour is enough, or no longer wanted); held (looks automatic); dead (given up).';
comment on column mail_deliveries.last_error is
  'Code of the last failure, without what the mail server said: that repeats addresses.';
comment on column mail_deliveries.settled_at is
  'When the state became final.';

create table idempotency_keys (
  scope text not null,
  key text not null,
  body_hash bytea not null,
  answer jsonb not null,
  created_at timestamptz not null default now(),

  constraint idempotency_keys_pkey
    primary key (scope, key),
  constraint idempotency_keys_key_length
    check (char_length(key) between 1 and 200)
);

create index idempotency_keys_age
  on idempotency_keys (created_at);

comment on table idempotency_keys is
  'First answers, given again to a repeated request. Kept for a day.';
comment on column idempotency_keys.body_hash is
  'HMAC-SHA-256 of what was sent, as the schema read it.';

create table acknowledgement_log (
  address_hash bytea not null,
  purpose text not null,
  mail_delivery_id uuid not null,
  claimed_at timestamptz not null default now(),

  constraint acknowledgement_log_pkey
    primary key (address_hash, purpose)
);

comment on table acknowledgement_log is
  'Which mail an address last got from us unasked, and when: at most one an hour. Kept for a day.';
comment on column acknowledgement_log.address_hash is
  'HMAC-SHA-256 of the address in lower case.';

create table rate_limits (
  subject text not null,
  window_start timestamptz not null,
  hits integer not null,

  constraint rate_limits_pkey
    primary key (subject, window_start)
);

comment on table rate_limits is
  'Messages an hour, in all (subject "all") and by client address (its HMAC-SHA-256). Kept for a day.';

create table site_secrets (
  name text not null,
  value bytea not null default decode(replace(gen_random_uuid()::text || gen_random_uuid()::text, '-', ''), 'hex'),

  constraint site_secrets_pkey
    primary key (name)
);

insert into site_secrets (name) values ('signing');

comment on table site_secrets is
  'This deployment''s own keys, made with the table, for what no setting gives.';
