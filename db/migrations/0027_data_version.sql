-- One version of everything that pages show: it differs after each change of the catalogue, each entry of the record and each
-- erasure. All three are announced on one channel, as a hint to ask for the version.

-- Texts about people that were deleted. Whoever keeps a copy of one must drop it, whatever else has changed.
create table erasures (
  id boolean not null default true,
  count bigint not null default 0,
  last_at timestamptz,

  constraint erasures_pkey
    primary key (id),
  constraint erasures_only_one
    check (id),
  constraint erasures_count_not_negative
    check (count >= 0)
);

insert into erasures default values;

create function erasures_note() returns trigger
language plpgsql
as $$
begin
  -- A truncation has no table of the rows that it removed.
  if tg_op <> 'TRUNCATE' then
    if not exists (select from erased) then
      return null;
    end if;
  end if;
  update erasures set count = count + 1, last_at = clock_timestamp();
  perform pg_notify('data', '');
  return null;
end;
$$;

create trigger record_texts_note_delete
after delete on record_texts
referencing old table as erased
for each statement
execute function erasures_note();

create trigger record_texts_note_update
after update on record_texts
referencing old table as erased
for each statement
execute function erasures_note();

create trigger record_texts_note_truncate
after truncate on record_texts
for each statement
execute function erasures_note();

create function record_note_change() returns trigger
language plpgsql
as $$
begin
  perform pg_notify('data', '');
  return null;
end;
$$;

create trigger record_entries_note_insert
after insert on record_entries
for each statement
execute function record_note_change();

-- A log begins, and that of the sample data ends. Each entry updates it too, and is announced once.
create trigger record_log_note
after insert or delete on record_log
for each statement
execute function record_note_change();

-- As in 0007, and on the channel `data`. Releases before 0027 listen to `catalogue`.
create or replace function catalogue_note_change() returns trigger
language plpgsql
as $$
begin
  if tg_op = 'INSERT' then
    insert into project_changes (project_id, change, slug)
    select id, 'created', slug from new_rows order by id
    on conflict (project_id) do update
    set seq = excluded.seq, change = excluded.change, slug = excluded.slug, changed_at = excluded.changed_at;
  elsif tg_op = 'UPDATE' then
    insert into project_changes (project_id, change, slug)
    select new_rows.id, 'updated', new_rows.slug
    from new_rows
    join old_rows on old_rows.id = new_rows.id
    where old_rows is distinct from new_rows
    order by new_rows.id
    on conflict (project_id) do update
    set seq = excluded.seq, change = excluded.change, slug = excluded.slug, changed_at = excluded.changed_at;
  elsif tg_op = 'DELETE' then
    insert into project_changes (project_id, change, slug)
    select id, 'deleted', slug from old_rows order by id
    on conflict (project_id) do update
    set seq = excluded.seq, change = excluded.change, slug = excluded.slug, changed_at = excluded.changed_at;
  else
    update project_changes
    set seq = nextval('project_changes_seq'), change = 'deleted', changed_at = clock_timestamp()
    where change <> 'deleted';
  end if;
  if found then
    perform pg_notify('catalogue', (select max(seq)::text from project_changes));
    perform pg_notify('data', '');
  end if;
  return null;
end;
$$;

-- `oid:change:entry:erasure`. The oid of a table differs in a restored database. Entry and erasure carry their times, so that
-- another log, or another entry in the place of one that a failover lost, is another version.
create function data_version() returns text
language sql
stable
return (
  select concat_ws(
    ':',
    'project_changes'::regclass::oid,
    coalesce((select max(seq) from project_changes), 0),
    coalesce(
      (
        select concat_ws('/', extract(epoch from begun_at), size, (select extract(epoch from max(created_at)) from record_entries where index = size - 1))
        from record_log
      ),
      '0'
    ),
    coalesce((select concat_ws('/', count, extract(epoch from last_at)) from erasures), '0')
  )
);

comment on table erasures is
  'One row: how often texts about people were deleted (record_texts), and when last. Counted by triggers.';
comment on function data_version is
  'The version of everything that pages show: equal or not, nothing else. The last of its four parts changes with each erasure.';
