-- The record is kept against the site's own login too. Its tables belong to a role that the site does not log in as, and
-- db/grants.ts says what the site may do with each of them. Whoever it is, what is refused is refused here.

-- Whether the log of sample data is being ended, which alone may delete. The setting counts only for the tables' owner, as which
-- record_end_sample runs, and never for a log that is not of samples.
create function record_is_ending(guarded oid) returns boolean
language sql
stable
return coalesce(current_setting('carma.end_sample_record', true) = 'yes', false)
  and current_user = (select pg_get_userbyid(relowner) from pg_class where oid = guarded)
  and exists (select from record_log where is_sample);

create function record_end_sample() returns text
language plpgsql
security definer
set search_path = public, pg_temp
as $$
declare
  ended text;
begin
  -- Waits for an operation that is being carried out.
  select origin into ended from record_log where is_sample for update;
  if ended is null then
    return null;
  end if;
  perform set_config('carma.end_sample_record', 'yes', true);
  delete from unit_holdings;
  delete from credit_batches;
  delete from record_certificates;
  delete from record_operations;
  delete from record_texts;
  delete from record_erasures;
  delete from record_entry_projects;
  delete from record_checkpoints;
  delete from record_nodes;
  delete from record_entries;
  delete from record_log;
  perform set_config('carma.end_sample_record', 'no', true);
  return ended;
end;
$$;

comment on function record_end_sample is
  'Deletes the log and the book of sample data, and returns the name of the log. Null: there is none, or it is not of samples.';

revoke execute on function record_end_sample from public;

-- Only the size grows, by one.
create or replace function record_guard_log() returns trigger
language plpgsql
as $$
begin
  if tg_op = 'UPDATE' then
    if (new.id, new.origin, new.is_sample, new.begun_at, new.size) is not distinct from (old.id, old.origin, old.is_sample, old.begun_at, old.size + 1) then
      return new;
    end if;
  elsif record_is_ending(tg_relid) then
    return old;
  end if;
  raise exception 'The log of the record only grows' using errcode = 'check_violation';
end;
$$;

create or replace function record_refuse_change() returns trigger
language plpgsql
as $$
begin
  if tg_op = 'DELETE' and record_is_ending(tg_relid) then
    return old;
  end if;
  raise exception 'The record is append-only: % of % is refused', lower(tg_op), tg_table_name using errcode = 'check_violation';
end;
$$;

create trigger record_log_no_truncate
before truncate on record_log
for each statement
execute function record_refuse_change();

create trigger record_checkpoints_no_truncate
before truncate on record_checkpoints
for each statement
execute function record_refuse_change();

create trigger record_certificates_append_only
before update or delete on record_certificates
for each row
execute function record_refuse_change();

create trigger record_certificates_no_truncate
before truncate on record_certificates
for each statement
execute function record_refuse_change();

create trigger record_operations_append_only
before update or delete on record_operations
for each row
execute function record_refuse_change();

create trigger record_operations_no_truncate
before truncate on record_operations
for each statement
execute function record_refuse_change();

create trigger record_keys_no_truncate
before truncate on record_keys
for each statement
execute function record_refuse_change();

create trigger credit_batches_no_truncate
before truncate on credit_batches
for each statement
execute function record_refuse_change();

create trigger unit_holdings_no_truncate
before truncate on unit_holdings
for each statement
execute function record_refuse_change();

-- Batches stand with their projects, so the catalogue is not emptied like that either, and nothing has to be noted.
drop trigger carbon_projects_note_truncate on carbon_projects;

-- Nothing of a batch changes but its page in the registry.
create or replace function credit_batches_guard() returns trigger
language plpgsql
as $$
begin
  if tg_op = 'DELETE' then
    if record_is_ending(tg_relid) then
      return old;
    end if;
  elsif to_jsonb(new) - 'registry_url' = to_jsonb(old) - 'registry_url' then
    return new;
  end if;
  raise exception 'A batch is never changed' using errcode = 'check_violation';
end;
$$;

create or replace function unit_holdings_guard() returns trigger
language plpgsql
as $$
declare
  batch credit_batches;
