import type { TestProject } from 'vitest/node';
import { type Chromium, findChromium } from './chromium.ts';
import { aptInstall, onPath } from './programs.ts';

declare module 'vitest' {
  interface ProvidedContext {
    chromium: Chromium;
    /** The path to a Firefox; empty if there is none. */
    firefox: string;
  }
}

const names = ['firefox-esr', 'firefox'];

/** Provides a Chromium, installing one if need be, and a Firefox: FIREFOX_PATH, the system's, or else Debian's, if it can be installed. */
export default function setup(project: TestProject): void {
  project.provide('chromium', findChromium());
  const path = process.env.FIREFOX_PATH ?? onPath(names) ?? install() ?? '';
  if (!path)
    console.log('The tests in Firefox are skipped, because none could be found or installed: install one and set FIREFOX_PATH to its path');
  project.provide('firefox', path);
}

function install(): string | undefined {
  console.log('No Firefox found. Trying: apt-get install firefox-esr');
  aptInstall(['firefox-esr']);
  return onPath(names);
}
