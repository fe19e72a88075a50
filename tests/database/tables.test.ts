import { readdirSync, readFileSync } from 'node:fs';
import fc from 'fast-check';
import { beforeEach, expect, it } from 'vitest';
import { quiet } from '#db/connection.ts';
import { seedIfEmpty } from '#db/seed.ts';
import { projectsMeantBy } from '#server/domain/projects/find.ts';
import { listProjects } from '#server/domain/projects/list.ts';
import { seedSampleRecord } from '#server/domain/record/sample-record.ts';
import { defaultImage } from '#shared/lib/projects/landscapes.ts';
import { quoteStates } from '#shared/lib/record/quote-standing.ts';
import { spelledId } from '#shared/lib/registries/listed-projects.ts';
import { slug } from '#shared/schemas/field-types.ts';
import { reservedSlug, vintageYears } from '#shared/schemas/limits.ts';
import { labels } from '#shared/schemas/project.ts';
import { keyScopes } from '#shared/schemas/record.ts';
import { like } from '#tests/support/matchers.ts';
import { ownDatabase } from '#tests/support/own-database.ts';
import { projectRow } from '#tests/support/projects.ts';
import { issuances, operationKinds, textFields, unitStatuses, unitTypes } from '#verify/entry.ts';
import { registries, registryKeys } from '#verify/registries.ts';

// What the tables of the catalogue, of messages and of the record do by themselves, whoever writes.
const database = ownDatabase();
beforeEach(() => database.sql`delete from carbon_projects`);

const project = { ...projectRow('a-wood'), latitude: 52.3, longitude: -3.5 };
const label = { label: 'CCP-labelled', vintageStart: null, vintageEnd: null, source: 'Register', asOf: '2026-03-31' };
const message = { kind: 'contact', name: 'Ada Reed', email: 'ada.reed@example.com', message: 'Hello', subject: 'Strategy call' };
const blank = ' \t\n';
const insertProject = (values: object) => database.sql`insert into carbon_projects ${database.sql({ ...project, ...values })} returning *`;
const insertMessage = (values: object) => database.sql`insert into messages ${database.sql({ ...message, ...values })} returning *`;
const line = {
  ...{ message_id: '00000000-0000-0000-0000-000000000000', line_number: 1, project_slug: 'a-wood', project_title: 'A Wood' },
  ...{ tonnes: 1, price_per_credit: 1_450, available_credits: 500, vat_percent: 20, units: '' },
};
const insertLine = (values: object) => database.sql`insert into message_lines ${database.sql({ ...line, ...values })}`;
const insertSubscriber = (values: object) => database.sql`insert into newsletter_subscribers ${database.sql(values)}`;
/** The tables with constraints of their own, by the beginning of their names. */
const inserts = { carbon_projects_: insertProject, messages_: insertMessage, message_lines_: insertLine, newsletter_: insertSubscriber };

