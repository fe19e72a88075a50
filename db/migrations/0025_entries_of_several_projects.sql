-- An operation may be about units of several projects: one retirement, one certificate, one entry. Which projects an entry is
-- about is written beside it, from the entry itself, whichever release appends it.

create table record_entry_projects (
  project_slug text not null,
  entry_index bigint not null,

  constraint record_entry_projects_pkey
    primary key (project_slug, entry_index),
  constraint record_entry_projects_entry_fkey
    foreign key (entry_index) references record_entries (index)
);

create index record_entry_projects_by_entry
  on record_entry_projects (entry_index);

insert into record_entry_projects (project_slug, entry_index)
select project_slug, index
from record_entries
where project_slug is not null;

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
    select project_slug from record_entry_projects where entry_index = (said ->> 'refersTo')::bigint
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

comment on table record_entry_projects is
  'The projects that an entry is about, by the slugs that they had then. Append-only; filled by a trigger.';
comment on column record_entries.project_slug is
  'The project, where the entry is about one. Read by releases before 0025 only: record_entry_projects has them all.';
