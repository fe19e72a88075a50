-- What leaves the site for somebody. The table is the queue: every instance claims the rows that are due (server/mail/deliveries.ts).

create table deliveries (
  id uuid not null default gen_random_uuid(),
  kind text not null default 'mail',
  purpose text not null,
  contact_message_id uuid,
  enterprise_message_id uuid,
  newsletter_subscriber_id uuid,
  state text not null default 'queued',
  attempts integer not null default 0,
  next_attempt_at timestamptz not null default now(),
  last_attempt_at timestamptz,
  last_error text,
  settled_at timestamptz,
  created_at timestamptz not null default now(),

  constraint deliveries_pkey
    primary key (id),
  constraint deliveries_contact_fkey
    foreign key (contact_message_id) references contact_messages (id) on delete cascade,
  constraint deliveries_enterprise_fkey
    foreign key (enterprise_message_id) references enterprise_messages (id) on delete cascade,
  constraint deliveries_subscriber_fkey
    foreign key (newsletter_subscriber_id) references newsletter_subscribers (id) on delete cascade,
  constraint deliveries_one_subject
    check (num_nonnulls(contact_message_id, enterprise_message_id, newsletter_subscriber_id) = 1),
  constraint deliveries_kind_known
    check (kind = 'mail'),
  constraint deliveries_purpose_known
    check (purpose in ('team', 'acknowledgement', 'welcome')),
  constraint deliveries_state_known
    check (state in ('queued', 'sending', 'sent', 'written', 'skipped', 'held', 'dead')),
  constraint deliveries_attempts_not_negative
    check (attempts >= 0),
  constraint deliveries_last_error_length
    check (char_length(last_error) <= 200),
  constraint deliveries_settled
    check ((settled_at is not null) = (state in ('sent', 'written', 'skipped', 'dead')))
);

create unique index deliveries_contact_once
  on deliveries (contact_message_id, purpose);
create unique index deliveries_enterprise_once
  on deliveries (enterprise_message_id, purpose);
-- Not unique: a person who left and came back is welcomed again.
create index deliveries_subscriber
  on deliveries (newsletter_subscriber_id);
-- Every instance asks every second for the few that are due, among all that were ever sent.
create index deliveries_due
  on deliveries (next_attempt_at)
  where state in ('queued', 'sending');

comment on table deliveries is
  'One row a mail, written in the transaction of what it is about. Holds nothing that a person typed. The id makes the Message-ID, so that a mail sent twice is recognised as one.';
comment on column deliveries.kind is
  'How it is delivered.';
comment on column deliveries.purpose is
  'team: to the company. acknowledgement: to the sender. welcome: to a new newsletter subscriber.';
comment on column deliveries.state is
  'queued; sending (claimed by a process); sent; written (a file, no SMTP server is set); skipped (one an hour is enough, no longer wanted, or its address is refused for good); held (looks automatic); dead (given up).';
comment on column deliveries.attempts is
  'How often it was claimed; from 0 again when somebody queues it again by hand.';
comment on column deliveries.next_attempt_at is
  'When a process may claim it. queued: now, or the end of the wait after a failure. sending: the end of the lease; its process was killed.';
comment on column deliveries.last_error is
  'Code of the last failure, without what the mail server said: that repeats addresses.';
comment on column deliveries.settled_at is
  'When the state became final.';

drop table mail_deliveries;
drop schema if exists pgboss cascade;

alter table acknowledgement_log rename column mail_delivery_id to delivery_id;
