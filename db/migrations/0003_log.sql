-- The public log of the record: entries in the order of their commits, and the hashes of the tree over them (RFC 6962).
-- The database keeps everything that makes it a log: entries have no gap, are never changed and never deleted, and the tree
-- grows in the transaction of the entry. Only the log of the sample data can be deleted; a log that has ended keeps its entries.
-- With two logins, the tables of log and book belong to a role that the site does not log in as, and db/grants.ts says what the site may
-- do with each of them. The triggers here hold for every role.

create table record_log (
  id boolean default true primary key check (id),
  origin text not null check (char_length(origin) between 1 and 200 and origin !~ '[[:space:]+]'),
  is_sample boolean not null,
  begun_at timestamptz not null default now()
);

comment on table record_log is 'The log: one row, or none before it begins.';
comment on column record_log.origin is 'The name of the log in checkpoints. Changes only when the log ends.';
comment on column record_log.is_sample is 'Whether the entries are about invented projects. Only such a log can be deleted.';

-- Allows one change of the log: its name, once it is listed among the logs that ended, and never to the name of one of these.
create function record_guard_log() returns trigger
language plpgsql
as $$
begin
  if (new.id, new.is_sample, new.begun_at) = (old.id, old.is_sample, old.begun_at)
    and exists (select from record_ended_logs where origin = old.origin and kept = record_size())
    and not exists (select from record_ended_logs where origin = new.origin) then
    return new;
  end if;
  raise exception 'The log of the record only grows' using errcode = 'check_violation';
end;
$$;

create trigger record_log_only_grows
before update on record_log
for each row
execute function record_guard_log();

-- Refuses deletions, except by record_end_sample, which sets carma.end_sample_record: that counts only for the tables' owner, as whom the
-- function runs, and only while the log is of samples. Refuses changes, except of the columns that a trigger names as its arguments.
create function record_refuse_change() returns trigger
language plpgsql
as $$
begin
  if tg_op = 'DELETE' and current_setting('carma.end_sample_record', true) = 'yes'
    and current_user = (select pg_get_userbyid(relowner) from pg_class where oid = tg_relid)
    and exists (select from record_log where is_sample) then
    return old;
  end if;
  if tg_op = 'UPDATE' and tg_nargs > 0 and to_jsonb(new) - tg_argv = to_jsonb(old) - tg_argv then
    return new;
  end if;
  raise exception 'The record is append-only: % of % is refused', lower(tg_op), tg_table_name using errcode = 'check_violation';
end;
$$;

-- Notifies whoever reads the record that it has changed.
create function record_note_change() returns trigger
language plpgsql
as $$
begin
  perform pg_notify('data', '');
  return null;
end;
$$;

create table record_entries (
  index bigint primary key,
  kind text not null
    check (kind in ('receive', 'reserve', 'release', 'assign', 'transfer', 'retire', 'cancel', 'deliver', 'confirm', 'correct')),
  entry bytea not null
    -- The length of an entry has two bytes in a tile of entries.
    constraint record_entries_size check (octet_length(entry) between 2 and 65535),
  about bigint references record_entries (index) constraint record_entries_about_earlier check (about < index),
  created_at timestamptz not null
);

comment on table record_entries is 'The entries. Only their bytes are inserted: a trigger numbers them, and reads the other columns from them.';
comment on column record_entries.index is 'From 0, without gaps.';
comment on column record_entries.entry is 'Canonical JSON (RFC 8785) in UTF-8: the bytes that are hashed.';
comment on column record_entries.about is 'The index of the entry that this one corrects or confirms. Null: it does neither.';
comment on column record_entries.created_at is 'The time that the entry states. It never decreases from one entry to the next.';

-- How many entries the log has, which is the index of the next one.
create function record_size() returns bigint
language sql
stable
return (select coalesce(max(index) + 1, 0) from record_entries);

-- For the state of the record at an earlier moment.
create index record_entries_by_time on record_entries (created_at);

-- For the corrections and confirmations of an entry.
create index record_entries_by_about on record_entries (about, index) where about is not null;

