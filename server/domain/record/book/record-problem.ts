/** Why the book does not take an operation. The codes are those of the problem table. */
export type RecordProblemCode =
  | 'units_not_available'
  | 'units_not_claimable'
  | 'units_overlap'
  | 'record_unknown'
  | 'record_key_reused'
  | 'record_not_appendable';

/** An operation that the book does not take. `field`: of the request, where it is about one. */
export class RecordProblem extends Error {
  readonly code: RecordProblemCode;
  readonly field: string | undefined;
  constructor(code: RecordProblemCode, message: string, field?: string) {
    super(message);
    this.code = code;
    this.field = field;
  }
}
