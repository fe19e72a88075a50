'use client';

import { useRouter } from 'waku';
import type { CatalogueWatchProps } from './catalogue-watch.tsx';
import { useIsland } from './island.ts';
import { RpcProvider, rpc } from './rpc.tsx';

/** The button of the catalogue watch, and its answer. */
export function CatalogueCheck(props: CatalogueWatchProps) {
  return (
    <RpcProvider>
      <Check {...props} />
    </RpcProvider>
  );
}

function Check({ texts, seen }: CatalogueWatchProps) {
  const island = useIsland<HTMLDivElement>();
  const router = useRouter();
  const { data, isFetching, isError, dataUpdatedAt, refetch } = rpc.projects.list.useQuery(undefined, { enabled: false });
  const changed = data && (data.total !== seen.total || data.projects.some(({ updatedAt }) => updatedAt > (seen.latestChange ?? 0)));
  const time = new Date(dataUpdatedAt).toLocaleTimeString('en-GB', { hour: '2-digit', minute: '2-digit' });
  return (
    <div ref={island} className="flex flex-wrap items-center gap-x-4 gap-y-2">
      <button type="button" className="btn-outline" onClick={() => (changed ? router.reload() : refetch())} disabled={isFetching}>
        {changed ? texts.show : isFetching ? texts.checking : texts.check}
      </button>
      <p role="status" className="text-ink-soft">
        {isError && texts.failed}
        {data && !isError && (changed ? texts.changed : texts.unchanged).replace('{time}', time)}
      </p>
    </div>
  );
}
