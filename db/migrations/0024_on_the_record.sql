-- The filters beside the list count projects with units on the record too, by their id.
drop index carbon_projects_facets;
create index carbon_projects_facets
  on carbon_projects (
    category, project_type, verification_standard, country, status, units_status, unit_type, vintage_start, vintage_end,
    available_credits, price_per_credit, has_price, impact_per_year, id
  );
