import { generateKeyPairSync, sign } from 'node:crypto';
import { createServer as createPlainServer } from 'node:http';
import { createServer } from 'node:https';
import type { Server } from 'node:net';
import { getCACertificates, setDefaultCACertificates } from 'node:tls';
import { afterAll, beforeEach, describe, expect, it, onTestFinished } from 'vitest';
import { addressProblem, NotTaken, post, type ResolvedAddress, resolveReceiver } from '#server/domain/webhooks/receiver.ts';
import { listenOn } from '#tests/support/free-port.ts';

const resolved = (...addresses: string[]) =>
  resolveReceiver(new URL('https://crm.example/hook'), async () =>
    addresses.map((address) => ({ address, family: address.includes(':') ? 6 : 4 })),
  );

it.each([
  ['http://crm.example/hook', 'does not begin with https://'],
  ['https://crm.example:8443/hook', 'names a port other than 443'],
  ['https://ada:secret@crm.example/hook', 'has a user name or a password, which would be sent unseen: leave it out'],
  ['https://crm.example/hook#part', 'has a fragment (#), which is never sent'],
  ['crm.example/hook', 'is not an address'],
  [`https://crm.example/${'ä'.repeat(400)}`, 'is longer than 2000 characters'],
  ['https://127.0.0.1/hook', 'is in a network that is not public: loopback'],
  ['https://crm.localhost/hook', 'is in a network that is not public: loopback'],
  ['https://localhost./hook', 'is in a network that is not public: loopback'],
  // As browsers and Node read it: 169.254.169.254.
  ['https://0xa9fea9fe/', 'is in a network that is not public: linkLocal'],
  ['https://[fd00:ec2::254]/', 'is in a network that is not public: uniqueLocal'],
])('the address of a receiver %s %s', (address, problem) => {
  expect(addressProblem(address)).toBe(problem);
});

const receivers = ['https://crm.example/hook?key=1', 'https://crm.example:443/', 'https://8.8.8.8/', 'https://[2606:4700:4700::1111]/'];
it.each(receivers)('the address of a receiver %s is accepted', (address) => {
  expect(addressProblem(address)).toBeUndefined();
});

it.each([
  // Of the registries of special-purpose addresses of IANA (RFC 6890), which the package knows: nothing in them is on the internet.
  ...['0.0.0.0', '10.1.2.3', '100.100.100.200', '127.0.0.1', '169.254.169.254', '192.0.2.1', '198.18.0.1', '255.255.255.255'],
  ...['::', '::1', '::127.0.0.1', '::ffff:8.8.8.8', '64:ff9b::808:808', '64:ff9b:1::a00:1', '100:0:0:1::1', '2001:10::1', '2002:a00:1::1'],
  ...['3fff::1', '5f00::1', '4000::1', 'fd12:3456::1', 'fe80::1%eth0', 'fec0::1', 'ff02::1'],
  // Azure's host platform answers its virtual machines there.
  '168.63.129.16',
  // What is no address at all.
  'crm.internal',
])('the address of a receiver may not lead to %s', async (address) => {
  await expect(resolved(address)).rejects.toBeInstanceOf(NotTaken);
  await expect(resolved('8.8.8.8', address)).rejects.toBeInstanceOf(NotTaken);
});

it('the address of a receiver may lead to public addresses, and has to lead somewhere', async () => {
  expect(await resolved('8.8.8.8', '2606:4700:4700::1111')).toHaveLength(2);
  await expect(resolved()).rejects.toThrow('The name has no address');
});

