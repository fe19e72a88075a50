import type { ReadEntry } from '#server/domain/record/read/entries.ts';
import { Static } from '#server/http/page/static.tsx';
import { TermList } from '#src/client/tooltips/term-list.tsx';
import { demo, tracking, trackingPanel, trackingTerms } from '#src/content/impact-hub.ts';
import { entries as entryTexts, later } from '#src/content/record/index.ts';
import { fill } from '#src/lib/text/fill.ts';
import { formatCount } from '#src/lib/text/numbers.ts';
import type { ProjectList } from '#src/schemas/project.ts';
import { TextLink } from '#src/ui/controls/text-link.tsx';
import { DemoPanel, type DemoProps } from '#src/ui/routes/impact-hub/demo-panel.tsx';
import { ScopeList } from '#src/ui/routes/impact-hub/scope-list.tsx';
import { TrackingTable } from '#src/ui/routes/impact-hub/tracking-table.tsx';
import { LogEntryTable } from '#src/ui/routes/record/log-entry-table.tsx';

/** Rows shown before the demo is opened. */
const preview = 6;

type TrackingDemoProps = DemoProps<{ list: ProjectList }> & { entries: ReadEntry[] };

/** What the catalogue knows about a credit's status, the newest entries of the record, and a row for each project. */
export function TrackingDemo({ list, entries, failure }: TrackingDemoProps) {
  const { title, source, scopes, scopeLabels, termsLabel, rest, beyond, catalogue, record } = trackingPanel;
  const { projects, total } = list ?? { projects: [], total: 0 };
  return (
    <DemoPanel
      content={tracking}
      title={title}
      source={source}
      moreLabel={fill(rest, { count: formatCount(projects.length) })}
      labels={demo.labels}
      failure={failure}
    >
      {projects.length > 0 && (
        <div className="px-4 pb-2 md:px-6">
          <Static as="div">
            <ScopeList scopes={scopes} labels={scopeLabels} />
          </Static>
          <div className="py-3">
            <TermList label={termsLabel} terms={trackingTerms} />
          </div>
          <Static as="div">
            {entries.length > 0 && (
              <>
                <h4 className="display-3 mt-2 mb-3">{record.title}</h4>
                <LogEntryTable entries={entries} words={entryTexts} laterWords={later} />
              </>
            )}
            <TextLink href={record.href} className="md:mb-6">
              {record.label}
            </TextLink>
            <TrackingTable projects={projects} content={trackingPanel} preview={preview} />
            <p className="hidden flex-wrap items-center gap-x-6 py-2 text-[0.9375rem] group-target/demo:flex">
              {total > projects.length && fill(beyond, { shown: formatCount(projects.length), total: formatCount(total) })}
              <TextLink href={catalogue.href}>{catalogue.label}</TextLink>
            </p>
          </Static>
        </div>
      )}
    </DemoPanel>
  );
}
