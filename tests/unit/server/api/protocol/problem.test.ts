import { expect, it } from 'vitest';
import { problemCodeOf } from '#server/api/protocol/problem.ts';

const coded = (code: string) => Object.assign(new Error('text'), { code });

it.each(['ECONNREFUSED', 'CONNECT_TIMEOUT', 'CONNECTION_CLOSED', '57P01', '57014', '3D000', '53300', '40001'])(
  '%s means that the database is unavailable',
  (code) => {
    expect(problemCodeOf(coded(code))).toBe('unavailable');
    expect(problemCodeOf(new Error('outer', { cause: coded(code) }))).toBe('unavailable');
  },
);

it.each(['42601', '22P02', '23505', 'UNDEFINED_VALUE'])('%s is an internal error', (code) => {
  expect(problemCodeOf(coded(code))).toBe('internal_error');
});
