-- What a catalogue of thousands of projects is read by, so that no page reads the wide rows from end to end.

-- The places on the maps, in the order of the list; also counts them.
create index carbon_projects_places
  on carbon_projects (featured desc, title, id)
  where latitude is not null;

-- Which projects on sale are most like another one: judged by this alone, and only the few found are read.
create index carbon_projects_on_sale
  on carbon_projects (category, project_type, price_per_credit, id)
  where status = 'on sale' and available_credits > 0;

-- The sitemap.
create index carbon_projects_pages
  on carbon_projects (slug)
  include (updated_at);
