import { readFile } from 'node:fs/promises';
import { z } from 'zod';

const words = (max: number) => z.string().trim().min(1).max(max);

/** A project as the sample file has it. The limits are those of the table's constraints. */
const sampleProject = z
  .strictObject({
    slug: z
      .string()
      .max(120)
      .regex(/^[a-z0-9]+(-[a-z0-9]+)*$/, 'must be lower case words joined by hyphens')
      .refine((slug) => slug !== 'compare', 'is the address of another page'),
    title: words(300),
    description: words(5000),
    monitoring: words(5000).nullable().optional(),
    category: words(100),
    projectType: words(100).nullable(),
    imageUrl: z
      .string()
      .max(2000)
      .regex(/^(\/|https:\/\/)[^/\s]\S*$/, 'must be a path on this site or an https address')
      .nullable(),
    /** Pence, excl. VAT. */
    pricePerCredit: z.int().min(0),
    /** Credits, that is tCO2e. */
    availableCredits: z.int().min(0),
    verificationStandard: words(200),
    location: words(200),
    /** ISO 3166-1 alpha-2. */
    country: z
      .string()
      .regex(/^[A-Z]{2}$/, 'must be two capital letters')
      .nullable(),
    latitude: z.number().min(-90).max(90).nullable(),
    longitude: z.number().min(-180).max(180).nullable(),
    /** tCO2e a year. */
    impactPerYear: z.int().min(0),
    featured: z.boolean(),
    status: z.enum(['on sale', 'not yet on sale']).optional(),
    unitsStatus: z.enum(['issued', 'expected']).nullable().optional(),
    /** Years. */
    permanenceYears: z.int().min(1).max(1_000_000).nullable().optional(),
    figuresSource: words(500).nullable().optional(),
    figuresAsOf: z.iso.date().nullable().optional(),
  })
  .refine(({ latitude, longitude }) => (latitude === null) === (longitude === null), 'has one coordinate without the other');

const sampleCatalogue = z.strictObject({ notice: z.string().min(1), projects: z.array(sampleProject).min(1) });

export type SampleCatalogue = z.infer<typeof sampleCatalogue>;

/**
 * Reads a sample catalogue and checks every field.
 * @throws Error that names the file and each wrong field: the project by its number in the file, from 1.
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
  throw new Error(`The catalogue ${file} is wrong:\n${lines.join('\n')}`);
}
