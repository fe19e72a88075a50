-- A long import appends more rows than the tables had, before autovacuum can count them. Only their owner may do that.
create function record_refresh_statistics() returns void
language plpgsql
security definer
set search_path = public, pg_temp
as $$
begin
  analyze
    record_entries, record_entry_projects, record_nodes, record_texts, record_operations, record_certificates, credit_batches,
    unit_holdings;
end;
$$;

comment on function record_refresh_statistics is 'Counts the rows of the record anew, for the plans of a long import.';

revoke execute on function record_refresh_statistics from public;
