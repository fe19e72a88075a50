import { readFileSync } from 'node:fs';
import { describe, expect, it } from 'vitest';
import { parse } from 'yaml';

const read = (file: string) => readFileSync(`deploy/cluster/${file}`, 'utf8');

type Patroni = {
  etcd?: object;
  etcd3?: object;
  bootstrap: { dcs: Record<string, number | boolean> & { postgresql: { parameters: Record<string, unknown> } } };
};

describe('the cluster', () => {
  const patroni = parse(read('patroni.yml')) as Patroni;
  const { dcs } = patroni.bootstrap;

  it('acknowledges a commit only once a second node has applied it', () => {
    expect(dcs).toMatchObject({ synchronous_mode: true, synchronous_mode_strict: true, synchronous_node_count: 2 });
    expect(dcs.postgresql.parameters.synchronous_commit).toBe('remote_apply');
  });

  it('lets the leader key outlive the time Patroni needs to renew it', () => {
    expect(dcs.ttl).toBeGreaterThanOrEqual(Number(dcs.loop_wait) + 2 * Number(dcs.retry_timeout));
  });

  it("renews the leader key through etcd's v2 API, which compares before it sets", () => {
    expect([patroni.etcd, patroni.etcd3]).toEqual([expect.anything(), undefined]);
    expect(parse(read('etcd.yml'))).toMatchObject({ 'enable-v2': true });
  });

  it('drops connections to a demoted primary within 2 s', () => {
    const ms = (name: string) => Number(new RegExp(`${name} (\\d+)ms`).exec(read('haproxy.cfg'))?.[1]);
    expect(ms(' inter') + ms('fastinter') + 2 * ms('timeout check')).toBeLessThanOrEqual(2_000);
    expect(read('haproxy.cfg')).toMatch(/ fall 2 .*on-marked-down shutdown-sessions/);
  });

  it('configures the instances only with settings that the site knows', () => {
    const names = (text: string) => [...text.matchAll(/^(?:# )?([A-Z_]+)=/gm)].map(([, name]) => name);
    const used = names(read('site.env'));
    expect(used).toContain('DATABASE_URL');
    expect(names(readFileSync('.env.example', 'utf8'))).toEqual(expect.arrayContaining(used));
  });
});
