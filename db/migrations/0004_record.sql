-- The record, the book of credits: which serials Carma holds, and what became of each of them. The constraints and triggers here refuse
-- the same serial twice, more units than there are, a gap, a retired unit that moves, and an expected unit that is retired.
-- Every change is an entry of the log, in the same transaction. One serial is one unit, which is one tCO2e.

create extension if not exists btree_gist;

create table credit_batches (
  id integer primary key,
  project_id integer not null references carbon_projects (id) on delete restrict,
  registry text not null
    check (registry in ('verra', 'gold-standard', 'cdm', 'acr', 'car', 'art', 'cercarbono', 'puro', 'uk-land-carbon', 'sample')),
  series text not null check (char_length(series) <= 300 and series ~ '^[A-Za-z0-9][A-Za-z0-9._+/-]*$'),
  numbering text not null check (char_length(numbering) <= 300 and numbering ~ '^[A-Z0-9][A-Z0-9._+/-]*$'),
  serials int8range not null
    check (not isempty(serials) and lower(serials) >= 0 and upper(serials) is not null and upper(serials) - lower(serials) <= 1000000000),
  vintage_start date not null,
  vintage_end date not null,
  unit_type text not null check (is_unit_type(unit_type)),
  issuance text not null check (issuance in ('issued', 'expected')),
  registry_url text check (is_web_address(registry_url)),
  received_entry bigint not null references record_entries (index),

  constraint credit_batches_vintage_range check ('1990-01-01' <= vintage_start and vintage_start <= vintage_end and vintage_end <= '2200-12-31'),
  constraint credit_batches_serial_once exclude using gist (registry with =, numbering with =, serials with &&)
);

comment on table credit_batches is 'Units that Carma received: one series of serials of one registry, of one vintage.';
comment on column credit_batches.id is 'Given in order, without gaps, by whoever has locked the log.';
comment on column credit_batches.registry is 'Its key in verify/registries.ts, where a registry whose units cannot be received has a refusal.';
comment on column credit_batches.series is
  'What all serials of the batch have in common, as the registry writes it: the serial without its numbers.';
comment on column credit_batches.numbering is
  'The set in which the registry gives a number once, in one spelling. A unit is known by registry, numbering and number.';
comment on column credit_batches.serials is
  'The numbers within the numbering, first to last, at most `quantityLimit` (shared/schemas/record.ts); each is 1 tCO2e.';
comment on column credit_batches.issuance is 'As the units were received: "issued" (ex post) or "expected" (ex ante, such as a Pending Issuance Unit). What they are now: unit_holdings.';

create index credit_batches_by_project on credit_batches (project_id, vintage_start, id);

-- Searches for a series, whose case may be another.
create index credit_batches_by_series on credit_batches (upper(series));

-- Nothing of a batch changes but its page in the registry.
create trigger credit_batches_guarded
before update on credit_batches
for each row
execute function record_refuse_change('registry_url');

create table unit_holdings (
  id bigint generated always as identity primary key,
  batch_id integer not null references credit_batches (id),
  serials int8range not null check (not isempty(serials)),
  status text not null
    check (status in ('Held', 'Reserved', 'Assigned', 'Transferred', 'Retired', 'Cancelled', 'Delivered', 'Not delivered')),
  issuance text not null check (issuance in ('issued', 'expected')),
  since timestamptz not null,
  reserved_until date,
  owner_entry bigint references record_entries (index),
  entry_index bigint not null references record_entries (index),
  begun_entry bigint not null references record_entries (index),
  ended_entry bigint references record_entries (index),

  constraint unit_holdings_reserved_until check ((reserved_until is not null) = (status = 'Reserved')),
  constraint unit_holdings_owner check ((owner_entry is not null) = (status in ('Reserved', 'Assigned', 'Transferred'))),
  constraint unit_holdings_claimable check (status <> 'Retired' or issuance = 'issued'),
  constraint unit_holdings_delivery check (status not in ('Delivered', 'Not delivered') or issuance = 'expected'),
  constraint unit_holdings_entry_order check (owner_entry <= entry_index and entry_index <= begun_entry and begun_entry < ended_entry),
  constraint unit_holdings_one_place exclude using gist (batch_id with =, serials with &&) where (ended_entry is null)
);

