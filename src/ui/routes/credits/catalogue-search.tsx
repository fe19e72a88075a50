import type { list } from '#src/content/credits.ts';

/** A search field for the whole catalogue, which leads to /projects. */
export function CatalogueSearch({ content }: { content: (typeof list)['search'] }) {
  return (
    <search className="w-full sm:w-auto">
      <form action="/projects#found" method="get" className="flex">
        <input
          type="search"
          name="q"
          maxLength={200}
          aria-label={content.label}
          placeholder={content.placeholder}
          className="field min-w-0 flex-1 sm:w-72"
        />
        <button type="submit" className="btn-primary shrink-0 px-5">
          {content.button}
        </button>
      </form>
    </search>
  );
}
