import { env } from '#server/env.ts';
import type { PageMeta } from '#src/content/types.ts';

type PageHeadProps = {
  meta: PageMeta;
  /** The page's one address, such as `/how-it-works`. */
  path: string;
};

/** What search engines and shared links read of the page; React moves it to the head. */
export function PageHead({ meta, path }: PageHeadProps) {
  const { PUBLIC_URL } = env();
  return (
    <>
      <title>{meta.title}</title>
      <meta name="description" content={meta.description} />
      <link rel="canonical" href={`${PUBLIC_URL}${path}`} />
    </>
  );
}
