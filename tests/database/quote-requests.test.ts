import { afterAll, beforeAll, describe, expect, it, vi } from 'vitest';
import { listQuoteLines, quoteText } from '#server/domain/messages/quote-lines.ts';
import { closePool } from '#server/platform/database/pool.ts';
import { createTestDatabase, type TestDatabase } from '#tests/support/database.ts';

let database: TestDatabase;
let messageId: string;
let projectId: number;

beforeAll(async () => {
  database = await createTestDatabase();
  vi.stubEnv('DATABASE_URL', database.url);
  const [project] = await database.sql<{ id: number }[]>`
    insert into carbon_projects (
      slug, title, description, category, price_per_credit, available_credits, verification_standard, location, impact_per_year
    )
    values ('a-wood', 'A Wood', 'Trees.', 'Reforestation', 1450, 500, 'VCS', 'Kent', 10)
    returning id
  `;
  projectId = project?.id ?? 0;
  messageId = await newMessage();
});
afterAll(async () => {
  await closePool(1);
  vi.unstubAllEnvs();
  await database.drop();
});

async function newMessage(): Promise<string> {
  const [row] = await database.sql<{ id: string }[]>`
    insert into contact_messages (name, email)
    values ('Ada Lovelace', 'ada@lines.example')
    returning id
  `;
  return row?.id ?? '';
}

const line = (more: object = {}) => ({
  contact_message_id: messageId,
  line_number: 1,
  project_id: projectId,
  project_slug: 'a-wood',
  project_title: 'A Wood',
  tonnes: 1,
  price_per_credit: 1_450,
  available_credits: 500,
  vat_percent: 20,
  ...more,
});
const insert = (row: object) => database.sql`insert into contact_message_lines ${database.sql(row)}`;

describe('the lines of a quote request', () => {
  it.each([
    ['no tonnes', { tonnes: 0 }, 'tonnes_range'],
    ['more tonnes than a line may hold', { tonnes: 1_000_001, available_credits: 2_000_000 }, 'tonnes_range'],
    ['more tonnes than there were', { tonnes: 501 }, 'available'],
    ['no price', { price_per_credit: 0 }, 'price_range'],
    ['a day of delivery of issued credits', { units_status: 'issued', delivery_by: '2030-12-31' }, 'delivery_of_expected'],
    ['a negative price', { price_per_credit: -1 }, 'price_range'],
    ['a price whose sums would not be exact', { price_per_credit: 100_000_001 }, 'price_range'],
    ['a 21st line', { line_number: 21 }, 'line_number_range'],
    ['an empty slug', { project_slug: '' }, 'slug_length'],
    ['VAT above 100 per cent', { vat_percent: 101 }, 'vat_range'],
    ['a message that does not exist', { contact_message_id: '00000000-0000-0000-0000-000000000000' }, 'message_fkey'],
  ])('never contain %s', async (_what, invalid, constraint) => {
    await expect(insert(line(invalid))).rejects.toMatchObject({ constraint_name: `contact_message_lines_${constraint}` });
  });

  it('say in a mail that a project is an invented sample', async () => {
    const of = await newMessage();
    await insert(line({ contact_message_id: of, units_status: 'issued' }));
    expect(quoteText(await listQuoteLines(of))).toContain('A Wood (a-wood; issued)');
    await database.sql`update carbon_projects set external_id = 'SAMPLE-0001', figures_source = 'Sample figure' where id = ${projectId}`;
    expect(quoteText(await listQuoteLines(of))).toContain('A Wood (a-wood; issued, an invented sample)');
  });

  it('name a project once, and outlive it with its title', async () => {
    await insert(line());
    await expect(insert(line({ line_number: 2 }))).rejects.toMatchObject({ constraint_name: 'contact_message_lines_project_once' });
    await database.sql`delete from carbon_projects where id = ${projectId}`;
    const [kept] = await database.sql`select project_id, project_title from contact_message_lines where contact_message_id = ${messageId}`;
    expect(kept).toEqual({ project_id: null, project_title: 'A Wood' });
  });

  it('are deleted with their message', async () => {
    const other = await newMessage();
    await insert(line({ contact_message_id: other, project_id: null }));
    await database.sql`delete from contact_messages where id = ${other}`;
    expect(await database.sql`select 1 from contact_message_lines where contact_message_id = ${other}`).toEqual([]);
  });
});
