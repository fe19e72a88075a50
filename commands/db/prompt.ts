import { createInterface } from 'node:readline';
import type postgres from 'postgres';
import { splitStatements } from '#db/sql-statements.ts';

const welcome = "SQL, ended by a semicolon. \\d lists the tables, \\d name a table's columns, \\q quits.";

const listTables = `
  select table_schema as schema, table_name as name, table_type as type
  from information_schema.tables
  where table_schema not in ('pg_catalog', 'information_schema')
  order by table_schema, table_name
`;

/**
 * A small SQL prompt on stdin and stdout; also reads a piped file.
 * @returns the exit code: 1 if the last statement failed.
 */
export async function runPrompt(sql: postgres.Sql): Promise<number> {
  const { isTTY } = process.stdin;
  const lines = createInterface({ input: process.stdin, output: process.stdout, terminal: isTTY, prompt: 'carma=> ' });
  if (isTTY) console.log(welcome);
  let typed = '';
  let code = 0;
  // Ctrl-C drops what was typed, as in psql.
  lines.on('SIGINT', () => {
    typed = '';
    console.log();
    ask();
  });
  ask();
  for await (const line of lines) {
    const command = typed ? undefined : /^\s*\\(\w+)\s*([\w.]*)/.exec(line);
    if (command?.[1] === 'q') break;
    if (command) {
      code = await runCommand(sql, command[1] ?? '', command[2] ?? '');
    } else {
      const { statements, rest } = splitStatements(`${typed}${line}\n`);
      for (const { text } of statements) code = await show(sql.unsafe(text));
      typed = rest ? `${rest.text}\n` : '';
    }
    ask();
  }
  lines.close();
  return typed ? show(sql.unsafe(typed)) : code;

  function ask(): void {
    if (!isTTY) return;
    lines.setPrompt(typed ? 'carma-> ' : 'carma=> ');
    lines.prompt();
  }
}

/** Runs statements in order, up to the first that fails. @returns the exit code. */
export async function runStatements(sql: postgres.Sql, text: string): Promise<number> {
  const { statements, rest } = splitStatements(text);
  for (const statement of rest ? [...statements, rest] : statements) {
    if ((await show(sql.unsafe(statement.text))) !== 0) return 1;
  }
  return 0;
}

function runCommand(sql: postgres.Sql, command: string, name: string): Promise<number> {
  if (command === 'd' && !name) return show(sql.unsafe(listTables));
  if (command === 'd') {
    return show(sql`
      select column_name as column, data_type as type, is_nullable as nullable, column_default as default
      from information_schema.columns
      where table_name = ${name}
      order by ordinal_position
    `);
  }
  console.error(`\\${command} is not known here. ${welcome}`);
  return Promise.resolve(1);
}

async function show(query: Promise<postgres.RowList<postgres.Row[]>>): Promise<number> {
  try {
    const rows = await query;
    if (rows.columns?.length) console.table(rows.map(readable));
    console.log(
      rows.columns?.length ? `(${rows.length} ${rows.length === 1 ? 'row' : 'rows'})` : `${rows.command} ${rows.count ?? ''}`.trim(),
    );
    return 0;
  } catch (error) {
    const { message, detail } = error as Error & { detail?: string };
    console.error(`Error: ${message}${detail ? ` (${detail})` : ''}`);
    return 1;
  }
}

function readable(row: postgres.Row): Record<string, unknown> {
  return Object.fromEntries(
    Object.entries(row).map(([name, value]) => {
      if (value instanceof Date) return [name, value.toISOString()];
      return [name, typeof value === 'object' && value !== null ? JSON.stringify(value) : value];
    }),
  );
}
