import { vi } from 'vitest';

// Test files share a worker, so that packages are loaded once. The site's own modules, with their state and limits, are loaded for each.
vi.resetModules();
vi.unstubAllEnvs();
Object.assign(globalThis, { carmaLimits: undefined });
