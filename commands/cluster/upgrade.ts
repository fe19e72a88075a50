import { cpSync, existsSync, readdirSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import { eachSite, endSite } from './each-site.ts';
import { linkRelease } from './files.ts';
import { placeOf, release, sites } from './layout.ts';
import { startSite } from './nodes.ts';

/** A release with one migration more takes over, one instance after the other, and then the old one again. */
export async function upgradeAndBack(): Promise<void> {
  for (const site of sites) makeNext(site);
  for (const name of ['next', 'release']) {
    await eachSite(async (site) => {
      await endSite(site);
      startSite(site, name);
    });
  }
}

/** The next release: this one, and a migration that adds. */
function makeNext(site: string): void {
  if (existsSync(path.join(placeOf(site), 'next'))) return;
  const place = linkRelease(site, 'next', ['db']);
  cpSync(path.join(release, 'db'), path.join(place, 'db'), { recursive: true });
  const migrations = path.join(place, 'db/migrations');
  const last = Math.max(...readdirSync(migrations).map((name) => Number.parseInt(name, 10)));
  const name = `${String(last + 1).padStart(4, '0')}_drill.sql`;
  writeFileSync(path.join(migrations, name), 'alter table contact_messages add column drill_note text;\n');
}
