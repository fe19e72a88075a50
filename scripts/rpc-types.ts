import { spawnSync } from 'node:child_process';
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import { problemCodes } from '#src/schemas/problem.ts';

/** The file of types that /developers offers for download. */
export const rpcTypesFile = 'public/developers/carma-rpc.d.ts';

const head = `// The types of Carma's RPC router, for @trpc/client 11 with superjson. Made from the router; see /developers#rpc.

export type FieldError = {
  field: string;
  message: string;
  allowed?: string[] | undefined;
  /** Of a line that is refused. */
  reason?: 'sold_out' | 'no_price' | 'not_yet_on_sale' | 'too_many' | 'not_deliverable_by' | undefined;
  available?: number | undefined;
  delivery?: string | null | undefined;
};

/** What a failed call carries as error.data.problem. The codes are those of /developers#errors. */
export type RpcProblem = {
  code:
${problemCodes.map((code) => `    | '${code}'`).join('\n')};
  errors?: FieldError[] | undefined;
  retryable: boolean;
  requestId: string;
};

`;

/**
 * Returns the router's types as one file that needs only @trpc/server: the declarations that tsc emits for
 * server/api/rpc/router.ts, with references to the site's own modules replaced.
 * @throws Error when tsc fails, or when the types still refer to one of the site's modules.
 */
export function makeRpcTypes(): string {
  const folder = mkdtempSync(path.resolve('.rpc-types-'));
  try {
    const settings = path.join(folder, 'tsconfig.json');
    const compilerOptions = {
      noEmit: false,
      // `npm run typecheck` checks; this takes half the time without.
      noCheck: true,
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
      // The request's context exists on the server only.
      .replaceAll('import("#server/api/rpc/trpc.ts").RpcContext', 'object')
      .replaceAll('import("#server/api/protocol/rpc-problem.ts").RpcProblem', 'RpcProblem')
      .replaceAll('    ', '  ');
    const ownModule = /import\("(?!@trpc\/server")[^"]+"\)/.exec(declared);
    if (ownModule) throw new Error(`The router's types refer to ${ownModule[0]}, which clients do not have`);
    return head + withNamedRoot(declared);
  } finally {
    rmSync(folder, { recursive: true, force: true });
  }
}

/** Names the type that tsc writes out again for the router and for each router inside it. */
function withNamedRoot(declared: string): string {
  const root = /TRPCBuiltRouter<(\{\n.*?\n\}), /s.exec(declared)?.[1];
  if (!root) throw new Error('tsc declares the router in another form');
  const indented = root.replaceAll('\n', '\n  ');
  return `/** What every router has: its context, the shape of its errors, and superjson. */\ntype Root = ${root};\n\n${declared.replaceAll(root, 'Root').replaceAll(indented, 'Root')}`;
}
