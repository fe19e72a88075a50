import { spawnSync } from 'node:child_process';
import { readFileSync, rmSync, statSync } from 'node:fs';
import { expect, it } from 'vitest';
import { parse } from 'yaml';
import { connectionLimits } from '#server/http/front/connections.ts';
import { parseEnv } from '#server/platform/env.ts';
import { limits } from '#server/platform/limits.ts';
import { attachmentsBodyMaxBytes } from '#shared/schemas/attachments.ts';
import { has, like } from '#tests/support/matchers.ts';
import { onPath } from '#tests/support/programs.ts';
import { folderOfTest } from '#tests/support/temporary-folder.ts';
import { maxFileBytes } from '#verify/check.ts';

const read = (file: string) => readFileSync(file, 'utf8');
const { services, networks } = parse(read('compose.yaml'), { merge: true });
const unit = read('deploy/carma-site@.service');
const caddyfile = read('deploy/Caddyfile');
const setting = (file: string, name: string) => new RegExp(`^${name}=(.*)$`, 'm').exec(read(file))?.[1];

it('Dockerfile gets every folder that it copies from this repository past .dockerignore', () => {
  const copied = [...read('Dockerfile').matchAll(/^COPY --from=build \/app\/(\w+) /gm)].map(([, name]) => `!${name}`);
  const ours = copied.filter((name) => !['!node_modules', '!dist'].includes(name));
  expect(ours.length).toBeGreaterThan(3);
  expect(read('.dockerignore').split('\n')).toEqual(expect.arrayContaining(ours));
});

it('the cluster of the drill gets exactly the parts of a release that the image has, and passes limits that the site knows', () => {
  const cluster = read('deploy/cluster/drill/cluster.ts');
  const [, passed = ''] = /const limits = \{([^}]+)\}/.exec(cluster) ?? [];
  expect(Object.keys(limits)).toEqual(expect.arrayContaining(passed.match(/[A-Za-z]+(?=:)/g) ?? ['none']));
  const [, parts = ''] = /for \(const part of \[([^\]]+)\]\)/.exec(cluster) ?? [];
  const copied = [...read('Dockerfile').matchAll(/^COPY --from=build \/app\/(\S+) /gm)].map(([, name]) => `'${name}'`);
  expect(parts.split(', ').toSorted()).toEqual(copied.toSorted());
});

it('the proxy leaves PostgreSQL out of an instance’s health, because kept pages need none, lets a request arrive for longer than the site does, and keeps idle connections for less time; systemd and Docker let the site stop for longer than it may take', () => {
  const ms = (text: string, pattern: RegExp) => Number(pattern.exec(text)?.[1]) * 1_000;
  const delay = { unit: parseEnv({}).SHUTDOWN_DELAY_MS, compose: Number(/SHUTDOWN_DELAY_MS: "(\d+)"/.exec(read('compose.yaml'))?.[1]) };
  // Requests, then jobs.
  const stopping = 2 * limits.shutdownTimeoutMs;
  expect(caddyfile).toMatch(/health_uri \/readyz\?exclude=postgres\n/);
  expect(ms(caddyfile, /read_body (\d+)s/)).toBeGreaterThan(limits.requestTimeoutMs);
  expect(ms(caddyfile, /keepalive (\d+)s/)).toBeLessThan(connectionLimits().keepAliveTimeout ?? 0);
  expect(ms(unit, /TimeoutStopSec=(\d+)s/)).toBeGreaterThan(delay.unit + stopping);
  expect(ms(read('compose.yaml'), /stop_grace_period: (\d+)s/)).toBeGreaterThan(delay.compose + stopping);
});

it('V8 has the same limits of memory in `npm start`, the image, the unit and the tests', () => {
  const files = ['package.json', 'Dockerfile', 'deploy/carma-site@.service', 'tests/support/site.ts'];
  const flags = files.map((file) => (read(file).match(/--max-[\w-]+-size=\d+/g) ?? [file]).join(' '));
  expect([...new Set(flags)]).toHaveLength(1);
});

