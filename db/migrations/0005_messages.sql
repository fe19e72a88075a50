-- What visitors write, and what guards the forms. Most of it is personal data.
-- Ids are uuids: they stand in logs, responses, links and mails, where a running number would tell how many messages the company
-- gets, and where a sender's address must not stand.

-- Whether a text has the form of a mail address: one @, something before it, and after it a name with a dot whose parts are not empty; no
-- space, quotation mark, bracket, comma or control character. The forms refuse more, so that no message fails only here.
create function is_mail_address(words text) returns boolean
language sql
immutable
parallel safe
return char_length(words) <= 254
  and words ~ '^[^@[:space:][:cntrl:]<>(),;:"\\]+@[^@.[:space:][:cntrl:]<>(),;:"\\]+(\.[^@.[:space:][:cntrl:]<>(),;:"\\]+)+$';

create table messages (
  id uuid default gen_random_uuid() primary key,
  kind text not null check (kind in ('contact', 'quote', 'enquiry', 'brief', 'rfp')),
  name text not null check (is_text(name, 100) and char_length(name) >= 2),
  email text not null check (is_mail_address(email)),
  message text check (char_length(message) <= 100000),
  subject text check (char_length(subject) <= 200),
  project_slug text check (is_slug(project_slug)),
  tonnes integer check (tonnes between 1 and 1000000),
  organisation text check (is_text(organisation, 200)),
  purchase_order text check (is_text(purchase_order, 100)),
  deliver_by date,
  accepts_later_delivery boolean not null default false,
  prices_valid_until date,
  sector text check (is_text(sector, 100)),
  volume_tco2e_a_year integer check (volume_tco2e_a_year between 0 and 1000000000),
  timeframe text check (char_length(timeframe) <= 200),
  created_at timestamptz not null default now(),
  answered_at timestamptz constraint messages_answered_order check (answered_at >= created_at),

  constraint messages_quote check ((prices_valid_until is not null) = (kind = 'quote')),
  constraint messages_answered_quote check (answered_at is null or kind = 'quote'),
  constraint messages_enterprise check (
    kind in ('contact', 'quote')
    or sector is not null and coalesce(char_length(organisation), 0) >= 2 and coalesce(char_length(message), 0) >= 10
  )
);

comment on table messages is 'What visitors sent by the forms. Personal data.';
comment on column messages.kind is
  'contact: the contact form, also with a question about a project. quote: a request for a quote, with lines, also for one project. enquiry, brief (procurement brief), rfp (request for proposal): the enterprise form.';
comment on column messages.subject is 'What the visitor came from, such as the name of a button. Null: the plain form.';
comment on column messages.project_slug is 'The project that a message by the contact form is about, by its slug at the time. Null: none was named.';
comment on column messages.tonnes is 'Credits wanted of that project, in tCO2e. Null: not said.';
comment on column messages.organisation is 'The sender''s. Null: the form contact, or a request for a quote that does not say.';
comment on column messages.purchase_order is 'The buyer''s own reference, to stand on quote and invoice. Null: not said.';
comment on column messages.deliver_by is 'The day by which the buyer needs the credits. Null: not said.';
comment on column messages.accepts_later_delivery is
  'Whether the buyer accepts that credits that are not issued yet are delivered after deliver_by.';
comment on column messages.prices_valid_until is 'The last day on which the prices of the lines hold. Null: no request for a quote.';
comment on column messages.sector is 'One of the sectors that the enterprise form offers (its schema lists them). Null: another form.';
comment on column messages.volume_tco2e_a_year is 'Null: not said, or another form.';
comment on column messages.timeframe is 'When credits are needed, in the sender''s words. Null: not said.';
comment on column messages.answered_at is 'When the written quote was sent, as staff say. Null: not yet, or no request for a quote.';

-- A message is found by its reference: the first eight digits of its id.
create index messages_by_reference on messages (left(id::text, 8));

-- The shortlist of a request for a quote, as data. Prices are the catalogue's own at that time, not what the browser showed.
create table message_lines (
  message_id uuid not null references messages (id) on delete cascade,
  line_number smallint not null check (line_number between 1 and 20),
  project_id integer references carbon_projects (id) on delete set null,
  project_slug text not null check (is_slug(project_slug)),
  project_title text not null check (is_text(project_title, 300)),
  tonnes integer not null check (tonnes between 1 and 1000000),
  price_per_credit integer not null
    -- With the limits of lines and tonnes, every sum of a request is an exact integer in JavaScript, too.
    check (price_per_credit between 1 and 100000000),
  available_credits integer not null constraint message_lines_available check (available_credits >= tonnes),
  vat_percent smallint not null check (vat_percent between 0 and 100),
  units_status text check (units_status in ('issued', 'expected')),
  delivery_by date constraint message_lines_delivery_of_expected check (delivery_by is null or units_status = 'expected'),
  units text not null,
  is_sample boolean not null default false,

  primary key (message_id, line_number),
  unique (message_id, project_slug)
);

