import { expect, it } from 'vitest';
import { problemCodeOf } from '#server/api/protocol/problem.ts';

// PostgreSQL's own codes mean, in this order: read-only (a standby), ended, cancelled, no such database, too many connections, and a
// conflict of transactions.
const outages = ['ECONNREFUSED', 'EAI_AGAIN', 'CONNECT_TIMEOUT', 'CONNECTION_CLOSED', '25006', '57P01', '57014', '3D000', '53300', '40001'];
const faults = ['42601', '22P02', '23505', 'UNDEFINED_VALUE'];
it.each([...outages.map((code) => [code, 'unavailable'] as const), ...faults.map((code) => [code, 'internal_error'] as const)])(
  'an error of the database with the code %s is the problem %s, also as a cause',
  (code, problem) => {
    const error = Object.assign(new Error('text'), { code });
    expect([error, new Error('outer', { cause: error })].map(problemCodeOf)).toEqual([problem, problem]);
  },
);
