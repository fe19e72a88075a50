// `npm run rpc-types`: writes the router's types again after a change of a procedure, for frontend developers elsewhere.
import { writeFileSync } from 'node:fs';
import { makeRpcTypes, rpcTypesFile } from './rpc-types.ts';

writeFileSync(rpcTypesFile, makeRpcTypes());