comment on table unit_holdings is
  'Ranges of serials of a batch in one state, from an entry to an entry. Live where ended_entry is null: every serial lies in exactly one live holding.';
comment on column unit_holdings.status is
  'Only Held units are for sale. Retired, Cancelled, Delivered (replaced by issued units with serials of their own) and Not delivered are final.';
comment on column unit_holdings.issuance is 'Whether the registry has issued the units: a batch that was received as expected is delivered in parts.';
comment on column unit_holdings.reserved_until is 'The last day of a reservation, in London. Null: not reserved.';
comment on column unit_holdings.owner_entry is
  'The entry of the reservation, assignment or transfer that the units belong to; units keep it when they are delivered. Null: they are Carma''s own, or final.';
comment on column unit_holdings.entry_index is 'The entry that put the serials into this state.';
comment on column unit_holdings.begun_entry is
  'The entry with which this row begins: entry_index or, for the rest of a range of which a part was taken, the entry that took it.';
comment on column unit_holdings.ended_entry is 'The entry with which this row ends. Null: live.';
comment on column unit_holdings.since is 'The time of entry_index. Given by a trigger.';

create index unit_holdings_live on unit_holdings (batch_id, status, serials) where ended_entry is null;
create index unit_holdings_by_entry on unit_holdings (entry_index);
create index unit_holdings_by_end on unit_holdings (ended_entry, batch_id) where ended_entry is not null;

-- For the units that belong to a reservation, assignment or transfer, and for what became of them.
create index unit_holdings_by_owner on unit_holdings (owner_entry) where owner_entry is not null;
create index unit_holdings_expiring on unit_holdings (reserved_until) where ended_entry is null and status = 'Reserved';

-- For the holdings of a batch in the order of their serials, now or at an earlier moment.
create index unit_holdings_of_batch on unit_holdings (batch_id, lower(serials));

-- The audit reads the holdings in the order of entries.
create index unit_holdings_by_begin on unit_holdings (begun_entry);

-- A holding changes once, when it ends; one in a final state never ends.
create function unit_holdings_guard() returns trigger
language plpgsql
as $$
declare
  batch credit_batches;
begin
  if tg_op = 'UPDATE' then
    if to_jsonb(new) - 'ended_entry' <> to_jsonb(old) - 'ended_entry' or old.ended_entry is not null or new.ended_entry is null then
      raise exception 'A holding is never changed' using errcode = 'check_violation';
    end if;
    if old.status in ('Retired', 'Cancelled', 'Delivered', 'Not delivered') then
      raise exception '% units never move', old.status using errcode = 'check_violation', constraint = 'unit_holdings_final';
    end if;
    return new;
  end if;
  select created_at into strict new.since from record_entries where index = new.entry_index;
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
before insert or update on unit_holdings
for each row
execute function unit_holdings_guard();

-- Checks that live holdings are all serials of a batch that was received, or of a holding that ended: so they are all of the batch at any
-- time. Live holdings do not overlap, so it is enough to compare the number of serials. Deferred, because what ends and what begins are
-- written by two statements.
create function unit_holdings_cover() returns trigger
language plpgsql
as $$
declare
  batch integer;
begin
  if tg_table_name = 'credit_batches' then batch := new.id; else batch := new.batch_id; end if;
  if upper(new.serials) - lower(new.serials) is distinct from (
    select sum(upper(held.serials * new.serials) - lower(held.serials * new.serials))
    from unit_holdings as held
    where held.batch_id = batch and held.ended_entry is null and held.serials && new.serials
  ) then
    raise exception 'The live holdings of batch % are not all of its serials', batch
      using errcode = 'check_violation', constraint = 'unit_holdings_whole';
  end if;
  return null;
end;
$$;

create constraint trigger unit_holdings_whole
after update on unit_holdings
deferrable initially deferred
for each row
execute function unit_holdings_cover();

create constraint trigger credit_batches_whole
after insert on credit_batches
deferrable initially deferred
for each row
execute function unit_holdings_cover();

