import { TRPCError } from '@trpc/server';
import { Hono } from 'hono';
import { expect, it } from 'vitest';
import { describeRpcProblem } from '#server/api/protocol/rpc-problem.ts';
import { formProblem, submissionProblem, submissionRpcProblem } from '#server/api/protocol/submissions.ts';
import type { AppEnv } from '#server/platform/web/app-env.ts';
import { KeyReused, type SubmissionRejected, TooManyMessages } from '#server/submissions.ts';

const tooMany = new TooManyMessages({ limit: 5, left: 0, secondsLeft: 90 });
const keyReused = new KeyReused();

async function describeAll(error: SubmissionRejected) {
  const app = new Hono<AppEnv>()
    .get('/json', (c) => submissionProblem(c, error) ?? c.text('not rejected'))
    .get('/form', (c) => c.json(formProblem(c, error)));
  const json = await app.request('/json');
  const form = await app.request('/form');
  const { code, message, cause } = submissionRpcProblem(error);
  const rpc = describeRpcProblem(new TRPCError({ code, message, cause }), 'an-id');
  const { detail, errors } = (await json.json()) as { detail: string; errors?: unknown };
  return {
    json: [json.status, detail, errors],
    rpc: [code, message, rpc.code, rpc.errors],
    form: await form.json(),
    retryAfter: [json, form].map(({ headers }) => headers.get('retry-after')),
  };
}

it('a message over the limit is rejected with the time to wait', async () => {
  const { message } = tooMany;
  expect(await describeAll(tooMany)).toEqual({
    json: [429, message, undefined],
    rpc: ['TOO_MANY_REQUESTS', message, 'too_many_messages', undefined],
    form: { status: 429, result: { failed: true, reason: message } },
    retryAfter: ['90', '90'],
  });
});

it('a reused key is named to clients that send JSON', async () => {
  const { message } = keyReused;
  expect(await describeAll(keyReused)).toEqual({
    json: [422, message, [{ field: 'Idempotency-Key', message }]],
    rpc: ['UNPROCESSABLE_CONTENT', message, 'idempotency_key_reused', undefined],
    form: { status: 422, result: { failed: true, reason: message } },
    retryAfter: [null, null],
  });
});
