-- The record, the book of credits: which serials Carma holds, and what became of each of them. What must never be is refused
-- here: the same serial twice, more than there is, a gap, a retired unit that moves, an expected unit that is retired.
-- Every change is an entry of the log (0004), in the same transaction. One serial is one unit, which is one tCO2e.

create extension if not exists btree_gist;

create table credit_batches (
  id integer generated always as identity
    constraint credit_batches_pkey primary key,
  project_id integer not null
    constraint credit_batches_project_fkey references carbon_projects (id) on delete restrict,
  registry text not null
    constraint credit_batches_registry_length check (char_length(registry) between 1 and 100),
  series text not null
    constraint credit_batches_series_length check (char_length(series) between 1 and 300),
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
  constraint credit_batches_serial_once exclude using gist (registry with =, series with =, serials with &&)
);

comment on table credit_batches is 'Units that Carma received: one series of serials of one registry, of one vintage.';
comment on column credit_batches.series is 'What all serials of the batch have in common: the serial without its numbers.';
comment on column credit_batches.serials is 'The numbers within the series, from the first to the last; each is 1 tCO2e.';
comment on column credit_batches.serial_text is
  'The serial as the registry writes it. Null: it came as a series with a first and a last number.';
comment on column credit_batches.vintage_start is 'First day on which the tonnes arose.';
comment on column credit_batches.vintage_end is 'Last day on which the tonnes arose.';
comment on column credit_batches.unit_type is 'As in carbon_projects.';
comment on column credit_batches.issuance is '"issued" (ex post) or "expected" (ex ante, such as a Pending Issuance Unit).';
comment on column credit_batches.registry_url is 'The batch''s page in its registry. Null: not stated.';
comment on column credit_batches.received_entry is 'The entry by which the batch was received.';

create index credit_batches_by_project on credit_batches (project_id, vintage_start, id);

-- Nothing of a batch changes except that expected units are issued.
create function credit_batches_guard() returns trigger
language plpgsql
as $$
begin
  if current_setting('carma.end_sample_record', true) = 'yes' and exists (select from record_log where is_sample) then
    return coalesce(new, old);
  end if;
  if tg_op = 'DELETE'
    or (new.id, new.project_id, new.registry, new.series, new.serials, new.vintage_start, new.vintage_end, new.unit_type, new.received_entry)
      is distinct from
      (old.id, old.project_id, old.registry, old.series, old.serials, old.vintage_start, old.vintage_end, old.unit_type, old.received_entry)
    or (old.issuance = 'issued' and new.issuance <> 'issued') then
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
    constraint unit_holdings_status_known check (status in ('Held', 'Reserved', 'Transferred', 'Retired', 'Cancelled', 'Buffer')),
  since timestamptz not null default clock_timestamp(),
  reserved_until date,
  entry_index bigint not null
    constraint unit_holdings_entry_fkey references record_entries (index),
  ended_entry bigint
    constraint unit_holdings_ended_entry_fkey references record_entries (index),

  constraint unit_holdings_reserved_until check ((reserved_until is not null) = (status = 'Reserved')),
  constraint unit_holdings_entry_order check (ended_entry >= entry_index),
  constraint unit_holdings_one_place exclude using gist (batch_id with =, serials with &&) where (ended_entry is null)
);

comment on table unit_holdings is
  'What state serials of a batch are in, and since which entry. Live where ended_entry is null: every serial lies in exactly one live holding.';
comment on column unit_holdings.serials is 'Numbers within the series of the batch.';
comment on column unit_holdings.status is 'Only what is Held is for sale. What is Retired or Cancelled is so for good.';
comment on column unit_holdings.reserved_until is 'The last day of a reservation, in London. Null: not reserved.';
comment on column unit_holdings.entry_index is 'The entry that put the serials into this state.';
comment on column unit_holdings.ended_entry is 'The entry that took them out of it. Null: live.';

create index unit_holdings_live on unit_holdings (batch_id, status, serials) where ended_entry is null;
create index unit_holdings_by_entry on unit_holdings (entry_index);
create index unit_holdings_expiring on unit_holdings (reserved_until) where ended_entry is null and status = 'Reserved';
-- For the state of the record at an earlier moment.
create index unit_holdings_of_batch on unit_holdings (batch_id, entry_index);

