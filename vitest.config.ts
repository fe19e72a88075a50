import { defineConfig } from 'vitest/config';

const setupLimit = 300_000;
const database = 'tests/support/global-database.ts';
const site = 'tests/support/global-site.ts';

export default defineConfig({
  define: { 'import.meta.env.WAKU_CONFIG_BASE_PATH': '"/"' },
  test: {
    // More workers than cores: most of these tests wait for a server or a timeout, not for a processor.
    maxWorkers: 4,
    // The default of one second is too short with several workers on two cores.
    expect: { poll: { timeout: 10_000 } },
    projects: [
      {
        extends: true,
        test: {
          name: 'unit',
          // They start faster than processes, which these tests do not need.
          pool: 'threads',
          isolate: false,
          setupFiles: ['tests/support/fresh-modules.ts'],
          include: ['tests/unit/**/*.test.{ts,tsx}'],
          server: { deps: { inline: ['waku'] } },
          // No test waits: a long one is a busy machine.
          testTimeout: 60_000,
        },
      },
      {
        extends: true,
        test: {
          name: 'database',
          include: ['tests/database/**/*.test.ts'],
          globalSetup: [database],
          testTimeout: 30_000,
          hookTimeout: 60_000,
        },
      },
      {
        extends: true,
        test: {
          name: 'http',
          // The sites that these tests need are processes of their own, so files can share a worker's modules.
          isolate: false,
          include: ['tests/http/**/*.test.ts'],
          globalSetup: [database, site],
          testTimeout: 60_000,
          hookTimeout: setupLimit,
        },
      },
      {
        extends: true,
        test: {
          name: 'browser',
          include: ['tests/browser/**/*.test.ts'],
          globalSetup: ['tests/support/global-chromium.ts', database, site],
          testTimeout: 60_000,
          hookTimeout: setupLimit,
          // Runs after all others, because Chromium takes much of both cores.
          maxWorkers: 3,
          sequence: { groupOrder: 1 },
        },
      },
    ],
  },
});
