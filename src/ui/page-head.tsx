import type { PageMeta } from '#src/content/types.ts';

/** Title and description of the page; React moves them to the head. */
export function PageHead({ meta }: { meta: PageMeta }) {
  return (
    <>
      <title>{meta.title}</title>
      <meta name="description" content={meta.description} />
    </>
  );
}
