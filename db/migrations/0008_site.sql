-- What the site as a whole needs: the version of its data, and its own keys.

-- The version of everything that pages show: it differs after each change of the catalogue, each entry of the record, each cosignature
-- (pages and files say who has seen the log) and each erasure. Each of these also notifies the channel `data`, as a hint to ask for the
-- version. The version reads `kind:oid:change:entry:erasure`, whose first and last part data-version.ts reads: a new one goes between. Its
-- kind is `samples` while there are sample projects, which every page then says, else `own`. The oid is that of a table, and differs in a
-- restored database. Entry and erasure have their times, so that another log, or another entry in the place of one that a failover lost,
-- makes another version.
create function data_version() returns text
language sql
stable
return (
  select concat_ws(
    ':',
    case when exists (select from carbon_projects where is_sample) then 'samples' else 'own' end,
    'project_changes'::regclass::oid,
    coalesce((select max(seq) from project_changes), 0),
    coalesce(
      (
        select concat_ws(
          '/',
          extract(epoch from begun_at),
          (select concat_ws('/', index, extract(epoch from created_at)) from record_entries order by index desc limit 1),
          (select max(id) from record_cosignatures)
        )
        from record_log
      ),
      '0'
    ),
    (select concat_ws('/', count(*), extract(epoch from max(erased_at))) from record_erasures)
  )
);

-- Written when somebody asks whether anything can be stored, every ten seconds at most, but each time after it failed.
create table site_heartbeat (
  id boolean default true primary key check (id),
  written_at timestamptz not null default clock_timestamp()
);

comment on table site_heartbeat is 'At most one row: when an instance last stored something only to see that it can (/readyz, /metrics).';

create table site_secrets (
  name text primary key,
  value bytea not null default decode(replace(gen_random_uuid()::text || gen_random_uuid()::text, '-', ''), 'hex')
);

comment on table site_secrets is 'This deployment''s own keys, made with the table, for what no setting gives.';
comment on column site_secrets.value is '32 bytes, of which 244 bits are random.';

insert into site_secrets (name) values ('signing');
