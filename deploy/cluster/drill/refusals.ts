import { readFileSync } from 'node:fs';
import { request } from 'node:https';
import path from 'node:path';
import { members } from './cluster.ts';
import { addressOf, databases, placeOf } from './layout.ts';

type Certificate = { cert: string; key: string };
type Attempt = { name: string; send: () => Promise<number> };

const [node = ''] = databases;
const patroni = `http://${addressOf(node)}:8008`;
const etcd = `https://${addressOf(node)}:2379`;
const limitMs = 5_000;
const fileOf = (name: string) => readFileSync(path.join(placeOf(node), name), 'utf8');

/**
 * Tries, from the address of the site's instances, what would change the cluster: whoever takes over an instance may do no more. Prints
 * what was answered.
 * @throws Error when something is accepted, or when the same servers do not answer those whom they should.
 */
export async function checkRefusals(): Promise<void> {
  const certificate = { cert: fileOf('node.crt'), key: fileOf('node.key') };
  if ((await askEtcd('GET', '/version', undefined, certificate)) !== 200) throw new Error('etcd does not answer a node');
  await members();
  const attempts: Attempt[] = [
    { name: 'PATCH /config', send: () => askPatroni('PATCH', '/config', { loop_wait: 1 }) },
    { name: 'POST /restart', send: () => askPatroni('POST', '/restart', {}) },
    { name: 'POST /reinitialize', send: () => askPatroni('POST', '/reinitialize', {}) },
    { name: 'etcd v2 write', send: () => askEtcd('PUT', '/v2/keys/drill', 'value=1') },
    { name: 'etcd v3 write', send: () => askEtcd('POST', '/v3/kv/put', '{"key":"ZHJpbGw=","value":"MQ=="}') },
  ];
  const answers = [];
  for (const { name, send } of attempts) {
    // Without an answer: the connection was refused for lack of a certificate.
    const status = await send().catch((error: NodeJS.ErrnoException) => {
      if (!error.code?.startsWith('ERR_SSL')) throw new Error(`${name}: ${error.message}`, { cause: error });
      return error.code;
    });
    if (typeof status === 'number' && ![401, 403].includes(status)) throw new Error(`${name} from an instance of the site: ${status}`);
    answers.push(`${name}: ${status}`);
  }
  console.log(`Refused to the site's instances: ${answers.join(', ')}.`);
}

async function askPatroni(method: string, place: string, body: object): Promise<number> {
  const response = await fetch(patroni + place, { method, body: JSON.stringify(body), signal: AbortSignal.timeout(limitMs) });
  await response.text();
  return response.status;
}

function askEtcd(method: string, place: string, body?: string, certificate?: Certificate): Promise<number> {
  const type = body?.startsWith('{') ? 'application/json' : 'application/x-www-form-urlencoded';
  const options = { method, ca: fileOf('ca.crt'), ...certificate, headers: { 'content-type': type }, timeout: limitMs };
  return new Promise((resolve, reject) => {
    const sent = request(etcd + place, options, (response) => {
      response.resume();
      response.on('error', reject).on('end', () => resolve(response.statusCode ?? 0));
    });
    sent.on('timeout', () => sent.destroy(new Error('it does not answer')));
    sent.on('error', reject);
    sent.end(body);
  });
}
