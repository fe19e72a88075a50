import type { TestProject } from 'vitest/node';
import { type Chromium, findChromium } from './chromium.ts';

declare module 'vitest' {
  interface ProvidedContext {
    chromium: Chromium;
  }
}

/** Provides the browser tests with a Chromium, installing one if necessary. */
export default function setup(project: TestProject): void {
  project.provide('chromium', findChromium());
}
