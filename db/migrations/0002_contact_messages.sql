-- What visitors write. The id is a uuid: it is named in logs, answers and mails, where a running number would tell
-- how many messages the company gets, and a later sender can choose it itself to send the same message twice safely.

create table contact_messages (
  id uuid not null default gen_random_uuid(),
  name text not null,
  email text not null,
  message text,
  subject text,
  created_at timestamptz not null default now(),

  constraint contact_messages_pkey
    primary key (id),
  constraint contact_messages_name_length
    check (char_length(name) between 2 and 100 and name ~ '[^[:space:]]'),
  constraint contact_messages_email_length
    check (char_length(email) <= 254),
  -- Wider than the form's rule, so that it never refuses what the form let through: one @, something before it, and
  -- after it a name with a dot whose parts are not empty; no space, quote, bracket, comma or control character.
  constraint contact_messages_email_format
    check (email ~ '^[^@[:space:][:cntrl:]<>(),;:"\\]+@[^@.[:space:][:cntrl:]<>(),;:"\\]+(\.[^@.[:space:][:cntrl:]<>(),;:"\\]+)+$'),
  constraint contact_messages_message_length
    check (char_length(message) <= 5000),
  constraint contact_messages_subject_length
    check (char_length(subject) <= 200)
);

comment on table contact_messages is
  'Messages from the contact form. Personal data.';
comment on column contact_messages.message is
  'Null: nothing was written.';
comment on column contact_messages.subject is
  'What the visitor came from, such as the name of a button. Null: the plain form.';
comment on column contact_messages.created_at is
  'When the message was stored.';