describe('a post', () => {
  const identity = selfSigned('crm.example');
  const trusted = getCACertificates('default');
  beforeEach(() => setDefaultCACertificates([...trusted, identity.cert]));
  afterAll(() => setDefaultCACertificates(trusted));
  const open = (server: Server) => {
    onTestFinished(() => void server.close());
    return listenOn(server);
  };
  const addresses: ResolvedAddress[] = [{ address: '127.0.0.1', family: 4 }];
  const send = (url: string) =>
    post(new URL(url), { addresses, headers: { 'webhook-id': '1' }, body: 'ä', signal: AbortSignal.timeout(5_000) });

  it('connects to the address that was checked, whatever the name leads to, and asks there for the name’s certificate', async () => {
    const asked: unknown[] = [];
    const SNICallback = (name: string, done: (error: null) => void) => {
      asked.push(name);
      done(null);
    };
    const server = createServer({ ...identity, SNICallback }, ({ headers }, response) => {
      asked.push(headers.host, headers['content-length'], headers.authorization);
      response.writeHead(201).end();
    });
    const port = await open(server);
    // No name server knows crm.example.
    expect(await send(`https://crm.example:${port}/hook`)).toEqual({ status: 201, retryAfter: undefined });
    expect(asked).toEqual(['crm.example', `crm.example:${port}`, '2', undefined]);
    await expect(send(`https://other.example:${port}/hook`)).rejects.toMatchObject({ code: 'ERR_TLS_CERT_ALTNAME_INVALID' });
    setDefaultCACertificates(trusted);
    await expect(send(`https://crm.example:${port}/hook`)).rejects.toMatchObject({ code: 'DEPTH_ZERO_SELF_SIGNED_CERT' });
  });

  it('does not wait for the end of an answer that goes on', async () => {
    const server = createPlainServer((_request, response) => void response.writeHead(200).write('a'.repeat(20_000)));
    const startedAt = performance.now();
    expect(await send(`http://crm.example:${await open(server)}/`)).toMatchObject({ status: 200 });
    expect(performance.now() - startedAt).toBeLessThan(4_000);
  });

  it('takes a change of protocol for an answer', async () => {
    const server = createPlainServer().on('upgrade', () => {});
    server.on('request', (_request, response) => void response.writeHead(101, { connection: 'upgrade', upgrade: 'other' }).end());
    expect(await send(`http://crm.example:${await open(server)}/`)).toMatchObject({ status: 101 });
  });

  it('reads when to come back, in seconds or as a time', async () => {
    let later = '';
    const server = createPlainServer((_request, response) => response.writeHead(429, { 'retry-after': later }).end());
    const port = await open(server);
    const time = new Date(Date.now() + 60_000).toUTCString();
    // As it is written today, and as C's asctime does.
    for (const form of [time, time.replace(/, (\d+) (\w+) (\d+) ([\d:]+) GMT/, ' $2 $1 $4 $3')]) {
      later = form;
      const { retryAfter = 0 } = await send(`http://crm.example:${port}/`);
      // A busy machine may take a while, and another time zone would be an hour or more.
      expect(Math.abs(retryAfter - 45)).toBeLessThan(20);
    }
    // Date.parse would take 3600.5 for the year 3600.
    for (const [text, seconds] of [['120', 120], ['soon'], ['3600.5'], ['9'.repeat(10), 9_999_999_999]] as const) {
      later = text;
      expect(await send(`http://crm.example:${port}/`)).toEqual({ status: 429, retryAfter: seconds });
    }
  });
});

/** Builds a minimal self-signed certificate (X.509 v1, Ed25519) for a host. */
function selfSigned(host: string): { key: string; cert: string } {
  const { privateKey, publicKey } = generateKeyPairSync('ed25519');
  const ed25519 = der(0x30, der(0x06, Buffer.from('2b6570', 'hex')));
  const commonName = der(0x31, der(0x30, der(0x06, Buffer.from('550403', 'hex')), der(0x0c, Buffer.from(host))));
  const name = der(0x30, commonName);
  const validity = der(0x30, der(0x17, Buffer.from('200101000000Z')), der(0x17, Buffer.from('491231235959Z')));
  const spki = publicKey.export({ type: 'spki', format: 'der' });
  const content = der(0x30, der(0x02, Buffer.from([1])), ed25519, name, validity, name, spki);
  const certificate = der(0x30, content, ed25519, der(0x03, Buffer.from([0]), sign(null, content, privateKey)));
  return {
    key: privateKey.export({ type: 'pkcs8', format: 'pem' }) as string,
    cert: `-----BEGIN CERTIFICATE-----\n${certificate.toString('base64')}\n-----END CERTIFICATE-----\n`,
  };
}

/** Encodes an ASN.1 value shorter than 64 kB. Tags: 2 integer, 3 bits, 6 identifier, c text, 17 time, 30 sequence, 31 set. */
function der(tag: number, ...parts: Buffer[]): Buffer {
  const content = Buffer.concat(parts);
  const { length } = content;
  const size = length < 128 ? [length] : length < 256 ? [0x81, length] : [0x82, length >> 8, length & 255];
  return Buffer.concat([Buffer.from([tag, ...size]), content]);
}
