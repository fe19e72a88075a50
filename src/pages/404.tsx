import { pageContext } from '#server/http/page/page.ts';
import { pageNotFound, postNotFound, projectNotFound, projectWithdrawn, recordNotFound, search } from '#shared/content/not-found.ts';
import { formatDate } from '#shared/lib/text/dates.ts';
import { maxFilterLength } from '#shared/schemas/catalogue-query.ts';
import { PageHead } from '#src/pages/_components/page-head.tsx';
import { RecordNotices } from '#src/pages/_components/record-notices.tsx';
import { LinkList, SubmitButton } from '#src/ui/controls/links.tsx';
import { fill } from '#verify/text.ts';

export default function NotFoundPage() {
  const { path = '', withdrawn } = pageContext() ?? {};
  const notFound = withdrawn ? projectWithdrawn : textsFor(path);
  return (
    <section className="page band min-h-[60svh]">
      <PageHead meta={notFound.meta} path="/404" />
      <h1 className="display-1">{notFound.title}</h1>
      <p className="mt-4 text-ink-soft">{fill(notFound.message, { day: withdrawn ? formatDate(withdrawn.withdrawnAt) : '' })}</p>
      {withdrawn?.reason && <p className="mt-2 text-ink-soft">{fill(projectWithdrawn.reason, { reason: withdrawn.reason })}</p>}
      {recordPath.test(path) && <RecordNotices />}
      <form action="/projects" className="mt-6 flex max-w-[34rem] items-end gap-3 md:mt-8">
        <label className="grid min-w-0 flex-1 gap-2">
          <span>{search.label}</span>
          <input name="q" type="search" maxLength={maxFilterLength} className="field w-full" />
        </label>
        <SubmitButton label={search.button} />
      </form>
      <p className="copy mt-6 text-ink-soft md:mt-10">{notFound.help}</p>
      <LinkList links={notFound.links} className="flex flex-wrap mt-2 gap-x-6 md:(mt-4 gap-x-8)" />
    </section>
  );
}

const recordPath = /^\/(?:certificates|record)\//;

function textsFor(path: string) {
  if (path.startsWith('/blog/')) return postNotFound;
  if (path.startsWith('/projects/')) return projectNotFound;
  if (recordPath.test(path)) return recordNotFound;
  return pageNotFound;
}