-- Gives an entry the next index, so that there is no gap, even after a rollback, and the columns that it states. Refuses a time before that
-- of the previous entry, which a clock that was set back may give: the state of the record at a moment, and `since` of unit_holdings, go
-- by the times of entries.
create function record_place_entry() returns trigger
language plpgsql
as $$
declare
  stated constant jsonb := convert_from(new.entry, 'UTF8');
  before record;
begin
  -- Whoever appends waits for whoever appended before.
  perform from record_log for update;
  if not found then
    raise exception 'The log of the record has not begun' using errcode = 'check_violation';
  end if;
  select index, created_at into before from record_entries order by index desc limit 1;
  new.index := coalesce(before.index + 1, 0);
  new.kind := stated ->> 'kind';
  new.about := case when new.kind in ('correct', 'confirm') then (stated ->> 'refersTo')::bigint end;
  new.created_at := stated ->> 'time';
  if new.created_at < before.created_at then
    raise exception 'Entry % of % is before the entry that it follows, of %', new.index, new.created_at, before.created_at
      using errcode = 'check_violation', constraint = 'record_entries_time';
  end if;
  return new;
end;
$$;

create trigger record_entries_place
before insert on record_entries
for each row
execute function record_place_entry();

create table record_entry_projects (
  entry_index bigint not null references record_entries (index),
  project_id integer not null references carbon_projects (id) on delete restrict,

  primary key (project_id, entry_index)
);

comment on table record_entry_projects is
  'The projects whose units an entry moves; of a correction or confirmation, those of the entry that it is about. Append-only.';

create index record_entry_projects_by_entry on record_entry_projects (entry_index);

create table record_certificates (
  number text primary key check (number ~ '^CR-[0-9]{6,}$'),
  entry_index bigint not null unique references record_entries (index)
);

comment on table record_certificates is 'The number of each retirement''s certificate.';

-- Lists an entry under its projects and its certificate. The site itself may not write these lists, so that each says what its entry says.
create function record_list_entry() returns trigger
language plpgsql
as $$
declare
  stated constant jsonb := convert_from(new.entry, 'UTF8');
begin
  insert into record_entry_projects (project_id, entry_index)
  select id::integer, new.index
  from (select jsonb_path_query(stated, '$.project.id') union select jsonb_path_query(stated, '$.lines[*].project.id')) as named (id)
  union
  select project_id, new.index from record_entry_projects where entry_index = new.about;
  insert into record_certificates (number, entry_index)
  select stated ->> 'certificate', new.index where stated ? 'certificate';
  return null;
end;
$$;

create trigger record_entries_list
after insert on record_entries
for each row
execute function record_list_entry();

create table record_nodes (
  level smallint not null,
  index bigint not null,
  hash bytea not null check (octet_length(hash) = 32),

  primary key (level, index)
);

comment on table record_nodes is
  'Hashes of the complete subtrees: (level, index) covers the entries index * 2^level up to (index + 1) * 2^level - 1.';
comment on column record_nodes.level is '0: the leaves.';

-- Each complete subtree gets its hash when its last leaf comes: about two hashes for each entry, however long the log is.
create function record_grow_tree() returns trigger
language plpgsql
as $$
declare
  grown_level smallint := 0;
  grown_index bigint := new.index;
  -- RFC 6962: of a zero byte and the entry.
  grown_hash bytea := sha256('\x00'::bytea || new.entry);
  left_hash bytea;
begin
  insert into record_nodes (level, index, hash) values (0, new.index, grown_hash);
  while grown_index % 2 = 1 loop
    select hash into strict left_hash from record_nodes where level = grown_level and index = grown_index - 1;
    grown_hash := sha256('\x01'::bytea || left_hash || grown_hash);
    grown_level := grown_level + 1;
    grown_index := grown_index / 2;
    insert into record_nodes (level, index, hash) values (grown_level, grown_index, grown_hash);
  end loop;
  return null;
end;
$$;