it('systemd and Docker end an instance at one size, above that of which an alert warns', () => {
  const [, megabytes] = /^MemoryMax=(\d+)M$/m.exec(unit) ?? [];
  const [, warned] = /process_resident_memory_bytes\S* > (\S+)/.exec(read('deploy/prometheus-alerts.yml')) ?? [];
  expect(services['site-a']?.mem_limit).toBe(`${megabytes}m`);
  expect(Number(megabytes) * 1024 ** 2).toBeGreaterThan(Number(warned));
});

it("compose.yaml drops capabilities, gives the database no way out, and publishes only the proxy's ports", () => {
  expect([services.postgres?.networks, services.proxy?.networks]).toEqual([['database'], ['front']]);
  expect(networks.database?.internal).toBe(true);
  expect(Object.keys(services).filter((name) => services[name].ports)).toEqual(['proxy']);
  for (const [name, service] of Object.entries(services))
    expect(service, name).toMatchObject({ cap_drop: ['ALL'], security_opt: ['no-new-privileges:true'], read_only: true });
});

it('compose.yaml gives the site a database role that owns nothing, and only the migration the owner’s', () => {
  expect(services.postgres?.volumes).toContain('./deploy/postgres-init.sql:/docker-entrypoint-initdb.d/site.sql:ro');
  const init = read('deploy/postgres-init.sql');
  const [, refused = 'nothing'] = /given like '(.+)%'/.exec(init) ?? [];
  for (const name of ['POSTGRES_PASSWORD', 'OWNER_DATABASE_PASSWORD', 'SITE_DATABASE_PASSWORD'])
    expect(setting('deploy/postgres.env.example', name)).toMatch(new RegExp(`^${refused}`));
  const site = new URL(setting('deploy/site.env.example', 'DATABASE_URL') ?? '');
  const owner = new URL(setting('deploy/owner.env.example', 'DATABASE_OWNER_URL') ?? '');
  const rights = 'login nosuperuser nocreatedb nocreaterole noreplication nobypassrls';
  for (const { username } of [site, owner]) expect(init).toContain(`create role ${username} ${rights} password`);
  expect(init).toContain('revoke all on database carma from public;');
  expect(init).toContain(`create database ${site.pathname.slice(1)} owner ${owner.username};`);
  expect([site.host, site.pathname]).toEqual([owner.host, owner.pathname]);
  expect(setting('deploy/site.env.example', 'DATABASE_OWNER_URL')).toBeUndefined();
  const owned = Object.keys(services).filter((name) => [services[name].env_file].flat().includes('deploy/owner.env'));
  expect(owned).toEqual(['migrate']);
  expect(services.migrate).toMatchObject({ command: ['node', 'commands/db.ts', 'migrate'], restart: 'no', networks: ['database'] });
  expect(services['site-a']?.depends_on).toEqual({ migrate: { condition: 'service_completed_successfully' } });
});

