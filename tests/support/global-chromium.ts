import type { TestProject } from 'vitest/node';
import { type Chromium, findChromium } from './chromium.ts';

declare module 'vitest' {
  interface ProvidedContext {
    chromium: Chromium;
  }
}

/** For the browser tests: a Chromium, which is installed where there is none. */
export default function setup(project: TestProject): void {
  project.provide('chromium', findChromium());
}
