-- The catalogue: carbon projects whose credits are sold, what changed in them, the addresses they had, and what they cost.
-- One credit is one tonne of CO2 equivalent (tCO2e). Money is in pence, so that sums are exact integers.
-- Of a project almost everything may be unknown: null means "not stated", and pages say so.

-- The one rule of what can be bought. Credits are on sale if they are meant to be, have a price, and are stated to be available.
create function sale_status(status text, price_per_credit integer, available_credits integer) returns text
language sql
immutable
parallel safe
return case
  when status = 'Not yet on sale' or available_credits is null then 'Not yet on sale'
  when available_credits = 0 then 'Sold out'
  when price_per_credit is null then 'Not yet on sale'
  else 'On sale'
end;

-- A day in a list, as 2026-03-31.
create function catalogue_is_day(day text) returns boolean
language sql
immutable
parallel safe
return case
  when day ~ '^[0-9]{4}-[0-9]{2}-[0-9]{2}$'
    then make_date(left(day, 4)::integer, substr(day, 6, 2)::integer, right(day, 2)::integer) is not null
  else false
end;

-- Whether each entry of a project's labels is complete: a known label, vintages or none, a source and a day.
create function catalogue_labels_hold(labels jsonb) returns boolean
language sql
immutable
parallel safe
return (
  select bool_and(coalesce(
    item ->> 'label' ~ '^(CCP-labelled|CCP-eligible programme|CORSIA (2021-2023|2024-2026|from 2027)|Article 6 authorised|Corresponding adjustment (committed|applied|not required)|SDG ([1-9]|1[0-7]))$'
    and (item ->> 'vintageStart' is null) = (item ->> 'vintageEnd' is null)
    and (
      item ->> 'vintageStart' is null
      or (1990 <= (item ->> 'vintageStart')::integer
        and (item ->> 'vintageStart')::integer <= (item ->> 'vintageEnd')::integer
        and (item ->> 'vintageEnd')::integer <= 2200)
    )
    and char_length(item ->> 'source') <= 500 and item ->> 'source' ~ '[^[:space:]]'
    and catalogue_is_day(item ->> 'asOf'),
    false
  ))
  from jsonb_array_elements(labels) as item
);

-- Whether each rating has what the agency wrote, the agency and the day.
create function catalogue_ratings_hold(ratings jsonb) returns boolean
language sql
immutable
parallel safe
return (
  select bool_and(coalesce(
    char_length(item ->> 'rating') <= 50 and item ->> 'rating' ~ '[^[:space:]]'
    and char_length(item ->> 'agency') <= 200 and item ->> 'agency' ~ '[^[:space:]]'
    and catalogue_is_day(item ->> 'date'),
    false
  ))
  from jsonb_array_elements(ratings) as item
);

