create table erasures (n bigint not null default 0);
insert into erasures default values;
create function data_version() returns text language sql stable as $$
  select 'project_changes'::regclass::oid || ':' || (select coalesce(max(seq), 0) from project_changes) || ':' || (select coalesce(max(size), 0) from record_log) || ':' || (select n from erasures)
$$;
create function catalogue_hint() returns trigger language plpgsql as $$ begin perform pg_notify('data', ''); return null; end $$;
create trigger carbon_projects_hint after insert or update or delete or truncate on carbon_projects for each statement execute function catalogue_hint();
create trigger record_hint after insert on record_entries for each statement execute function catalogue_hint();
