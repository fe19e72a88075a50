import { readFileSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import { expect, it, onTestFinished, vi } from 'vitest';
import { parseEnv, settingNames } from '#server/platform/env.ts';
import { loadEnvFile, readEnvFile } from '#server/platform/env-file.ts';
import { readDatabaseAddress } from '#shared/lib/input/database-address.ts';
import { folderOfTest } from '#tests/support/temporary-folder.ts';

it.each([
  [{ PUBLIC_URL: 'http://[::1]:8080' }, true],
  [{ PUBLIC_URL: 'http://localhost.example.com' }, false],
  [{ PUBLIC_URL: 'https://www.example.com', SEED_SAMPLES: 'true' }, true],
])('settings with %o seed an empty catalogue with samples: %s', (input, seeds) => {
  expect(parseEnv(input).SEED_SAMPLES).toBe(seeds);
});

it.each([
  ...['PORT=eighty', 'PORT=70000', 'LOG_LEVEL=loud', 'TRUST_PROXY=maybe', 'TRUST_PROXY=6', 'METRICS_TOKEN=fifteen-letters'],
  ...['DATABASE_URL=mysql://localhost/carma', 'DATABASE_URL=postgres://user:a,b@one,two/carma', 'DATABASE_URL=postgres:///carma'],
  ...['DATABASE_URL=postgres://ada:pw@db:port/carma', 'DATABASE_URL=postgres://ada:pw@db/carma?sslmode=verify-ca'],
  ...['DATABASE_URL=postgres://ada:pw@db/carma#a', 'DATABASE_URL=postgres://ada:pw@db/car%ma', 'DATABASE_URL=postgres://a:b@d%ffb/c'],
  ...['DATABASE_URL=postgres://ada:pw@db/carma?sslmode=require&sslmode=disable', 'DATABASE_URL=postgres://ada:pw@db/carma?schema=public'],
  ...['PUBLIC_URL=ftp://carma.example', 'PUBLIC_URL=https://carma.example/site', 'PUBLIC_URL=https://carma.example?a=b'],
  ...['PUBLIC_URL=https://ada:secret@carma.example', 'API_WRITE_ORIGINS=https://app.example/path'],
  ...['SMTP_URL=smtp:mail.example', 'SMTP_URL=smtp://ada@mail/?requireTLS=false'],
  ...[31, 33].flatMap((bytes) =>
    ['RECORD_SECRET', 'RECORD_SIGNING_KEY'].map((name) => `${name}=${Buffer.alloc(bytes).toString('base64')}`),
  ),
  `RECORD_SIGNING_KEY=${Array(5).fill(Buffer.alloc(32).toString('base64')).join()}`,
  ...['CONTACT_EMAIL=nobody', 'DATABASE_POOL_SIZE=0', 'RECORD_WITNESSES=witness.example+01234567+BAAA'],
  ...['RECORD_WITNESSES=witness.example+01234567+BAAA ftp://witness.example'],
  ...['RECORD_WITNESSES=witness.example+01234567+BAAA https://witness.example https://other.example', 'RECORD_WITNESS_QUORUM=0'],
  'RECORD_WITNESS_QUORUM=1',
  `RECORD_WITNESSES=${Array(13).fill('witness.example+01234567+BAAA https://witness.example').join(';')}`,
])('settings reject %s with a line that names the setting', (line) => {
  const [, name = '', value = ''] = /^(\w+)=(.*)$/.exec(line) ?? [];
  expect(() => parseEnv({ [name]: value })).toThrow(new RegExp(`^These settings are wrong[^]*\\n  ${name}: .+`));
});

it('settings say how many witnesses are needed, if there are several', () => {
  const [one, two] = ['a', 'b'].map((name) => `${name}.example+01234567+BAAA https://${name}.example`);
  expect(parseEnv({ RECORD_WITNESSES: one })).toMatchObject({
    RECORD_WITNESSES: [{ key: 'a.example+01234567+BAAA', address: 'https://a.example' }],
  });
  expect(() => parseEnv({ RECORD_WITNESSES: `${one}; ${two};` })).toThrow(/RECORD_WITNESS_QUORUM: must say how many of the 2/);
  expect(parseEnv({ RECORD_WITNESSES: `${one}; ${two}`, RECORD_WITNESS_QUORUM: '2' }).RECORD_WITNESS_QUORUM).toBe(2);
  expect(() => parseEnv({ RECORD_WITNESSES: `${one}; ${two}`, RECORD_WITNESS_QUORUM: '3' })).toThrow(/RECORD_WITNESS_QUORUM: is more/);
});

it('settings are all named if invalid, with each parameter of a database address that is not read, but without secrets', () => {
  const parse = () => parseEnv({ PORT: 'x', DATABASE_URL: 'postgres://ada:hunter2@db/carma?connection_limit=1&pgbouncer=true' });
  for (const name of ['connection_limit', 'pgbouncer'])
    expect(parse).toThrow(new RegExp(`has the parameter "${name}", which the site does not read\\. \\w+`));
  // Other programs put the limit of connections into an address.
  expect(parse).toThrow(`${settingNames.find((name) => /POOL/.test(name))} limits`);
  expect(parse).toThrow(/\n {2}PORT: .+\n {2}DATABASE_URL: /);
  expect(parse).not.toThrow(/hunter2/);
});

const passwords = ['zqz@xjx/vkv#gqg', 'zqz?xjx', 'zqz%2xjx', 'zqz%ffxjx'];
it.each(passwords)('settings recognise a password that is not encoded, and print nothing of it: %s', (password) => {
  const parse = () => parseEnv({ DATABASE_URL: `postgres://odd:${password}@127.0.0.1:5599/odd` });
  expect(parse).toThrow(/has a character in its password/);
  expect(parse).not.toThrow(/zqz|xjx|vkv|gqg/);
});

it.each(['zqz@xjx/vkv', 'zqz/xjx', '25/xjx', 'zqz?xjx', 'zqz#xjx'])(
  'settings say how a password of the mail server is written: %s',
  (password) => {
    const parse = () => parseEnv({ SMTP_URL: `smtp://odd:${password}@mail.example:587` });
    expect(parse).toThrow(
      /SMTP_URL: must be an smtp:\/\/ or smtps:\/\/ address without a path or parameters, in whose user and password @ is written %40, \/ %2F/,
    );
    expect(parse).not.toThrow(/zqz|xjx|vkv/);
    expect(parseEnv({ SMTP_URL: `smtp://odd:${encodeURIComponent(password)}@mail.example:587` }).SMTP_URL).toContain('%');
  },
);

it.each([
  ['postgres://carma@db.example/carma', false],
  ['postgres://carma@db.example/carma?sslmode=require', 'require'],
  ['postgres://carma@db.example/carma?sslmode=verify-full', 'verify-full'],
  // The driver gives no name for a number, and would look for localhost in the certificate.
  ['postgres://carma@127.0.0.1/carma?sslmode=verify-full', { host: '127.0.0.1' }],
  ['postgres://carma@[::1]/carma?sslmode=verify-full', { host: '::1' }],
])('settings of a database address %s ask for TLS so: %j', (address, ssl) => {
  expect(readDatabaseAddress(address).ssl).toEqual(ssl);
});

it('settings name the owner of the tables only beside another login of the same database', () => {
  const [url, owner, same] = ['carma:a', 'carma_owner:b', 'carma:b'].map((login) => `postgres://${login}@one/carma`);
  expect(parseEnv({ DATABASE_URL: url, DATABASE_OWNER_URL: owner }).DATABASE_OWNER_URL).toBe(owner);
  expect(() => parseEnv({ DATABASE_OWNER_URL: owner })).toThrow(/DATABASE_OWNER_URL: needs DATABASE_URL/);
  expect(() => parseEnv({ DATABASE_URL: url, DATABASE_OWNER_URL: same })).toThrow(/DATABASE_OWNER_URL: has the user of DATABASE_URL/);
});

it('settings let webhooks reach this machine only on a site that nobody else reaches', () => {
  const parse = (PUBLIC_URL: string) => parseEnv({ PUBLIC_URL, WEBHOOK_LOOPBACK: 'true' });
  expect(parse('http://localhost:3000').WEBHOOK_LOOPBACK).toBe(true);
  expect(() => parse('https://www.example.com')).toThrow(/WEBHOOK_LOOPBACK: is for tests/);
});

it('settings send and receive mail at the contact address where no other is set', () => {
  const addresses = { CONTACT_EMAIL: 'hello@carma.example', MAIL_FROM: 'site@carma.example' };
  expect(parseEnv(addresses)).toMatchObject({ ...addresses, MAIL_TO: 'hello@carma.example' });
  const { CONTACT_EMAIL } = addresses;
  expect(parseEnv({ CONTACT_EMAIL })).toMatchObject({ MAIL_FROM: CONTACT_EMAIL, MAIL_TO: CONTACT_EMAIL });
});

it('a setting that is wrong by itself is reported as such, and not compared with others', () => {
  expect(() => parseEnv({ PUBLIC_URL: 'carma.example', WEBHOOK_LOOPBACK: 'true' })).toThrow(/PUBLIC_URL: must be/);
  expect(() => parseEnv({ DATABASE_URL: 'db', DATABASE_OWNER_URL: 'postgres://owner:b@one/carma' })).toThrow(/ DATABASE_URL: /);
});

it('settings are exactly those explained in .env.example, with the defaults that stand there, which a blank value leaves', () => {
  const example = readFileSync('.env.example');
  const documented = [...String(example).matchAll(/^#?\s?([A-Z][A-Z_]+)=/gm)].map((match) => match[1]);
  expect(documented.toSorted()).toEqual(settingNames.toSorted());
  expect(parseEnv(readEnvFile(example, '.env.example'))).toEqual(parseEnv({}));
  expect(parseEnv({ PORT: ' ', CONTACT_NAME: '\t' })).toEqual(parseEnv({}));
});

const read = (content: string | Buffer) => readEnvFile(typeof content === 'string' ? Buffer.from(content) : content, '.env');

it.each<readonly [string, string, object]>([
  ['begin with a byte order mark and have the line ends of Windows', '\uFEFFPORT=1\r\nexport HOST=::1\r\n', { PORT: '1', HOST: '::1' }],
  ['have no value for a setting, and blanks behind that', 'MAIL_TO= \t\n\nPORT=1', { MAIL_TO: '', PORT: '1' }],
  ['have comments behind values, and # in quotes', 'PORT=1 # a#b\nMAIL_TO= # c\nHOST="a#b"', { PORT: '1', MAIL_TO: '', HOST: 'a#b' }],
  ...['{\n"a": "b"\n}', '-\nends in "\n-', '-\n  # none\n-'].map(
    (value) => ['have a value of several lines', `VAT_NUMBER='${value}' # ours\n`, { VAT_NUMBER: value }] as const,
  ),
])('a .env file may %s: %j', (_what, text, settings) => expect(read(text)).toEqual(settings));

it.each([
  ['utf16le', 'PORT=4000'],
  ['latin1', 'VAT_NUMBER=Nº 1'],
] as const)('a .env file is refused if it is not in UTF-8, but in %s', (encoding, text) =>
  expect(() => read(Buffer.from(text, encoding))).toThrow('.env is not in UTF-8. Save it as UTF-8.'),
);

it.each([
  ['DATABSE_URL', '; did you mean DATABASE_URL?'],
  ['database_url', '; did you mean DATABASE_URL?'],
  ['constructor', '. Variables of other programs'],
])('a .env file with %s is refused, with a suggestion if that is like a setting: unknown%s', (name, said) =>
  expect(() => read(`HOST=::1\n${name}=hunter2`)).toThrow(`\n  ${name}: unknown${said}`),
);

const noSetting = 'is not NAME=value';
const cut = 'has a # within its value: put the value in quotes';
it.each([
  // The last stands in another line as well.
  ...['DATABASE_URL hunter2?sslmode=require', '=hunter2', 'export\tHOST=hunter2', '4000'].map((line) => [line, noSetting]),
  ...['SMTP_URL=smtp://ada:hunter2#1@mail', 'export METRICS_TOKEN = a hunter2# b', 'METRICS_TOKEN=#hunter2'].map((line) => [line, cut]),
])('a .env file is refused with a line that the parser would skip or cut off, without showing it: %s', (line, said) => {
  const parse = () => read(`PORT=4000\n\n${line}\nHOST="::1"\n`);
  expect(parse).toThrow(`\n  line 3: ${said}`);
  expect(parse).not.toThrow(/hunter2/);
});

it('a .env file adds its settings to the environment, whose own values win, empty ones too', async () => {
  onTestFinished(() => void vi.unstubAllEnvs());
  for (const [name, value] of Object.entries({ PORT: '4000', SMTP_URL: '', COMPANY_NUMBER: undefined })) vi.stubEnv(name, value);
  const file = path.join(await folderOfTest(), '.env');
  writeFileSync(file, 'PORT=5000\nSMTP_URL=smtp://mail\nCOMPANY_NUMBER=12345678\n');
  loadEnvFile(file);
  const { PORT, SMTP_URL, COMPANY_NUMBER } = process.env;
  expect({ PORT, SMTP_URL, COMPANY_NUMBER }).toEqual({ PORT: '4000', SMTP_URL: '', COMPANY_NUMBER: '12345678' });
});
