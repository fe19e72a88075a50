import { readFileSync } from 'node:fs';
import { expect, expectTypeOf, it } from 'vitest';
import type { RpcProblem } from '#server/api/protocol/rpc-problem.ts';
import type { RpcProblem as HandedOut } from '../../../public/developers/carma-rpc.d.ts';
import { makeRpcTypes, rpcTypesFile } from '../../../scripts/rpc-types.ts';

it('the router types that /developers hands out are those of the router; npm run rpc-types writes them', () => {
  expect(readFileSync(rpcTypesFile, 'utf8')).toBe(makeRpcTypes());
}, 60_000);

it('its problems have the type that the server gives them', () => {
  expectTypeOf<HandedOut>().toEqualTypeOf<RpcProblem>();
});
