-- How what a project does is measured, apart from what it does: cards say the one, a project's page both.

alter table carbon_projects
  add column monitoring text,
  add constraint carbon_projects_monitoring_length
    check (char_length(monitoring) <= 5000 and monitoring ~ '[^[:space:]]');

comment on column carbon_projects.monitoring is
  'How what the project does is measured, and what is deducted, in words. Null: not stated.';

-- Its words are searched like those of the description. Before PostgreSQL 17 the expression of a generated column cannot
-- be changed; the column's index goes with it.
alter table carbon_projects
  drop column search_vector,
  add column search_vector tsvector not null generated always as (
    setweight(to_tsvector('simple', catalogue_fold(title)), 'A')
    || setweight(to_tsvector('english', catalogue_fold(title)), 'A')
    || setweight(to_tsvector('simple', catalogue_fold(
      category || ' ' || coalesce(project_type, '') || ' ' || verification_standard || ' ' || location
    )), 'B')
    || setweight(to_tsvector('english', catalogue_fold(
      category || ' ' || coalesce(project_type, '') || ' ' || location
    )), 'B')
    || setweight(to_tsvector('simple', catalogue_fold(description || ' ' || coalesce(monitoring, ''))), 'D')
    || setweight(to_tsvector('english', catalogue_fold(description || ' ' || coalesce(monitoring, ''))), 'D')
  ) stored;

create index carbon_projects_search_vector
  on carbon_projects using gin (search_vector);

comment on column carbon_projects.search_vector is
  'For full-text search: every word as written and as an English stem, without accents; title A, facts B, description and monitoring D.';
