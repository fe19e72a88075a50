import { generateKeyPairSync, sign } from 'node:crypto';
import { type AddressInfo, connect, createServer, type Socket } from 'node:net';
import { TLSSocket } from 'node:tls';
import { readDatabaseAddress } from '#shared/lib/input/database-address.ts';

/**
 * Puts a proxy in front of a PostgreSQL server that, like managed ones, demands TLS, with a self-signed certificate. Returns its address.
 */
export async function startTlsProxy(databaseUrl: string): Promise<{ url: string; certificate: string; close: () => void }> {
  const identity = selfSigned();
  const open = new Set<Socket>();
  const track = (socket: Socket) => {
    open.add(socket);
    socket.on('error', () => {}).on('close', () => open.delete(socket));
  };
  const server = createServer((socket) => {
    track(socket);
    // The client sends SSLRequest before it starts TLS.
    socket.once('data', () => {
      socket.write('S');
      const decrypted = new TLSSocket(socket, { isServer: true, ...identity });
      const onward = connectSocket(databaseUrl);
      track(decrypted);
      track(onward);
      decrypted.pipe(onward).pipe(decrypted);
    });
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  const address = new URL(databaseUrl);
  address.hostname = '127.0.0.1';
  address.port = String((server.address() as AddressInfo).port);
  return {
    url: address.href,
    certificate: identity.cert,
    close: () => {
      server.close();
      for (const socket of open) socket.destroy();
    },
  };
}

/** Connects to the server of a database's address, as bytes. */
export function connectSocket(databaseUrl: string): Socket {
  const { path } = readDatabaseAddress(databaseUrl);
  const { hostname, port } = new URL(databaseUrl);
  return connect(path ? { path } : { host: hostname, port: Number(port) });
}

/** Builds a minimal self-signed certificate (X.509 v1, Ed25519) for a host, by default with an empty name. */
export function selfSigned(host = ''): { key: string; cert: string } {
  const { privateKey, publicKey } = generateKeyPairSync('ed25519');
  const ed25519 = der(0x30, der(0x06, Buffer.from('2b6570', 'hex')));
  const commonName = der(0x31, der(0x30, der(0x06, Buffer.from('550403', 'hex')), der(0x0c, Buffer.from(host))));
  const name = host === '' ? der(0x30) : der(0x30, commonName);
  const validity = der(0x30, der(0x17, Buffer.from('200101000000Z')), der(0x17, Buffer.from('491231235959Z')));
  const spki = publicKey.export({ type: 'spki', format: 'der' });
  const content = der(0x30, der(0x02, Buffer.from([1])), ed25519, name, validity, name, spki);
  const certificate = der(0x30, content, ed25519, der(0x03, Buffer.from([0]), sign(null, content, privateKey)));
  return {
    key: privateKey.export({ type: 'pkcs8', format: 'pem' }) as string,
    cert: `-----BEGIN CERTIFICATE-----\n${certificate.toString('base64')}\n-----END CERTIFICATE-----\n`,
  };
}

/** Encodes an ASN.1 value shorter than 64 kB. */
function der(tag: number, ...parts: Buffer[]): Buffer {
  const content = Buffer.concat(parts);
  const { length } = content;
  const size = length < 128 ? [length] : length < 256 ? [0x81, length] : [0x82, length >> 8, length & 255];
  return Buffer.concat([Buffer.from([tag, ...size]), content]);
}
