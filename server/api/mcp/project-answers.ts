import { z } from 'zod';
import { apiProjectOf } from '#server/api/rest/v1/projects.ts';
import { audit } from '#src/content/projects/audit.ts';
import { apiProject } from '#src/schemas/api.ts';
import { type AuditQuestion, auditAnswers, auditQuestions, type Project } from '#src/schemas/project.ts';

/** What of a project goes with the answer to a question. */
const besides: Partial<Record<AuditQuestion, (keyof z.output<typeof apiProject>)[]>> = {
  registration: ['methodologyVersion'],
  vintage: ['verificationReportUrl', 'verifiedOn'],
};

/** A project as REST gives it, with the eight questions of an auditor. */
export const projectWithAnswers = z.object({
  project: apiProject,
  answers: z.array(
    z.object({
      question: z.enum(auditQuestions),
      name: z.string(),
      isAnswered: z.boolean().meta({ description: 'Whether the catalogue answers it in full.' }),
      facts: z.record(z.string(), z.unknown()).meta({ description: 'What the catalogue says. Null: not stated.' }),
    }),
  ),
  isOnRecord: z.boolean().meta({ description: 'Whether units of it are on the record, with serial numbers.' }),
});

/** Returns a project with its answers, in the order of its page. */
export function withAnswers(project: Project): z.output<typeof projectWithAnswers> {
  const published = apiProjectOf(project);
  const answers = auditQuestions.map((question) => ({
    question,
    name: audit.questions[question].name,
    isAnswered: !project.unanswered.includes(question),
    facts: Object.fromEntries(fieldsOf(question).map((field) => [field, published[field]])),
  }));
  return { project: published, answers, isOnRecord: project.isOnRecord };
}

/** The fields that answer a question, but `isOnRecord`, which the whole answer has; whether they answer it in full, `unanswered` says. */
function fieldsOf(question: AuditQuestion) {
  const fields = Object.values<readonly (keyof Project)[]>(auditAnswers[question]).flat();
  return [...fields.filter((field) => field in apiProject.shape), ...(besides[question] ?? [])] as (keyof z.output<typeof apiProject>)[];
}
