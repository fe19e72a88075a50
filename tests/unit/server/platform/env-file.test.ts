import { globSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { afterEach, describe, expect, it, vi } from 'vitest';
import { loadEnvFile, readEnvFile } from '#server/platform/env-file.ts';

const read = (text: string | Buffer) => readEnvFile(Buffer.from(text as string), '.env');
const utf16 = (text: string) => Buffer.from(text, 'utf16le');

describe('a .env file', () => {
  it('gives names and values, with comments, quotes and several lines', () => {
    const text = '# One\n\nPORT=4000 # the port\nexport HOST = "::1"\nVAT_NUMBER=\'GB 1\'\nRECORD_SIGNING_KEY="one\n# two"\nSMTP_URL=\n';
    expect(read(text)).toEqual({ PORT: '4000', HOST: '::1', VAT_NUMBER: 'GB 1', RECORD_SIGNING_KEY: 'one\n# two', SMTP_URL: '' });
  });

  it('may begin with a byte order mark and have the line ends of Windows', () => {
    const text = '\uFEFFDATABASE_URL=postgres://site@db/carma\r\nRECORD_ORIGIN=www.example.com/log\r\n';
    expect(read(text)).toEqual({ DATABASE_URL: 'postgres://site@db/carma', RECORD_ORIGIN: 'www.example.com/log' });
  });

  it.each([
    ['with a byte order mark', utf16('\uFEFFPORT=4000\r\n')],
    ['with one in the other order', utf16('\uFEFFPORT=4000\r\n').swap16()],
    ['without one', utf16('PORT=4000\r\n')],
  ])('is refused in UTF-16 %s', (_, content) => expect(() => read(content)).toThrow('.env is in UTF-16. Save it as UTF-8.'));

  it('is refused in an encoding of one byte a character', () => {
    expect(() => read(Buffer.from('VAT_NUMBER=Nº 1', 'latin1'))).toThrow('.env is not in UTF-8');
  });

  it.each([
    ['DATABSE_URL', 'DATABASE_URL'],
    ['DATABASE_URI', 'DATABASE_URL'],
    ['database_url', 'DATABASE_URL'],
    ['DATABASEURL', 'DATABASE_URL'],
    ['CONTACT_MAIL', 'CONTACT_EMAIL'],
    ['PROT', 'PORT'],
  ])('with %s is refused, with the suggestion %s', (name, meant) =>
    expect(() => read(`HOST=::1\n${name}=hunter2`)).toThrow(new RegExp(`\\n  ${name}: unknown; did you mean ${meant}\\?$`)),
  );

  it.each(['TZ', 'COMPOSE_PROJECT_NAME', 'constructor'])('with the foreign name %s is refused without a suggestion', (name) =>
    expect(() => read(`${name}=hunter2`)).toThrow(new RegExp(`\\n  ${name}: unknown\\. Variables of other programs`)),
  );

  it.each([
    'DATABASE_URL postgres://site:hunter2@db/carma',
    'DATABASE_URL: hunter2',
    'DATABASE_URL hunter2?sslmode=require',
    '=hunter2',
    '"PORT"=hunter2',
  ])('is refused with a line that the parser would skip, without showing it: %s', (line) => {
    const parse = () => read(`PORT=4000\n\n${line}\nHOST="::1"\n`);
    expect(parse).toThrow(/\n {2}line 3: is not NAME=value$/);
    expect(parse).not.toThrow(/hunter2/);
  });
});

it('is read in one way by all scripts and commands', () => {
  const sources = globSync('{scripts,commands,server,db,bench}/**/*.ts');
  expect(sources.filter((file) => readFileSync(file, 'utf8').includes('process.loadEnvFile'))).toEqual([]);
});

describe('loading a .env file', () => {
  const folder = mkdtempSync(path.join(tmpdir(), 'carma-env-'));
  const file = path.join(folder, '.env');
  afterEach(() => {
    vi.unstubAllEnvs();
    rmSync(file, { force: true });
  });

  it('does nothing without one', () => expect(() => loadEnvFile(file)).not.toThrow());

  it('adds its settings to the environment, whose own values win, empty ones too', () => {
    for (const [name, value] of Object.entries({ PORT: '4000', SMTP_URL: '', COMPANY_NUMBER: undefined })) vi.stubEnv(name, value);
    writeFileSync(file, 'PORT=5000\nSMTP_URL=smtp://mail\nCOMPANY_NUMBER=12345678\n');
    loadEnvFile(file);
    const { PORT, SMTP_URL, COMPANY_NUMBER } = process.env;
    expect({ PORT, SMTP_URL, COMPANY_NUMBER }).toEqual({ PORT: '4000', SMTP_URL: '', COMPANY_NUMBER: '12345678' });
  });
});
