-- The record, the book of credits: which serials Carma holds, and what became of each of them. What must never be is refused
-- here: the same serial twice, more than there is, a gap, a retired unit that moves, an expected unit that is retired.
-- Every change is an entry of the log (0004), in the same transaction. One serial is one unit, which is one tCO2e.

create extension if not exists btree_gist;

create table credit_batches (
  id integer not null
    constraint credit_batches_pkey primary key,
  project_id integer not null
    constraint credit_batches_project_fkey references carbon_projects (id) on delete restrict,
  registry text not null
    constraint credit_batches_registry_known
      check (registry in ('verra', 'gold-standard', 'cdm', 'acr', 'car', 'art', 'cercarbono', 'puro', 'uk-land-carbon', 'sample')),
  series text not null
    constraint credit_batches_series_canonical check (char_length(series) <= 300 and series ~ '^[A-Za-z0-9][A-Za-z0-9._+/-]*$'),
  numbering text not null
    constraint credit_batches_numbering_canonical check (char_length(numbering) <= 300 and numbering ~ '^[A-Z0-9][A-Z0-9._+/-]*$'),
  serials int8range not null
    constraint credit_batches_serials_range
      check (not isempty(serials) and lower(serials) >= 0 and upper(serials) is not null and upper(serials) - lower(serials) <= 1000000000),
  serial_text text
    constraint credit_batches_serial_text_length check (char_length(serial_text) <= 1000),
  vintage_start date not null,
  vintage_end date not null,
  unit_type text not null
    constraint credit_batches_unit_type_known
      check (unit_type in ('Avoidance', 'Reduction - nature', 'Reduction - technical', 'Removal - nature', 'Removal - technical')),
  issuance text not null
    constraint credit_batches_issuance_known check (issuance in ('issued', 'expected')),
  registry_url text
    constraint credit_batches_registry_url_form check (char_length(registry_url) <= 2000 and registry_url ~ '^https?://[^[:space:][:cntrl:]]+$'),
  received_entry bigint not null
    constraint credit_batches_entry_fkey references record_entries (index),

  constraint credit_batches_vintage_order check (vintage_start <= vintage_end),
  constraint credit_batches_serial_once exclude using gist (registry with =, numbering with =, serials with &&)
);

comment on table credit_batches is 'Units that Carma received: one series of serials of one registry, of one vintage.';
comment on column credit_batches.id is 'Given in order, without gaps, by whoever has locked the log.';
comment on column credit_batches.registry is 'The key of the registry, as in src/lib/registries.';
comment on column credit_batches.series is
  'What all serials of the batch have in common, as the registry writes it: the serial without its numbers.';
comment on column credit_batches.numbering is
  'The set in which the registry gives a number once, in one spelling. A unit is known by registry, numbering and number.';
comment on column credit_batches.serials is 'The numbers within the numbering, from the first to the last; each is 1 tCO2e.';
comment on column credit_batches.serial_text is
  'The serial as the registry writes it. Null: it came as a series with a first and a last number.';
comment on column credit_batches.vintage_start is 'First day on which the tonnes arose.';
comment on column credit_batches.vintage_end is 'Last day on which the tonnes arose.';
comment on column credit_batches.unit_type is 'As in carbon_projects.';
comment on column credit_batches.issuance is 'As the units were received: "issued" (ex post) or "expected" (ex ante, such as a Pending Issuance Unit). What they are now: unit_holdings.';
comment on column credit_batches.registry_url is 'The batch''s page in its registry. Null: not stated.';
comment on column credit_batches.received_entry is 'The entry by which the batch was received.';

create index credit_batches_by_project on credit_batches (project_id, vintage_start, id);
-- Searches for a series, whose case may be another.
create index credit_batches_by_series on credit_batches (upper(series));