create table carbon_projects (
  id integer generated always as identity
    constraint carbon_projects_pkey primary key,
  slug text not null
    constraint carbon_projects_slug_unique unique
    constraint carbon_projects_slug_format check (slug ~ '^[a-z0-9]+(-[a-z0-9]+)*$' and char_length(slug) <= 120)
    constraint carbon_projects_slug_not_reserved check (slug <> 'compare'),
  external_id text
    constraint carbon_projects_external_id_length check (char_length(external_id) <= 200 and external_id ~ '[^[:space:]]'),
  featured boolean not null default false,

  -- What and where it is.
  title text not null
    constraint carbon_projects_title_length check (char_length(title) <= 300 and title ~ '[^[:space:]]'),
  description text not null
    constraint carbon_projects_description_length check (char_length(description) <= 5000 and description ~ '[^[:space:]]'),
  monitoring text
    constraint carbon_projects_monitoring_length check (char_length(monitoring) <= 5000 and monitoring ~ '[^[:space:]]'),
  category text not null
    constraint carbon_projects_category_length check (char_length(category) <= 100 and category ~ '[^[:space:]]'),
  project_type text
    constraint carbon_projects_project_type_length check (char_length(project_type) <= 100 and project_type ~ '[^[:space:]]'),
  image_url text
    constraint carbon_projects_image_url_format
      check (char_length(image_url) <= 2000 and image_url ~ '^(/|https://)[^/\\[:space:]][^\\[:space:]]*$'),
  location text not null
    constraint carbon_projects_location_length check (char_length(location) <= 200 and location ~ '[^[:space:]]'),
  country text
    constraint carbon_projects_country_format check (country ~ '^[A-Z]{2}$'),
  latitude double precision
    constraint carbon_projects_latitude_range check (latitude between -90 and 90),
  longitude double precision
    constraint carbon_projects_longitude_range check (longitude between -180 and 180),
  website text
    constraint carbon_projects_website_form check (char_length(website) <= 2000 and website ~ '^https?://[^[:space:][:cntrl:]]+$'),

  -- What is sold.
  status text not null default 'On sale'
    constraint carbon_projects_status_known check (status in ('On sale', 'Not yet on sale')),
  price_per_credit integer
    constraint carbon_projects_price_range check (price_per_credit between 1 and 100000000),
  available_credits integer
    constraint carbon_projects_available_not_negative check (available_credits >= 0),
  sale_status text not null generated always as (sale_status(status, price_per_credit, available_credits)) stored,
  registry_issued integer
    constraint carbon_projects_registry_issued_not_negative check (registry_issued >= 0),
  registry_retired integer
    constraint carbon_projects_registry_retired_not_negative check (registry_retired >= 0),
  impact_per_year integer not null
    constraint carbon_projects_impact_not_negative check (impact_per_year >= 0),
  delivery_by date,
  units_status text
    constraint carbon_projects_units_status_known check (units_status in ('issued', 'expected')),
  unit_type text
    constraint carbon_projects_unit_type_known
      check (unit_type in ('Avoidance', 'Reduction - nature', 'Reduction - technical', 'Removal - nature', 'Removal - technical')),
  vintage_start integer,
  vintage_end integer,
  serials text
    constraint carbon_projects_serials_length check (char_length(serials) <= 1000 and serials ~ '[^[:space:]]'),
  permanence_years integer
    constraint carbon_projects_permanence_range check (permanence_years between 1 and 1000000),
  figures_source text
    constraint carbon_projects_figures_source_length check (char_length(figures_source) <= 500 and figures_source ~ '[^[:space:]]'),
  figures_as_of date,
  is_sample boolean not null
    generated always as (coalesce(external_id ~ '^SAMPLE-[0-9]{4}$' and figures_source like 'Sample%', false)) stored,

  -- What an auditor asks: who made and who checked it, by which rules, who makes up for a loss, where it is retired.
  developer text
    constraint carbon_projects_developer_length check (char_length(developer) <= 300 and developer ~ '[^[:space:]]'),
  verification_standard text not null
    constraint carbon_projects_standard_length check (char_length(verification_standard) <= 200 and verification_standard ~ '[^[:space:]]'),
  registry_url text
    constraint carbon_projects_registry_url_form check (char_length(registry_url) <= 2000 and registry_url ~ '^https?://[^[:space:][:cntrl:]]+$'),
  methodology text
    constraint carbon_projects_methodology_length check (char_length(methodology) <= 500 and methodology ~ '[^[:space:]]'),
  methodology_version text
    constraint carbon_projects_methodology_version_length
      check (char_length(methodology_version) <= 100 and methodology_version ~ '[^[:space:]]'),
  verifier text
    constraint carbon_projects_verifier_length check (char_length(verifier) <= 300 and verifier ~ '[^[:space:]]'),
  verification_report text
    constraint carbon_projects_verification_report_length
      check (char_length(verification_report) <= 500 and verification_report ~ '[^[:space:]]'),
  verification_report_url text
    constraint carbon_projects_verification_report_url_form
      check (char_length(verification_report_url) <= 2000 and verification_report_url ~ '^https?://[^[:space:][:cntrl:]]+$'),
  verified_on date,
  buffer_share double precision
    constraint carbon_projects_buffer_share_range check (buffer_share between 0 and 1),
  shortfall_terms text
    constraint carbon_projects_shortfall_terms_length check (char_length(shortfall_terms) <= 1000 and shortfall_terms ~ '[^[:space:]]'),
  retirement_place text
    constraint carbon_projects_retirement_place_length check (char_length(retirement_place) <= 500 and retirement_place ~ '[^[:space:]]'),
  certifications text
    constraint carbon_projects_certifications_length check (char_length(certifications) <= 500 and certifications ~ '[^[:space:]]'),
  documents jsonb
    constraint carbon_projects_documents_list
      check (jsonb_typeof(documents) = 'array' and jsonb_array_length(documents) between 1 and 20),

  -- What buyers filter by and others have said about it. A claim without a source and a day is not stored.
  labels jsonb
    constraint carbon_projects_labels_list check (jsonb_typeof(labels) = 'array' and jsonb_array_length(labels) between 1 and 60)
    constraint carbon_projects_labels_complete check (catalogue_labels_hold(labels)),
  ratings jsonb
    constraint carbon_projects_ratings_list check (jsonb_typeof(ratings) = 'array' and jsonb_array_length(ratings) between 1 and 20)
    constraint carbon_projects_ratings_complete check (catalogue_ratings_hold(ratings)),
  surveyed_on date,
  survey_points integer
    constraint carbon_projects_survey_points_positive check (survey_points > 0),
  survey_species integer
    constraint carbon_projects_survey_species_not_negative check (survey_species >= 0),
  survey_species_list text
    constraint carbon_projects_survey_species_list_length
      check (char_length(survey_species_list) <= 5000 and survey_species_list ~ '[^[:space:]]'),
  survey_laboratory text
    constraint carbon_projects_survey_laboratory_length
      check (char_length(survey_laboratory) <= 300 and survey_laboratory ~ '[^[:space:]]'),
  survey_report_url text
    constraint carbon_projects_survey_report_url_form
      check (char_length(survey_report_url) <= 2000 and survey_report_url ~ '^https?://[^[:space:][:cntrl:]]+$'),
  reviewer text
    constraint carbon_projects_reviewer_length check (char_length(reviewer) <= 300 and reviewer ~ '[^[:space:]]'),
  reviewed_on date,

  created_at timestamptz not null default now(),
  updated_at timestamptz not null default now(),

  constraint carbon_projects_coordinates_together check ((latitude is null) = (longitude is null)),
  constraint carbon_projects_survey_dated
    check (surveyed_on is not null
      or num_nonnulls(survey_points, survey_species, survey_species_list, survey_laboratory, survey_report_url) = 0),
  constraint carbon_projects_review_together check ((reviewer is null) = (reviewed_on is null)),
  constraint carbon_projects_vintage_range check (vintage_start between 1990 and 2200 and vintage_end between 1990 and 2200),
  constraint carbon_projects_vintage_order check (vintage_start <= vintage_end)
);

