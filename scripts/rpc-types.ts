import { spawnSync } from 'node:child_process';
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import { problemCodes } from '#src/schemas/problem.ts';

/** Where the types lie that /developers hands out. */
export const rpcTypesFile = 'public/developers/carma-rpc.d.ts';

const head = `// The types of Carma's RPC router, for @trpc/client 11 with superjson. Made from the router; see /developers#rpc.

/** What a failed call carries as error.data.problem. The codes are those of /developers#errors. */
export type RpcProblem = {
  code:
${problemCodes.map((code) => `    | '${code}'`).join('\n')};
  errors?: { field: string; message: string; allowed?: string[] | undefined }[] | undefined;
  retryable: boolean;
  requestId: string;
};

`;

/**
 * The router's types as one file that needs only @trpc/server: what tsc declares of server/api/rpc/router.ts, without our
 * own modules.
 * @throws Error when tsc fails, or when the types name a module of ours.
 */
export function makeRpcTypes(): string {
  const folder = mkdtempSync(path.resolve('.rpc-types-'));
  try {
    const settings = path.join(folder, 'tsconfig.json');
    const compilerOptions = {
      noEmit: false,
      declaration: true,
      emitDeclarationOnly: true,
      allowImportingTsExtensions: true,
      rootDir: '..',
      outDir: 'out',
    };
    writeFileSync(
      settings,
      JSON.stringify({
        extends: '../tsconfig.json',
        compilerOptions,
        include: [],
        files: ['../server/api/rpc/router.ts', '../src/types.d.ts'],
      }),
    );
    const { status, stdout } = spawnSync('node_modules/.bin/tsc', ['-p', settings], { encoding: 'utf8', timeout: 120_000 });
    if (status !== 0) throw new Error(`tsc could not declare the router:\n${stdout}`);
    const declared = readFileSync(path.join(folder, 'out/server/api/rpc/router.d.ts'), 'utf8')
      // What the server knows of a request is no caller's business.
      .replaceAll('import("./context").RpcContext', 'object')
      .replaceAll('import("../protocol/rpc-problem").RpcProblem', 'RpcProblem')
      .replaceAll('    ', '  ');
    const ours = /import\("(?!@trpc\/server")[^"]+"\)/.exec(declared);
    if (ours) throw new Error(`The router's types name ${ours[0]}, which nobody outside has`);
    return head + declared;
  } finally {
    rmSync(folder, { recursive: true, force: true });
  }
}
