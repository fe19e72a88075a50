import type { CallToolResult, McpServer, StandardSchemaWithJSON } from '@modelcontextprotocol/server';
import { z } from 'zod';
import { readGiven } from '#server/api/mcp/given-arguments.ts';
import { projectWithAnswers, withAnswers } from '#server/api/mcp/project-answers.ts';
import { describeProblem, type ProblemParts } from '#server/api/protocol/problem.ts';
import { problemCodeOf } from '#server/api/protocol/problem-code.ts';
import { apiProjectOf } from '#server/api/rest/v1/projects.ts';
import { basketBody, priceBasket } from '#server/api/rest/v1/quotes.ts';
import { certificateParts } from '#server/api/rest/v1/record.ts';
import { checkWithSite } from '#server/api/rest/verify.ts';
import { findByReference, findWithdrawn } from '#server/domain/projects/find.ts';
import { findPortfolios } from '#server/domain/projects/find-portfolios.ts';
import { InvalidCursor, listCatalogue, TooManyListed } from '#server/domain/projects/list.ts';
import { UnknownValue } from '#server/domain/projects/matching.ts';
import { findNamedUnits } from '#server/domain/record/read/book.ts';
import { findCertificate, listedRetirementOf } from '#server/domain/record/read/certificates.ts';
import { env } from '#server/platform/env.ts';
import { log } from '#server/platform/log.ts';
import { requestContext } from '#server/platform/request-context.ts';
import { verify } from '#src/content/record/verify.ts';
import { fill } from '#src/lib/text/fill.ts';
import { basket, pageLimit, projectReference, projectsPage } from '#src/schemas/api.ts';
import { portfolioNeed, portfolios } from '#src/schemas/portfolio.ts';
import type { ProblemCode } from '#src/schemas/problem.ts';
import { projectListInput } from '#src/schemas/project-list.ts';
import { batchesParameters, listedRetirement, placesResponse, recordPage, serialMessage } from '#src/schemas/record-api.ts';
import { isStorable, notStorable } from '#src/schemas/storable-text.ts';
import type { ReadSite } from '#verify/check-entry.ts';
import { readCertificateNumber } from '#verify/file.ts';

/** A tool of the MCP endpoint. Each only reads. */
type Tool<Input extends z.ZodType = z.ZodType> = {
  name: string;
  title: string;
  description: string;
  input: Input;
  /** What it answers with, in JSON. */
  output: z.ZodType;
  /** @throws ToolProblem for what its caller can mend; errors of the database. */
  answer: (input: z.output<Input>, readSite: ReadSite) => Promise<object>;
};

const tool = <Input extends z.ZodType>(declared: Tool<Input>) => declared as unknown as Tool;

/** What a tool refuses, with a code from the table of problems. */
class ToolProblem extends Error {
  readonly code: ProblemCode;
  readonly parts: ProblemParts;
  constructor(code: ProblemCode, parts: ProblemParts = {}) {
    super(code);
    this.code = code;
    this.parts = parts;
  }
}

/** RPC's filters, which are those of REST as typed values; prices under REST's names. */
const { min, max, featured: _featured, priced: _priced, page: _page, offset: _offset, limit: _limit, ...filters } = projectListInput.shape;
const defaultLimit = 10;
const listed = z.strictObject({
  ...filters,
  minPence: min,
  maxPence: max,
  limit: z
    .int()
    .min(1)
    .max(pageLimit.max)
    .optional()
    .meta({ description: `How many at most, 1 to ${pageLimit.max}. Default: ${defaultLimit}.` }),
});

const certificateCheck = z.object({
  result: z.enum(['passed', 'failed', 'unfinished', 'missing']).meta({
    description: 'unfinished: nothing was found to be wrong, and not everything could be checked. missing: there is no such certificate.',
  }),
  steps: z.array(z.object({ step: z.string(), outcome: z.enum(['passed', 'failed', 'notReached']), found: z.string() })),
  retirement: listedRetirement
    .extend({
      isSample: z.boolean().meta({ description: 'Whether it is invented, without value.' }),
      page: z.string().meta({ description: 'The certificate for people.' }),
      file: z.string().meta({ description: 'The certificate with its proof, for carma-verify.mjs.' }),
    })
    .nullable(),
});