it('the systemd unit is a template with one instance per port, each with its own folder and metrics, behind the proxy; it starts again by itself and keeps its files to itself', () => {
  expect(unit).toMatch(/^Environment=.*\bPORT=%i DATA_DIR=\/var\/lib\/carma-site\/%i$/m);
  expect(unit).toMatch(/^StateDirectory=carma-site\/%i$/m);
  for (const line of ['Restart=always', 'UMask=0077', 'NoNewPrivileges=yes', 'ProtectSystem=strict']) expect(unit).toContain(`\n${line}\n`);
  const [guide = ''] = read('docs/deploy.md').split('### Adding an instance');
  // Only commands in code blocks: a mention in a sentence has a backquote behind it.
  const started = [...guide.matchAll(/carma-site@(\d+)\b(?=[^`]*$)/gm)].map(([, port]) => port);
  const [, sites = 'none'] = /"SITES=([^"]+)"/.exec(guide) ?? [];
  expect(new Set(started)).toEqual(new Set(sites.split(' ').map((site) => site.split(':')[1])));
});

it('the systemd unit listens only on localhost, whatever is in the settings copied as the guide says', () => {
  expect(unit).toMatch(/^Environment=HOST=127\.0\.0\.1$/m);
  const removed = /sed -E '\/(.+)\/d' \.env\.example/.exec(read('docs/deploy.md'))?.[1] ?? 'nothing';
  const copied = read('.env.example')
    .split('\n')
    .filter((line) => !new RegExp(removed).test(line));
  expect(copied.filter((line) => /^(HOST|PORT|DATA_DIR)=/.test(line))).toEqual([]);
});

it('the examples of settings have passwords that the site refuses', () => {
  const [url, ownerUrl] = [setting('deploy/site.env.example', 'DATABASE_URL'), setting('deploy/owner.env.example', 'DATABASE_OWNER_URL')];
  const parse = () => parseEnv({ DATABASE_URL: url, DATABASE_OWNER_URL: ownerUrl });
  for (const name of ['DATABASE_URL', 'DATABASE_OWNER_URL']) expect(parse).toThrow(` ${name}: has the password of the example`);
});

const bytesIn: Record<string, number> = { KiB: 1024, MiB: 1024 ** 2 };
const sizes = [...caddyfile.matchAll(/request_body @(\w+) \{\s*max_size (\d+)(\w+)/g)].map(([, route, size, suffix]) => [
  route,
  Number(size) * (bytesIn[suffix ?? ''] ?? Number.NaN),
]);
const { upload, others } = Object.fromEntries(sizes);

it('the Caddyfile accepts bodies as large as the site does, and not much larger: those declared larger it rejects unread', () => {
  expect(upload).toBeGreaterThan(attachmentsBodyMaxBytes);
  expect(upload).toBeLessThanOrEqual(2 * attachmentsBodyMaxBytes);
  // The addresses that take files stand in four matchers: `upload`, `others`, and of each the bodies that declare a larger size.
  expect(caddyfile.match(/path \/api\/enterprise-contact \/api\/verify$/gm)).toHaveLength(4);
  expect(upload).toBeGreaterThan(2 * maxFileBytes);
  expect(others).toBeGreaterThan(limits.bodyLimitBytes);
  expect(others).toBeLessThanOrEqual(2 * limits.bodyLimitBytes);
  expect(caddyfile).toContain(`max_header_size ${(connectionLimits().maxHeaderSize ?? 0) / 1024}kb\n`);
  const refused = [...caddyfile.matchAll(/int\(\{http\.request\.header\.Content-Length\}\) > (\d+)/g)].map(([, size]) => Number(size));
  expect(refused).toEqual([upload, others]);
  expect(caddyfile.match(/respond @\w+TooLarge 413/g)).toHaveLength(2);
});

/** The names that a pattern captures in a file, each once. */
const namesIn = (file: string, pattern: RegExp) => [...new Set([...read(file).matchAll(pattern)].map(([, name]) => name))].toSorted();

it.each([
  ['the headings of the runbooks', 'docs/runbooks.md', /^## (\w+)$/gm],
  ['what the faults of their test fire', 'tests/fixtures/prometheus-alerts.yml', /alertname="(\w+)"/g],
])('the alerts are exactly %s', (_what, file, pattern) => {
  const alerts = namesIn('deploy/prometheus-alerts.yml', /^ +- alert: (\w+)$/gm);
  expect(alerts.length).toBeGreaterThan(10);
  expect(namesIn(file, pattern)).toEqual(alerts);
});

it.skipIf(onPath(['promtool']) === undefined)('the alerts fire at their faults alone, as Prometheus evaluates them', () => {
  const { status, stdout, stderr } = spawnSync('promtool', ['test', 'rules', 'tests/fixtures/prometheus-alerts.yml'], { encoding: 'utf8' });
  expect(`${stdout}${stderr}`).toContain('SUCCESS');
  expect(status).toBe(0);
});

it('the cluster acknowledges a commit only once the standbys have stored it, and archives its log', () => {
  const { dcs } = parse(read('deploy/cluster/patroni.yml')).bootstrap;
  expect(dcs).toMatchObject({ synchronous_mode: true, synchronous_mode_strict: true, synchronous_node_count: 2 });
  // PostgreSQL's default, `on`: with a weaker setting, a commit does not wait for the standbys.
  expect(dcs.postgresql.parameters).not.toHaveProperty('synchronous_commit');
  expect(dcs.postgresql.parameters).toHaveProperty('archive_mode', 'on');
});

it('the cluster takes nothing from whoever is no database node: etcd by certificate, changes through Patroni by address and password, PostgreSQL by password', () => {
  const etcd = parse(read('deploy/cluster/etcd.yml')) as Record<string, object | string>;
  for (const transport of ['client', 'peer'])
    expect(etcd[`${transport}-transport-security`]).toMatchObject({ 'client-cert-auth': true, 'trusted-ca-file': like(/ca\.crt$/) });
  const urls = Object.entries(etcd).flatMap(([name, value]) => (name.endsWith('-urls') ? String(value).split(',') : []));
  expect(new Set(urls.map((url) => url.split(':')[0]))).toEqual(new Set(['https']));
  const { restapi, postgresql } = parse(read('deploy/cluster/patroni.yml'));
  const withoutPassword = postgresql.pg_hba.filter((rule: string) => !/^host .* scram-sha-256$/.test(rule));
  // The superuser, on the machine itself.
  expect(withoutPassword).toEqual(['local all postgres trust']);
  expect(restapi).toMatchObject({ allowlist: has('{DATABASE_ADDRESSES}'), authentication: { password: expect.any(String) } });
});

const hasOpenssl = onPath(['openssl']) !== undefined;
it.skipIf(!hasOpenssl)('the cluster’s nodes that are added later have certificates of the same authority', async () => {
  const folder = await folderOfTest();
  const make = (node: string) => spawnSync('sh', ['deploy/cluster/certificates.sh', folder, `${node}=10.0.0.1`], { encoding: 'utf8' });
  const made = [make('db1')];
  // As if a call had been broken off between the authority's key and its certificate.
  rmSync(`${folder}/ca.crt`);
  made.push(make('db4'));
  const verified = ['sslserver', 'sslclient'].map((purpose) =>
    spawnSync('openssl', ['verify', '-purpose', purpose, '-CAfile', 'ca.crt', 'db1.crt', 'db4.crt'], { cwd: folder }),
  );
  for (const key of ['ca.key', 'db1.key']) expect(statSync(`${folder}/${key}`).mode & 0o077, key).toBe(0);
  rmSync(`${folder}/ca.key`);
  const refused = make('db5');
  expect([...made, ...verified, refused].map(({ status }) => status)).toEqual([0, 0, 0, 0, 1]);
  expect(refused.stderr).toContain('has ca.crt without ca.key');
});

it('the cluster gives every instance one address, HAProxy’s, which leads only to the node that Patroni reports as the primary', () => {
  const [, address] = /^DATABASE_URL=postgres:\/\/carma:\S+@(\S+)\/carma$/m.exec(read('deploy/cluster/site.env')) ?? [];
  const haproxy = read('deploy/cluster/haproxy.cfg');
  expect(haproxy.match(/^ +bind .*$/gm)).toEqual([`  bind ${address}`]);
  expect(haproxy).toMatch(/option httpchk GET \/primary\n +http-check expect status 200\n/);
  expect(haproxy).toContain('on-marked-down shutdown-sessions');
});

it('the cluster configures the instances only with settings that the site knows', () => {
  const names = (text: string) => [...text.matchAll(/^(?:# )?([A-Z_]+)=/gm)].map(([, name]) => name);
  const used = names(read('deploy/cluster/site.env'));
  expect(used).toContain('DATABASE_URL');
  expect(names(read('.env.example'))).toEqual(expect.arrayContaining(used));
});
