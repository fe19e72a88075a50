-- A confirmation adds to a retirement what its registry shows. It and a correction are about an earlier entry, which stands beside
-- them, so that one lookup finds everything that was said about an entry later.

alter table record_entries rename column corrects to about;
alter table record_entries rename constraint record_entries_corrects_fkey to record_entries_about_fkey;
alter index record_entries_corrections rename to record_entries_by_about;
alter table record_entries
  add constraint record_entries_about_earlier check (about < index),
  drop constraint record_entries_kind_known,
  add constraint record_entries_kind_known
    check (kind in ('receive', 'reserve', 'release', 'assign', 'transfer', 'retire', 'cancel', 'deliver', 'confirm', 'correct'));

comment on column record_entries.about is
  'The entry that this one corrects or confirms, from the entry itself. Given by a trigger. Null: neither.';

create or replace function record_take_index() returns trigger
language plpgsql
as $$
begin
  update record_log set size = size + 1 returning size - 1 into new.index;
  if not found then
    raise exception 'The log of the record has not begun' using errcode = 'check_violation';
  end if;
  new.about := case when new.kind in ('correct', 'confirm') then (convert_from(new.entry, 'UTF8')::jsonb ->> 'refersTo')::bigint end;
  return new;
end;
$$;

-- A correction or a confirmation is about the projects of the entry that it is about.
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
    select project_id from record_entry_projects where entry_index = new.about
  ) as named
  where named.id is not null;
  return null;
end;
$$;

alter table record_texts
  drop constraint record_texts_field_known,
  add constraint record_texts_field_known
    check (field in ('beneficiary', 'buyer', 'purpose', 'reference', 'note', 'checkedBy'));

alter table record_keys
  drop constraint record_keys_scopes_known,
  add constraint record_keys_scopes_known
    check (
      scopes <@ array['receive', 'reserve', 'assign', 'transfer', 'retire', 'cancel', 'deliver', 'confirm', 'correct', 'any-owner']
      and cardinality(scopes) > 0
    );