comment on table carbon_projects is 'Carbon projects whose credits are sold. One credit is 1 tCO2e.';
comment on column carbon_projects.slug is
  'The last part of the address /projects/:slug. Lower-case words joined by hyphens; "compare" is a page of its own.';
comment on column carbon_projects.external_id is 'The project''s id in its registry or in the catalogue that it was imported from. Null: it has none.';
comment on column carbon_projects.featured is 'Shown on the home page and first in every list.';
comment on column carbon_projects.monitoring is
  'How what the project does is measured, and what is deducted, in words. Separate from the description, because cards show only that. Null: not stated.';
comment on column carbon_projects.category is 'The words on the badge. Six categories have a colour of their own, any other is grey.';
comment on column carbon_projects.project_type is
  'Product line: Biochar, Methane avoidance, UK tree planting or Biodiversity net gain; other words in imported catalogues.';
comment on column carbon_projects.image_url is 'Path on this site or https address. Null: the default picture is shown.';
comment on column carbon_projects.country is 'ISO 3166-1 alpha-2. Null: not stated.';
comment on column carbon_projects.latitude is 'Degrees north, WGS 84. Null together with longitude.';
comment on column carbon_projects.longitude is 'Degrees east, WGS 84. Null together with latitude.';
comment on column carbon_projects.website is 'The project''s own website. Null: not stated.';
comment on column carbon_projects.status is
  'Whether we mean to sell it: "On sale" or "Not yet on sale". What buyers see is sale_status.';
