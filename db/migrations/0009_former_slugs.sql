-- Slugs that projects had. Links to them are out in the world, and lead on to the project's address of today.

create table former_slugs (
  slug text not null,
  project_id integer not null,
  changed_at timestamptz not null default now(),

  constraint former_slugs_pkey
    primary key (slug),
  constraint former_slugs_project
    foreign key (project_id) references carbon_projects (id) on delete cascade,
  constraint former_slugs_not_reserved
    check (slug <> 'compare')
);

-- For the deletion of a project, which takes its former slugs along.
create index former_slugs_by_project
  on former_slugs (project_id);

comment on table former_slugs is
  'Slugs that projects had before, each leading to one project. Never one that a project has now.';
comment on column former_slugs.project_id is
  'The project that had the slug last.';
comment on column former_slugs.changed_at is
  'When the project gave the slug up.';

-- After the statement, row by row: a slug that another row of the same statement took over is in use, not former.
create function carbon_projects_keep_former_slug() returns trigger
language plpgsql
as $$
begin
  delete from former_slugs
  where slug = new.slug;
  insert into former_slugs (slug, project_id)
  select old.slug, new.id
  where not exists (select from carbon_projects where slug = old.slug)
  on conflict (slug) do update
  set project_id = excluded.project_id, changed_at = excluded.changed_at;
  return null;
end;
$$;

create trigger carbon_projects_slug_changed
after update on carbon_projects
for each row
when (old.slug is distinct from new.slug)
execute function carbon_projects_keep_former_slug();

create function carbon_projects_take_former_slugs() returns trigger
language plpgsql
as $$
begin
  delete from former_slugs
  using new_rows
  where former_slugs.slug = new_rows.slug;
  return null;
end;
$$;

create trigger carbon_projects_slug_taken
after insert on carbon_projects
referencing new table as new_rows
for each statement
execute function carbon_projects_take_former_slugs();