/** The tools, in the order in which they are listed. */
const declared: readonly Tool[] = [
  tool({
    name: 'search_projects',
    title: 'Search projects',
    description:
      'Lists carbon projects with price, credits left and evidence, by words and filters. Without a filter for status it includes projects that cannot be bought. Prices are whole pence (GBP) excl. VAT for one credit, which is one tonne of CO2 equivalent; null is not stated.',
    input: listed,
    output: projectsPage,
    answer: async ({ minPence, maxPence, limit = defaultLimit, ...query }) => {
      const { projects, ...page } = await listCatalogue({ ...query, min: minPence, max: maxPence, limit });
      return { ...page, projects: projects.map(apiProjectOf) };
    },
  }),
  tool({
    name: 'get_project',
    title: 'One project, with an auditor’s eight questions',
    description: 'Everything that the catalogue says about one project, and what it answers of the eight questions that an auditor asks.',
    input: z.strictObject({ reference: projectReference.refine(isStorable, notStorable) }),
    output: projectWithAnswers,
    answer: async ({ reference }) => {
      const project = await findByReference(reference);
      if (!project) throw new ToolProblem((await findWithdrawn(reference)) ? 'project_withdrawn' : 'project_not_found');
      return withAnswers(project);
    },
  }),
  tool({
    name: 'price_basket',
    title: 'Price a basket',
    description:
      'Works out what credits of one or several projects cost, with VAT, and why a line cannot be bought as asked. Nothing is stored, reserved or bought. Money is in pence (GBP).',
    input: basketBody as unknown as z.ZodType<z.output<typeof basketBody>>,
    output: basket,
    answer: async (request) => {
      const { gone, priced } = await priceBasket(request);
      if (gone) throw new ToolProblem('projects_gone', { errors: gone });
      return priced;
    },
  }),
  tool({
    name: 'find_portfolios',
    title: 'Portfolios for a need',
    description:
      'Makes up to three mixes of projects that can be bought for a need (tonnes or a budget, and limits): of what is listed, the cheapest, the most durable and the best evidenced. If there is no mix, says which limits prevent one. Money is in pence (GBP), with VAT. Not a recommendation.',
    input: portfolioNeed as unknown as z.ZodType<z.output<typeof portfolioNeed>>,
    output: portfolios,
    answer: (need) => findPortfolios(need),
  }),
  tool({
    name: 'look_up_serial',
    title: 'Look up a serial number',
    description:
      'Says where the units with a serial number are now on the public record: held, reserved, sold, retired or cancelled, in which entry, and with which certificate. None: no such unit is on the record.',
    input: z.strictObject({ serial: batchesParameters.shape.serial.unwrap().min(1).refine(isStorable, notStorable) }),
    output: placesResponse,
    answer: async ({ serial }) => {
      const { isSerial, places } = await findNamedUnits(serial, { limit: recordPage.max });
      if (!isSerial) throw new ToolProblem('parameter_invalid', { errors: [{ field: 'serial', message: serialMessage }] });
      return { places };
    },
  }),
  tool({
    name: 'check_certificate',
    title: 'Check a certificate of retirement',
    description:
      'Checks a certificate by its number: the signature, its place in the log, names, corrections, witnesses, and that its serial numbers are retired once. The site checks its own record here; carma-verify.mjs checks the file that the answer names without trusting the site.',
    input: certificateParts,
    output: certificateCheck,
    answer: async ({ number }, readSite) => {
      const written = readCertificateNumber(number);
      const found = written === undefined ? undefined : await findCertificate(written);
      if (!found || written === undefined) return { result: 'missing', steps: [], retirement: null };
      const { headline, steps } = await checkWithSite(written, readSite);
      const page = `${env().PUBLIC_URL}/certificates/${written}`;
      const read = steps.map(({ step, outcome, found: { text, values } }) => ({
        step: verify.steps[step],
        outcome,
        found: fill(verify.found[text] as string, values),
      }));
      return {
        result: headline,
        steps: read,
        retirement: { ...listedRetirementOf(found), isSample: found.entry.sample === true, page, file: `${page}.json` },
      };
    },
  }),
];

