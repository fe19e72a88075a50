import { chmodSync, chownSync, mkdirSync, rmSync } from 'node:fs';
import path from 'node:path';
import { expect, it, vi } from 'vitest';
import { chooseDataLocation } from '#db/embedded/data-location.ts';
import { folderOfTest } from '#tests/support/temporary-folder.ts';

const log = { info: vi.fn(), warn: vi.fn(), error: vi.fn() };

it.skipIf(process.getuid?.() !== 0)(
  'data that is stored elsewhere stays there, as its own user, though others can enter the project by now and own a folder in it',
  async () => {
    const preferred = path.join(await folderOfTest(), '.data/postgres');
    mkdirSync(path.dirname(preferred), { mode: 0o700 });
    const { dataDir } = chooseDataLocation(preferred, log);
    expect(dataDir).not.toBe(preferred);
    mkdirSync(dataDir);
    mkdirSync(preferred);
    chownSync(dataDir, 12_345, 12_345);
    chownSync(preferred, 12_346, 12_346);
    chmodSync(path.dirname(preferred), 0o755);
    const chosen = chooseDataLocation(preferred, log);
    rmSync(path.dirname(dataDir), { recursive: true });
    expect(chosen).toMatchObject({ dataDir, user: { ids: { uid: 12_345, gid: 12_345 } } });
  },
);
