-- Run as superuser when the PostgreSQL image, or Patroni, initialises its data directory. Creates two roles, neither a superuser: the
-- owner of the site's database, which migrates it, and the site's own, which gets its rights from the owner (db/grants.ts).
\getenv owner_password OWNER_DATABASE_PASSWORD
\getenv password SITE_DATABASE_PASSWORD
-- POSTGRES_PASSWORD may be in a file instead (POSTGRES_PASSWORD_FILE); if either of the other two is missing, psql stops below.
\set superuser_password ''
\getenv superuser_password POSTGRES_PASSWORD
select bool_or(given like 'change-me%') as is_example from unnest(array[:'superuser_password', :'owner_password', :'password']) as given \gset
\if :is_example
do 'begin raise exception $$A password in deploy/postgres.env is that of the example, which everybody knows: choose another, and start again with an empty data directory$$; end';
\endif
create role carma_owner login nosuperuser nocreatedb nocreaterole noreplication nobypassrls password :'owner_password';
create role carma login nosuperuser nocreatedb nocreaterole noreplication nobypassrls password :'password';
create database carma owner carma_owner;
revoke all on database carma from public;
-- An import stages its rows in temporary tables.
grant connect, temporary on database carma to carma;
