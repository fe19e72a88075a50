-- Which entries of the record are about the credits of a request for a quote. What became of these credits later, the record says.

create table quote_entries (
  -- An entry is about one quote. server/domain/messages/admin.ts has a sentence for each constraint here that a link can violate.
  -- On delete: the log of sample data can be ended.
  entry_index bigint primary key references record_entries (index) on delete cascade,
  message_id uuid not null references messages (id) on delete cascade,
  state text not null check (state in ('reserved', 'sold', 'retired'))
);

comment on table quote_entries is
  'Entries of the record that staff linked to a request for a quote. Erased with it; the entries stay.';
comment on column quote_entries.state is
  'What the entry did with the credits. reserved: a reservation. sold: an assignment or a transfer. retired: an entry with a certificate.';

create index quote_entries_by_message on quote_entries (message_id);

create function record_entries_after(entry_index bigint) returns setof bigint
language sql
stable
as $$
  with recursive chain (index) as (
    select entry_index
    union
    select entries.index
    from chain
    cross join lateral (
      select distinct ended_entry from unit_holdings where owner_entry = chain.index and ended_entry is not null
    ) as held
    join record_entries as entries on entries.index = held.ended_entry
    where (convert_from(entries.entry, 'UTF8')::jsonb ->> 'refersTo')::bigint = chain.index
  )
  select index from chain
$$;

comment on function record_entries_after is
  'The index of an entry and, from there, of each that took units from one of these, such as the retirement of what was reserved. A delivery is among them only if it retires its units at once: otherwise they keep their owners.';

create function quote_entries_guard() returns trigger
language plpgsql
as $$
declare
  linked record_entries;
  elsewhere quote_entries;
  kinds text[] := case new.state when 'reserved' then array['reserve'] when 'sold' then array['assign', 'transfer'] else array['retire', 'deliver'] end;
begin
  if tg_op = 'UPDATE' then
    raise exception 'What was linked to a quote is unlinked, not changed' using errcode = 'check_violation';
  end if;
  -- Two who link entries about the same units wait for each other.
  perform pg_advisory_xact_lock(hashtextextended('quote_entries', 0));
  select * into linked from record_entries where index = new.entry_index;
  if not found then
    return new; -- The foreign key refuses it.
  end if;
  if linked.kind <> all (kinds)
    or (new.state = 'retired' and not exists (select from record_certificates where record_certificates.entry_index = linked.index)) then
    raise exception 'Entry %, a %, is not what makes credits %', linked.index, linked.kind, new.state
      using errcode = 'check_violation', constraint = 'quote_entries_kind';
  end if;
  if exists (
    select from record_entry_projects as about
    where about.entry_index = linked.index and not exists (
      select from message_lines as line
      where line.message_id = new.message_id and line.project_id = about.project_id
    )
  ) then
    raise exception 'Entry % is about a project that is not in the quote', linked.index
      using errcode = 'check_violation', constraint = 'quote_entries_project';
  end if;
  select other.* into elsewhere
  from quote_entries as other
  where other.message_id <> new.message_id
    and (
      other.entry_index in (select record_entries_after(linked.index))
      or linked.index in (select record_entries_after(other.entry_index))
    )
  limit 1;
  if found then
    raise exception 'The units of entry % are linked to another quote', linked.index
      using errcode = 'check_violation', constraint = 'quote_entries_units', detail = to_jsonb(elsewhere);
  end if;
  return new;
end;
$$;

create trigger quote_entries_guarded
before insert or update on quote_entries
for each row
execute function quote_entries_guard();
