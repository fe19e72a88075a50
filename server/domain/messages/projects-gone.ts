import { SubmissionRejected } from '#server/submissions/errors.ts';

/** A request for a quote names projects that are not, or no longer, in the catalogue. */
export class ProjectsGone extends SubmissionRejected {
  readonly code = 'projects_gone';
  override readonly fields: readonly string[];
  /** @param lines are the positions of the projects in the shortlist, from 0. */
  constructor(lines: number[], slugs: string[]) {
    super(`No longer in the catalogue: ${slugs.join(', ')}. Go back to the shortlist and send the request without them.`);
    this.fields = lines.map((line) => `lines.${line}.slug`);
  }
}
