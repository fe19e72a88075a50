import { existsSync } from 'node:fs';
import path from 'node:path';
import { defineConfig, type TestProjectInlineConfiguration } from 'vitest/config';
import { BaseSequencer, type Reporter, type TestSpecification } from 'vitest/node';
import { settingNames } from '#server/platform/env.ts';

// Tests start commands and sites a hundred times: with their modules compiled already, a command takes half the time.
process.env.NODE_COMPILE_CACHE ??= path.resolve('node_modules/.cache/compiled');

// A day is one of UTC or of London, as each place says, and never one of the machine: here that would be another day half of the time.
process.env.TZ = 'Pacific/Auckland';

// The commands that tests run read a developer's .env, whose settings are for that developer's own site: an empty one keeps them out.
for (const name of settingNames) if (name !== 'NODE_ENV') process.env[name] ??= '';

const database = 'tests/support/global-database.ts';
const site = 'tests/support/global-site.ts';
const verifier = 'tests/support/global-verifier.ts';
const setupFiles = ['tests/support/fresh-modules.ts'];

/** One kind of test: what is made before all of its files, and what it has besides the settings of all. */
const project = (name: string, globalSetup: string[], more: TestProjectInlineConfiguration['test']) => ({
  extends: true as const,
  test: { name, include: [`tests/${name}/**/*.test.{ts,tsx}`], globalSetup, ...more },
});

/** Prints which twenty files took longest, when more have run. */
const slowest: Reporter = {
  onTestRunEnd: (modules) => {
    const count = 20;
    if (modules.length <= count) return;
    const timed = modules.map((one) => ({ name: one.relativeModuleId, seconds: one.diagnostic().duration / 1_000 }));
    console.log('The slowest files, in seconds:');
    for (const { name, seconds } of timed.toSorted((a, b) => b.seconds - a.seconds).slice(0, count))
      console.log(`${seconds.toFixed(1).padStart(6)}  ${name}`);
  },
};

/** The files that take longest, of three projects, the longest of each first. */
const slowFiles = [
  'tests/database/embedded.test.ts',
  ...['restarts', 'changed-data', 'every-page', 'development'].map((name) => `tests/http/${name}.test.ts`),
  ...['every-other-page', 'every-kind-of-page', 'specification', 'shortlist', 'typed-numbers', 'firefox', 'catalogue'].map(
    (name) => `tests/browser/${name}.test.ts`,
  ),
];

// A file that was renamed would start last, unless this list follows.
for (const name of slowFiles) if (!existsSync(name)) throw new Error(`There is no ${name}`);

/** Starts the slow files first, so that no worker ends long after the others. Vitest's own order goes by size until it has run once. */
class SlowFirst extends BaseSequencer {
  override async sort(files: TestSpecification[]): Promise<TestSpecification[]> {
    const placeOf = ({ moduleId }: TestSpecification) => {
      const place = slowFiles.findIndex((name) => moduleId.endsWith(`/${name}`));
      return place === -1 ? slowFiles.length : place;
    };
    return (await super.sort(files)).toSorted((one, other) => placeOf(one) - placeOf(other));
  }
}

export default defineConfig({
  test: {
    // More workers than cores: most of these tests wait for a server or a timeout, not for a processor.
    maxWorkers: 4,
    sequence: { sequencer: SlowFirst },
    // Without a summary that is drawn again all the time.
    reporters: [['default', { summary: false }], slowest],
    // Files share a worker, its packages and its browser.
    isolate: false,
    // Far more than a test needs, or what it is set up with: it allows for a busy machine.
    testTimeout: 120_000,
    hookTimeout: 300_000,
    // Compiled modules are kept for the next run.
    fsModuleCache: true,
    // The default of one second is too short with several workers on two cores.
    expect: { poll: { timeout: 10_000 } },
    projects: [
      // Threads start faster than processes, which these tests do not need.
      project('unit', [verifier], { pool: 'threads', setupFiles }),
      project('database', [verifier, database], { setupFiles }),
      project('http', [database, site], { setupFiles }),
      // Runs after all others, because Chromium takes much of both cores.
      project('browser', ['tests/support/global-browsers.ts', database, site], { maxWorkers: 3, sequence: { groupOrder: 1 } }),
    ],
  },
});
