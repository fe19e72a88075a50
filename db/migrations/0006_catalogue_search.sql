-- Searching the catalogue, and what an imported catalogue says of its projects and figures.
-- pg_trgm is a trusted extension: creating it needs the right CREATE on the database, not a superuser.

create extension if not exists pg_trgm;

alter table carbon_projects
  add column external_id text,
  add column status text not null default 'on sale',
  add column units_status text,
  add column permanence_years integer,
  add column figures_source text,
  add column figures_as_of date,
  add constraint carbon_projects_external_id_length
    check (char_length(external_id) <= 200 and external_id ~ '[^[:space:]]'),
  add constraint carbon_projects_status_known
    check (status in ('on sale', 'not yet on sale')),
  add constraint carbon_projects_units_status_known
    check (units_status in ('issued', 'expected')),
  add constraint carbon_projects_permanence_range
    check (permanence_years between 1 and 1000000),
  add constraint carbon_projects_figures_source_length
    check (char_length(figures_source) <= 500 and figures_source ~ '[^[:space:]]');

create unique index carbon_projects_external_id_unique
  on carbon_projects (external_id)
  where external_id is not null;

-- Text as it is compared: without case and without accents, so that "ty coch" finds "Tŷ-coch".
create function catalogue_fold(words text) returns text
language sql
immutable
parallel safe
strict
return lower(regexp_replace(normalize(words, nfd), '[\u0300-\u036f]', '', 'g'));

-- The first for whole and begun words, the title before the description; the second for mistyped words.
alter table carbon_projects
  add column search_vector tsvector not null generated always as (
    setweight(to_tsvector('simple', catalogue_fold(title)), 'A')
    || setweight(to_tsvector('english', catalogue_fold(title)), 'A')
    || setweight(to_tsvector('simple', catalogue_fold(
      category || ' ' || coalesce(project_type, '') || ' ' || verification_standard || ' ' || location
    )), 'B')
    || setweight(to_tsvector('english', catalogue_fold(
      category || ' ' || coalesce(project_type, '') || ' ' || location
    )), 'B')
    || setweight(to_tsvector('simple', catalogue_fold(description)), 'D')
    || setweight(to_tsvector('english', catalogue_fold(description)), 'D')
  ) stored,
  add column search_words text not null generated always as (
    catalogue_fold(
      title || ' ' || category || ' ' || coalesce(project_type, '') || ' ' || verification_standard || ' ' || location
    )
  ) stored;

create index carbon_projects_search_vector
  on carbon_projects using gin (search_vector);
create index carbon_projects_search_words
  on carbon_projects using gin (search_words gin_trgm_ops);

-- The orders of the list. Read backwards for the other way round.
create index carbon_projects_by_price
  on carbon_projects (price_per_credit, id);
create index carbon_projects_by_available
  on carbon_projects (available_credits, id);
create index carbon_projects_by_impact
  on carbon_projects (impact_per_year, id);
create index carbon_projects_by_title
  on carbon_projects (title, id);
create index carbon_projects_by_change
  on carbon_projects (updated_at desc, id desc);

-- The filters.
create index carbon_projects_by_category
  on carbon_projects (category);
create index carbon_projects_by_project_type
  on carbon_projects (project_type);
create index carbon_projects_by_standard
  on carbon_projects (verification_standard);
create index carbon_projects_by_country
  on carbon_projects (country);

-- All that is counted beside the filters, so that counting reads this and never the wide rows.
create index carbon_projects_facets
  on carbon_projects (
    category, project_type, verification_standard, country, status, available_credits, price_per_credit, impact_per_year
  );

comment on column carbon_projects.external_id is
  'The project''s id in the catalogue that it was imported from. Null: it has none.';
comment on column carbon_projects.status is
  '"on sale" or "not yet on sale". Sold out is not stored: it is on sale with 0 available credits.';
comment on column carbon_projects.units_status is
  'Whether the credits exist: "issued" by the registry, or "expected" later. Null: not stated.';
comment on column carbon_projects.permanence_years is
  'For how many years the carbon is meant to stay out of the air. Null: not stated, or it avoids emissions and stores nothing.';
comment on column carbon_projects.figures_source is
  'Where price, volumes and impact come from, in words. Null: not stated.';
comment on column carbon_projects.figures_as_of is
  'The day the figures are of. Null: not stated.';
comment on column carbon_projects.search_vector is
  'For full-text search: every word as written and as an English stem, without accents; title A, facts B, description D.';
comment on column carbon_projects.search_words is
  'For mistyped searches (pg_trgm): title and facts in lower case without accents.';
