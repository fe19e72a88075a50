-- The words of the catalogue: a mistyped word is compared with each of them, which is faster than with the text of each project.

-- Imports wait until the triggers below exist, so that no word of theirs is missed.
lock table carbon_projects in share row exclusive mode;

create table catalogue_words (
  word text not null,

  constraint catalogue_words_pkey
    primary key (word),
  constraint catalogue_words_searchable
    check (word !~ '[0-9''\\]')
);

create index catalogue_words_similar
  on catalogue_words using gin (word gin_trgm_ops);

-- The words as search_vector has them: "puro.earth" is one. Those with digits are left out, because a similar number means something
-- else; those with a quotation mark or a backslash, so that each can stand in quotation marks in a tsquery.
create function catalogue_words_in(search_words text) returns setof text
language sql
immutable
parallel safe
as $$
  select lexeme from unnest(to_tsvector('simple', search_words)) where lexeme !~ '[0-9''\\]'
$$;

insert into catalogue_words (word)
select distinct word
from carbon_projects
cross join catalogue_words_in(search_words) as word;

-- A word stays when the last project that has it changes or goes: it then finds nothing.
create function carbon_projects_add_words() returns trigger
language plpgsql
as $$
begin
  if tg_op = 'INSERT' then
    insert into catalogue_words (word)
    select distinct word
    from changed
    cross join catalogue_words_in(changed.search_words) as word
    on conflict do nothing;
  else
    insert into catalogue_words (word)
    select distinct word
    from changed
    join before using (id)
    cross join catalogue_words_in(changed.search_words) as word
    where changed.search_words <> before.search_words
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
  'For mistyped searches (pg_trgm): the words that search_words of any project has or had, as search_vector has them.';
comment on column carbon_projects.search_words is
  'Title, facts, country and nation, folded: the words that a mistyped search may have meant are collected from it, and similar projects are sorted by it.';
comment on index carbon_projects_search_words is
  'Used by releases before 0026 only.';
