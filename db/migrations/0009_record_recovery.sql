-- What the record keeps through renames, erasures and restores: which projects entries are about, whatever those are called today;
-- which texts were erased, as opposed to lost; which secret its keyed hashes were made with; which logs have ended.

-- A project's identity is its id: slugs change hands, ids never do. Entries of the first form name only a slug; their units' batches
-- say whose they are.
create function record_project_of(said jsonb, batch integer) returns integer
language sql
stable
return coalesce(
  (said ->> 'id')::integer,
  (select project_id from credit_batches where id = batch),
  (select id from carbon_projects where slug = said ->> 'slug'),
  (select project_id from former_slugs where slug = said ->> 'slug')
);

alter table record_entry_projects
  add column project_id integer
    constraint record_entry_projects_project_fkey references carbon_projects (id) on delete restrict;

alter table record_entry_projects disable trigger user;
update record_entry_projects as about
set project_id = record_project_of(
  jsonb_build_object('slug', about.project_slug),
  (
    select (line.value ->> 'batch')::integer
    from record_entries as entries
    cross join jsonb_array_elements(convert_from(entries.entry, 'UTF8')::jsonb -> 'lines') as line
    where entries.index = coalesce((select corrects from record_entries where index = about.entry_index), about.entry_index)
      and coalesce(line.value #>> '{project,slug}', convert_from(entries.entry, 'UTF8')::jsonb #>> '{project,slug}') = about.project_slug
    limit 1
  )
);
delete from record_entry_projects where project_id is null;
alter table record_entry_projects enable trigger user;

alter table record_entry_projects drop constraint record_entry_projects_pkey;
alter table record_entry_projects drop column project_slug;
alter table record_entry_projects add constraint record_entry_projects_pkey primary key (project_id, entry_index);

comment on table record_entry_projects is 'The projects that an entry is about. Append-only; filled by a trigger.';

-- A correction is about the projects of the entry that it corrects.
create or replace function record_name_projects() returns trigger
language plpgsql
as $$
declare
  said jsonb := convert_from(new.entry, 'UTF8')::jsonb;
begin
  insert into record_entry_projects (project_id, entry_index)
  select named.id, new.index
  from (
    select record_project_of(said -> 'project', (said #>> '{lines,0,batch}')::integer) as id
    where jsonb_typeof(said -> 'project') = 'object'
    union
    select record_project_of(line.value -> 'project', (line.value ->> 'batch')::integer)
    from jsonb_array_elements(said -> 'lines') as line
    where jsonb_typeof(line.value -> 'project') = 'object'
    union
    select project_id from record_entry_projects where entry_index = new.corrects
  ) as named
  where named.id is not null;
  return null;
end;
$$;

-- A hash of a request that anybody can compute confirms a guess of a name in it, also after the name was erased.
alter table record_operations drop column body_hash;
alter table record_operations
  add column request_hash bytea
    constraint record_operations_request_hash_length check (octet_length(request_hash) = 32);

comment on column record_operations.key is
  'A keyed hash of the idempotency key and its writer, as the entry has it (server/domain/record/log/secret.ts). Before migration 0009: the key itself.';
comment on column record_operations.request_hash is
  'A keyed hash of the request without its salted texts, which are compared with the entry''s. Null: made before migration 0009, or not in the entry from which it was recovered.';

create table record_secrets (
  id integer generated always as identity
    constraint record_secrets_pkey primary key,
  fingerprint bytea not null
    constraint record_secrets_fingerprint_length check (octet_length(fingerprint) = 32),
  since timestamptz not null default clock_timestamp()
);

comment on table record_secrets is
  'Which secret the keyed hashes of the record were made with since when: the newest counts. With another one, an idempotency key would not be found again.';
comment on column record_secrets.fingerprint is 'A keyed hash of a fixed text. The secret itself lies beside the signing key.';

create trigger record_secrets_append_only
before update or delete on record_secrets
for each row
execute function record_refuse_change();

create trigger record_secrets_no_truncate
before truncate on record_secrets
for each statement
execute function record_refuse_change();

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

-- Texts of entries that were taken back from a mirror of the log, which has only their hashes. Each stays here when it comes back.
create table record_lost_texts (
  entry_index bigint not null
    constraint record_lost_texts_entry_fkey references record_entries (index),
  field text not null,
  noted_at timestamptz not null default clock_timestamp(),

  constraint record_lost_texts_pkey primary key (entry_index, field)
);

comment on table record_lost_texts is
  'Texts that were lost with a database, by entry and field. One that is neither in record_texts nor in record_erasures is not on file.';
comment on column record_lost_texts.field is 'As in record_texts.';

create trigger record_lost_texts_append_only
before update or delete on record_lost_texts
for each row
execute function record_refuse_change();

create trigger record_lost_texts_no_truncate
before truncate on record_lost_texts
for each statement
execute function record_refuse_change();

-- A log ends when entries that were signed under its name are lost for good, or its key is. Another begins, under another name, with
-- the entries that are there.
create table record_ended_logs (
  origin text not null
    constraint record_ended_logs_pkey primary key,
  size bigint not null
    constraint record_ended_logs_size_not_negative check (size >= 0),
  note text not null,
  kept bigint not null
    constraint record_ended_logs_kept check (kept >= 0 and kept <= size),
  reason text not null
    constraint record_ended_logs_reason_length check (char_length(reason) between 1 and 1000),
  ended_at timestamptz not null default clock_timestamp()
);

comment on table record_ended_logs is 'Logs that were ended for good. Nothing is ever signed under their names again.';
comment on column record_ended_logs.size is 'How many entries its last checkpoint covers.';
comment on column record_ended_logs.note is 'Its last checkpoint, a C2SP signed note.';
comment on column record_ended_logs.kept is 'How many of its entries the next log begins with: all that were not lost.';
comment on column record_ended_logs.reason is 'Why it ended. Public.';

create trigger record_ended_logs_append_only
before update or delete on record_ended_logs
for each row
execute function record_refuse_change();

create trigger record_ended_logs_no_truncate
before truncate on record_ended_logs
for each statement
execute function record_refuse_change();

-- Ends the log and gives the one that follows its name. The next entry says so in the log itself.
create function record_end_log(next_origin text, last_size bigint, last_note text, why text) returns void
language plpgsql
security definer
set search_path = public, pg_temp
as $$
declare
  ending record_log;
begin
  select * into strict ending from record_log where not is_sample for update;
  insert into record_ended_logs (origin, size, note, kept, reason) values (ending.origin, last_size, last_note, ending.size, why);
  update record_log set origin = next_origin;
end;
$$;

comment on function record_end_log is 'Ends the log for good, with its last checkpoint, and begins another with its entries.';

revoke execute on function record_end_log from public;

-- Texts of an entry that are not on file can be erased too: nobody's file brings them back then. Returns their number.
create function record_erase_lost(erased_entry bigint) returns integer
language plpgsql
security definer
set search_path = public, pg_temp
as $$
declare
  lost integer;
begin
  insert into record_erasures (entry_index, field)
  select entries.index, known.field
  from record_entries as entries
  cross join unnest(array['beneficiary', 'buyer', 'purpose', 'reference', 'note', 'checkedBy']) as known (field)
  where entries.index = erased_entry
    and convert_from(entries.entry, 'UTF8')::jsonb ->> known.field ~ '^[0-9a-f]{64}$'
    and not exists (select from record_texts where entry_index = entries.index and field = known.field)
  on conflict do nothing;
  get diagnostics lost = row_count;
  if lost > 0 then
    update erasures set count = count + 1, last_at = clock_timestamp();
    perform pg_notify('data', '');
  end if;
  return lost;
end;
$$;

comment on function record_erase_lost is 'Marks texts of an entry as erased that are not on file.';

revoke execute on function record_erase_lost from public;

-- Begins a log that a database has lost altogether, at the time of the first entry that is taken back.
create function record_begin_lost_log(lost_origin text, began timestamptz) returns void
language sql
security definer
set search_path = public, pg_temp
as $$
  insert into record_log (origin, is_sample, begun_at) values (lost_origin, false, began) on conflict do nothing;
$$;

comment on function record_begin_lost_log is 'Begins a log whose entries are about to be taken back from a mirror, if none has begun.';

revoke execute on function record_begin_lost_log from public;

-- A project whose units are on the record stays in the catalogue. With a sample project the record of samples ends, all of it: it is
-- one log of invented units, unless a project that is no sample has come onto it.
create function carbon_projects_leave_record() returns trigger
language plpgsql
as $$
begin
  if exists (select from record_entry_projects where project_id = old.id) then
    if not exists (select from record_log where is_sample) or exists (
      select
      from record_entry_projects
      join carbon_projects on carbon_projects.id = project_id
      where not is_sample
    ) then
      raise exception 'The project % (%) is on the record and cannot be deleted: certificates and entries are about it', old.id, old.slug
        using errcode = 'foreign_key_violation';
    end if;
    perform record_end_sample();
  end if;
  return old;
end;
$$;

create trigger carbon_projects_left_record
before delete on carbon_projects
for each row
execute function carbon_projects_leave_record();