/** A tool as the SDK takes it: what it is called with and answers with, as schemas that know their JSON Schema. */
export const tools = declared.map((one) => ({ ...one, input: described(one.input, 'input'), output: described(one.output, 'output') }));

/**
 * Returns a schema that is converted to JSON Schema once, and without what only fills an agent's context. Its fields stand at the top:
 * many clients read `properties` there and follow no reference. An input is read as agents mean it.
 */
function described(schema: z.ZodType, io: 'input' | 'output'): StandardSchemaWithJSON {
  const tidy = ({ jsonSchema }: { jsonSchema: z.core.JSONSchema.BaseSchema }) => {
    delete jsonSchema.examples;
    if (io === 'output' || jsonSchema.format) delete jsonSchema.pattern;
    if (jsonSchema.maximum === Number.MAX_SAFE_INTEGER) delete jsonSchema.maximum;
    if (jsonSchema.minimum === Number.MIN_SAFE_INTEGER) delete jsonSchema.minimum;
  };
  let converted: Record<string, unknown> | undefined;
  const json = () => {
    if (converted) return converted;
    const { $ref, $defs = {}, ...top } = z.toJSONSchema(schema, { io, override: tidy });
    const { [$ref?.slice('#/$defs/'.length) ?? '']: named, ...others } = $defs;
    converted = { ...top, ...named, ...(Object.keys(others).length > 0 ? { $defs: others } : {}) };
    return converted;
  };
  const { '~standard': standard } = schema;
  const validate: typeof standard.validate = async (value) => {
    const result = await standard.validate(io === 'input' ? readGiven(value, json()) : value);
    // What is not a list may be too long as well: the first error of a field is the one that helps.
    return result.issues
      ? { issues: [...new Map(result.issues.toReversed().map((issue) => [String(issue.path), issue])).values()] }
      : result;
  };
  return { '~standard': { ...standard, validate, jsonSchema: { input: json, output: json } } };
}

/** Adds the tools to a server. */
export function registerTools(server: McpServer, readSite: ReadSite): void {
  for (const { name, title, description, input, output, answer } of tools) {
    const annotations = { readOnlyHint: true, destructiveHint: false, idempotentHint: true, openWorldHint: false };
    server.registerTool(name, { title, description, inputSchema: input, outputSchema: output, annotations }, async (given) => {
      try {
        const text = JSON.stringify(await answer(given, readSite));
        return { content: [{ type: 'text', text }], structuredContent: JSON.parse(text) };
      } catch (error) {
        return failed(name, error);
      }
    });
  }
}

/** Returns a failure as the protocol has it, with the facts of the problem. Internal errors go to the log only. */
function failed(name: string, error: unknown): CallToolResult {
  const requestId = requestContext()?.requestId ?? '';
  const { code, parts } = problemOf(error);
  if (!parts) log().error({ event: 'mcp.failed', requestId, tool: name, err: error }, 'A tool failed');
  const { title, status: _status, ...problem } = describeProblem(code, requestId, parts);
  return { isError: true, content: [{ type: 'text', text: JSON.stringify({ title, ...problem }) }] };
}

/** Without `parts`: our own failure. */
function problemOf(error: unknown): { code: ProblemCode; parts?: ProblemParts } {
  if (error instanceof ToolProblem) return error;
  if (error instanceof InvalidCursor) return { code: 'cursor_invalid', parts: { errors: [{ field: 'cursor', message: error.message }] } };
  if (error instanceof TooManyListed) return { code: 'parameter_invalid', parts: { errors: [{ field: 'limit', message: error.message }] } };
  if (!(error instanceof UnknownValue)) return { code: problemCodeOf(error) };
  const { parameter: field, message, allowed } = error;
  return { code: 'parameter_invalid', parts: { errors: [{ field, message, allowed }] } };
}
