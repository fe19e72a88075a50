import { readFileSync } from 'node:fs';
import { expect, it } from 'vitest';
import { allowedMethods } from '#server/api/protocol/allowed-methods.ts';

const { paths } = JSON.parse(readFileSync('docs/openapi.json', 'utf8')) as { paths: Record<string, Record<string, unknown>> };

it.each(Object.entries(paths).filter(([path]) => path.startsWith('/api/')))(
  '%s allows exactly the methods that are documented',
  (path, operations) => {
    const documented = ['get', 'post'].filter((method) => method in operations).map((method) => method.toUpperCase());
    const allowed = allowedMethods(path.replace(/\{\w+\}/g, 'x'));
    expect(allowed.split(', ').filter((method) => method === 'GET' || method === 'POST')).toEqual(documented);
  },
);