create trigger record_entries_grow_tree
after insert on record_entries
for each row
execute function record_grow_tree();

create table record_checkpoints (
  size bigint primary key,
  root bytea not null check (octet_length(root) = 32),
  note text not null,
  signed_at timestamptz not null default clock_timestamp(),
  number bigint not null unique
);

comment on table record_checkpoints is 'Every checkpoint that was signed. Never two of one size.';
comment on column record_checkpoints.note is 'What was signed, with its signatures: a C2SP signed note.';
comment on column record_checkpoints.number is 'From 0 in the order of signing, without gaps. Given by a trigger.';

-- Checkpoints are numbered, so that a missing one is noticed. They are signed one after the other, each over more entries.
create function record_number_checkpoint() returns trigger
language plpgsql
as $$
declare
  newest record_checkpoints;
begin
  select * into newest from record_checkpoints order by number desc limit 1;
  if new.size <= newest.size then
    raise exception 'A checkpoint over % entries is there already', newest.size using errcode = 'check_violation';
  end if;
  new.number := coalesce(newest.number + 1, 0);
  return new;
end;
$$;

create trigger record_checkpoints_number
before insert on record_checkpoints
for each row
execute function record_number_checkpoint();

-- What others need to trust a checkpoint for years: which keys signed at which time, and which witnesses have seen the checkpoint.
create table record_signing_keys (
  size bigint primary key references record_checkpoints (size) on delete cascade,
  keys text[] not null check (cardinality(keys) > 0 and array_to_string(keys, ' ') !~ '[^ -~]')
);

comment on table record_signing_keys is
  'The keys that sign, from a checkpoint on: a row whenever they change. Append-only; written with the checkpoint.';
comment on column record_signing_keys.keys is 'Public keys as `name+hash+key`, the log''s own first.';

create table record_cosignatures (
  id bigint generated always as identity primary key,
  size bigint not null references record_checkpoints (size) on delete cascade,
  witness text not null check (char_length(witness) <= 300 and witness ~ '^[^[:space:]+]+\+[0-9a-f]{8}$'),
  line text not null check (char_length(line) <= 8000 and line ~ '^— [^[:space:]+]+ [A-Za-z0-9+/]+={0,2}\n$'),
  cosigned_at timestamptz,
  received_at timestamptz not null default clock_timestamp(),

  unique (size, witness)
);

comment on table record_cosignatures is
  'Signatures of witnesses on checkpoints, verified before they are stored (C2SP tlog-cosignature). Append-only.';
comment on column record_cosignatures.witness is 'Name and id of the witness''s key, which together identify it in notes.';
comment on column record_cosignatures.cosigned_at is 'When the witness says that it saw the checkpoint. Null: it does not say.';

create index record_cosignatures_by_witness on record_cosignatures (witness, size);

-- Texts that may be about a person stand beside the log, so that they can be erased. An entry has only their salted hashes.
create table record_texts (
  commitment bytea primary key,
  entry_index bigint not null references record_entries (index),
  field text not null check (field in ('beneficiary', 'buyer', 'purpose', 'reference', 'note', 'checkedBy')),
  text text not null check (char_length(text) between 1 and 1000),
  salt bytea not null check (octet_length(salt) = 32),
  -- Names are searched by their parts. Folded here, once, because a search for a frequent word compares many rows.
  folded text not null generated always as (catalogue_fold(text)) stored,

  constraint record_texts_commitment check (commitment = sha256(salt || convert_to(text, 'UTF8')))
);

comment on table record_texts is
  'Texts whose salted hash stands in an entry. May be deleted: the log keeps its proof, and the text is gone. Personal data.';
comment on column record_texts.commitment is 'SHA-256 of the salt and the text in UTF-8, as the entry has it.';
comment on column record_texts.salt is '32 random bytes, without which a short text could be guessed from its hash.';

create index record_texts_by_entry on record_texts (entry_index);
create index record_texts_words on record_texts using gin (folded gin_trgm_ops);

