-- What enterprise buyers write: enquiries, procurement briefs and requests for proposal, with one file at most.

create table enterprise_messages (
  id uuid not null default gen_random_uuid(),
  kind text not null,
  name text not null,
  email text not null,
  organisation text not null,
  sector text not null,
  volume_tco2e_a_year integer,
  timeframe text,
  message text not null,
  created_at timestamptz not null default now(),

  constraint enterprise_messages_pkey
    primary key (id),
  constraint enterprise_messages_kind_known
    check (kind in ('enquiry', 'brief', 'rfp')),
  constraint enterprise_messages_name_length
    check (char_length(name) between 2 and 100 and name ~ '[^[:space:]]'),
  constraint enterprise_messages_email_length
    check (char_length(email) <= 254),
  -- The same as contact_messages_email_format.
  constraint enterprise_messages_email_format
    check (email ~ '^[^@[:space:][:cntrl:]<>(),;:"\\]+@[^@.[:space:][:cntrl:]<>(),;:"\\]+(\.[^@.[:space:][:cntrl:]<>(),;:"\\]+)+$'),
  constraint enterprise_messages_organisation_length
    check (char_length(organisation) between 2 and 200 and organisation ~ '[^[:space:]]'),
  constraint enterprise_messages_sector_length
    check (char_length(sector) <= 100 and sector ~ '[^[:space:]]'),
  constraint enterprise_messages_volume_range
    check (volume_tco2e_a_year between 0 and 1000000000),
  constraint enterprise_messages_timeframe_length
    check (char_length(timeframe) <= 200),
  constraint enterprise_messages_message_length
    check (char_length(message) between 10 and 5000)
);

comment on table enterprise_messages is
  'Messages from the enterprise contact form. Personal data.';
comment on column enterprise_messages.kind is
  'What the form was opened for: enquiry, brief (procurement brief) or rfp (request for proposal).';
comment on column enterprise_messages.email is
  'The work address that the answer goes to.';
comment on column enterprise_messages.sector is
  'One of the sectors that the form offers; the list is in the form''s schema.';
comment on column enterprise_messages.volume_tco2e_a_year is
  'Estimated volume in tCO2e a year. Null: not given.';
comment on column enterprise_messages.timeframe is
  'When credits are needed, in the sender''s words. Null: not given.';
comment on column enterprise_messages.created_at is
  'When the message was stored, in one transaction with its attachment.';

create table message_attachments (
  id uuid not null default gen_random_uuid(),
  enterprise_message_id uuid not null,
  file_name text not null,
  media_type text not null,
  content bytea not null,

  constraint message_attachments_pkey
    primary key (id),
  constraint message_attachments_message_fkey
    foreign key (enterprise_message_id) references enterprise_messages (id) on delete cascade,
  -- One file a message. The index of this also serves the foreign key.
  constraint message_attachments_message_unique
    unique (enterprise_message_id),
  constraint message_attachments_file_name_length
    check (char_length(file_name) between 1 and 200),
  constraint message_attachments_media_type_known
    check (media_type in ('application/pdf', 'application/vnd.openxmlformats-officedocument.wordprocessingml.document')),
  constraint message_attachments_content_size
    check (octet_length(content) between 1 and 5242880)
);

-- Already compressed by their formats: stored out of line and as they are.
alter table message_attachments alter column content set storage external;

comment on table message_attachments is
  'Files that came with enterprise messages. Never executed, never served inline.';
comment on column message_attachments.file_name is
  'The sender''s name for the file, for a person to read. Not a path.';
comment on column message_attachments.media_type is
  'What the content is, found by looking at it. The sender''s own claim is not kept.';
comment on column message_attachments.content is
  'The file itself, at most 5 MB (5 * 1024 * 1024 bytes).';
