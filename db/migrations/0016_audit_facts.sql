-- What an auditor asks of a project: who made and who checked it, by which rules, which tonnes of which years, how long they
-- last and who makes up for a loss, and where their retirement will stand. Every fact may be unknown: the page says so.

alter table carbon_projects
  add column registry_url text,
  add column methodology text,
  add column methodology_version text,
  add column unit_type text,
  add column vintage_start integer,
  add column vintage_end integer,
  add column verification_report text,
  add column verification_report_url text,
  add column verified_on date,
  add column buffer_share double precision,
  add column shortfall_terms text,
  add column rating text,
  add column rating_agency text,
  add column rated_on date,
  add column serials text,
  add column retirement_place text,
  add column corresponding_adjustment text,
  add column developer text,
  add column verifier text,
  add column documents jsonb,
  add column certifications text,
  add column website text,
  add constraint carbon_projects_registry_url_form
    check (char_length(registry_url) <= 2000 and registry_url ~ '^https?://[^[:space:][:cntrl:]]+$'),
  add constraint carbon_projects_methodology_length
    check (char_length(methodology) <= 500 and methodology ~ '[^[:space:]]'),
  add constraint carbon_projects_methodology_version_length
    check (char_length(methodology_version) <= 100 and methodology_version ~ '[^[:space:]]'),
  add constraint carbon_projects_unit_type_known
    check (unit_type in ('Avoidance', 'Reduction - nature', 'Reduction - technical', 'Removal - nature', 'Removal - technical')),
  add constraint carbon_projects_vintage_range
    check (vintage_start between 1990 and 2200 and vintage_end between 1990 and 2200),
  add constraint carbon_projects_vintage_order
    check (vintage_start <= vintage_end),
  add constraint carbon_projects_verification_report_length
    check (char_length(verification_report) <= 500 and verification_report ~ '[^[:space:]]'),
  add constraint carbon_projects_verification_report_url_form
    check (char_length(verification_report_url) <= 2000 and verification_report_url ~ '^https?://[^[:space:][:cntrl:]]+$'),
  add constraint carbon_projects_buffer_share_range
    check (buffer_share between 0 and 1),
  add constraint carbon_projects_shortfall_terms_length
    check (char_length(shortfall_terms) <= 1000 and shortfall_terms ~ '[^[:space:]]'),
  add constraint carbon_projects_rating_length
    check (char_length(rating) <= 50 and rating ~ '[^[:space:]]'),
  add constraint carbon_projects_rating_agency_length
    check (char_length(rating_agency) <= 200 and rating_agency ~ '[^[:space:]]'),
  add constraint carbon_projects_serials_length
    check (char_length(serials) <= 1000 and serials ~ '[^[:space:]]'),
  add constraint carbon_projects_retirement_place_length
    check (char_length(retirement_place) <= 500 and retirement_place ~ '[^[:space:]]'),
  add constraint carbon_projects_corresponding_adjustment_known
    check (corresponding_adjustment in ('Committed', 'Not Required', 'Unknown')),
  add constraint carbon_projects_developer_length
    check (char_length(developer) <= 300 and developer ~ '[^[:space:]]'),
  add constraint carbon_projects_verifier_length
    check (char_length(verifier) <= 300 and verifier ~ '[^[:space:]]'),
  add constraint carbon_projects_documents_list
    check (jsonb_typeof(documents) = 'array' and jsonb_array_length(documents) between 1 and 20),
  add constraint carbon_projects_certifications_length
    check (char_length(certifications) <= 500 and certifications ~ '[^[:space:]]'),
  add constraint carbon_projects_website_form
    check (char_length(website) <= 2000 and website ~ '^https?://[^[:space:][:cntrl:]]+$');

comment on column carbon_projects.registry_url is 'The project''s page in its registry. Null: not stated.';
comment on column carbon_projects.methodology is 'The methodology that the tonnes are calculated by, such as VM0047. Null: not stated.';
comment on column carbon_projects.methodology_version is 'Version of the methodology. Null: not stated.';
comment on column carbon_projects.unit_type is
  'What a unit is, in the words of the Climate Action Data Trust: an avoidance, a reduction or a removal. Null: not stated.';
comment on column carbon_projects.vintage_start is 'First year in which the tonnes on sale arise. Null: not stated.';
comment on column carbon_projects.vintage_end is 'Last year in which the tonnes on sale arise. Null: not stated.';
comment on column carbon_projects.verification_report is 'Title of the verification report that covers the vintage. Null: not stated.';
comment on column carbon_projects.verification_report_url is 'Web address of the verification report. Null: not stated.';
comment on column carbon_projects.verified_on is 'Day of the verification report. Null: not stated.';
comment on column carbon_projects.buffer_share is 'Share of the issued units that goes to a buffer, 0 to 1. Null: not stated.';
comment on column carbon_projects.shortfall_terms is 'Who makes up for a shortfall or a reversal, and how, in words. Null: not stated.';
comment on column carbon_projects.rating is 'An agency''s rating, as it writes it. Null: none, or not stated.';
comment on column carbon_projects.rating_agency is 'The agency of the rating. Null: not stated.';
comment on column carbon_projects.rated_on is 'Day of the rating. Null: not stated.';
comment on column carbon_projects.serials is 'Serial numbers of the units on sale, as the registry writes them. Null: not stated.';
comment on column carbon_projects.retirement_place is 'Where a retirement will appear, in words. Null: not stated.';
comment on column carbon_projects.corresponding_adjustment is
  'Whether the host country adjusts its own account (Paris Agreement, Article 6): Committed, Not Required or Unknown. Null: not stated.';
comment on column carbon_projects.developer is 'Who develops and runs the project. Null: not stated.';
comment on column carbon_projects.verifier is 'The body that verified it. Null: not stated.';
comment on column carbon_projects.documents is
  'Documents: a list of 1 to 20 objects, each with title, address (web address) and date (a day, or null). Null: none.';
comment on column carbon_projects.certifications is 'Further certifications, such as CCB or CORSIA. Null: none, or not stated.';
comment on column carbon_projects.website is 'The project''s own website. Null: not stated.';
