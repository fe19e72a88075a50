import { readdirSync } from 'node:fs';
import { expect, it } from 'vitest';
import { slug } from '#shared/schemas/field-types.ts';
import { labels } from '#shared/schemas/project.ts';
import { like } from '#tests/support/matchers.ts';
import { ownDatabase } from '#tests/support/own-database.ts';
import { projectRow } from '#tests/support/projects.ts';
import { unitTypes } from '#verify/entry.ts';

const database = ownDatabase();

const project = { ...projectRow('a-wood'), latitude: 52.3, longitude: -3.5 };
const label = { label: 'CCP-labelled', vintageStart: null, vintageEnd: null, source: 'Register', asOf: '2026-03-31' };
const message = { kind: 'contact', name: 'Ada Reed', email: 'ada.reed@example.com', message: 'Hello', subject: 'Strategy call' };
const blank = ' \t\n';
const insertProject = (values: object) => database.sql`insert into carbon_projects ${database.sql({ ...project, ...values })} returning *`;
const insertMessage = (values: object) => database.sql`insert into messages ${database.sql({ ...message, ...values })} returning *`;

it.each<[string, object]>([
  ['carbon_projects_slug_format', { slug: 'a--wood' }],
  ['carbon_projects_title_length', { title: '' }],
  ['carbon_projects_description_length', { description: 'x'.repeat(5001) }],
  ['carbon_projects_monitoring_length', { monitoring: blank }],
  ['carbon_projects_category_length', { category: '' }],
  ['carbon_projects_project_type_length', { project_type: '' }],
  ['carbon_projects_image_url_length', { image_url: `/${'x'.repeat(2000)}` }],
  ['carbon_projects_price_range', { price_per_credit: -1 }],
  ['carbon_projects_available_not_negative', { available_credits: -1 }],
  ['carbon_projects_labels_list', { labels: [] }],
  ['carbon_projects_labels_complete', { labels: [{ ...label, label: 'Green' }] }],
  ['carbon_projects_labels_complete', { labels: [{ ...label, vintageEnd: undefined }] }],
  ['carbon_projects_ratings_complete', { ratings: [{ rating: 'AA', agency: 'An agency' }] }],
  ['carbon_projects_survey_dated', { survey_points: 12 }],
  ['carbon_projects_review_together', { reviewer: 'Ada Reed' }],
  ['carbon_projects_standard_length', { verification_standard: blank }],
  ['carbon_projects_location_length', { location: '' }],
  ['carbon_projects_country_format', { country: 'gb' }],
  ['carbon_projects_latitude_range', { latitude: 90.1 }],
  ['carbon_projects_longitude_range', { longitude: -180.1 }],
  ['carbon_projects_coordinates_together', { latitude: null }],
  ['carbon_projects_impact_not_negative', { impact_per_year: -1 }],
])('a project is rejected by %s: %j', async (constraint, invalid) => {
  await expect(insertProject(invalid)).rejects.toMatchObject({ constraint_name: constraint });
});

it('a project is stored at every limit', async () => {
  const [title, text] = ['ŵ'.repeat(300), '🌳'.repeat(5000)];
  await insertProject({ slug: 'a'.repeat(120), title, description: text, monitoring: text, latitude: -90, longitude: 180 });
});

it('a project is stored with each label and each type of unit that the schemas have', async () => {
  await insertProject({ slug: 'labelled', labels: labels.map((name) => ({ ...label, label: name })) });
  for (const [at, unit_type] of unitTypes.entries()) await insertProject({ slug: `of-type-${at}`, unit_type });
});

it('a project gets a new updated_at only if something changed', async () => {
  await insertProject({ slug: 'timed' });
  const { sql } = database;
  const read = () => sql<{ updated_at: Date; created_at: Date }[]>`select created_at, updated_at from carbon_projects where slug = 'timed'`;
  const [before] = await read();
  expect(before?.updated_at).toEqual(before?.created_at);
  await sql`update carbon_projects set title = title, price_per_credit = 2850 where slug = 'timed'`;
  expect(await read()).toEqual([before]);
  await sql`update carbon_projects set price_per_credit = 2900 where slug = 'timed'`;
  const [after] = await read();
  expect(after?.updated_at.getTime()).toBeGreaterThan(before?.updated_at.getTime() ?? 0);
  expect(after?.created_at).toEqual(before?.created_at);
});

it.each<[string, object]>([
  ['messages_name_length', { name: 'A' }],
  ['messages_email_format', { email: 'ada@example' }],
  ['messages_email_length', { email: `${'a'.repeat(250)}@b.co` }],
  ['messages_message_length', { message: 'x'.repeat(100_001) }],
  ['messages_subject_length', { subject: 'x'.repeat(201) }],
])('a contact message is rejected by %s: %j', async (constraint, invalid) => {
  await expect(insertMessage(invalid)).rejects.toMatchObject({ constraint_name: constraint });
});

it('a contact message is stored at every limit, with an address in another script', async () => {
  const long = { message: 'ŵ'.repeat(5000), subject: 'x'.repeat(200) };
  const [row] = await insertMessage({ name: '🌳'.repeat(100), email: `${'a'.repeat(248)}@bü.co`, ...long });
  expect(row).toMatchObject({ id: like(/^[0-9a-f-]{36}$/), created_at: expect.any(Date) });
});

// A further page needs its name in the schema of slugs and in three places of db/migrations/0002_catalogue.sql.
const pages = readdirSync('src/pages/projects').flatMap((file) => /^(?!index)([a-z-]+)\.tsx$/.exec(file)?.[1] ?? []);
it.each(pages)('no project has the address of the page /projects/%s, now or formerly', async (page) => {
  expect(slug().schema.safeParse(page).success).toBe(false);
  await expect(insertProject({ slug: page })).rejects.toMatchObject({ constraint_name: 'carbon_projects_slug_not_reserved' });
  const [made] = await insertProject({ title: page, slug: null });
  expect(made?.slug).toBe(`${page}-project`);
  const former = database.sql`insert into former_slugs (slug, project_id) values (${page}, ${made?.id})`;
  await expect(former).rejects.toMatchObject({ constraint_name: 'former_slugs_not_reserved' });
});