comment on column carbon_projects.price_per_credit is 'Pence (GBP) a credit, excl. VAT; at most £1,000,000. Null: it has no price.';
comment on column carbon_projects.available_credits is
  'Credits that we sell, in tCO2e. Null: not stated; 0: sold out. Of a project with units on the record, what the record holds of it.';
comment on column carbon_projects.sale_status is '"On sale", "Sold out" or "Not yet on sale", as shown to buyers.';
comment on column carbon_projects.delivery_by is
  'The day by which expected credits are delivered. Null: not stated; then the end of the last year in which they arise.';
comment on column carbon_projects.registry_issued is
  'Credits that the registry has issued to date, to whomever: a fact of the project, never what is for sale. Null: not stated.';
comment on column carbon_projects.registry_retired is 'Of those, credits that are retired. Null: not stated.';
comment on column carbon_projects.impact_per_year is 'tCO2e removed or avoided a year.';
comment on column carbon_projects.units_status is
  'Whether the credits exist: "issued" by the registry, or "expected" later. Null: not stated.';
comment on column carbon_projects.unit_type is
  'What a unit is, in the words of the Climate Action Data Trust: an avoidance, a reduction or a removal. Null: not stated.';
comment on column carbon_projects.vintage_start is 'First year in which the tonnes on sale arise. Null: not stated.';
comment on column carbon_projects.vintage_end is 'Last year in which the tonnes on sale arise. Null: not stated.';
comment on column carbon_projects.serials is 'Serial numbers of the units on sale, as the registry writes them. Null: not stated.';
comment on column carbon_projects.permanence_years is
  'For how many years the carbon is meant to stay out of the air. Null: not stated, or it avoids emissions and stores nothing.';
comment on column carbon_projects.figures_source is 'Where price, volumes and impact come from, in words. Null: not stated.';
comment on column carbon_projects.figures_as_of is 'The day the figures are of. Null: not stated.';
comment on column carbon_projects.is_sample is
  'Whether it is invented: it has an id of the sample registry and a sample source (db/sample-catalogue.json), and is neither once a catalogue has replaced it.';
comment on column carbon_projects.developer is 'Who develops and runs the project. Null: not stated.';
comment on column carbon_projects.registry_url is 'The project''s page in its registry. Null: not stated.';
comment on column carbon_projects.methodology is 'The methodology by which the tonnes are calculated, such as VM0047. Null: not stated.';
comment on column carbon_projects.methodology_version is 'Version of the methodology. Null: not stated.';
comment on column carbon_projects.verifier is 'The body that verified the project. Null: not stated.';
comment on column carbon_projects.verification_report is 'Title of the verification report that covers the vintage. Null: not stated.';
comment on column carbon_projects.verification_report_url is 'Web address of the verification report. Null: not stated.';
comment on column carbon_projects.verified_on is 'Day of the verification report. Null: not stated.';
comment on column carbon_projects.buffer_share is 'Share of the issued units that goes to a buffer, 0 to 1. Null: not stated.';
comment on column carbon_projects.shortfall_terms is
  'Who makes up for a shortfall or a reversal, and how, in words. Null: not stated.';
comment on column carbon_projects.retirement_place is 'Where a retirement will appear, in words. Null: not stated.';
comment on column carbon_projects.certifications is 'Certifications that are no label, such as CCB Gold. Null: none, or not stated.';
comment on column carbon_projects.documents is
  '1 to 20 objects, each with title, address (web address, or null: not published) and date (a day, or null). Null: none.';
