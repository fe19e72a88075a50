-- A dump of this schema could not be restored: since 0006 the table has generated columns, and PostgreSQL refuses to make
-- anew a BEFORE trigger whose condition names the whole row. The same comparison now stands in the function.

create or replace function carbon_projects_set_updated_at() returns trigger
language plpgsql
as $$
declare
  compared carbon_projects = new;
begin
  -- Not computed yet before the update: they follow from the others.
  compared.search_vector = old.search_vector;
  compared.search_words = old.search_words;
  if compared is distinct from old then
    new.updated_at = now();
  end if;
  return new;
end;
$$;

drop trigger carbon_projects_updated on carbon_projects;

create trigger carbon_projects_updated
before update on carbon_projects
for each row
execute function carbon_projects_set_updated_at();
