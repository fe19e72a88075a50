import { expect, it } from 'vitest';
import { isDriverOnLostConnection } from '#server/platform/database/query.ts';

const failed = (query: string, details: object) => Object.assign(new Error('write EPIPE'), { query, ...details });

it("an unhandled rejection of the driver's own query for types does not end the process", () => {
  expect(isDriverOnLostConnection(failed('select b.oid from pg_catalog.pg_type a', { code: '57014' }))).toBe(true);
});
const losses = [{ code: 'EPIPE' }, { code: 'ECONNRESET' }, { code: 'CONNECTION_CLOSED' }, { code: '57P01', severity: 'FATAL' }];
it.each(losses)('an unhandled rejection that names another query of the same lost connection does not end the process: %o', (details) => {
  expect(isDriverOnLostConnection(failed('select slug from carbon_projects', details))).toBe(true);
});
it('an unhandled rejection of a statement that PostgreSQL refused ends the process', () => {
  expect(isDriverOnLostConnection(failed('insert into carbon_projects', { code: '23505', severity: 'ERROR' }))).toBe(false);
});
it('an unhandled rejection of a socket that is not a connection to PostgreSQL ends the process', () => {
  expect(isDriverOnLostConnection(Object.assign(new Error('write EPIPE'), { code: 'EPIPE' }))).toBe(false);
});
