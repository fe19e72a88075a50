-- For the state of the record at an earlier moment.
create index record_entries_by_time
  on record_entries (created_at);
create index unit_holdings_of_batch
  on unit_holdings (batch_id, entry_index);