comment on table message_lines is
  'The shortlist of a request for a quote: one line a project, as the catalogue had it when the message was stored.';
comment on column message_lines.project_id is
  'Null: the project has been deleted since; its slug and title at the time remain.';
comment on column message_lines.tonnes is 'Credits asked for, in tCO2e: no more than were available.';
comment on column message_lines.price_per_credit is 'Pence (GBP) a credit, excl. VAT, in the catalogue at the time of asking.';
comment on column message_lines.available_credits is 'Credits that the catalogue had at the time of asking, in tCO2e.';
comment on column message_lines.vat_percent is
  'Per cent of VAT at the time of asking: the same on all lines of a message, charged once on their sum, rounded half up to the penny.';
comment on column message_lines.units_status is
  'Whether the credits were issued or expected at the time of asking. Null: not stated.';
comment on column message_lines.units is 'Vintage and type of the credits, as the catalogue stated them then, in words. Empty: neither.';
comment on column message_lines.is_sample is 'Whether the project was an invented sample at the time of asking.';
comment on column message_lines.delivery_by is 'The day by which expected credits are delivered, as the catalogue stated it then. Null: issued, or not stated.';

-- For the deletion of a project, and for finding who asked about a project.
create index message_lines_project on message_lines (project_id);

create table message_attachments (
  message_id uuid not null references messages (id) on delete cascade,
  number smallint not null check (number between 1 and 10),
  file_name text not null check (char_length(file_name) between 1 and 200),
  media_type text not null check (
    media_type in (
      'application/pdf',
      'application/vnd.openxmlformats-officedocument.wordprocessingml.document',
      'application/vnd.openxmlformats-officedocument.spreadsheetml.sheet'
    )
  ),
  content bytea not null check (octet_length(content) between 1 and 10485760),

  primary key (message_id, number)
);

comment on table message_attachments is 'Files that came with messages. Never executed, never served inline.';
comment on column message_attachments.number is 'Place in the form, from 1.';
comment on column message_attachments.file_name is 'The sender''s name for the file, for a person to read. Not a path.';
comment on column message_attachments.media_type is 'Found by looking at the content. The sender''s own claim is not kept.';
comment on column message_attachments.content is 'The file itself. All files of a message have at most 10 MB (10 * 1024 * 1024 bytes).';

-- These formats are compressed already, so PostgreSQL does not try to compress them.
alter table message_attachments alter column content set storage external;

create table newsletter_subscribers (
  id uuid default gen_random_uuid() primary key,
  email text not null check (is_mail_address(email)),
  consent_at timestamptz not null default now(),
  unsubscribed_at timestamptz,

  constraint newsletter_subscribers_left_after_consent check (unsubscribed_at >= consent_at)
);

comment on table newsletter_subscribers is 'Who asked for the newsletter: one row an address. Personal data.';
comment on column newsletter_subscribers.email is 'As it was typed. Unique without regard to case.';
comment on column newsletter_subscribers.consent_at is
  'When the newsletter was asked for. Asking again does not change it; who left and comes back, by a link in a mail, gets a new one.';

create unique index newsletter_subscribers_email_unique on newsletter_subscribers (lower(email));

create table idempotency_keys (
  scope text not null,
  key text not null check (char_length(key) between 1 and 200),
  body_hash bytea not null,
  answer jsonb not null,
  created_at timestamptz not null default now(),

  primary key (scope, key)
);

comment on table idempotency_keys is 'The first answer to each idempotency key, given again to a repeated request. Kept for a day.';
comment on column idempotency_keys.scope is 'The form: contact, quote, enterprise or newsletter; or "webhooks:" and the name of an API key.';
comment on column idempotency_keys.key is 'Of a form: an HMAC-SHA-256 in base64url of the sender''s key and what belongs to it (storedKey in server/submissions.ts). With an API key: the key as it was sent.';
comment on column idempotency_keys.body_hash is 'HMAC-SHA-256 of the parsed body: with another body the same key is refused.';
comment on column idempotency_keys.answer is 'The receipt, such as the message''s id and when it was stored.';

create index idempotency_keys_age on idempotency_keys (created_at);

create table rate_limits (
  subject text not null,
  window_start timestamptz not null,
  hits integer not null,

  primary key (subject, window_start)
);

comment on table rate_limits is 'Counts of messages in a clock hour: of all, and from each client address or network. Kept for a day.';
comment on column rate_limits.subject is '"all", or the HMAC-SHA-256 of the address or network in base64url.';
