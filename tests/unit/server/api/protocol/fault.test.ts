import { expect, it } from 'vitest';
import { faultCode } from '#server/api/protocol/fault.ts';

const coded = (code: string) => Object.assign(new Error('text'), { code });

it.each(['ECONNREFUSED', 'CONNECT_TIMEOUT', 'CONNECTION_CLOSED', '57P01', '57014', '3D000', '53300', '40001'])(
  '%s is the database that cannot serve',
  (code) => {
    expect(faultCode(coded(code))).toBe('unavailable');
    expect(faultCode(new Error('outer', { cause: coded(code) }))).toBe('unavailable');
  },
);

it.each(['42601', '22P02', '23505', 'UNDEFINED_VALUE'])('%s is a fault of ours', (code) => {
  expect(faultCode(coded(code))).toBe('internal_error');
});
