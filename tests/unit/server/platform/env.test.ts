import { readFileSync } from 'node:fs';
import { describe, expect, it } from 'vitest';
import { parseEnv, settingNames } from '#server/platform/env.ts';

describe('settings', () => {
  it('all have defaults, so that the site starts with an empty environment', () => {
    const env = parseEnv({});
    expect(env.PORT).toBe(3000);
    expect(env.PUBLIC_URL).toBe('http://localhost:3000');
    expect(env.DATABASE_URL).toBeUndefined();
  });

  it.each([
    [{}, true],
    [{ PUBLIC_URL: 'http://127.0.0.1:8080' }, true],
    [{ PUBLIC_URL: 'http://[::1]:8080' }, true],
    [{ PUBLIC_URL: 'http://localhost', SEED_SAMPLES: 'false' }, false],
    [{ PUBLIC_URL: 'https://www.example.com' }, false],
    [{ PUBLIC_URL: 'https://localhost.example.com' }, false],
    [{ PUBLIC_URL: 'http://10.0.0.1' }, false],
    [{ PUBLIC_URL: 'https://www.example.com', SEED_SAMPLES: 'true' }, true],
  ])('with %o seed an empty catalogue with samples: %s', (input, seeds) => {
    expect(parseEnv(input).SEED_SAMPLES).toBe(seeds);
  });

  it.each([
    ['PORT', 'eighty'],
    ['PORT', '70000'],
    ['DATABASE_URL', 'mysql://localhost/carma'],
    ['DATABASE_URL', 'localhost'],
    ['DATABASE_URL', 'postgres://one:5432,two:5432/carma'],
    ['DATABASE_URL', 'postgres://user:a,b@one,two/carma?target_session_attrs=read-write'],
    ['DATABASE_URL', 'postgres:///carma'],
    ['DATABASE_URL', 'postgres://ada:pw@db:port/carma'],
    ['DATABASE_URL', 'postgres://ada:pw@db/carma?sslmode=verify-ca'],
    ['DATABASE_OWNER_URL', 'postgres://ada:pw@db/carma?schema=public'],
    ['PUBLIC_URL', 'carma.example'],
    ['PUBLIC_URL', 'ftp://carma.example'],
    ['PUBLIC_URL', 'https://carma.example/site'],
    ['PUBLIC_URL', 'https://carma.example//'],
    ['PUBLIC_URL', 'https://carma.example?a=b'],
    ['PUBLIC_URL', 'https://carma.example/#top'],
    ['PUBLIC_URL', 'https://ada:secret@carma.example'],
    ['LOG_LEVEL', 'loud'],
    ['TRUST_PROXY', 'maybe'],
    ['CONTACT_EMAIL', 'nobody'],
    ['DATABASE_POOL_SIZE', '0'],
    ['RECORD_WITNESSES', 'witness.example+01234567+BAAA'],
    ['RECORD_WITNESSES', 'witness.example+01234567+BAAA ftp://witness.example'],
    ['RECORD_WITNESSES', 'witness.example+01234567+BAAA https://witness.example https://other.example'],
    ['RECORD_WITNESSES', Array(13).fill('witness.example+01234567+BAAA https://witness.example').join(';')],
    ['RECORD_WITNESS_QUORUM', '0'],
    ['RECORD_WITNESS_QUORUM', '1'],
  ])('reject %s=%s with a line that names the setting', (name, value) => {
    expect(() => parseEnv({ [name]: value })).toThrow(new RegExp(`^These settings are wrong[^]*\\n  ${name}: .+`));
  });

  it('say how many witnesses are needed, if there are several', () => {
    const [one, two] = ['a', 'b'].map((name) => `${name}.example+01234567+BAAA https://${name}.example`);
    expect(parseEnv({ RECORD_WITNESSES: one })).toMatchObject({
      RECORD_WITNESSES: [{ key: 'a.example+01234567+BAAA', address: 'https://a.example' }],
    });
    expect(() => parseEnv({ RECORD_WITNESSES: `${one}; ${two};` })).toThrow(/RECORD_WITNESS_QUORUM: must say how many of the 2/);
    expect(parseEnv({ RECORD_WITNESSES: `${one}; ${two}`, RECORD_WITNESS_QUORUM: '2' }).RECORD_WITNESS_QUORUM).toBe(2);
    expect(() => parseEnv({ RECORD_WITNESSES: `${one}; ${two}`, RECORD_WITNESS_QUORUM: '3' })).toThrow(/RECORD_WITNESS_QUORUM: is more/);
  });

  it('are all named if invalid, without their values, which may be secrets', () => {
    const parse = () => parseEnv({ PORT: 'x', DATABASE_URL: 'mysql://user:hunter2@db/carma' });
    expect(parse).toThrow(/PORT/);
    expect(parse).toThrow(/DATABASE_URL/);
    expect(parse).not.toThrow(/hunter2/);
  });

  it.each([
    ['schema=public', ['schema']],
    ['sslmode=require&channel_binding=require', ['channel_binding']],
    ['pgbouncer=true&connection_limit=1', ['pgbouncer', 'connection_limit']],
    ['keepalives=1', ['keepalives']],
    ['constructor=1', ['constructor']],
  ])('name each parameter of a database address that the site does not read: %s', (query, names) => {
    const parse = () => parseEnv({ DATABASE_URL: `postgres://ada:hunter2@db/carma?${query}` });
    for (const name of names) expect(parse).toThrow(new RegExp(`has the parameter "${name}", which the site does not read\\. \\w+`));
    expect(parse).not.toThrow(/hunter2/);
  });

  it.each(['zqz@xjx/vkv#gqg', 'zqz@xjx', 'zqz/xjx', 'zqz?xjx', 'zqz#xjx', 'zqz%xjx', 'zqz%2xjx'])(
    'recognise a password that is not encoded, and print nothing of it: %s',
    (password) => {
      const parse = () => parseEnv({ DATABASE_URL: `postgres://odd:${password}@127.0.0.1:5599/odd` });
      expect(parse).toThrow(/has a character in its password/);
      expect(parse).not.toThrow(/zqz|xjx|vkv|gqg/);
    },
  );

  it('name the owner of the tables only beside another login of the same database', () => {
    const [url, owner] = ['postgres://carma:a@one/carma', 'postgres://carma_owner:b@one/carma'];
    expect(parseEnv({ DATABASE_URL: url, DATABASE_OWNER_URL: owner }).DATABASE_OWNER_URL).toBe(owner);
    expect(() => parseEnv({ DATABASE_OWNER_URL: owner })).toThrow(/DATABASE_OWNER_URL: needs DATABASE_URL/);
    expect(() => parseEnv({ DATABASE_URL: url, DATABASE_OWNER_URL: url })).toThrow(/DATABASE_OWNER_URL: has the user of DATABASE_URL/);
  });

  it('are exactly those explained in .env.example', () => {
    const example = readFileSync('.env.example', 'utf8');
    const documented = [...example.matchAll(/^#?\s?([A-Z][A-Z_]+)=/gm)].map((match) => match[1]);
    expect(documented.toSorted()).toEqual(settingNames.toSorted());
  });
});
