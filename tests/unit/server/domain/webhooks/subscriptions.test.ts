import { spawn } from 'node:child_process';
import { expect, it, onTestFinished } from 'vitest';
import { newSecret, signedHeaders } from '#server/domain/webhooks/subscriptions.ts';
import { receiver } from '#shared/content/developers/webhooks.ts';
import { freePort } from '#tests/support/free-port.ts';

it('a signature is the one that the reference libraries test themselves with', () => {
  // standard-webhooks, libraries/python/tests/test_webhooks.py and libraries/go/webhook_test.go: test_sign_function.
  const [id, secret] = ['msg_p5jXN8AQM9LWM0D4loKWxJek', 'whsec_MfKQ9r8GKYqrTwjUPD8ILPZIo2LaLaSw'];
  expect(signedHeaders(id, '{"test": 2432232314}', [secret], new Date(1_614_265_330_000))).toEqual({
    'webhook-id': id,
    'webhook-timestamp': '1614265330',
    'webhook-signature': 'v1,g0hM9SsE+OTPJTGt/tmIKtSyZlE3uFJELVlNIOLJ1OE=',
  });
});

it('the documented receiver takes an event once, and neither a changed one, an old one nor one of somebody else', async () => {
  const [secret, port] = [newSecret(), await freePort()];
  const program = spawn(process.execPath, ['--input-type=module', '-'], {
    env: { CARMA_WEBHOOK_SECRET: secret, PORT: String(port) },
    stdio: ['pipe', 'pipe', 'inherit'],
  });
  onTestFinished(() => void program.kill());
  program.stdin.end(receiver);
  let printed = '';
  program.stdout.setEncoding('utf8').on('data', (text: string) => (printed += text));
  const body = JSON.stringify({ type: 'webhook.test', timestamp: new Date().toISOString(), data: {} });
  const send = async (headers: Record<string, string>, sent = body) =>
    (await fetch(`http://127.0.0.1:${port}/`, { method: 'POST', headers, body: sent })).status;
  await expect.poll(() => send({}).catch(() => 'closed')).toBe(401);
  const headers = signedHeaders('1', body, [newSecret(), secret]);
  expect([await send(headers), await send(headers)]).toEqual([204, 204]);
  expect(await send(headers, body.replace('test', 'best'))).toBe(401);
  expect(await send(signedHeaders('2', body, [newSecret()]))).toBe(401);
  expect(await send(signedHeaders('3', body, [secret], new Date(Date.now() - 6 * 60_000)))).toBe(401);
  await expect.poll(() => printed).toBe('webhook.test {}\n');
});
