-- What others need to trust a checkpoint for years: which keys signed, from when until when, and which witnesses have seen it.

create table record_signing_keys (
  size bigint not null
    constraint record_signing_keys_pkey primary key
    constraint record_signing_keys_checkpoint_fkey references record_checkpoints (size) on delete cascade,
  keys text[] not null
    constraint record_signing_keys_form check (cardinality(keys) > 0 and array_to_string(keys, ' ', '?') !~ '[^ -~]')
);

comment on table record_signing_keys is
  'With which checkpoint the keys that sign became others: from it on, these signed. Append-only; written with the checkpoint.';
comment on column record_signing_keys.size is 'The first checkpoint that these keys signed.';
comment on column record_signing_keys.keys is 'Public keys as `name+hash+key`, the log''s own first.';

create trigger record_signing_keys_append_only
before update or delete on record_signing_keys
for each row
execute function record_refuse_change();

create trigger record_signing_keys_no_truncate
before truncate on record_signing_keys
for each statement
execute function record_refuse_change();

create table record_cosignatures (
  id bigint generated always as identity
    constraint record_cosignatures_pkey primary key,
  size bigint not null
    constraint record_cosignatures_checkpoint_fkey references record_checkpoints (size) on delete cascade,
  witness text not null
    constraint record_cosignatures_witness_form check (char_length(witness) <= 300 and witness ~ '^[^[:space:]+]+\+[0-9a-f]{8}$'),
  line text not null
    constraint record_cosignatures_line_form check (char_length(line) <= 8000 and line ~ '^— [^[:space:]+]+ [A-Za-z0-9+/]+={0,2}\n$'),
  cosigned_at timestamptz,
  received_at timestamptz not null default clock_timestamp(),

  constraint record_cosignatures_once unique (size, witness)
);

comment on table record_cosignatures is
  'Signatures of witnesses on checkpoints, verified before they are stored (C2SP tlog-cosignature). Append-only.';
comment on column record_cosignatures.size is 'The checkpoint.';
comment on column record_cosignatures.witness is 'Name and id of the witness''s key, which together identify it in notes.';
comment on column record_cosignatures.line is 'The signature as a line of a note, with its newline.';
comment on column record_cosignatures.cosigned_at is 'When the witness says that it saw the checkpoint. Null: it does not say.';

create index record_cosignatures_by_witness on record_cosignatures (witness, size);

create trigger record_cosignatures_append_only
before update or delete on record_cosignatures
for each row
execute function record_refuse_change();

create trigger record_cosignatures_no_truncate
before truncate on record_cosignatures
for each statement
execute function record_refuse_change();

create trigger record_cosignatures_note_insert
after insert on record_cosignatures
for each statement
execute function record_note_change();

-- As before, and with each cosignature: pages and files say who has seen the log.
create or replace function data_version() returns text
language sql
stable
return (
  select concat_ws(
    ':',
    case when exists (select from carbon_projects where is_sample) then 'samples' else 'own' end,
    'project_changes'::regclass::oid,
    coalesce((select max(seq) from project_changes), 0),
    coalesce(
      (
        select concat_ws(
          '/',
          extract(epoch from begun_at),
          size,
          (select extract(epoch from max(created_at)) from record_entries where index = size - 1),
          (select max(id) from record_cosignatures)
        )
        from record_log
      ),
      '0'
    ),
    coalesce((select concat_ws('/', count, extract(epoch from last_at)) from erasures), '0')
  )
);
