-- The public log of the record: entries in the order of their commits, and the hashes of the tree over them (RFC 6962).
-- Everything that makes it a log is kept by the database: entries have no gap, are never changed and never deleted, and the
-- tree grows in the transaction of the entry.

create table record_log (
  id boolean not null default true,
  origin text not null,
  is_sample boolean not null,
  size bigint not null default 0,
  begun_at timestamptz not null default now(),

  constraint record_log_pkey
    primary key (id),
  constraint record_log_only_one
    check (id),
  constraint record_log_origin_form
    check (char_length(origin) between 1 and 200 and origin !~ '[[:space:]+]'),
  constraint record_log_size_not_negative
    check (size >= 0)
);

create table record_entries (
  index bigint not null,
  kind text not null,
  entry bytea not null,
  leaf_hash bytea not null generated always as (sha256('\x00'::bytea || entry)) stored,
  project_slug text,
  created_at timestamptz not null default clock_timestamp(),

  constraint record_entries_pkey
    primary key (index),
  constraint record_entries_kind_known
    check (kind in ('receive', 'reserve', 'release', 'transfer', 'retire', 'cancel', 'convert', 'correct')),
  -- What a tile of entries can say of its length: two bytes.
  constraint record_entries_size
    check (octet_length(entry) between 2 and 65535)
);

create index record_entries_by_project
  on record_entries (project_slug, index desc);

create table record_nodes (
  level smallint not null,
  index bigint not null,
  hash bytea not null,

  constraint record_nodes_pkey
    primary key (level, index),
  constraint record_nodes_hash_length
    check (octet_length(hash) = 32)
);

create table record_checkpoints (
  size bigint not null,
  root bytea not null,
  note text not null,
  signed_at timestamptz not null default clock_timestamp(),

  constraint record_checkpoints_pkey
    primary key (size),
  constraint record_checkpoints_root_length
    check (octet_length(root) = 32)
);

-- What may be about a person stands beside the log, and only its salted hash within it: so it can be erased.
create table record_texts (
  commitment bytea not null,
  entry_index bigint not null,
  field text not null,
  text text not null,
  salt bytea not null,

  constraint record_texts_pkey
    primary key (commitment),
  constraint record_texts_entry_fkey
    foreign key (entry_index) references record_entries (index),
  constraint record_texts_commitment
    check (commitment = sha256(salt || convert_to(text, 'UTF8'))),
  constraint record_texts_field_known
    check (field in ('beneficiary', 'reference', 'note')),
  constraint record_texts_salt_length
    check (octet_length(salt) = 32),
  constraint record_texts_length
    check (char_length(text) between 1 and 1000)
);

create index record_texts_by_entry
  on record_texts (entry_index);
create index record_texts_words
  on record_texts using gin (catalogue_fold(text) gin_trgm_ops);

-- An entry gets the next index. Who appends waits for who appended before: there is no gap, also when one is rolled back.
create function record_take_index() returns trigger
language plpgsql
as $$
begin
  update record_log set size = size + 1 returning size - 1 into new.index;
  if not found then
    raise exception 'The log of the record has not begun' using errcode = 'check_violation';
  end if;
  return new;
end;
$$;

create trigger record_entries_take_index
before insert on record_entries
for each row
execute function record_take_index();

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

-- `carma.end_sample_record` is set by nobody but the command that ends the log of the sample data.
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
create trigger record_nodes_append_only
before update or delete on record_nodes
for each row
execute function record_refuse_change();
create trigger record_nodes_no_truncate
before truncate on record_nodes
for each statement
execute function record_refuse_change();
create trigger record_checkpoints_append_only
before update or delete on record_checkpoints
for each row
execute function record_refuse_change();

-- The size only grows, by one, and the name of a log never changes.
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

comment on table record_log is
  'The log: one row. Its origin is its name in checkpoints, fixed when it begins.';
comment on column record_log.size is
  'How many entries it has; the index of the next one.';
comment on table record_entries is
  'What happened to units, as canonical JSON (RFC 8785). Append-only. The index is given by a trigger.';
comment on column record_entries.leaf_hash is
  'RFC 6962: SHA-256 of a zero byte and the entry.';
comment on table record_nodes is
  'Hashes of the complete subtrees: (level, index) covers the entries index * 2^level up to (index + 1) * 2^level - 1.';
comment on table record_checkpoints is
  'Every checkpoint that was signed, as a C2SP signed note. Never two of one size.';
comment on table record_texts is
  'Texts whose salted SHA-256 stands in an entry. May be deleted: the log keeps its proof, and the text is gone.';
