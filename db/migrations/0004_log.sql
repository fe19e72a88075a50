-- The public log of the record: entries in the order of their commits, and the hashes of the tree over them (RFC 6962).
-- The database keeps everything that makes it a log: entries have no gap, are never changed and never deleted, and the tree
-- grows in the transaction of the entry. Only the log of the sample data can be ended.

create table record_log (
  id boolean not null default true
    constraint record_log_pkey primary key
    constraint record_log_only_one check (id),
  origin text not null
    constraint record_log_origin_form check (char_length(origin) between 1 and 200 and origin !~ '[[:space:]+]'),
  is_sample boolean not null,
  size bigint not null default 0
    constraint record_log_size_not_negative check (size >= 0),
  begun_at timestamptz not null default now()
);

comment on table record_log is 'The log: one row, or none before it begins.';
comment on column record_log.origin is 'The name of the log in checkpoints. Fixed when the log begins.';
comment on column record_log.is_sample is 'Whether the entries are about invented projects. Such a log can be ended by a command.';
comment on column record_log.size is 'How many entries it has, which is the index of the next one.';

-- The size only grows, by one, and the name of a log never changes. `carma.end_sample_record` is set by nobody but the command
-- that ends the log of the sample data.
create function record_guard_log() returns trigger
language plpgsql
as $$
begin
  if tg_op = 'DELETE' or new.origin <> old.origin or new.is_sample <> old.is_sample or new.size <> old.size + 1 then
    if current_setting('carma.end_sample_record', true) = 'yes' and old.is_sample then
      return coalesce(new, old);
    end if;
    raise exception 'The log of the record only grows' using errcode = 'check_violation';
  end if;
  return new;
end;
$$;

create trigger record_log_only_grows
before update or delete on record_log
for each row
execute function record_guard_log();

create function record_note_change() returns trigger
language plpgsql
as $$
begin
  perform pg_notify('data', '');
  return null;
end;
$$;

-- Notifies that a log begins, or that that of the sample data ends. Each entry updates the row too, and has its own notice.
create trigger record_log_note
after insert or delete on record_log
for each statement
execute function record_note_change();

create table record_entries (
  index bigint not null
    constraint record_entries_pkey primary key,
  kind text not null
    constraint record_entries_kind_known
      check (kind in ('receive', 'reserve', 'release', 'assign', 'transfer', 'retire', 'cancel', 'deliver', 'correct')),
  entry bytea not null
    -- The length of an entry has two bytes in a tile of entries.
    constraint record_entries_size check (octet_length(entry) between 2 and 65535),
  leaf_hash bytea not null generated always as (sha256('\x00'::bytea || entry)) stored,
  corrects bigint
    constraint record_entries_corrects_fkey references record_entries (index),
  created_at timestamptz not null default clock_timestamp()
);

comment on table record_entries is 'What happened to units. Append-only.';
comment on column record_entries.index is 'From 0, without gaps. Given by a trigger.';
comment on column record_entries.kind is 'The kind of operation, as in the entry itself.';
comment on column record_entries.entry is 'Canonical JSON (RFC 8785) in UTF-8: the bytes that are hashed.';
comment on column record_entries.leaf_hash is 'RFC 6962: SHA-256 of a zero byte and the entry.';

comment on column record_entries.corrects is 'The entry that this one corrects, from the entry itself. Given by a trigger. Null: not a correction.';

-- For the state of the record at an earlier moment.
create index record_entries_by_time on record_entries (created_at);

create index record_entries_corrections on record_entries (corrects, index) where corrects is not null;

-- An entry gets the next index. Whoever appends waits for whoever appended before: there is no gap, also if one is rolled back.
create function record_take_index() returns trigger
language plpgsql
as $$
begin
  update record_log set size = size + 1 returning size - 1 into new.index;
  if not found then
    raise exception 'The log of the record has not begun' using errcode = 'check_violation';
  end if;
  new.corrects := case when new.kind = 'correct' then (convert_from(new.entry, 'UTF8')::jsonb ->> 'refersTo')::bigint end;
  return new;
end;
$$;

create trigger record_entries_take_index
before insert on record_entries
for each row
execute function record_take_index();

create trigger record_entries_note_insert
after insert on record_entries
for each statement
execute function record_note_change();

create function record_refuse_change() returns trigger
language plpgsql
as $$
begin
  if current_setting('carma.end_sample_record', true) = 'yes' and exists (select from record_log where is_sample) then
    return coalesce(old, new);
  end if;
  raise exception 'The record is append-only: % of % is refused', lower(tg_op), tg_table_name using errcode = 'check_violation';
end;
$$;

create trigger record_entries_append_only
before update or delete on record_entries
for each row
execute function record_refuse_change();

create trigger record_entries_no_truncate
before truncate on record_entries
for each statement
execute function record_refuse_change();

-- The projects that an entry is about, written beside it from the entry itself: an operation may be about units of several.
create table record_entry_projects (
  project_slug text not null,
  entry_index bigint not null
    constraint record_entry_projects_entry_fkey references record_entries (index),

  constraint record_entry_projects_pkey primary key (project_slug, entry_index)
);

comment on table record_entry_projects is
  'The projects that an entry is about, by the slugs that they had then. Append-only; filled by a trigger.';

create index record_entry_projects_by_entry on record_entry_projects (entry_index);

