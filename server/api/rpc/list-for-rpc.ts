import { rpcProblem } from '#server/api/protocol/rpc-problem.ts';
import { InvalidCursor, listCatalogue } from '#server/domain/projects/list-catalogue.ts';
import { UnknownValue } from '#server/domain/projects/read-page.ts';
import type { ProjectListInput, ProjectListResponse } from '#src/schemas/project-list.ts';

/** Calls `listCatalogue`. @throws TRPCError with a problem code for invalid input. */
export async function listForRpc(input: ProjectListInput | undefined): Promise<ProjectListResponse> {
  try {
    return await listCatalogue(input);
  } catch (error) {
    if (error instanceof InvalidCursor) {
      throw rpcProblem('BAD_REQUEST', 'cursor_invalid', error.message, [{ field: 'cursor', message: error.message }]);
    }
    if (!(error instanceof UnknownValue)) throw error;
    const { parameter, message, allowed } = error;
    throw rpcProblem('BAD_REQUEST', 'parameter_invalid', message, [{ field: parameter, message, allowed }]);
  }
}
