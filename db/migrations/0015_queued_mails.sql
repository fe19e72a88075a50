-- Every instance asks for them every fifteen seconds (server/mail/missed-mails.ts): the few that wait, among all that were ever sent.

create index mail_deliveries_queued
  on mail_deliveries (created_at)
  where state = 'queued';
