-- What a catalogue of thousands of projects is read by, so that no page reads the wide rows from end to end.

-- The places on the maps, in the order of the list; also counts them.
create index carbon_projects_places
  on carbon_projects (featured desc, title, id)
  where latitude is not null;

-- The sitemap.
create index carbon_projects_pages
  on carbon_projects (slug)
  include (updated_at);
