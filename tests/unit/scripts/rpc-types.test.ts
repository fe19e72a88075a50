import { readFileSync } from 'node:fs';
import { expect, expectTypeOf, it } from 'vitest';
import type { RpcProblem } from '#server/api/protocol/rpc-problem.ts';
import type { RpcProblem as PublishedProblem } from '../../../public/developers/carma-rpc.d.ts';
import { makeRpcTypes, rpcTypesFile } from '../../../scripts/rpc-types.ts';

it('the router types offered on /developers match the router; otherwise run npm run rpc-types', () => {
  expect(readFileSync(rpcTypesFile, 'utf8')).toBe(makeRpcTypes());
}, 60_000);

it("their problem type matches the server's", () => {
  expectTypeOf<PublishedProblem>().toEqualTypeOf<RpcProblem>();
});