-- Nothing of a batch changes but its page in the registry.
create function credit_batches_guard() returns trigger
language plpgsql
as $$
begin
  if current_setting('carma.end_sample_record', true) = 'yes' and exists (select from record_log where is_sample) then
    return coalesce(new, old);
  end if;
  if tg_op = 'DELETE'
    or (new.id, new.project_id, new.registry, new.series, new.numbering, new.serials, new.vintage_start, new.vintage_end, new.unit_type, new.issuance, new.received_entry)
      is distinct from
      (old.id, old.project_id, old.registry, old.series, old.numbering, old.serials, old.vintage_start, old.vintage_end, old.unit_type, old.issuance, old.received_entry) then
    raise exception 'A batch is never changed' using errcode = 'check_violation';
  end if;
  return new;
end;
$$;

create trigger credit_batches_guarded
before update or delete on credit_batches
for each row
execute function credit_batches_guard();

create table unit_holdings (
  id bigint generated always as identity
    constraint unit_holdings_pkey primary key,
  batch_id integer not null
    constraint unit_holdings_batch_fkey references credit_batches (id),
  serials int8range not null
    constraint unit_holdings_serials_not_empty check (not isempty(serials)),
  status text not null
    constraint unit_holdings_status_known
      check (status in ('Held', 'Reserved', 'Assigned', 'Transferred', 'Retired', 'Cancelled', 'Buffer', 'Delivered', 'Not delivered')),
  issuance text not null
    constraint unit_holdings_issuance_known check (issuance in ('issued', 'expected')),
  since timestamptz not null default clock_timestamp(),
  reserved_until date,
  owner_entry bigint
    constraint unit_holdings_owner_fkey references record_entries (index),
  entry_index bigint not null
    constraint unit_holdings_entry_fkey references record_entries (index),
  begun_entry bigint not null
    constraint unit_holdings_begun_entry_fkey references record_entries (index),
  ended_entry bigint
    constraint unit_holdings_ended_entry_fkey references record_entries (index),

  constraint unit_holdings_reserved_until check ((reserved_until is not null) = (status = 'Reserved')),
  constraint unit_holdings_owner check ((owner_entry is not null) = (status in ('Reserved', 'Assigned', 'Transferred'))),
  constraint unit_holdings_claimable check (status <> 'Retired' or issuance = 'issued'),
  constraint unit_holdings_delivery check (status not in ('Delivered', 'Not delivered') or issuance = 'expected'),
  constraint unit_holdings_entry_order check (owner_entry <= entry_index and entry_index <= begun_entry and begun_entry < ended_entry),
  constraint unit_holdings_one_place exclude using gist (batch_id with =, serials with &&) where (ended_entry is null)
);

comment on table unit_holdings is
  'What state serials of a batch are in, and since which entry. Live where ended_entry is null: every serial lies in exactly one live holding.';
comment on column unit_holdings.serials is 'Numbers within the series of the batch.';
comment on column unit_holdings.status is
  'Only what is Held is for sale. What is Retired, Cancelled, Delivered (replaced by issued units with serials of their own) or Not delivered is so for good.';
comment on column unit_holdings.issuance is 'Whether the registry has issued the units: a batch that was received as expected is delivered in parts.';
comment on column unit_holdings.reserved_until is 'The last day of a reservation, in London. Null: not reserved.';
comment on column unit_holdings.owner_entry is
  'The reservation, assignment or transfer that the units belong to, which a delivery does not change. Null: nobody''s but Carma''s.';
comment on column unit_holdings.entry_index is 'The entry that put the serials into this state.';
comment on column unit_holdings.begun_entry is
  'The entry with which this row begins: entry_index or, for the rest of a range of which a part was taken, the entry that took it.';
comment on column unit_holdings.ended_entry is 'The entry that took them out of it. Null: live.';

create index unit_holdings_live on unit_holdings (batch_id, status, serials) where ended_entry is null;
create index unit_holdings_by_entry on unit_holdings (entry_index);
create index unit_holdings_by_end on unit_holdings (ended_entry, batch_id) where ended_entry is not null;
create index unit_holdings_by_owner on unit_holdings (owner_entry) where ended_entry is null and owner_entry is not null;
create index unit_holdings_expiring on unit_holdings (reserved_until) where ended_entry is null and status = 'Reserved';
-- In order of serials, now or at an earlier moment.
create index unit_holdings_of_batch on unit_holdings (batch_id, lower(serials));

