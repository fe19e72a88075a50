import { afterEach, expect, it, vi } from 'vitest';

afterEach(() => vi.unstubAllEnvs());

it.each(['production', 'development'] as const)('a script runs for %s, whatever NODE_ENV its settings state', async (nodeEnv) => {
  vi.stubEnv('NODE_ENV', nodeEnv === 'production' ? 'development' : 'production');
  vi.resetModules();
  const { loadSettings } = await import('../../../scripts/load-settings.ts');
  expect(loadSettings(nodeEnv).NODE_ENV).toBe(nodeEnv);
  expect(process.env.NODE_ENV).toBe(nodeEnv);
});