comment on column carbon_projects.labels is
  '1 to 60 objects, each with label, vintageStart and vintageEnd (years; null: all units on sale), source (words or an address) and asOf (a day). Null: none stated.';
comment on column carbon_projects.ratings is
  '1 to 20 objects, each with rating (as the agency writes it), agency and date (a day). Null: none stated.';
comment on column carbon_projects.surveyed_on is 'Day of the latest survey of species. Null: none stated, and then nothing else of a survey.';
comment on column carbon_projects.survey_points is 'Sampling points of the survey. Null: not stated.';
comment on column carbon_projects.survey_species is 'Species that the survey found. Null: not stated.';
comment on column carbon_projects.survey_species_list is 'Their names, in words. Null: not stated.';
comment on column carbon_projects.survey_laboratory is 'The laboratory that analysed the samples. Null: not stated.';
comment on column carbon_projects.survey_report_url is 'Web address of the report of the survey. Null: not stated.';
comment on column carbon_projects.reviewer is 'Who reviewed the project independently of developer, verifier and us. Null: not stated.';
comment on column carbon_projects.reviewed_on is 'Day of that review. Null together with reviewer.';
comment on column carbon_projects.updated_at is 'When a value last changed. Set by a trigger; an update that changes nothing leaves it.';

create unique index carbon_projects_external_id_unique on carbon_projects (external_id) where external_id is not null;
-- For the sitemap, which needs nothing of the wide rows but these.
create index carbon_projects_pages on carbon_projects (slug) include (updated_at);
-- For the version of the data, which is asked for every 500 ms (0006).
create index carbon_projects_samples on carbon_projects (id) where is_sample;
create index carbon_projects_by_change on carbon_projects (updated_at desc, id desc);

-- For the projects beside a project: on sale, of its type and category, its type or its category, and near its price.
create index carbon_projects_related_by_both on carbon_projects (project_type, category, price_per_credit, id)
  where sale_status = 'On sale';
create index carbon_projects_related_by_type on carbon_projects (project_type, price_per_credit, id)
  where sale_status = 'On sale';
create index carbon_projects_related_by_category on carbon_projects (category, price_per_credit, id)
  where sale_status = 'On sale';
create index carbon_projects_related_by_price on carbon_projects (price_per_credit, id)
  where sale_status = 'On sale';

-- Generated columns (some are added in 0002) follow from the others, and are not yet computed before an update. The comparison
-- stands here and not in the trigger's condition: PostgreSQL does not restore a dump of a condition on the whole row of a table
-- with generated columns.
create function carbon_projects_set_updated_at() returns trigger
language plpgsql
as $$
declare
  compared carbon_projects = new;
begin
  compared.search_vector = old.search_vector;
  compared.search_words = old.search_words;
  compared.registry_key = old.registry_key;
  compared.title_order = old.title_order;
  compared.sale_status = old.sale_status;
  compared.sold_labels = old.sold_labels;
  compared.is_sample = old.is_sample;
  if compared is distinct from old then
    new.updated_at = now();
  end if;
  return new;
end;
$$;

create trigger carbon_projects_updated
before update on carbon_projects
for each row
execute function carbon_projects_set_updated_at();

-- What changed, in the order of the commits: for whoever keeps a copy of the catalogue (cached pages, mirrors that read
-- /api/v1/changes) and must know exactly when the copy is out of date.
create sequence project_changes_seq;

create table project_changes (
  project_id integer not null
    constraint project_changes_pkey primary key,
  seq bigint not null default nextval('project_changes_seq')
    constraint project_changes_seq_unique unique,
  change text not null
    constraint project_changes_change_known check (change in ('created', 'updated', 'deleted')),
  slug text not null,
  changed_at timestamptz not null default clock_timestamp()
);

alter sequence project_changes_seq owned by project_changes.seq;