-- A holding is only ever ended, once, and one in a final state never is.
create function unit_holdings_guard() returns trigger
language plpgsql
as $$
declare
  batch credit_batches;
begin
  if current_setting('carma.end_sample_record', true) = 'yes' and exists (select from record_log where is_sample) then
    return coalesce(new, old);
  end if;
  if tg_op = 'DELETE' then
    raise exception 'A holding is never deleted' using errcode = 'check_violation';
  end if;
  if tg_op = 'UPDATE' then
    if (new.batch_id, new.serials, new.status, new.issuance, new.since, new.reserved_until, new.owner_entry, new.entry_index, new.begun_entry)
      is distinct from
      (old.batch_id, old.serials, old.status, old.issuance, old.since, old.reserved_until, old.owner_entry, old.entry_index, old.begun_entry)
      or old.ended_entry is not null or new.ended_entry is null then
      raise exception 'A holding is never changed' using errcode = 'check_violation';
    end if;
    if old.status in ('Retired', 'Cancelled', 'Delivered', 'Not delivered') then
      raise exception '% units never move', old.status using errcode = 'check_violation', constraint = 'unit_holdings_final';
    end if;
    return new;
  end if;
  select * into strict batch from credit_batches where id = new.batch_id;
  if not new.serials <@ batch.serials then
    raise exception 'Serials % are not of batch %', new.serials, new.batch_id using errcode = 'check_violation';
  end if;
  if new.issuance = 'expected' and batch.issuance = 'issued' then
    raise exception 'The units of batch % are issued', new.batch_id using errcode = 'check_violation';
  end if;
  -- Expected units become issued by a delivery alone. The rest of a range keeps the issuance of the row that it was part of.
  if new.issuance = 'issued' and batch.issuance = 'expected'
    and not exists (select from record_entries where index = new.begun_entry and kind = 'deliver')
    and not exists (
      select from unit_holdings as before
      where before.ended_entry = new.begun_entry and before.batch_id = new.batch_id and before.issuance = 'issued' and before.serials @> new.serials
    ) then
    raise exception 'The units of batch % were not delivered', new.batch_id
      using errcode = 'check_violation', constraint = 'unit_holdings_delivered';
  end if;
  return new;
end;
$$;

create trigger unit_holdings_guarded
before insert or update or delete on unit_holdings
for each row
execute function unit_holdings_guard();

-- At the end of each transaction the live holdings of a batch that it touched are all of its serials. They do not overlap, so their
-- sum shows it. The sum is taken once for each batch, however many holdings were written: their statements name the batch here,
-- and the row's deferred trigger takes the sum and removes the row.
create table unit_holdings_touched (
  batch_id integer not null,
  transaction xid8 not null default pg_current_xact_id(),

  constraint unit_holdings_touched_pkey primary key (batch_id, transaction)
);

comment on table unit_holdings_touched is 'The batches whose holdings a running transaction has changed. Empty for everybody else.';

create function unit_holdings_touch() returns trigger
language plpgsql
as $$
begin
  insert into unit_holdings_touched (batch_id) select distinct batch_id from written on conflict do nothing;
  return null;
end;
$$;

create trigger unit_holdings_touch_insert
after insert on unit_holdings
referencing new table as written
for each statement
execute function unit_holdings_touch();

create trigger unit_holdings_touch_update
after update on unit_holdings
referencing new table as written
for each statement
execute function unit_holdings_touch();

create function unit_holdings_cover() returns trigger
language plpgsql
as $$
begin
  if exists (
    select from credit_batches
    where id = new.batch_id
      and upper(serials) - lower(serials) is distinct from (
        select sum(upper(held.serials) - lower(held.serials))
        from unit_holdings as held
        where held.batch_id = new.batch_id and held.ended_entry is null
      )
  ) then
    raise exception 'The live holdings of batch % are not all of its serials', new.batch_id
      using errcode = 'check_violation', constraint = 'unit_holdings_whole';
  end if;
  delete from unit_holdings_touched where batch_id = new.batch_id and transaction = new.transaction;
  return null;
end;
$$;

create constraint trigger unit_holdings_whole
after insert on unit_holdings_touched
deferrable initially deferred
for each row
execute function unit_holdings_cover();

