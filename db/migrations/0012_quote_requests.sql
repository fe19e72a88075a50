-- A request for a quote is a contact message with lines: a shortlist as data. Prices are the catalogue's own at that time.

create table contact_message_lines (
  contact_message_id uuid not null,
  line_number smallint not null,
  project_id integer,
  project_slug text not null,
  project_title text not null,
  tonnes integer not null,
  price_per_credit integer not null,
  available_credits integer not null,
  vat_percent smallint not null,

  constraint contact_message_lines_pkey
    primary key (contact_message_id, line_number),
  constraint contact_message_lines_message_fkey
    foreign key (contact_message_id) references contact_messages (id) on delete cascade,
  constraint contact_message_lines_project_fkey
    foreign key (project_id) references carbon_projects (id) on delete set null,
  constraint contact_message_lines_project_once
    unique (contact_message_id, project_slug),
  constraint contact_message_lines_line_number_range
    check (line_number between 1 and 20),
  constraint contact_message_lines_slug_length
    check (char_length(project_slug) between 1 and 120),
  constraint contact_message_lines_title_length
    check (char_length(project_title) between 1 and 300),
  constraint contact_message_lines_tonnes_range
    check (tonnes between 1 and 1000000),
  -- Pence. With the limits of lines and tonnes, every sum of a request is an exact integer in JavaScript, too.
  constraint contact_message_lines_price_range
    check (price_per_credit between 0 and 100000000),
  constraint contact_message_lines_available_not_negative
    check (available_credits >= 0),
  constraint contact_message_lines_vat_range
    check (vat_percent between 0 and 100)
);

-- For deletes of projects, and for who asked about one.
create index contact_message_lines_project
  on contact_message_lines (project_id);

comment on table contact_message_lines is
  'The shortlist of a request for a quote: a project a line, as the catalogue had it when the message was stored, in one transaction.';
comment on column contact_message_lines.line_number is
  'Place in the shortlist, from 1.';
comment on column contact_message_lines.project_id is
  'Null: the project was deleted since; its slug and title at the time remain.';
comment on column contact_message_lines.project_slug is
  'The slug at the time of asking.';
comment on column contact_message_lines.project_title is
  'The title at the time of asking.';
comment on column contact_message_lines.tonnes is
  'Credits asked for, in tCO2e. May be more than were available.';
comment on column contact_message_lines.price_per_credit is
  'Pence (GBP) a credit, excl. VAT, in the catalogue at the time of asking.';
comment on column contact_message_lines.available_credits is
  'Credits that the catalogue had at the time of asking, in tCO2e.';
comment on column contact_message_lines.vat_percent is
  'Per cent of VAT at the time of asking: the same on all lines of a message, charged once on their sum, rounded half up to the penny.';
