/** The codes, from the table of problems, with which an operation can be rejected. */
export type RecordProblemCode =
  | 'validation_failed'
  | 'units_not_available'
  | 'units_not_claimable'
  | 'units_overlap'
  | 'issuance_missing'
  | 'owner_differs'
  | 'record_unknown'
  | 'idempotency_key_reused'
  | 'record_not_appendable'
  | 'record_busy';

/** An operation was rejected. `field` is the field of the request at fault, if any. */
export class RecordProblem extends Error {
  readonly code: RecordProblemCode;
  readonly field: string | undefined;
  constructor(code: RecordProblemCode, message: string, field?: string) {
    super(message);
    this.code = code;
    this.field = field;
  }
}