comment on table project_changes is
  'The last change of each project that the catalogue has or had: one row a project, so it never outgrows the catalogue.';
comment on column project_changes.project_id is 'Not a foreign key: the row outlives the project.';
comment on column project_changes.seq is
  'Grows with every change, in the order in which changes are committed. The highest one is the version of the catalogue.';
comment on column project_changes.change is 'The kind of the last change. "created" turns into "updated" with the next one.';
comment on column project_changes.slug is 'The slug after the change; of a deleted project, the one that it had.';

-- Writers of the catalogue take turns from their first statement to their commit. So the numbers are handed out in the order
-- of the commits, and whoever has read up to a number has missed nothing below it.
create function catalogue_take_turn() returns trigger
language plpgsql
as $$
begin
  perform pg_advisory_xact_lock(7230114926);
  return null;
end;
$$;

create trigger carbon_projects_take_turn
before insert or update or delete or truncate on carbon_projects
for each statement
execute function catalogue_take_turn();

-- Listeners are notified when, and only when, the change is committed.
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
    perform pg_notify('data', '');
  end if;
  return null;
end;
$$;

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

-- Slugs that projects had. Links to them are out in the world, and lead on to the project's address of today.
create table former_slugs (
  slug text not null
    constraint former_slugs_pkey primary key
    constraint former_slugs_not_reserved check (slug <> 'compare'),
  project_id integer not null
    constraint former_slugs_project references carbon_projects (id) on delete cascade,
  changed_at timestamptz not null default now()
);

comment on table former_slugs is 'Slugs that projects had before, each leading to one project. Never one that a project has now.';
comment on column former_slugs.project_id is 'The project that had the slug last.';
comment on column former_slugs.changed_at is 'When the project gave the slug up.';

-- For the deletion of a project, which takes its former slugs along.
create index former_slugs_by_project on former_slugs (project_id);

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

-- What a project cost and how much of it was left, since when: a buyer who comes back sees what changed.
create table project_figures_history (
  project_id integer not null
    constraint project_figures_history_project_fkey references carbon_projects (id) on delete cascade,
  since timestamptz not null,
  price_per_credit integer
    constraint project_figures_history_price_positive check (price_per_credit > 0),
  available_credits integer
    constraint project_figures_history_available_not_negative check (available_credits >= 0),
  status text not null,

  constraint project_figures_history_pkey primary key (project_id, since)
);

comment on table project_figures_history is
  'Price, availability and status of a project from a moment on: one row a change. The newest equals carbon_projects.';
comment on column project_figures_history.since is 'When these figures began: the time of the change, or of the first import.';
comment on column project_figures_history.price_per_credit is 'Pence (GBP) a credit, excl. VAT. Null: no price.';
comment on column project_figures_history.available_credits is 'Credits left, in tCO2e. Null: not stated.';
comment on column project_figures_history.status is 'The sale_status of carbon_projects.';

create function catalogue_keep_figures() returns trigger
language plpgsql
as $$
begin
  -- clock_timestamp: two changes of one transaction are two moments. If the clock gives both the same, the later one stands.
  if tg_op = 'INSERT' then
    insert into project_figures_history (project_id, since, price_per_credit, available_credits, status)
    select id, clock_timestamp(), price_per_credit, available_credits, sale_status
    from new_rows
    on conflict (project_id, since) do update
    set price_per_credit = excluded.price_per_credit, available_credits = excluded.available_credits, status = excluded.status;
  else
    insert into project_figures_history (project_id, since, price_per_credit, available_credits, status)
    select new_rows.id, clock_timestamp(), new_rows.price_per_credit, new_rows.available_credits, new_rows.sale_status
    from new_rows
    join old_rows on old_rows.id = new_rows.id
    where (old_rows.price_per_credit, old_rows.available_credits, old_rows.sale_status)
      is distinct from (new_rows.price_per_credit, new_rows.available_credits, new_rows.sale_status)
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