-- A holding is only ever ended, once, and a retired or cancelled one never is.
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
    if (new.batch_id, new.serials, new.status, new.since, new.reserved_until, new.entry_index)
      is distinct from (old.batch_id, old.serials, old.status, old.since, old.reserved_until, old.entry_index)
      or old.ended_entry is not null or new.ended_entry is null then
      raise exception 'A holding is never changed' using errcode = 'check_violation';
    end if;
    if old.status in ('Retired', 'Cancelled') then
      raise exception 'Retired and cancelled units never move' using errcode = 'check_violation', constraint = 'unit_holdings_final';
    end if;
    return new;
  end if;
  select * into strict batch from credit_batches where id = new.batch_id;
  if not new.serials <@ batch.serials then
    raise exception 'Serials % are not of batch %', new.serials, new.batch_id using errcode = 'check_violation';
  end if;
  if new.status = 'Retired' and batch.issuance = 'expected' then
    raise exception 'Expected units cannot be retired' using errcode = 'check_violation', constraint = 'unit_holdings_claimable';
  end if;
  return new;
end;
$$;

create trigger unit_holdings_guarded
before insert or update or delete on unit_holdings
for each row
execute function unit_holdings_guard();

-- At the end of each transaction the live holdings of a batch are all of its serials. They do not overlap, so their sum shows it.
create function unit_holdings_cover() returns trigger
language plpgsql
as $$
declare
  batch integer := coalesce(new.batch_id, old.batch_id);
begin
  if exists (
    select from credit_batches
    where id = batch
      and upper(serials) - lower(serials) is distinct from (
        select sum(upper(held.serials) - lower(held.serials)) from unit_holdings as held where held.batch_id = batch and held.ended_entry is null
      )
  ) then
    raise exception 'The live holdings of batch % are not all of its serials', batch using errcode = 'check_violation', constraint = 'unit_holdings_whole';
  end if;
  return null;
end;
$$;

create constraint trigger unit_holdings_whole
after insert or update on unit_holdings
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

-- One figure everywhere: what a project with batches has on sale is what the record holds of it.
create function record_available(project integer) returns integer
language sql
stable
return (
  select least(coalesce(sum(upper(held.serials) - lower(held.serials)), 0), 2147483647)::integer
  from credit_batches as batch
  join unit_holdings as held on held.batch_id = batch.id and held.ended_entry is null and held.status = 'Held'
  where batch.project_id = project
);

create function carbon_projects_available_from_book() returns trigger
language plpgsql
as $$
begin
  if exists (select from credit_batches where project_id = new.id) then
    new.available_credits := record_available(new.id);
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

-- One response for each key of a writer, whatever becomes of the connection.
create table record_operations (
  key text not null
    constraint record_operations_pkey primary key
    constraint record_operations_key_length check (char_length(key) between 1 and 200),
  body_hash bytea not null,
  entry_index bigint not null
    constraint record_operations_entry_fkey references record_entries (index),
  created_at timestamptz not null default now()
);

comment on table record_operations is 'The idempotency keys of the record: the same key with the same body is the same entry.';

create table record_keys (
  id integer generated always as identity
    constraint record_keys_pkey primary key,
  name text not null
    constraint record_keys_name_length check (char_length(name) between 1 and 100),
  key_hash bytea not null
    constraint record_keys_hash_unique unique,
  scopes text[] not null
    constraint record_keys_scopes_known
      check (scopes <@ array['receive', 'reserve', 'transfer', 'retire', 'cancel', 'convert', 'correct'] and cardinality(scopes) > 0),
  created_at timestamptz not null default now(),
  last_used_at timestamptz,
  revoked_at timestamptz
);

comment on table record_keys is 'Bearer keys of the systems that write to the record.';
comment on column record_keys.name is 'Which system has the key, for a person to read.';
comment on column record_keys.key_hash is 'SHA-256 of the key. The key itself is not kept.';
comment on column record_keys.scopes is 'The operations that the key may be used for.';
comment on column record_keys.revoked_at is 'Null: valid.';