-- How many units of a project are for sale (Held) of an issuance, "issued" or "expected".
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

-- Gives a project with batches the figures of its units on the record, so that catalogue and record never differ. Its available credits are
-- the units for sale. If any of these is expected, the project's units are called expected, so that a quote promises no issued unit that
-- is not there; if none is for sale, the stated issuance stays. Unit type and vintage are those of the units for sale or, if there are
-- none, of all its units. They fill in what is not stated, a type only if all units have it; and while units are for sale, their vintage
-- also replaces a stated one.
create function carbon_projects_from_book() returns trigger
language plpgsql
as $$
declare
  units record;
begin
  if 'unitType' = any(new.from_record) and new.unit_type is not distinct from old.unit_type then
    new.unit_type := null;
  end if;
  if 'vintage' = any(new.from_record) and (new.vintage_start, new.vintage_end) is not distinct from (old.vintage_start, old.vintage_end) then
    new.vintage_start := null;
    new.vintage_end := null;
  end if;
  new.from_record := '{}';
  if exists (select from credit_batches where project_id = new.id) then
    new.available_credits := least(record_for_sale(new.id, 'issued') + record_for_sale(new.id, 'expected'), 2147483647);
    new.units_status := case
      when record_for_sale(new.id, 'expected') > 0 then 'expected'
      when new.available_credits > 0 then 'issued'
      else new.units_status
    end;
    select
      case when min(unit_type) = max(unit_type) then min(unit_type) end as type,
      extract(year from min(vintage_start))::integer as first,
      extract(year from max(vintage_end))::integer as last
    into units
    from credit_batches as batch
    where project_id = new.id
      and (
        new.available_credits = 0
        or exists (select from unit_holdings where batch_id = batch.id and ended_entry is null and status = 'Held')
      );
    if new.unit_type is null and units.type is not null then
      new.unit_type := units.type;
      new.from_record := new.from_record || 'unitType'::text;
    end if;
    if units.first is not null and (
      coalesce(new.vintage_start, new.vintage_end) is null
      or (
        new.available_credits > 0
        and (coalesce(new.vintage_start, new.vintage_end), coalesce(new.vintage_end, new.vintage_start)) <> (units.first, units.last)
      )
    ) then
      new.vintage_start := units.first;
      new.vintage_end := units.last;
      new.from_record := new.from_record || 'vintage'::text;
    end if;
  end if;
  return new;
end;
$$;

-- Runs before the trigger that sets updated_at, because of its name.
create trigger carbon_projects_a_book
before update on carbon_projects
for each row
execute function carbon_projects_from_book();

-- Refuses the deletion of a project that is on the record, unless the record is of samples and all projects on it are samples: then the
-- deletion of one ends the whole record, which is one log of invented units.
create function carbon_projects_leave_record() returns trigger
language plpgsql
as $$
begin
  if exists (select from record_entry_projects where project_id = old.id) then
    if not exists (select from record_log where is_sample) or exists (
      select
      from record_entry_projects
      join carbon_projects on carbon_projects.id = project_id
      where not is_sample
    ) then
      raise exception 'The project % (%) is on the record and cannot be deleted: certificates and entries are about it', old.id, old.slug
        using errcode = 'foreign_key_violation';
    end if;
    perform record_end_sample();
  end if;
  return old;
end;
$$;

create trigger carbon_projects_left_record
before delete on carbon_projects
for each row
execute function carbon_projects_leave_record();

-- Named as the record's tables are, because it is guarded as they are (db/grants.ts).
create table record_keys (
  id integer generated always as identity primary key,
  name text not null check (char_length(name) between 1 and 100),
  key_hash bytea not null unique,
  scopes text[] not null check (
    scopes <@ array[
      'receive', 'reserve', 'assign', 'transfer', 'retire', 'cancel', 'deliver', 'confirm', 'correct', 'any-owner', 'webhooks',
      'webhooks-personal'
    ]
    and cardinality(scopes) > 0
  ),
  created_at timestamptz not null default now(),
  last_used_at timestamptz,
  revoked_at timestamptz
);

