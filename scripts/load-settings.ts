import { type Env, env } from '#server/platform/env.ts';
import { loadEnvFile } from '#server/platform/env-file.ts';

/**
 * Returns the settings of the environment and of `.env`, for a script that a person starts. The script says what NODE_ENV is, because a
 * copy of `.env.example` has one, too. If a setting is wrong, prints which and why, and ends the process.
 */
export function loadSettings(nodeEnv: Env['NODE_ENV']): Env {
  try {
    loadEnvFile();
    process.env.NODE_ENV = nodeEnv;
    return env();
  } catch (error) {
    console.error((error as Error).message);
    process.exit(1);
  }
}
