-- Requests for a quote: who asks, and a shortlist as data. Prices are the catalogue's own at the time of asking.

create table quote_requests (
  id uuid not null default gen_random_uuid(),
  name text not null,
  email text not null,
  message text,
  vat_percent smallint not null,
  created_at timestamptz not null default now(),

  constraint quote_requests_pkey
    primary key (id),
  constraint quote_requests_name_length
    check (char_length(name) between 2 and 100 and name ~ '[^[:space:]]'),
  constraint quote_requests_email_length
    check (char_length(email) <= 254),
  -- The same as contact_messages_email_format.
  constraint quote_requests_email_format
    check (email ~ '^[^@[:space:][:cntrl:]<>(),;:"\\]+@[^@.[:space:][:cntrl:]<>(),;:"\\]+(\.[^@.[:space:][:cntrl:]<>(),;:"\\]+)+$'),
  constraint quote_requests_message_length
    check (char_length(message) <= 5000),
  constraint quote_requests_vat_range
    check (vat_percent between 0 and 100)
);

comment on table quote_requests is
  'Requests for a quote, sent from /shortlist. Personal data.';
comment on column quote_requests.message is
  'Null: nothing was written.';
comment on column quote_requests.vat_percent is
  'Per cent of VAT that the sender was shown, charged once on the sum of the lines and rounded half up to the penny.';
comment on column quote_requests.created_at is
  'When the request was stored, in one transaction with its lines.';

create table quote_request_lines (
  quote_request_id uuid not null,
  line_number smallint not null,
  project_id integer,
  project_slug text not null,
  project_title text not null,
  tonnes integer not null,
  price_per_credit integer not null,

  constraint quote_request_lines_pkey
    primary key (quote_request_id, line_number),
  constraint quote_request_lines_request_fkey
    foreign key (quote_request_id) references quote_requests (id) on delete cascade,
  constraint quote_request_lines_project_fkey
    foreign key (project_id) references carbon_projects (id) on delete set null,
  constraint quote_request_lines_project_once
    unique (quote_request_id, project_slug),
  constraint quote_request_lines_line_number_range
    check (line_number between 1 and 20),
  constraint quote_request_lines_slug_length
    check (char_length(project_slug) between 1 and 120),
  constraint quote_request_lines_title_length
    check (char_length(project_title) between 1 and 300),
  constraint quote_request_lines_tonnes_range
    check (tonnes between 1 and 1000000),
  constraint quote_request_lines_price_not_negative
    check (price_per_credit >= 0)
);

-- For deletes of projects, and for who asked about one.
create index quote_request_lines_project
  on quote_request_lines (project_id);

comment on table quote_request_lines is
  'The shortlist of a request: a project a line, as the catalogue had it at the time.';
comment on column quote_request_lines.line_number is
  'Place in the shortlist, from 1.';
comment on column quote_request_lines.project_id is
  'Null: the project was deleted since; its slug and title at the time remain.';
comment on column quote_request_lines.project_slug is
  'The slug at the time of asking.';
comment on column quote_request_lines.project_title is
  'The title at the time of asking.';
comment on column quote_request_lines.tonnes is
  'Credits asked for, in tCO2e. May be more than were available.';
comment on column quote_request_lines.price_per_credit is
  'Pence (GBP) a credit, excl. VAT, in the catalogue at the time of asking.';
