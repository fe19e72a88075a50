-- One import appends up to 100,000 entries in one transaction. The size of the log is written once, at its end: PostgreSQL keeps every
-- version of a row until the transaction has ended and reads all of them to find the newest, so writing it with each entry costs
-- more with each entry.

create or replace function record_take_index() returns trigger
language plpgsql
as $$
begin
  -- Whoever appends waits for whoever appended before.
  perform from record_log for update;
  if not found then
    raise exception 'The log of the record has not begun' using errcode = 'check_violation';
  end if;
  new.index := coalesce((select max(index) from record_entries), -1) + 1;
  new.about := case when new.kind in ('correct', 'confirm') then (convert_from(new.entry, 'UTF8')::jsonb ->> 'refersTo')::bigint end;
  return new;
end;
$$;

comment on column record_log.size is
  'How many entries it has, which is the index of the next one. Written at the end of a transaction that appends.';

-- Runs for each entry, and only the newest of a transaction is the size.
create function record_write_size() returns trigger
language plpgsql
as $$
begin
  if not exists (select from record_entries where index = new.index + 1) then
    update record_log set size = new.index + 1;
  end if;
  return null;
end;
$$;

create constraint trigger record_entries_write_size
after insert on record_entries
deferrable initially deferred
for each row
execute function record_write_size();

-- The size is that of the entries, so it only grows. The name changes only when the log that had it has ended, and never to that of
-- one that has.
create or replace function record_guard_log() returns trigger
language plpgsql
as $$
begin
  if tg_op = 'UPDATE' then
    if (new.id, new.is_sample) is not distinct from (old.id, old.is_sample) then
      if (new.origin, new.begun_at) is not distinct from (old.origin, old.begun_at)
        and new.size > old.size and new.size = (select max(index) + 1 from record_entries) then
        return new;
      end if;
      if new.size = old.size and new.origin <> old.origin
        and exists (select from record_ended_logs where origin = old.origin and kept = old.size)
        and not exists (select from record_ended_logs where origin = new.origin) then
        return new;
      end if;
    end if;
  elsif record_is_ending(tg_relid) then
    return old;
  end if;
  raise exception 'The log of the record only grows' using errcode = 'check_violation';
end;
$$;

-- A number of the CDM is given once for each Party, type and period of issue, whatever the project.
alter table credit_batches disable trigger user;
update credit_batches set numbering = substring(numbering from '^[A-Z]{2}-[0-9]-[0-9]') where registry = 'cdm';
alter table credit_batches enable trigger user;
