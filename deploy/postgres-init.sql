-- Run by the PostgreSQL image, as superuser, when it initialises its data directory. Creates a role for the site that owns the
-- site's database and is not a superuser. With it, the site creates its schema, tables and extension at its first start.
\getenv password SITE_DATABASE_PASSWORD
create role carma login nosuperuser nocreatedb nocreaterole noreplication nobypassrls password :'password';
create database carma owner carma;
revoke all on database carma from public;
