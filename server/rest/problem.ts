import type { z } from 'zod';

/** One fault of the request, by field. */
type FieldError = { field: string; message: string };

type Problem = { status: number; title: string; detail: string; errors?: FieldError[] };

/** The first error of each field of a failed parse, in the order of the fields. A fault of the whole has field ''. */
export function fieldErrors(error: z.ZodError): FieldError[] {
  const first = new Map<string, string>();
  for (const issue of error.issues) {
    const field = issue.path.join('.');
    if (!first.has(field)) first.set(field, issue.message);
  }
  return [...first].map(([field, message]) => ({ field, message }));
}

/** An error answer as `application/problem+json` (RFC 9457). */
export function problemResponse(problem: Problem, requestId: string, headers: Record<string, string> = {}): Response {
  return new Response(JSON.stringify({ type: 'about:blank', ...problem, requestId }), {
    status: problem.status,
    headers: { 'content-type': 'application/problem+json; charset=utf-8', 'cache-control': 'no-store', ...headers },
  });
}

/** 405 with the methods that are there. */
export function methodNotAllowed(allow: string, requestId: string): Response {
  const detail = `This address answers ${allow}.`;
  return problemResponse({ status: 405, title: 'Method not allowed', detail }, requestId, { allow });
}
