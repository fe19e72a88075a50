import { describe, expect, it } from 'vitest';
import { addressesOf, currentAddress, findServer, isDatabaseAddress } from '#db/hosts.ts';

const one = 'postgres://ada:p%40ss,word@db.example:5432/carma?sslmode=require';

describe('a database address', () => {
  it('with one host is used unchanged, without a search', async () => {
    expect(addressesOf(one)).toEqual([one]);
    expect(currentAddress(one)).toBe(one);
    expect(await findServer(one)).toBe(one);
  });

  it.each([
    ['', 'primary'],
    ['?target_session_attrs=read-write', 'primary'],
    ['?target_session_attrs=primary', 'primary'],
    ['?target_session_attrs=standby', 'standby'],
    ['?target_session_attrs=read-only', 'standby'],
  ])('with several hosts and %j expands to one address per host, in the role %s', (query, role) => {
    expect(addressesOf(`postgres://ada:p%40ss@a:5433,b,[::1]:5434/carma${query}`)).toEqual(
      ['a:5433', 'b', '[::1]:5434'].map((host) => `postgres://ada:p%40ss@${host}/carma?target_session_attrs=${role}`),
    );
  });

  it('with several hosts keeps its other parameters', () => {
    const [first = ''] = addressesOf('postgres://a,b/carma?sslmode=verify-full&target_session_attrs=read-write');
    expect(new URL(first).searchParams.get('sslmode')).toBe('verify-full');
  });

  it.each(['postgres://a,b/c', 'postgresql://u@a:1,b:2/c', one])('is valid: %s', (address) =>
    expect(isDatabaseAddress(address)).toBe(true),
  );
  it.each(['a,b', 'http://a,b', 'postgres://a,b:x/c', 'postgres://,a/c'])('is invalid: %s', (address) =>
    expect(isDatabaseAddress(address)).toBe(false),
  );
});
