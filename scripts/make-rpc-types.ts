// `npm run rpc-types`: regenerates the router's types after a procedure has changed, for frontend developers elsewhere.
import { writeFileSync } from 'node:fs';
import { makeRpcTypes, rpcTypesFile } from './rpc-types.ts';

writeFileSync(rpcTypesFile, makeRpcTypes());
