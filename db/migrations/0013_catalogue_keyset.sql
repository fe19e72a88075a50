-- The order of every list, featured first, in one direction: so that a page after a given project is one range of an
-- index, however far down the list it starts. (carbon_projects_list_order goes in two directions.)

create index carbon_projects_by_list_order
  on carbon_projects ((not featured), title, id);
