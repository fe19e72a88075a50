import { existsSync } from 'node:fs';
import { chromium } from 'playwright';
import { aptInstall, onPath, runProgram } from './programs.ts';

/** Paths to the full Chromium and to its headless shell, which opens a page in a third of the time. */
export type Chromium = { full: string; shell: string };

/**
 * Finds a Chromium: CHROMIUM_PATH, the system's, Playwright's own, or one that it installs as the platform allows (Playwright's download,
 * otherwise Debian's packages, with fonts whose widths match those most visitors have). Logs what it installs. Without Debian's headless
 * shell, or with CHROMIUM_PATH, `shell` is the same program as `full`.
 */
export function findChromium(): Chromium {
  const full = process.env.CHROMIUM_PATH ?? onPath(names) ?? playwrightChromium() ?? install();
  return { full, shell: process.env.CHROMIUM_PATH ?? onPath(['chromium-headless-shell']) ?? full };
}

const names = ['chromium', 'chromium-browser', 'google-chrome', 'google-chrome-stable'];

function install(): string {
  console.log('No Chromium found. Trying: npx playwright install chromium');
  runProgram('npx', ['playwright', 'install', 'chromium']);
  const downloaded = playwrightChromium();
  if (downloaded) return downloaded;
  console.log('That did not work. Trying: apt-get install chromium');
  aptInstall(['chromium', 'fonts-liberation'], ['chromium-headless-shell']);
  const installed = onPath(names);
  if (installed) return installed;
  throw new Error('No Chromium could be found or installed: install one and set CHROMIUM_PATH to its path');
}

/** Without its sandbox, with which it does not start as root, and without its own errands to other hosts. */
export const chromiumArguments = [
  ...['--no-sandbox', '--disable-gpu', '--disable-quic', '--no-first-run'],
  ...['--disable-background-networking', '--disable-component-update', '--disable-sync'],
];

function playwrightChromium(): string | undefined {
  const path = chromium.executablePath();
  return existsSync(path) ? path : undefined;
}
