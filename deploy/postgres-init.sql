-- Run once by the image of PostgreSQL, as its superuser, when it makes its data: a role for the site, which owns its own
-- database and is no superuser. The site makes its tables, schema and extension with it at its first start.
\getenv password SITE_DATABASE_PASSWORD
create role carma login nosuperuser nocreatedb nocreaterole noreplication nobypassrls password :'password';
create database carma owner carma;
revoke all on database carma from public;
