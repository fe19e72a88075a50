import { SubmissionRejected } from '#server/submissions/errors.ts';
import { refusals } from '#src/content/refusals.ts';
import { fill } from '#src/lib/text/fill.ts';

/** A request for a quote names projects that are not, or no longer, in the catalogue. */
export class ProjectsGone extends SubmissionRejected {
  readonly code = 'projects_gone';
  override readonly fields: readonly string[];
  /** @param lines are the positions of the projects in the shortlist, from 0. */
  constructor(lines: number[], slugs: string[]) {
    super(fill(refusals.projectsGone, { slugs: slugs.join(', ') }));
    this.fields = lines.map((line) => `lines.${line}.slug`);
  }
}
