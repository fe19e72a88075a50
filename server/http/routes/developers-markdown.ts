import { tools } from '#server/api/mcp/tools.ts';
import { openApiDocument } from '#server/api/routes.ts';
import { toolTable } from '#src/content/developers/agents.ts';
import { apiChanges, changelog } from '#src/content/developers/changelog.ts';
import { errors, type Guide, groups, guides, hero, models, reference } from '#src/content/developers.ts';
import { modelsOf, type ReferenceCall, type ReferenceModel, readReference, sharedModels } from '#src/lib/protocol/openapi-reference.ts';
import { fill } from '#src/lib/text/fill.ts';
import { problems } from '#src/schemas/problem.ts';

/** Returns the whole documentation of the API in Markdown, made from what the pages under /developers are made from. */
export function developersMarkdown(publicUrl: string): string {
  const read = readReference(openApiDocument(publicUrl), publicUrl);
  const guideText = (guide: Guide) => textOf(guide, publicUrl);
  const blocks = [
    `# ${hero.title}`,
    `> ${hero.lede}`,
    ...guides.filter(({ page }) => page === undefined).map(guideText),
    ...groups.flatMap(({ slug, title, lede, tags }) => [
      `## ${title}`,
      lede,
      ...guides.filter(({ page }) => page === slug).map(guideText),
      ...(slug === 'agents' ? [`### ${toolTable.title}`, toolsText()] : []),
      ...read.calls.filter(({ tag }) => tags.includes(tag)).map(callText),
      ...modelsOf(read, tags).map(modelText),
    ]),
    `## ${errors.title}`,
    errors.intro,
    table(
      [errors.columns.code, errors.columns.status, errors.columns.meaning, errors.columns.retry],
      Object.entries(problems).map(([code, { status, meaning, retryable }]) => [
        `\`${code}\``,
        String(status),
        meaning,
        retryable ? errors.retryable : errors.final,
      ]),
    ),
    ...sharedModels(read).map(modelText),
    `## ${changelog.title}`,
    ...apiChanges.map(({ date, title, body }) => [`### ${date}: ${title}`, ...body].join('\n\n')),
  ];
  return `${blocks.join('\n\n')}\n`;
}

function textOf({ title, page, body, points = [], samples = [] }: Guide, origin: string): string {
  return [
    `${page === undefined ? '##' : '###'} ${title}`,
    ...body.map((paragraph) => fill(paragraph, { origin })),
    ...(points.length > 0 ? [points.map((point) => `- ${point}`).join('\n')] : []),
    ...samples.map(({ label, code }) => `${label}:\n\n${fence(fill(code, { origin }))}`),
  ].join('\n\n');
}

function callText({ method, path, summary, meaning, parameters, body, answers, samples }: ReferenceCall): string {
  const [sample] = samples;
  return [
    `### ${method} ${path}`,
    `${summary}.${meaning ? ` ${meaning}` : ''}`,
    ...(parameters.length > 0
      ? [
          table(
            [reference.parameters, 'Type', reference.columns.meaning],
            parameters.map(({ name, place, type, required, meaning: about }) => [
              `\`${name}\``,
              `${place}, ${type}${required ? `, ${reference.required}` : ''}`,
              about,
            ]),
          ),
        ]
      : []),
    ...(body ? [`${reference.body}: \`${body}\``] : []),
    ...(sample ? [fence(sample.code)] : []),
    `${reference.answers}:`,
    answers.map(({ status, meaning: about }) => `- ${status}: ${codesIn(about) || about}`).join('\n'),
  ].join('\n\n');
}

/** The codes in the text of a failure. What they mean is in the table of problems. */
const codesIn = (text: string) => [...text.matchAll(/`\w+`(?=: )/g)].join(', ');

function modelText({ name, fields }: ReferenceModel): string {
  const { columns } = models;
  const rows = fields.map((field) => [`\`${field.name}\``, field.type, field.meaning]);
  return `#### ${name}\n\n${table([columns.name, columns.type, columns.meaning], rows)}`;
}

function toolsText(): string {
  const { columns } = toolTable;
  const rows = tools.map(({ name, title, description }) => [`\`${name}\``, title, description]);
  return table([columns.name, columns.type, columns.meaning], rows);
}

function table(heads: string[], rows: string[][]): string {
  const line = (cells: string[]) => `| ${cells.map((cell) => cell.replaceAll('|', '\\|').replaceAll('\n', ' ')).join(' | ')} |`;
  return [line(heads), line(heads.map(() => '---')), ...rows.map(line)].join('\n');
}

const fence = (code: string) => `\`\`\`\n${code}\n\`\`\``;
