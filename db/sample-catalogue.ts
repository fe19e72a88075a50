import { readFile } from 'node:fs/promises';
import { z } from 'zod';
import { type Project, type StoredName, storedFields } from '#shared/schemas/project.ts';

const required = [
  ...(['slug', 'externalId', 'title', 'description', 'category', 'pricePerCredit', 'availableCredits', 'verificationStandard'] as const),
  ...(['location', 'impactPerYear', 'featured'] as const),
];
type Required = (typeof required)[number];
/** A project in the sample file. */
export type SampleProject = Pick<Project, Required> & { [Name in Exclude<StoredName, Required>]?: Project[Name] | null };

const fields = storedFields.map(({ name, type: { schema } }) => [
  name,
  required.some((field) => field === name) ? schema : schema.nullish(),
]);
const sampleProject = (z.strictObject(Object.fromEntries(fields)) as unknown as z.ZodType<SampleProject>).refine(
  ({ latitude = null, longitude = null }) => (latitude === null) === (longitude === null),
  'has one coordinate without the other',
);

const sampleCatalogue = z.strictObject({ notice: z.string().min(1), projects: z.array(sampleProject).min(1) });

type SampleCatalogue = z.infer<typeof sampleCatalogue>;

/**
 * Reads a sample catalogue and checks every field.
 * @throws Error that names the file and each invalid field, with the position of its project in the file, from 1.
 */
export async function readSampleCatalogue(file: string): Promise<SampleCatalogue> {
  let content: unknown;
  try {
    content = JSON.parse(await readFile(file, 'utf8'));
  } catch (cause) {
    throw new Error(`The catalogue ${file} cannot be read as JSON: ${(cause as Error).message}`, { cause });
  }
  const result = sampleCatalogue.safeParse(content);
  if (result.success) return result.data;
  const lines = result.error.issues.map(({ path: [list, index, ...field], message }) =>
    typeof index === 'number'
      ? `  project ${index + 1}, ${field.join('.') || 'as a whole'}: ${message}`
      : `  ${String(list ?? 'file')}: ${message}`,
  );
  throw new Error(`The catalogue ${file} is invalid:\n${lines.join('\n')}`);
}
