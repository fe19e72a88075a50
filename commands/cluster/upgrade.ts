import { cpSync, existsSync, readdirSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import { eachSite, endSite } from './each-site.ts';
import { linkRelease } from './files.ts';
import { placeOf, release, sites } from './layout.ts';
import { startSite } from './nodes.ts';

/** Upgrades one instance after the other to a release with one more migration, then goes back to the old release. */
export async function upgradeAndBack(): Promise<void> {
  for (const site of sites) createNextRelease(site);
  for (const name of ['next', 'release']) {
    await eachSite(async (site) => {
      await endSite(site);
      startSite(site, name);
    });
  }
}

/** Creates the next release: this one with a migration that adds a column. */
function createNextRelease(site: string): void {
  if (existsSync(path.join(placeOf(site), 'next'))) return;
  const place = linkRelease(site, 'next', ['db']);
  cpSync(path.join(release, 'db'), path.join(place, 'db'), { recursive: true });
  const migrations = path.join(place, 'db/migrations');
  const last = Math.max(...readdirSync(migrations).map((name) => Number.parseInt(name, 10)));
  const name = `${String(last + 1).padStart(4, '0')}_drill.sql`;
  writeFileSync(path.join(migrations, name), 'alter table contact_messages add column drill_note text;\n');
}
