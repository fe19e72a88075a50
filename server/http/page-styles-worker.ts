// A thread beside the one that serves: which rules of the stylesheet use only names that a page has.
import { parentPort } from 'node:worker_threads';
import { PurgeCSS } from 'purgecss';

type Task = { id: number; names: string[]; css: string };

parentPort?.on('message', async ({ id, names, css }: Task) => {
  try {
    const [result] = await new PurgeCSS().purge({
      content: [{ raw: 'names', extension: 'html' }],
      css: [{ raw: css }],
      defaultExtractor: () => names,
      variables: true,
      keyframes: true,
      fontFace: false,
    });
    parentPort?.postMessage({ id, css: result?.css });
  } catch (error) {
    parentPort?.postMessage({ id, error: String(error) });
  }
});