begin
  if tg_op = 'DELETE' then
    if record_is_ending(tg_relid) then
      return old;
    end if;
    raise exception 'A holding is never deleted' using errcode = 'check_violation';
  end if;
  if tg_op = 'UPDATE' then
    if (new.id, new.batch_id, new.serials, new.status, new.issuance, new.since, new.reserved_until, new.owner_entry, new.entry_index, new.begun_entry)
      is distinct from
      (old.id, old.batch_id, old.serials, old.status, old.issuance, old.since, old.reserved_until, old.owner_entry, old.entry_index, old.begun_entry)
      or old.ended_entry is not null or new.ended_entry is null then
      raise exception 'A holding is never changed' using errcode = 'check_violation';
    end if;
    if old.status in ('Retired', 'Cancelled', 'Delivered', 'Not delivered') then
      raise exception '% units never move', old.status using errcode = 'check_violation', constraint = 'unit_holdings_final';
    end if;
    return new;
  end if;
  select * into strict batch from credit_batches where id = new.batch_id;
  if not new.serials <@ batch.serials then
    raise exception 'Serials % are not of batch %', new.serials, new.batch_id using errcode = 'check_violation';
  end if;
  if new.issuance = 'expected' and batch.issuance = 'issued' then
    raise exception 'The units of batch % are issued', new.batch_id using errcode = 'check_violation';
  end if;
  -- Expected units become issued by a delivery alone. The rest of a range keeps the issuance of the row that it was part of.
  if new.issuance = 'issued' and batch.issuance = 'expected'
    and not exists (select from record_entries where index = new.begun_entry and kind = 'deliver')
    and not exists (
      select from unit_holdings as before
      where before.ended_entry = new.begun_entry and before.batch_id = new.batch_id and before.issuance = 'issued' and before.serials @> new.serials
    ) then
    raise exception 'The units of batch % were not delivered', new.batch_id
      using errcode = 'check_violation', constraint = 'unit_holdings_delivered';
  end if;
  return new;
end;
$$;

-- The audit reads the holdings in the order of entries.
create index unit_holdings_by_begin on unit_holdings (begun_entry);

-- Checkpoints are numbered, so that a missing one is noticed. They are signed one after the other, each over more entries.
alter table record_checkpoints disable trigger user;
alter table record_checkpoints add column number bigint;
update record_checkpoints set number = ordered.number
from (select size, row_number() over (order by size) - 1 as number from record_checkpoints) as ordered
where ordered.size = record_checkpoints.size;
alter table record_checkpoints
  alter column number set not null,
  add constraint record_checkpoints_number_once unique (number);
alter table record_checkpoints enable trigger user;

comment on column record_checkpoints.number is 'From 0 in the order of signing, without gaps. Given by a trigger.';

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

-- A text that is not there was either erased on request, for good, or lost.
create table record_erasures (
  entry_index bigint not null
    constraint record_erasures_entry_fkey references record_entries (index),
  field text not null,
  erased_at timestamptz not null default clock_timestamp(),

  constraint record_erasures_pkey primary key (entry_index, field)
);

comment on table record_erasures is
  'Which texts of entries were erased. Filled by a trigger. A text that is neither here nor in record_texts was lost.';
comment on column record_erasures.field is 'As in record_texts.';
comment on column record_erasures.erased_at is 'Of texts that were erased before this table was made: when the last of them was.';

insert into record_erasures (entry_index, field, erased_at)
select entries.index, known.field, coalesce((select last_at from erasures), clock_timestamp())
from record_entries as entries
cross join unnest(array['beneficiary', 'buyer', 'purpose', 'reference', 'note']) as known (field)
where convert_from(entries.entry, 'UTF8')::jsonb ? known.field
  and not exists (select from record_texts where entry_index = entries.index and field = known.field);

create trigger record_erasures_append_only
before update or delete on record_erasures
for each row
execute function record_refuse_change();

create trigger record_erasures_no_truncate
before truncate on record_erasures
for each statement
execute function record_refuse_change();

-- A text is stored and, perhaps, deleted; it is never changed.
drop trigger record_texts_note_update on record_texts;
drop trigger record_texts_note_truncate on record_texts;

create trigger record_texts_not_changed
before update on record_texts
for each row
execute function record_refuse_change();

create trigger record_texts_no_truncate
before truncate on record_texts
for each statement
execute function record_refuse_change();

create or replace function erasures_note() returns trigger
language plpgsql
as $$
begin
  if not exists (select from erased) then
    return null;
  end if;
  insert into record_erasures (entry_index, field) select entry_index, field from erased on conflict do nothing;
  update erasures set count = count + 1, last_at = clock_timestamp();
  perform pg_notify('data', '');
  return null;
end;
$$;

create function erasures_guard() returns trigger
language plpgsql
as $$
begin
  if tg_op = 'UPDATE' then
    if new.count = old.count + 1 and new.last_at is not null then
      return new;
    end if;
  end if;
  raise exception 'Erasures are only counted' using errcode = 'check_violation';
end;
$$;

create trigger erasures_only_counted
before update or delete on erasures
for each row
execute function erasures_guard();

create trigger erasures_no_truncate
before truncate on erasures
for each statement
execute function record_refuse_change();
