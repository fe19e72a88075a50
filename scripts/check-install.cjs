// Says in one sentence what is missing, before anything else is loaded. CommonJS and without types, so that any Node can read it.
const { spawnSync } = require('node:child_process');
const { existsSync } = require('node:fs');

if (!process.features.typescript) {
  console.error(
    `Node ${process.versions.node} is too old: install Node 22.18 or newer (on Linux with glibc, "npm ci" installs it for this project).`,
  );
  process.exit(1);
}
// With NODE_ENV=production, "npm ci" leaves out what only the tests need.
if (process.argv[2] === 'test' && !existsSync('node_modules/vitest')) {
  const { status } = spawnSync('npm', ['ci', '--include=dev'], { stdio: 'inherit' });
  process.exit(status ?? 1);
}
