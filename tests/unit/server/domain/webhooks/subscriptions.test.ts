import { Webhook } from 'standardwebhooks';
import { expect, it } from 'vitest';
import { newSecret, signedHeaders } from '#server/domain/webhooks/subscriptions.ts';

it('a signature is the one that the reference libraries test themselves with', () => {
  // standard-webhooks, libraries/python/tests/test_webhooks.py and libraries/go/webhook_test.go: test_sign_function.
  const headers = signedHeaders(
    'msg_p5jXN8AQM9LWM0D4loKWxJek',
    '{"test": 2432232314}',
    ['whsec_MfKQ9r8GKYqrTwjUPD8ILPZIo2LaLaSw'],
    new Date(1_614_265_330_000),
  );
  expect(headers).toEqual({
    'webhook-id': 'msg_p5jXN8AQM9LWM0D4loKWxJek',
    'webhook-timestamp': '1614265330',
    'webhook-signature': 'v1,g0hM9SsE+OTPJTGt/tmIKtSyZlE3uFJELVlNIOLJ1OE=',
  });
});

it('of two secrets each signs, and a receiver with either accepts', () => {
  const secrets = [newSecret(), newSecret()];
  const headers = signedHeaders('1', '{}', secrets);
  for (const secret of secrets) expect(new Webhook(secret).verify('{}', headers)).toEqual({});
  expect(() => new Webhook(newSecret()).verify('{}', headers)).toThrow('No matching signature found');
});
