-- The projects beside a project: on sale, of its type and category, its type or its category, and near its price.

create index carbon_projects_related_by_both
  on carbon_projects (project_type, category, price_per_credit, id)
  where status = 'on sale' and available_credits > 0;
create index carbon_projects_related_by_type
  on carbon_projects (project_type, price_per_credit, id)
  where status = 'on sale' and available_credits > 0;
create index carbon_projects_related_by_category
  on carbon_projects (category, price_per_credit, id)
  where status = 'on sale' and available_credits > 0;
create index carbon_projects_related_by_price
  on carbon_projects (price_per_credit, id)
  where status = 'on sale' and available_credits > 0;
