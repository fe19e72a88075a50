-- What a buyer says beside name and address: the project and the tonnes of a purchase, and what a quote is ordered with.

alter table contact_messages
  add column project_slug text,
  add column tonnes integer,
  add column organisation text,
  add column purchase_order text,
  add column deliver_by date,
  add column prices_valid_until date,
  add constraint contact_messages_project_slug_form
    check (char_length(project_slug) <= 120 and project_slug ~ '^[a-z0-9]+(-[a-z0-9]+)*$'),
  add constraint contact_messages_tonnes_range
    check (tonnes between 1 and 1000000),
  add constraint contact_messages_organisation_length
    check (char_length(organisation) <= 200 and organisation ~ '[^[:space:]]'),
  add constraint contact_messages_purchase_order_length
    check (char_length(purchase_order) <= 100 and purchase_order ~ '[^[:space:]]');

-- A message is found by its reference: the first eight digits of its id.
create index contact_messages_by_reference
  on contact_messages (left(id::text, 8));

alter table contact_message_lines
  add column units_status text,
  add constraint contact_message_lines_units_status_known
    check (units_status in ('issued', 'expected'));

comment on column contact_messages.project_slug is
  'The project that a purchase is about, by its slug at the time. Null: none was named.';
comment on column contact_messages.tonnes is
  'Credits wanted of that project, in tCO2e. Null: not said.';
comment on column contact_messages.organisation is
  'The buyer''s organisation, in a request for a quote. Null: not said.';
comment on column contact_messages.purchase_order is
  'The buyer''s own reference, to stand on quote and invoice. Null: not said.';
comment on column contact_messages.deliver_by is
  'The day by which the buyer needs the credits. Null: not said.';
comment on column contact_messages.prices_valid_until is
  'The last day on which the prices of the lines hold. Null: no request for a quote.';
comment on column contact_message_lines.units_status is
  'Whether the credits were issued or expected at the time of asking. Null: not stated.';