it.each<[string, object]>([
  ['carbon_projects_slug_check', { slug: 'a--wood' }],
  ['carbon_projects_title_check', { title: '' }],
  ['carbon_projects_description_check', { description: 'x'.repeat(5001) }],
  ['carbon_projects_monitoring_check', { monitoring: blank }],
  ['carbon_projects_category_check', { category: '' }],
  ['carbon_projects_project_type_check', { project_type: '' }],
  ['carbon_projects_image_url_check', { image_url: `/${'x'.repeat(2000)}` }],
  ['carbon_projects_price_per_credit_check', { price_per_credit: -1 }],
  ['carbon_projects_available_credits_check', { available_credits: -1 }],
  ['carbon_projects_labels_list', { labels: [] }],
  ['carbon_projects_vintage_range', { vintage_start: vintageYears.min - 1 }],
  ['carbon_projects_vintage_range', { vintage_end: vintageYears.max + 1 }],
  ['carbon_projects_labels_complete', { labels: [{ ...label, label: 'Green' }] }],
  ['carbon_projects_labels_complete', { labels: [{ ...label, vintageEnd: undefined }] }],
  ['carbon_projects_ratings_complete', { ratings: [{ rating: 'AA', agency: 'An agency' }] }],
  ['carbon_projects_survey_dated', { survey_points: 12 }],
  ['carbon_projects_review_together', { reviewer: 'Ada Reed' }],
  ['carbon_projects_verification_standard_check', { verification_standard: blank }],
  ['carbon_projects_location_check', { location: '' }],
  ['carbon_projects_country_check', { country: 'gb' }],
  ['carbon_projects_latitude_check', { latitude: 90.1 }],
  ['carbon_projects_longitude_check', { longitude: -180.1 }],
  ['carbon_projects_coordinates_together', { latitude: null }],
  ['carbon_projects_impact_per_year_check', { impact_per_year: -1 }],
  ['messages_name_check', { name: 'A' }],
  ['messages_email_check', { email: 'ada@example' }],
  ['messages_email_check', { email: `${'a'.repeat(250)}@b.co` }],
  ['messages_message_check', { message: 'x'.repeat(100_001) }],
  ['messages_subject_check', { subject: 'x'.repeat(201) }],
  ['messages_quote', { prices_valid_until: '2030-12-31' }],
  ['messages_quote', { kind: 'quote' }],
  ['messages_answered_quote', { answered_at: '2100-01-01' }],
  ['messages_answered_order', { kind: 'quote', prices_valid_until: '2030-12-31', answered_at: new Date(0) }],
  ['message_lines_tonnes_check', { tonnes: 0 }],
  // More than there were.
  ['message_lines_available', { tonnes: 501 }],
  ['message_lines_price_per_credit_check', { price_per_credit: 0 }],
  // One whose sums would not be exact.
  ['message_lines_price_per_credit_check', { price_per_credit: 100_000_001 }],
  ['message_lines_delivery_of_expected', { units_status: 'issued', delivery_by: '2030-12-31' }],
  ['message_lines_line_number_check', { line_number: 21 }],
  ['message_lines_vat_percent_check', { vat_percent: 101 }],
  ['message_lines_message_id_fkey', {}],
  ['newsletter_subscribers_left_after_consent', { email: 'ada@example.com', unsubscribed_at: new Date(0) }],
])('a project, a message, its line or a subscription to the newsletter is rejected by %s: %j', async (constraint, invalid) => {
  const [, insertOne] = Object.entries(inserts).find(([beginning]) => constraint.startsWith(beginning)) ?? [];
  await expect(insertOne?.(invalid)).rejects.toMatchObject({ constraint_name: constraint });
});

it('a project is stored at every limit, and with each label and each type of unit that the schemas have', async () => {
  const [title, text] = ['ŵ'.repeat(300), '🌳'.repeat(5000)];
  await insertProject({ slug: 'a'.repeat(120), title, description: text, monitoring: text, latitude: -90, longitude: 180 });
  await insertProject({ slug: 'first-to-last', vintage_start: vintageYears.min, vintage_end: vintageYears.max });
  await insertProject({ slug: 'labelled', labels: labels.map((name) => ({ ...label, label: name })) });
  for (const [at, unit_type] of unitTypes.entries()) await insertProject({ slug: `of-type-${at}`, unit_type });
});

