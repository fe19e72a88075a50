/** How a plainly posted form fared: what was typed, and the first error of each field. */
export type FormResult = {
  values: Record<string, string>;
  errors: Record<string, string>;
  /** The form as a whole failed (the database did not answer): its content is shown again. */
  failed: boolean;
  /** What a person can do about it, where that is known. */
  reason?: string;
};
