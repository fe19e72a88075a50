-- One time for each entry: that in the entry itself, which the database's clock gave under the log's lock. What is asked of the record
-- "as of" a moment, and since when units are in a state, follow it, and no entry is before the one that it follows.

-- Runs after record_entries_take_index, because of its name: whoever appends has the lock of the log, so the entry before is there.
create function record_take_time() returns trigger
language plpgsql
as $$
declare
  before timestamptz := (select created_at from record_entries where index = new.index - 1);
begin
  new.created_at := (convert_from(new.entry, 'UTF8')::jsonb ->> 'time')::timestamptz;
  if new.created_at is null then
    raise exception 'Entry % states no time', new.index using errcode = 'check_violation', constraint = 'record_entries_time';
  end if;
  if new.created_at < before then
    raise exception 'Entry % of % is before the entry that it follows, of %', new.index, new.created_at, before
      using errcode = 'check_violation', constraint = 'record_entries_time';
  end if;
  return new;
end;
$$;

create trigger record_entries_take_time
before insert on record_entries
for each row
execute function record_take_time();

comment on column record_entries.created_at is
  'The time in the entry, never before that of the entry before. Given by a trigger.';

-- Until now the clocks of site and database gave two times. An entry whose time was before the previous one's gets that one's.
alter table record_entries disable trigger user;
update record_entries
set created_at = told.at
from (
  select index, max((convert_from(entry, 'UTF8')::jsonb ->> 'time')::timestamptz) over (order by index) as at from record_entries
) as told
where told.index = record_entries.index;
alter table record_entries enable trigger user;

create function unit_holdings_take_since() returns trigger
language plpgsql
as $$
begin
  select created_at into strict new.since from record_entries where index = new.entry_index;
  return new;
end;
$$;

create trigger unit_holdings_take_since
before insert on unit_holdings
for each row
execute function unit_holdings_take_since();

comment on column unit_holdings.since is 'The time of entry_index. Given by a trigger.';

alter table unit_holdings disable trigger user;
update unit_holdings set since = entries.created_at from record_entries as entries where entries.index = unit_holdings.entry_index;
alter table unit_holdings enable trigger user;

-- Names are searched by their parts. Folded once, not with each search: of a frequent word as many rows are compared as there are.
alter table record_texts add column folded text not null generated always as (catalogue_fold(text)) stored;
comment on column record_texts.folded is 'The text as searches compare it.';

drop index record_texts_words;
create index record_texts_words on record_texts using gin (folded gin_trgm_ops);
