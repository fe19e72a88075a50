-- The newsletter's list: one row an address, whatever its case. The id is a uuid, as a message's is: it may stand in
-- logs and links, where an address must not.

create table newsletter_subscribers (
  id uuid not null default gen_random_uuid(),
  email text not null,
  consent_at timestamptz not null default now(),
  unsubscribed_at timestamptz,

  constraint newsletter_subscribers_pkey
    primary key (id),
  constraint newsletter_subscribers_email_length
    check (char_length(email) <= 254),
  -- Wider than the form's rule, so that it never refuses what the form let through.
  constraint newsletter_subscribers_email_format
    check (email ~ '^[^@[:space:][:cntrl:]]+@[^@[:space:][:cntrl:]]+$'),
  constraint newsletter_subscribers_left_after_consent
    check (unsubscribed_at >= consent_at)
);

create unique index newsletter_subscribers_email_unique
  on newsletter_subscribers (lower(email));

comment on table newsletter_subscribers is
  'Who asked for the newsletter. Personal data.';
comment on column newsletter_subscribers.email is
  'As it was typed. Unique without regard to case.';
comment on column newsletter_subscribers.consent_at is
  'When the newsletter was asked for. Asking again changes nothing; only coming back after leaving renews it.';
comment on column newsletter_subscribers.unsubscribed_at is
  'When the person left. Null: subscribed.';