it.each<[string, readonly string[]]>([
  ['credit_batches_registry_check', registryKeys.filter((key) => !registries[key].refusal)],
  ['credit_batches_issuance_check', issuances],
  ['carbon_projects_units_status_check', issuances],
  ['message_lines_units_status_check', issuances],
  ['quote_entries_state_check', quoteStates],
  ['unit_holdings_issuance_check', issuances],
  ['unit_holdings_status_check', unitStatuses],
  ['record_entries_kind_check', operationKinds],
  ['record_texts_field_check', textFields],
  ['record_keys_scopes_check', keyScopes],
])('%s has the values that the checker has, and no others', async (constraint, values) => {
  const [row] = await database.sql<{ definition: string }[]>`
    select pg_get_constraintdef(oid) as definition from pg_constraint where conname = ${constraint}
  `;
  expect([...(row?.definition ?? '').matchAll(/'([^']+)'/g)].map(([, value]) => value)).toEqual(values);
});

it('a project gets a new updated_at only if something changed', async () => {
  const update = (price: number) => database.sql`update carbon_projects set title = title, price_per_credit = ${price} returning *`;
  const [before] = await insertProject({ slug: 'timed' });
  expect(before?.updated_at).toEqual(before?.created_at);
  expect(await update(before?.price_per_credit)).toEqual([before]);
  const [after] = await update(2_900);
  expect(after?.updated_at.getTime()).toBeGreaterThan(before?.updated_at.getTime());
  expect(after?.created_at).toEqual(before?.created_at);
});

it('a message is stored at every limit, with an address in another script, its lines and its files, and its mail once', async () => {
  const { sql } = database;
  const quote = { kind: 'quote', tonnes: 1_000_000, prices_valid_until: '2026-12-31' };
  const long = { ...quote, message: 'ŵ'.repeat(100_000), subject: 'x'.repeat(200) };
  const [row] = await insertMessage({ name: '🌳'.repeat(100), email: `${'a'.repeat(248)}@bü.co`, ...long });
  expect(row).toMatchObject({ id: like(/^[0-9a-f-]{36}$/), created_at: expect.any(Date) });
  const message_id: string = row?.id;
  const most = { line_number: 20, tonnes: 1_000_000, available_credits: 1_000_000, price_per_credit: 100_000_000, vat_percent: 100 };
  await insertLine({ message_id, project_title: 'x'.repeat(300), ...most });
  const content = Buffer.alloc(10 * 1024 * 1024);
  const file = { message_id, number: 10, file_name: 'x'.repeat(200), media_type: 'application/pdf', content };
  await sql`insert into message_attachments ${sql(file)}`;
  const enterprise = { kind: 'enquiry', sector: 'Finance', organisation: 'x'.repeat(200), message: 'x'.repeat(10) };
  for (const volume_tco2e_a_year of [0, 1_000_000_000]) await insertMessage({ ...enterprise, volume_tco2e_a_year });
  const insertMail = () => sql`insert into deliveries (kind, purpose, message_id) values ('mail', 'team', ${message_id})`;
  await insertMail();
  await expect(insertMail()).rejects.toMatchObject({ constraint_name: 'deliveries_message_once' });
});

it('the guide to a database of another form carries over each column of a quote’s lines, but for the id that a project has only there', async () => {
  const [, named = ''] = /^lines="message_lines \((.+)\)"$/m.exec(readFileSync('docs/operations.md', 'utf8')) ?? [];
  const columns = await database.sql`select column_name as name from information_schema.columns where table_name = 'message_lines'`;
  expect(['project_id', ...named.split(', ')].toSorted()).toEqual(columns.map(({ name }) => name).toSorted());
});

// A further page needs its name in the schema of slugs and in `is_slug` and `catalogue_slug` of db/migrations/0002_catalogue.sql.
it('no project has the address of the one page beside those of projects, now or formerly', async () => {
  expect(readdirSync('src/pages/projects').toSorted()).toEqual(['[slug].tsx', `${reservedSlug}.tsx`, 'index.tsx']);
  expect(slug().schema.safeParse(reservedSlug).success).toBe(false);
  await expect(insertProject({ slug: reservedSlug })).rejects.toMatchObject({ constraint_name: 'carbon_projects_slug_check' });
  const [made] = await insertProject({ title: reservedSlug, slug: null });
  expect(made?.slug).toBe(`${reservedSlug}-project`);
  const insertion = database.sql`insert into former_slugs (slug, project_id) values (${reservedSlug}, ${made?.id})`;
  await expect(insertion).rejects.toMatchObject({ constraint_name: 'former_slugs_slug_check' });
});

it.each(['2024', '20-24'])('no project has the address %s, of digits alone, which may be an id', async (digits) => {
  expect(slug().schema.safeParse(digits).error?.issues[0]?.message).toContain('with a letter');
  await expect(insertProject({ slug: digits })).rejects.toMatchObject({ constraint_name: 'carbon_projects_slug_check' });
  for (const named of [`a${digits}`, `${digits}a`, `${digits}-a`, `a-${digits}`]) {
    expect(slug().schema.safeParse(named).success).toBe(true);
    await insertProject({ slug: named });
  }
});

/** The fields of product.md, section 3, but for the id, and nothing else. */
const wood = {
  ...{ title: 'A wood', description: 'Oaks on 12 hectares.', category: 'Reforestation', image_url: '', price_per_credit: 1450 },
  ...{ available_credits: 1200, verification_standard: 'Woodland Carbon Code', location: 'Powys, Wales', impact_per_year: 300 },
};

const insertRows = (...rows: object[]) => database.sql<{ id: number; slug: string }[]>`
  insert into carbon_projects ${database.sql(rows as [Record<string, string>])} returning id, slug
`;
const listed = async () => (await listProjects({}, { limit: 10 })).projects;

it('a row with only the specified columns is on sale, under an address made from its title, with a number where that is taken', async () => {
  const [row] = await insertRows(wood);
  expect(await listed()).toMatchObject([{ id: row?.id, slug: 'a-wood', status: 'On sale', pricePerCredit: 1450, imageUrl: defaultImage }]);
  // Also by a row of the same statement.
  expect((await insertRows(wood, wood)).map(({ slug }) => slug)).toEqual(['a-wood-2', 'a-wood-3']);
});

it('a row with only the specified columns keeps its image, and the default picture is shown where that is none', async () => {
  const images = ['', 'images/wood.jpg', 'javascript:alert(1)', '//pictures.example/wood.jpg'];
  await insertRows(...images.map((image_url) => ({ ...wood, image_url })));
  expect((await database.sql`select image_url from carbon_projects order by id`).map(({ image_url }) => image_url)).toEqual(images);
  expect(new Set((await listed()).map(({ imageUrl }) => imageUrl))).toEqual(new Set([defaultImage]));
});

it('a row with only the specified columns is of the project type that its category names, if it is one of the four', async () => {
  const categories = ['Biochar', 'Methane Avoidance', 'UK Tree Planting', 'Biodiversity Net Gain', 'Reforestation'];
  await insertRows(...categories.map((category) => ({ ...wood, title: category, category })));
  const types = (await database.sql`select project_type from carbon_projects order by id`).map(({ project_type }) => project_type);
  expect(types).toEqual(['Biochar', 'Methane avoidance', 'UK tree planting', 'Biodiversity net gain', null]);
});

it('a row with only the specified columns may bring its id, which no other row is given', async () => {
  const [{ id: last } = { id: 0 }] = await insertRows(wood);
  await insertRows({ id: last + 1, ...wood }, { id: last + 7, ...wood }, { id: last + 3, ...wood });
  expect((await insertRows(wood, wood)).map(({ id }) => id)).toEqual([last + 8, last + 9]);
});

it('the database makes an address from any title and id, and spells ids as the code does', async () => {
  const titles = ['vcs-0091', 'GS\u00a0 913', '05763–12', '-', '北京 森林', '2024', 'compare', 'İstanbul', 'x'.repeat(200)];
  const words = fc.oneof(fc.constantFrom(...titles), ...(['grapheme', 'binary'] as const).map((unit) => fc.string({ unit, minLength: 1 })));
  const isStorable = (text: string) => text.isWellFormed() && !text.includes('\0');
  const title = words.filter(isStorable);
  await fc.assert(
    fc.asyncProperty(fc.array(fc.tuple(title, fc.option(title)), { minLength: 1, maxLength: 200, size: 'max' }), async (pairs) => {
      const made = await database.sql<{ slug: string; spelled: string }[]>`
        select catalogue_slug(title, external_id) as slug, catalogue_spelled_id(title) as spelled
        from jsonb_to_recordset(${database.sql.json(pairs.map(([title, external_id]) => ({ title, external_id })))}) as pair (title text, external_id text)
      `;
      for (const { slug } of made) {
        expect(slug).toMatch(/^(?!compare$)(?=.*[a-z])[a-z0-9]+(-[a-z0-9]+)*$/);
        expect(slug.length).toBeLessThanOrEqual(120);
      }
      expect(made.map(({ spelled }) => spelled)).toEqual(pairs.map(([text]) => spelledId(text)));
    }),
    { numRuns: 2 },
  );
});

it.each([
  ['Cwm Tŷ-coch Hillside', null, 'cwm-ty-coch-hillside'],
  ["Farmer's Oak", 'VCS 1477', 'farmers-oak-vcs-1477'],
  ['شجر', 'VCS-9', 'project-vcs-9'],
])('the address of "%s" with the id %s is %s', async (title, id, slug) => {
  expect(await database.sql`select catalogue_slug(${title}, ${id}) as slug`).toEqual([{ slug }]);
});

it.each([
  // It may be a dam or burn wood, so turbines would be misleading.
  [{ category: 'Renewable Energy' }, 'contours'],
  [{ category: 'Forest Conservation', title: 'Katingan Peatland' }, 'wetland'],
  [{ category: 'Other', type: 'methane avoidance' }, 'contours'],
  [{ category: 'Methane Avoidance', methodology: 'Sample methodology for orphaned wells' }, 'plugged-wells'],
  // Words of a title decide only within what the category says is done.
  [{ category: 'Solar Energy', title: 'Oakwood Orchard Mine Solar' }, 'solar'],
])('a project without a picture has a landscape: %o has %s', async (facts, landscape) => {
  const { title, category, methodology, type } = { title: 'Project 12', methodology: null, type: null, ...facts };
  const [row] = await database.sql`select catalogue_picture(0, ${title}, '', ${methodology}, ${category}, ${type}) as address`;
  expect(row?.address).toBe(`/pictures/landscapes/${landscape}-1.svg`);
});

it('each landscape is on file in as many drawings as take turns', async () => {
  const [{ source = '' } = {}] = await database.sql`select pg_get_functiondef('catalogue_picture'::regproc) as source`;
  const turns = new Map<string, number>();
  for (const [, names = '', count] of source.matchAll(/ARRAY\[(.+?)\]\)\) THEN (\d)/g))
    for (const [name] of names.matchAll(/[a-z-]+(?=')/g)) turns.set(name, Number(count));
  // A landscape is the last value of its row.
  const landscapes = new Set([...source.matchAll(/'([a-z-]+)'::text\)/g)].map(([, name = '']) => name));
  const drawings = [...landscapes].flatMap((name) => Array.from({ length: turns.get(name) ?? 1 }, (_, at) => `${name}-${at + 1}.svg`));
  expect(readdirSync('public/pictures/landscapes').toSorted()).toEqual(drawings.toSorted());
  const taken =
    await database.sql`select distinct catalogue_picture(id, '', '', null, 'Wind', null) as picture from generate_series(1, 9) as id`;
  expect(taken).toHaveLength(turns.get('wind') ?? 1);
});

it('the rows that go with another row when it is deleted, or keep it, are found by an index', async () => {
  const unindexed = await database.sql`
    select conname
    from pg_constraint
    where contype = 'f' and confdeltype <> 'a' and connamespace = 'public'::regnamespace
      and not exists (select from pg_index where indrelid = conrelid and indkey[0] = conkey[1])
  `;
  expect(unindexed).toEqual([]);
});

it('the catalogue can be emptied of the samples, with their record, but not of a project on the record that is no sample', async () => {
  await seedIfEmpty({ sql: database.sql, log: quiet }).then(seedSampleRecord);
  await database.sql`update carbon_projects set figures_source = 'Our own' where slug = 'osage-orphan-wells'`;
  await expect(database.sql`delete from carbon_projects`).rejects.toThrow(/\) is on the record and cannot be deleted/);
  expect(await listed()).not.toEqual([]);
  await database.sql`update carbon_projects set figures_source = 'Sample' where slug = 'osage-orphan-wells'`;
  await database.sql`delete from carbon_projects`;
  expect(await database.sql`select from record_entries`).toHaveLength(0);
});

