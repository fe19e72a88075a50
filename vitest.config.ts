import { defineConfig } from 'vitest/config';

const setupLimit = 300_000;

export default defineConfig({
  define: { 'import.meta.env.WAKU_CONFIG_BASE_PATH': '"/"' },
  test: {
    maxWorkers: 2,
    // Two of them on two cores: a second, as it is unset, is short.
    expect: { poll: { timeout: 10_000 } },
    projects: [
      {
        extends: true,
        test: { name: 'unit', include: ['tests/unit/**/*.test.{ts,tsx}'], server: { deps: { inline: ['waku'] } } },
      },
      {
        extends: true,
        test: {
          name: 'database',
          include: ['tests/database/**/*.test.ts'],
          globalSetup: ['tests/support/global-database.ts'],
          testTimeout: 30_000,
          hookTimeout: 60_000,
        },
      },
      {
        extends: true,
        test: {
          name: 'http',
          include: ['tests/http/**/*.test.ts'],
          globalSetup: ['tests/support/global-database.ts', 'tests/support/global-site.ts'],
          testTimeout: 60_000,
          hookTimeout: setupLimit,
        },
      },
      {
        extends: true,
        test: {
          name: 'browser',
          include: ['tests/browser/**/*.test.ts'],
          globalSetup: ['tests/support/global-database.ts', 'tests/support/global-site.ts'],
          testTimeout: 60_000,
          hookTimeout: setupLimit,
        },
      },
    ],
  },
});
