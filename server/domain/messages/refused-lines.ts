import { SubmissionRejected } from '#server/submissions/errors.ts';
import { refusals } from '#src/content/refusals.ts';
import { type QuotedLine, refusalText } from '#src/lib/money/quote.ts';
import { fill } from '#src/lib/text/fill.ts';
import type { FieldError } from '#src/schemas/problem.ts';

/** A request for a quote names projects that are not, or no longer, in the catalogue. */
export class ProjectsGone extends SubmissionRejected {
  readonly code = 'projects_gone';
  override readonly errors: readonly FieldError[];
  /** @param lines are the positions of the projects in the shortlist, from 0. */
  constructor(lines: number[], slugs: string[]) {
    super(fill(refusals.projectsGone, { slugs: slugs.join(', ') }));
    this.errors = lines.map((line) => ({ field: `lines.${line}.slug`, message: refusals.projectGone }));
  }
}

/** A request for a quote asks for credits that cannot be bought as asked. */
export class LinesRefused extends SubmissionRejected {
  readonly code = 'lines_refused';
  override readonly errors: readonly FieldError[];
  /** @param lines are all lines of the shortlist, in its order. */
  constructor(lines: readonly QuotedLine[]) {
    const errors = lines.flatMap(({ refusal, project }, line) =>
      refusal ? [{ field: `lines.${line}.tonnes`, message: refusalText(refusal, project.title, refusals.lines), ...refusal }] : [],
    );
    super(errors.map(({ message }) => message).join(' '));
    this.errors = errors;
  }
}
