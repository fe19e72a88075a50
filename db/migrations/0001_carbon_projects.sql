-- The catalogue. One credit is one tonne of CO2 equivalent (tCO2e).

create table carbon_projects (
  id integer generated always as identity,
  slug text not null,
  title text not null,
  description text not null,
  category text not null,
  project_type text,
  image_url text,
  price_per_credit integer not null,
  available_credits integer not null,
  verification_standard text not null,
  location text not null,
  country text,
  latitude double precision,
  longitude double precision,
  impact_per_year integer not null,
  featured boolean not null default false,
  created_at timestamptz not null default now(),
  updated_at timestamptz not null default now(),

  constraint carbon_projects_pkey
    primary key (id),
  constraint carbon_projects_slug_unique
    unique (slug),
  constraint carbon_projects_slug_format
    check (slug ~ '^[a-z0-9]+(-[a-z0-9]+)*$' and char_length(slug) <= 120),
  constraint carbon_projects_slug_not_reserved
    check (slug <> 'compare'),
  constraint carbon_projects_title_length
    check (char_length(title) <= 300 and title ~ '[^[:space:]]'),
  constraint carbon_projects_description_length
    check (char_length(description) <= 5000 and description ~ '[^[:space:]]'),
  constraint carbon_projects_category_length
    check (char_length(category) <= 100 and category ~ '[^[:space:]]'),
  constraint carbon_projects_project_type_length
    check (char_length(project_type) <= 100 and project_type ~ '[^[:space:]]'),
  constraint carbon_projects_image_url_format
    check (char_length(image_url) <= 2000 and image_url ~ '^(/|https://)[^/[:space:]][^[:space:]]*$'),
  constraint carbon_projects_price_not_negative
    check (price_per_credit >= 0),
  constraint carbon_projects_available_not_negative
    check (available_credits >= 0),
  constraint carbon_projects_standard_length
    check (char_length(verification_standard) <= 200 and verification_standard ~ '[^[:space:]]'),
  constraint carbon_projects_location_length
    check (char_length(location) <= 200 and location ~ '[^[:space:]]'),
  constraint carbon_projects_country_format
    check (country ~ '^[A-Z]{2}$'),
  constraint carbon_projects_latitude_range
    check (latitude between -90 and 90),
  constraint carbon_projects_longitude_range
    check (longitude between -180 and 180),
  constraint carbon_projects_coordinates_together
    check ((latitude is null) = (longitude is null)),
  constraint carbon_projects_impact_not_negative
    check (impact_per_year >= 0)
);

-- The order of every list: featured first, then by title; the id makes it stable.
create index carbon_projects_list_order
  on carbon_projects (featured desc, title, id);

comment on table carbon_projects is
  'The catalogue: carbon projects whose credits are sold. One credit is 1 tCO2e.';
comment on column carbon_projects.slug is
  'The last part of the address /projects/:slug. Lower case words joined by hyphens; "compare" is a page of its own.';
comment on column carbon_projects.category is
  'What the badge says. Six categories have a colour of their own, any other is grey.';
comment on column carbon_projects.project_type is
  'Product line: Biochar, Methane avoidance, UK tree planting or Biodiversity net gain; other text in imported catalogues.';
comment on column carbon_projects.image_url is
  'Path on this site or https address. Null: the default picture is shown.';
comment on column carbon_projects.price_per_credit is
  'Pence (GBP) a credit, excl. VAT.';
comment on column carbon_projects.available_credits is
  'Credits still to be sold, in tCO2e. 0: sold out.';
comment on column carbon_projects.country is
  'ISO 3166-1 alpha-2.';
comment on column carbon_projects.latitude is
  'Degrees north, WGS 84. Null together with longitude.';
comment on column carbon_projects.longitude is
  'Degrees east, WGS 84. Null together with latitude.';
comment on column carbon_projects.impact_per_year is
  'tCO2e removed or avoided a year.';
comment on column carbon_projects.featured is
  'Shown on the home page and first in every list.';
comment on column carbon_projects.updated_at is
  'When a value last changed. Set by a trigger, and not by an update that changes nothing.';

create function carbon_projects_set_updated_at() returns trigger
language plpgsql
as $$
begin
  new.updated_at = now();
  return new;
end;
$$;

create trigger carbon_projects_updated
before update on carbon_projects
for each row
when (old.* is distinct from new.*)
execute function carbon_projects_set_updated_at();