create function credit_batches_cover() returns trigger
language plpgsql
as $$
begin
  if not exists (select from unit_holdings where batch_id = new.id) then
    raise exception 'Batch % has no holdings', new.id using errcode = 'check_violation', constraint = 'unit_holdings_whole';
  end if;
  return null;
end;
$$;

create constraint trigger credit_batches_have_holdings
after insert on credit_batches
deferrable initially deferred
for each row
execute function credit_batches_cover();

-- What the record has for sale of a project: its Held units, by whether the registry has issued them.
create function record_for_sale(project integer, of_issuance text) returns bigint
language sql
stable
return (
  select coalesce(sum(upper(held.serials) - lower(held.serials)), 0)
  from credit_batches as batch
  join unit_holdings as held
    on held.batch_id = batch.id and held.ended_entry is null and held.status = 'Held' and held.issuance = of_issuance
  where batch.project_id = project
);

-- One figure everywhere: what a project with batches has on sale is what the record holds of it.
create function record_available(project integer) returns integer
language sql
stable
return least(record_for_sale(project, 'issued') + record_for_sale(project, 'expected'), 2147483647)::integer;

-- Where both issued and expected units are for sale, the project's are called expected: a quote then promises no issued unit that
-- is not there. Where none are for sale, what was stated stays.
create function carbon_projects_available_from_book() returns trigger
language plpgsql
as $$
begin
  if exists (select from credit_batches where project_id = new.id) then
    new.available_credits := record_available(new.id);
    new.units_status := case
      when record_for_sale(new.id, 'expected') > 0 then 'expected'
      when new.available_credits > 0 then 'issued'
      else new.units_status
    end;
  end if;
  return new;
end;
$$;

-- Runs before the trigger that sets updated_at, because of its name.
create trigger carbon_projects_a_book
before update on carbon_projects
for each row
execute function carbon_projects_available_from_book();

create table record_certificates (
  number text not null
    constraint record_certificates_pkey primary key
    constraint record_certificates_number_form check (number ~ '^CR-[0-9]{6,}$'),
  entry_index bigint not null
    constraint record_certificates_entry_once unique
    constraint record_certificates_entry_fkey references record_entries (index)
);

comment on table record_certificates is 'The number of each retirement''s certificate.';
comment on column record_certificates.entry_index is 'The retirement.';

create table record_keys (
  id integer generated always as identity
    constraint record_keys_pkey primary key,
  name text not null
    constraint record_keys_name_length check (char_length(name) between 1 and 100),
  key_hash bytea not null
    constraint record_keys_hash_unique unique,
  scopes text[] not null
    constraint record_keys_scopes_known
      check (
        scopes <@ array['receive', 'reserve', 'assign', 'transfer', 'retire', 'cancel', 'deliver', 'correct', 'any-owner']
        and cardinality(scopes) > 0
      ),
  created_at timestamptz not null default now(),
  last_used_at timestamptz,
  revoked_at timestamptz
);

comment on table record_keys is 'Bearer keys of the systems that write to the record.';
comment on column record_keys.name is 'Which system has the key, for a person to read.';
comment on column record_keys.key_hash is 'SHA-256 of the key. The key itself is not kept.';
comment on column record_keys.scopes is
  'The operations that the key may be used for, and whether on units that belong to other keys (any-owner).';
comment on column record_keys.revoked_at is 'Null: valid.';

-- One response for each key of a writer, whatever becomes of the connection.
create table record_operations (
  key text not null
    constraint record_operations_pkey primary key
    constraint record_operations_key_length check (char_length(key) between 1 and 200),
  body_hash bytea not null,
  entry_index bigint not null
    constraint record_operations_entry_once unique
    constraint record_operations_entry_fkey references record_entries (index),
  key_id integer
    constraint record_operations_key_fkey references record_keys (id),
  created_at timestamptz not null default now()
);

comment on table record_operations is 'The idempotency keys of the record: the same key with the same body is the same entry.';
comment on column record_operations.key_id is
  'The bearer key of the writer, to which the units of a reservation, assignment or transfer then belong. Null: the operator''s command or a job.';
