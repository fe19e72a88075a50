import { expect, it } from 'vitest';
import { isFromLostConnection } from '#server/platform/database/query.ts';

const [types, statement] = ['select b.oid from pg_catalog.pg_type a', 'select slug from carbon_projects'];
it.each([
  ['goes on', 'of the driver’s own query for types', { query: types, code: '57014' }],
  ['goes on', 'of a query whose connection is lost while it is sent', { query: statement, code: 'EPIPE' }],
  ['goes on', 'of a query whose connection is reset', { query: statement, code: 'ECONNRESET' }],
  ['goes on', 'of a query whose connection is closed', { query: statement, code: 'CONNECTION_CLOSED' }],
  ['goes on', 'of a query that PostgreSQL ends with its connection', { query: statement, code: '57P01', severity: 'FATAL' }],
  ['ends', 'of a statement that PostgreSQL refused', { query: statement, code: '23505', severity: 'ERROR' }],
  ['ends', 'of a socket that is not a connection to PostgreSQL', { code: 'EPIPE' }],
])('the process %s after an unhandled rejection %s', (outcome, _of, details) => {
  expect(isFromLostConnection(Object.assign(new Error('write EPIPE'), details))).toBe(outcome === 'goes on');
});
