// A process beside the one that serves: which rules of the stylesheet use only names that a page has.
import { PurgeCSS } from 'purgecss';

/** The library empties these, and drops what it then finds empty: it gets a name in their place that it lets through. */
const whereNot = /:where\(:not\([^()]*\)\)/g;
const standIn = /:where-not-(\d+)/g;

type Task = { id: number; names: string[]; css: string };

process.on('message', async ({ id, names, css }: Task) => {
  const replaced: string[] = [];
  const simple = css.replace(whereNot, (selector) => `:where-not-${replaced.push(selector) - 1}`);
  try {
    const [result] = await new PurgeCSS().purge({
      content: [{ raw: 'names', extension: 'html' }],
      css: [{ raw: simple }],
      defaultExtractor: () => names,
      variables: true,
      keyframes: true,
      fontFace: false,
    });
    process.send?.({ id, css: result?.css.replace(standIn, (_, index: string) => replaced[Number(index)] ?? '') });
  } catch (error) {
    process.send?.({ id, error: String(error) });
  }
});