-- A correction is about the projects of the entry that it corrects.
create function record_name_projects() returns trigger
language plpgsql
as $$
declare
  said jsonb := convert_from(new.entry, 'UTF8')::jsonb;
begin
  insert into record_entry_projects (project_slug, entry_index)
  select named.slug, new.index
  from (
    select said #>> '{project,slug}' as slug
    union
    select line.value #>> '{project,slug}' from jsonb_array_elements(said -> 'lines') as line
    union
    select project_slug from record_entry_projects where entry_index = new.corrects
  ) as named
  where named.slug is not null;
  return null;
end;
$$;

create trigger record_entries_name_projects
after insert on record_entries
for each row
execute function record_name_projects();

create trigger record_entry_projects_append_only
before update or delete on record_entry_projects
for each row
execute function record_refuse_change();

create trigger record_entry_projects_no_truncate
before truncate on record_entry_projects
for each statement
execute function record_refuse_change();

create table record_nodes (
  level smallint not null,
  index bigint not null,
  hash bytea not null
    constraint record_nodes_hash_length check (octet_length(hash) = 32),

  constraint record_nodes_pkey primary key (level, index)
);

comment on table record_nodes is
  'Hashes of the complete subtrees: (level, index) covers the entries index * 2^level up to (index + 1) * 2^level - 1.';
comment on column record_nodes.level is '0: the leaves.';
comment on column record_nodes.hash is 'SHA-256, as RFC 6962 has it.';

-- Each complete subtree gets its hash when its last leaf comes: about two hashes for each entry, however long the log is.
create function record_grow_tree() returns trigger
language plpgsql
as $$
declare
  grown_level smallint := 0;
  grown_index bigint := new.index;
  grown_hash bytea := new.leaf_hash;
  left_hash bytea;
begin
  insert into record_nodes (level, index, hash) values (0, new.index, new.leaf_hash);
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

create trigger record_nodes_append_only
before update or delete on record_nodes
for each row
execute function record_refuse_change();

create trigger record_nodes_no_truncate
before truncate on record_nodes
for each statement
execute function record_refuse_change();

create table record_checkpoints (
  size bigint not null
    constraint record_checkpoints_pkey primary key,
  root bytea not null
    constraint record_checkpoints_root_length check (octet_length(root) = 32),
  note text not null,
  signed_at timestamptz not null default clock_timestamp()
);

comment on table record_checkpoints is 'Every checkpoint that was signed. Never two of one size.';
comment on column record_checkpoints.size is 'How many entries it covers.';
comment on column record_checkpoints.root is 'The hash of the tree over them (SHA-256).';
comment on column record_checkpoints.note is 'What was signed, with its signatures: a C2SP signed note.';

create trigger record_checkpoints_append_only
before update or delete on record_checkpoints
for each row
execute function record_refuse_change();

-- What may be about a person stands beside the log, and within it only its salted hash: so it can be erased.
create table record_texts (
  commitment bytea not null
    constraint record_texts_pkey primary key,
  entry_index bigint not null
    constraint record_texts_entry_fkey references record_entries (index),
  field text not null
    constraint record_texts_field_known check (field in ('beneficiary', 'buyer', 'purpose', 'reference', 'note')),
  text text not null
    constraint record_texts_length check (char_length(text) between 1 and 1000),
  salt bytea not null
    constraint record_texts_salt_length check (octet_length(salt) = 32),

  constraint record_texts_commitment check (commitment = sha256(salt || convert_to(text, 'UTF8')))
);

comment on table record_texts is
  'Texts whose salted hash stands in an entry. May be deleted: the log keeps its proof, and the text is gone. Personal data.';
comment on column record_texts.commitment is 'SHA-256 of the salt and the text in UTF-8, as the entry has it.';
comment on column record_texts.field is 'Which field of the entry the text belongs to.';
comment on column record_texts.salt is '32 random bytes, without which a short text could be guessed from its hash.';

create index record_texts_by_entry on record_texts (entry_index);
create index record_texts_words on record_texts using gin (catalogue_fold(text) gin_trgm_ops);

-- How often texts were erased. Whoever keeps a copy of one must drop it, whatever else has changed.
create table erasures (
  id boolean not null default true
    constraint erasures_pkey primary key
    constraint erasures_only_one check (id),
  count bigint not null default 0
    constraint erasures_count_not_negative check (count >= 0),
  last_at timestamptz
);

comment on table erasures is
  'One row: how often texts about people were deleted (record_texts), and when last. Counted by triggers.';
comment on column erasures.count is 'Statements, not texts: one that deletes several texts counts once.';
comment on column erasures.last_at is 'Null: never.';

insert into erasures default values;

create function erasures_note() returns trigger
language plpgsql
as $$
begin
  -- A truncation has no table of the rows that it removed.
  if tg_op <> 'TRUNCATE' then
    if not exists (select from erased) then
      return null;
    end if;
  end if;
  update erasures set count = count + 1, last_at = clock_timestamp();
  perform pg_notify('data', '');
  return null;
end;
$$;

create trigger record_texts_note_delete
after delete on record_texts
referencing old table as erased
for each statement
execute function erasures_note();

create trigger record_texts_note_update
after update on record_texts
referencing old table as erased
for each statement
execute function erasures_note();

create trigger record_texts_note_truncate
after truncate on record_texts
for each statement
execute function erasures_note();
