-- A list without a sort shows what can be bought first: of a registry's catalogue most projects are not on sale.
drop index
  carbon_projects_by_list_order,
  carbon_projects_list_order,
  carbon_projects_places;
create index carbon_projects_list_order
  on carbon_projects ((not featured), (status <> 'on sale' or available_credits = 0), title_order, id);
create index carbon_projects_places
  on carbon_projects ((not featured), (status <> 'on sale' or available_credits = 0), title_order, id)
  where latitude is not null;
create index carbon_projects_featured
  on carbon_projects (title_order, id)
  where featured;
