-- The words of the catalogue: a mistyped word is compared with each of them, which is faster than with the text of each project.

create table catalogue_words (
  word text not null,

  constraint catalogue_words_pkey
    primary key (word)
);

create index catalogue_words_similar
  on catalogue_words using gin (word gin_trgm_ops);

insert into catalogue_words (word)
select distinct word
from carbon_projects
cross join regexp_split_to_table(search_words, '[^[:alnum:]]+') as word
where word ~ '^[^0-9]+$';

-- Words stay when the last project that has them changes or goes: whoever reads them looks for projects that have them. In
-- alphabetical order, so that two imports that add the same words never wait for each other.
create function carbon_projects_add_words() returns trigger
language plpgsql
as $$
begin
  if tg_op = 'INSERT' then
    insert into catalogue_words (word)
    select distinct word
    from changed
    cross join regexp_split_to_table(changed.search_words, '[^[:alnum:]]+') as word
    where word ~ '^[^0-9]+$'
    order by word
    on conflict do nothing;
  else
    insert into catalogue_words (word)
    select distinct word
    from changed
    join before using (id)
    cross join regexp_split_to_table(changed.search_words, '[^[:alnum:]]+') as word
    where changed.search_words <> before.search_words and word ~ '^[^0-9]+$'
    order by word
    on conflict do nothing;
  end if;
  return null;
end;
$$;

create trigger carbon_projects_add_inserted_words
after insert on carbon_projects
referencing new table as changed
for each statement
execute function carbon_projects_add_words();

create trigger carbon_projects_add_updated_words
after update on carbon_projects
referencing old table as before new table as changed
for each statement
execute function carbon_projects_add_words();

comment on table catalogue_words is
  'For mistyped searches (pg_trgm): the words without digits that search_words of any project has or had.';

drop index carbon_projects_search_words;