comment on table record_keys is 'Bearer keys of the systems that write to the record or subscribe to webhooks.';
comment on column record_keys.name is 'Which system has the key, for a person to read.';
comment on column record_keys.scopes is
  'The operations that the key may be used for, and whether also on units of which it did not make the entry (any-owner); webhooks: to subscribe to events; webhooks-personal: also to names and addresses.';

-- A writer whose connection broke repeats its request with the same idempotency key, and gets the entry that the first one made.
create table record_operations (
  key text primary key check (char_length(key) between 1 and 200),
  entry_index bigint not null unique references record_entries (index),
  key_id integer references record_keys (id),
  -- Keyed, because a plain hash would let anybody confirm a guess of a name in the request, even after the name was erased.
  request_hash bytea check (octet_length(request_hash) = 32)
);

comment on table record_operations is 'The idempotency keys of the record: the same key with the same body is the same entry.';
comment on column record_operations.key_id is
  'The bearer key of the writer, who may move the units of its reservations, assignments and transfers. Null: the operator''s command or a job.';
comment on column record_operations.key is
  'A keyed hash of the idempotency key and its writer, as the entry has it (server/domain/record/log/secret.ts).';
comment on column record_operations.request_hash is
  'A keyed hash of the request without its salted texts, which are compared with the entry''s. Null: not in the entry from which it was recovered.';

create function record_end_sample() returns text
language plpgsql
as $$
declare
  ended text;
begin
  -- Waits for an operation that is being carried out.
  select origin into ended from record_log where is_sample for update;
  if ended is null then
    return null;
  end if;
  -- Lets record_refuse_change accept the deletions. Cosignatures and signing keys go with their checkpoints.
  perform set_config('carma.end_sample_record', 'yes', true);
  delete from unit_holdings;
  delete from credit_batches;
  delete from record_certificates;
  delete from record_operations;
  delete from record_texts;
  delete from record_erasures;
  delete from record_entry_projects;
  delete from record_checkpoints;
  delete from record_nodes;
  delete from record_entries;
  delete from record_log;
  perform set_config('carma.end_sample_record', 'no', true);
  return ended;
end;
$$;

comment on function record_end_sample is
  'Deletes the log and the book of sample data, and returns the name of the log. Null: there is none, or it is not of samples.';

-- Counts the rows of the tables anew after a long import, before autovacuum does, so that queries are planned well. Only the tables'
-- owner may do that.
create function record_refresh_statistics() returns void
language plpgsql
as $$
begin
  analyze
    record_entries, record_entry_projects, record_nodes, record_texts, record_operations, record_certificates, credit_batches,
    unit_holdings;
end;
$$;

-- The triggers that many tables have. A table that is only appended to refuses every change, also by its owner. In the `changing` ones
-- triggers beside each let some columns change, but no row is deleted. No table is truncated. Readers are notified of rows that a `noted`
-- one gains or loses.
do $$
declare
  only_appended constant text[] := array[
    'record_entries', 'record_entry_projects', 'record_nodes', 'record_checkpoints', 'record_signing_keys', 'record_cosignatures',
    'record_erasures', 'record_lost_texts', 'record_ended_logs', 'record_secrets', 'record_certificates', 'record_operations'
  ];
  changing constant text[] := array['record_log', 'credit_batches', 'unit_holdings'];
  -- Of the log only its beginning and its deletion: an entry has its own notice.
  noted constant text[] := array['record_log', 'record_entries', 'record_cosignatures', 'record_erasures'];
  name text;
begin
  foreach name in array only_appended loop
    execute format(
      'create trigger %I before update or delete on %I for each row execute function record_refuse_change()', name || '_append_only', name
    );
  end loop;
  foreach name in array changing loop
    execute format('create trigger %I before delete on %I for each row execute function record_refuse_change()', name || '_kept', name);
  end loop;
  foreach name in array noted loop
    execute format(
      'create trigger %I after insert or delete on %I for each statement execute function record_note_change()', name || '_note', name
    );
  end loop;
  foreach name in array only_appended || changing || array['record_texts', 'record_keys'] loop
    execute format(
      'create trigger %I before truncate on %I for each statement execute function record_refuse_change()', name || '_no_truncate', name
    );
  end loop;
end;
$$;