const findMovedProject = async (slug: string) => (await projectsMeantBy(slug)).find((meant) => meant.slug !== slug)?.slug;
const former = async () => (await database.sql`select slug from former_slugs order by slug`).map(({ slug }) => slug);
/** Adds projects (`oak`) and renames them (`oak>elm`), one after the other. */
async function play(...steps: string[]): Promise<void> {
  for (const [slug = '', to] of steps.map((step) => step.split('>')))
    if (to) await database.sql`update carbon_projects set slug = ${to} where slug = ${slug}`;
    else await database.sql`insert into carbon_projects ${database.sql(projectRow(slug))}`;
}

it.each<[string, string, Record<string, string | undefined>, readonly string[]]>([
  ['leads to the current slug, however often it changed', 'oak oak>ash ash>elm', { oak: 'elm', ash: 'elm' }, ['ash', 'oak']],
  ['is forgotten when its project takes it again: redirects cannot loop', 'elm elm>fir fir>elm', { elm: undefined, fir: 'elm' }, ['fir']],
  ['gives way to a new project that takes it', 'ash ash>ash-wood ash', { ash: undefined }, []],
  ['gives way to a project that is renamed and takes it', 'ash ash>ash-wood yew yew>ash', { ash: undefined, yew: 'ash' }, ['yew']],
  ['belongs to the project that had it last', 'fir pine fir>fir-1 pine>fir fir>pine-2', { fir: 'pine-2' }, ['fir', 'pine']],
])('a former slug %s', async (_, steps, meant, left) => {
  await play(...steps.split(' '));
  for (const [slug, now] of Object.entries(meant)) expect(await findMovedProject(slug), slug).toBe(now);
  expect(await former()).toEqual(left);
});

it('a former slug is not recorded when one statement passes slugs on from row to row', async () => {
  await play('b', 'a');
  await database.sql`update carbon_projects set slug = case slug when 'b' then 'c' else 'b' end`;
  expect(await former()).toEqual(['a']);
  expect(await findMovedProject('a')).toBe('b');
});
