-- What a project cost and how much of it was left, since when: a buyer who comes back sees what changed.

create table project_figures_history (
  project_id integer not null,
  since timestamptz not null,
  price_per_credit integer not null,
  available_credits integer not null,
  status text not null,

  constraint project_figures_history_pkey
    primary key (project_id, since),
  constraint project_figures_history_project_fkey
    foreign key (project_id) references carbon_projects (id) on delete cascade,
  constraint project_figures_history_price_not_negative
    check (price_per_credit >= 0),
  constraint project_figures_history_available_not_negative
    check (available_credits >= 0)
);

comment on table project_figures_history is
  'Price, availability and status of a project from a moment on: a row for each change, the newest is what stands in carbon_projects.';
comment on column project_figures_history.since is
  'When these figures began: the time of the change, or of the first import.';
comment on column project_figures_history.price_per_credit is
  'Pence (GBP) a credit, excl. VAT.';
comment on column project_figures_history.available_credits is
  'Credits left, in tCO2e.';
comment on column project_figures_history.status is
  '"on sale" or "not yet on sale", as in carbon_projects.';

insert into project_figures_history (project_id, since, price_per_credit, available_credits, status)
select id, updated_at, price_per_credit, available_credits, status
from carbon_projects;

create function catalogue_keep_figures() returns trigger
language plpgsql
as $$
begin
  -- clock_timestamp: two changes of one transaction are two moments. The later of equal ones stands.
  if tg_op = 'INSERT' then
    insert into project_figures_history (project_id, since, price_per_credit, available_credits, status)
    select id, clock_timestamp(), price_per_credit, available_credits, status
    from new_rows
    on conflict (project_id, since) do update
    set price_per_credit = excluded.price_per_credit, available_credits = excluded.available_credits, status = excluded.status;
  else
    insert into project_figures_history (project_id, since, price_per_credit, available_credits, status)
    select new_rows.id, clock_timestamp(), new_rows.price_per_credit, new_rows.available_credits, new_rows.status
    from new_rows
    join old_rows on old_rows.id = new_rows.id
    where (old_rows.price_per_credit, old_rows.available_credits, old_rows.status)
      is distinct from (new_rows.price_per_credit, new_rows.available_credits, new_rows.status)
    on conflict (project_id, since) do update
    set price_per_credit = excluded.price_per_credit, available_credits = excluded.available_credits, status = excluded.status;
  end if;
  return null;
end;
$$;

create trigger carbon_projects_keep_first_figures
after insert on carbon_projects
referencing new table as new_rows
for each statement
execute function catalogue_keep_figures();

create trigger carbon_projects_keep_new_figures
after update on carbon_projects
referencing old table as old_rows new table as new_rows
for each statement
execute function catalogue_keep_figures();
