-- What changed in the catalogue, in the order of the commits: for whoever keeps a copy of it (the remembered pages, the
-- mirrors that read /api/v1/changes) and must know exactly when the copy is out of date.

create sequence project_changes_seq;

create table project_changes (
  project_id integer not null,
  seq bigint not null default nextval('project_changes_seq'),
  change text not null,
  slug text not null,
  changed_at timestamptz not null default clock_timestamp(),

  constraint project_changes_pkey
    primary key (project_id),
  constraint project_changes_seq_unique
    unique (seq),
  constraint project_changes_change_known
    check (change in ('created', 'updated', 'deleted'))
);

alter sequence project_changes_seq owned by project_changes.seq;

comment on table project_changes is
  'The last change of each project that the catalogue has or had: one row a project, so it never outgrows the catalogue.';
comment on column project_changes.seq is
  'Grows with every change, in the order in which changes are committed. The highest one is the version of the catalogue.';
comment on column project_changes.change is
  'What the last change was. "created" turns into "updated" with the next one.';
comment on column project_changes.slug is
  'The slug after the change; of a deleted project the one that it had.';

insert into project_changes (project_id, change, slug, changed_at)
select id, 'created', slug, updated_at
from carbon_projects
order by updated_at, id;

-- Writers of the catalogue take turns from their first statement to their commit. So the numbers are handed out in the
-- order of the commits, and who has read up to a number has missed nothing below it.
create function catalogue_take_turn() returns trigger
language plpgsql
as $$
begin
  perform pg_advisory_xact_lock(7230114926);
  return null;
end;
$$;

-- Listeners get the new version when, and only when, the change is committed.
create function catalogue_note_change() returns trigger
language plpgsql
as $$
begin
  if tg_op = 'INSERT' then
    insert into project_changes (project_id, change, slug)
    select id, 'created', slug from new_rows order by id
    on conflict (project_id) do update
    set seq = excluded.seq, change = excluded.change, slug = excluded.slug, changed_at = excluded.changed_at;
  elsif tg_op = 'UPDATE' then
    insert into project_changes (project_id, change, slug)
    select new_rows.id, 'updated', new_rows.slug
    from new_rows
    join old_rows on old_rows.id = new_rows.id
    where old_rows is distinct from new_rows
    order by new_rows.id
    on conflict (project_id) do update
    set seq = excluded.seq, change = excluded.change, slug = excluded.slug, changed_at = excluded.changed_at;
  elsif tg_op = 'DELETE' then
    insert into project_changes (project_id, change, slug)
    select id, 'deleted', slug from old_rows order by id
    on conflict (project_id) do update
    set seq = excluded.seq, change = excluded.change, slug = excluded.slug, changed_at = excluded.changed_at;
  else
    update project_changes
    set seq = nextval('project_changes_seq'), change = 'deleted', changed_at = clock_timestamp()
    where change <> 'deleted';
  end if;
  if found then
    perform pg_notify('catalogue', (select max(seq)::text from project_changes));
  end if;
  return null;
end;
$$;

create trigger carbon_projects_take_turn
before insert or update or delete or truncate on carbon_projects
for each statement
execute function catalogue_take_turn();

create trigger carbon_projects_note_insert
after insert on carbon_projects
referencing new table as new_rows
for each statement
execute function catalogue_note_change();

create trigger carbon_projects_note_update
after update on carbon_projects
referencing old table as old_rows new table as new_rows
for each statement
execute function catalogue_note_change();

create trigger carbon_projects_note_delete
after delete on carbon_projects
referencing old table as old_rows
for each statement
execute function catalogue_note_change();

create trigger carbon_projects_note_truncate
after truncate on carbon_projects
for each statement
execute function catalogue_note_change();