-- A text is stored and, perhaps, deleted; it is never changed.
create trigger record_texts_not_changed
before update on record_texts
for each row
execute function record_refuse_change();

-- Each row that is added changes the version of the site's data (data_version), so that no cached page still shows the text.
create table record_erasures (
  entry_index bigint not null references record_entries (index),
  field text not null,
  erased_at timestamptz not null default clock_timestamp(),

  primary key (entry_index, field)
);

comment on table record_erasures is
  'Which texts of entries were erased for good, on request. Filled by a trigger, and by record_erase_lost. A text that is neither here nor in record_texts was lost.';

create function record_refuse_erased_text() returns trigger
language plpgsql
as $$
begin
  if exists (select from record_erasures where entry_index = new.entry_index and field = new.field) then
    raise exception 'The % of entry % was erased', new.field, new.entry_index
      using errcode = 'check_violation', constraint = 'record_texts_not_erased';
  end if;
  return new;
end;
$$;

create trigger record_texts_not_erased
before insert on record_texts
for each row
execute function record_refuse_erased_text();

create function record_texts_note_delete() returns trigger
language plpgsql
as $$
begin
  insert into record_erasures (entry_index, field) select entry_index, field from erased on conflict do nothing;
  return null;
end;
$$;

create trigger record_texts_note_delete
after delete on record_texts
referencing old table as erased
for each statement
execute function record_texts_note_delete();

-- Texts of entries that were taken back from a mirror of the log, which has only hashes of texts. A row stays when its text comes back.
create table record_lost_texts (
  entry_index bigint not null references record_entries (index),
  field text not null,

  primary key (entry_index, field)
);

comment on table record_lost_texts is
  'Texts that were lost with a database, by entry and field: not on file, unless record_texts has the text again or it was erased since.';

-- Notes as erased those lost texts of an entry that are still not on file, so that no file brings them back. Returns their number.
create function record_erase_lost(erased_entry bigint) returns bigint
language sql
as $$
  with erased as (
    insert into record_erasures (entry_index, field)
    select entry_index, field
    from record_lost_texts
    where entry_index = erased_entry and (entry_index, field) not in (select entry_index, field from record_texts where entry_index = erased_entry)
    on conflict do nothing
    returning field
  )
  select count(*) from erased;
$$;

-- A log ends when its key is lost, or entries that were signed under its name are lost for good. The next log begins, under another
-- name, with the entries that are left.
create table record_ended_logs (
  origin text primary key,
  size bigint not null check (size >= 0),
  note text not null,
  kept bigint not null constraint record_ended_logs_kept check (kept >= 0 and kept <= size),
  reason text not null check (char_length(reason) between 1 and 1000),
  ended_at timestamptz not null default clock_timestamp()
);

comment on table record_ended_logs is 'Logs that were ended for good. Nothing is ever signed under their names again.';
comment on column record_ended_logs.size is 'How many entries it had when it ended: those that its last checkpoint covers, or more.';
comment on column record_ended_logs.note is 'Its last checkpoint, a C2SP signed note.';
comment on column record_ended_logs.kept is 'How many of its entries the next log begins with: all that were not lost.';
comment on column record_ended_logs.reason is 'Why it ended. Public.';

-- Ends the log: lists its present name among those that ended, and gives its entries to the log `next_origin`. The caller appends the
-- entry that says so in the log itself.
create function record_end_log(next_origin text, last_size bigint, last_note text, why text) returns void
language sql
as $$
  insert into record_ended_logs (origin, size, note, kept, reason)
  select origin, last_size, last_note, record_size(), why from record_log where not is_sample;
  update record_log set origin = next_origin;
$$;

create table record_secrets (
  id integer generated always as identity primary key,
  fingerprint bytea not null check (octet_length(fingerprint) = 32)
);

comment on table record_secrets is
  'The secret of the keyed hashes of the record, by its fingerprint: the newest row counts. With another secret, no idempotency key would be found again.';
comment on column record_secrets.fingerprint is 'A keyed hash of a fixed text. The secret itself lies beside the signing key.';
