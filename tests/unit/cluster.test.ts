import { readFileSync } from 'node:fs';
import { expect, it } from 'vitest';
import { parse } from 'yaml';

/** Where a file of deploy/cluster has a value of yours. */
const placeholder = (name: string) => `\${${name}}`;
const read = (file: string) => readFileSync(`deploy/cluster/${file}`, 'utf8');

type Patroni = {
  etcd?: Record<string, string>;
  restapi: { authentication?: object; allowlist?: string };
  etcd3?: object;
  bootstrap: { dcs: Record<string, number | boolean> & { postgresql: { parameters: Record<string, unknown> } } };
};

const patroni = parse(read('patroni.yml')) as Patroni;
const { dcs } = patroni.bootstrap;

it('the cluster acknowledges a commit only once the standbys have stored it', () => {
  expect(dcs).toMatchObject({ synchronous_mode: true, synchronous_mode_strict: true, synchronous_node_count: 2 });
  // PostgreSQL's default, `on`; weaker ones do not wait for it.
  expect(dcs.postgresql.parameters).not.toHaveProperty('synchronous_commit');
});

it('the cluster lets nobody without a certificate of a database node speak to etcd, by either of its interfaces', () => {
  const etcd = parse(read('etcd.yml')) as Record<string, unknown>;
  const security = { 'client-cert-auth': true, 'trusted-ca-file': `${placeholder('FOLDER')}/ca.crt` };
  expect(etcd['client-transport-security']).toMatchObject(security);
  expect(etcd['peer-transport-security']).toMatchObject(security);
  const urls = Object.entries(etcd).filter(([name]) => name.endsWith('-urls'));
  expect(urls).toHaveLength(4);
  for (const [, url] of urls) expect(url).toMatch(/^https:/);
  expect(patroni.etcd).toMatchObject({ protocol: 'https', cert: expect.anything(), cacert: expect.anything() });
});

it('the cluster takes changes through Patroni from the database nodes only, with the password', () => {
  const { authentication, allowlist } = patroni.restapi;
  expect(authentication).toEqual({ username: 'patroni', password: placeholder('PATRONI_PASSWORD') });
  expect(allowlist).toBe(placeholder('DATABASE_ADDRESSES'));
});

it('the cluster gives every instance one address, which leads only to the node that Patroni reports as the primary', () => {
  const [, address] = /^DATABASE_URL=postgres:\/\/carma:\S+@(\S+)\/carma$/m.exec(read('site.env')) ?? [];
  expect(read('haproxy.cfg').match(/^ +bind .*$/gm)).toEqual([`  bind ${address}`]);
  expect(read('haproxy.cfg')).toMatch(/option httpchk GET \/primary\n +http-check expect status 200\n/);
});

it('the cluster configures the instances only with settings that the site knows', () => {
  const names = (text: string) => [...text.matchAll(/^(?:# )?([A-Z_]+)=/gm)].map(([, name]) => name);
  const used = names(read('site.env'));
  expect(used).toContain('DATABASE_URL');
  expect(names(readFileSync('.env.example', 'utf8'))).toEqual(expect.arrayContaining(used));
});
