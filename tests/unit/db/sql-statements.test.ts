import { describe, expect, test } from 'vitest';
import { splitStatements } from '#db/sql-statements.ts';

describe('splitting SQL into statements', () => {
  test('ends statements at semicolons and counts lines from 1', () => {
    expect(splitStatements('select 1;\n\nselect\n  2;\n')).toEqual({
      statements: [
        { text: 'select 1', line: 1 },
        { text: 'select\n  2', line: 3 },
      ],
      rest: undefined,
    });
  });

  test('returns an unterminated statement as the rest, and ignores comments around statements', () => {
    const { statements, rest } = splitStatements('-- one; two\n/* three;\n four */ select 1; -- five\n;\nselect 2');
    expect(statements).toEqual([{ text: 'select 1', line: 3 }]);
    expect(rest).toEqual({ text: 'select 2', line: 5 });
  });

  test.each([
    ["select 'a;b', 'it''s;'"],
    ["select E'it\\'s;'"],
    ['select 1 as "a;b""c;"'],
    ['do $$ begin perform 1; end; $$'],
    ['create function f() returns text language sql as $body$ select $$a;b$$; $body$'],
    ['create function f(a int) returns int language sql begin atomic select case when a > 1 then 2 end; select 3; end'],
    ['select $1'],
  ])('does not split: %s', (statement) => {
    expect(splitStatements(`${statement};`)).toEqual({ statements: [{ text: statement, line: 1 }], rest: undefined });
  });

  test('treats text with an open quote as unterminated', () => {
    expect(splitStatements("select 'a;\n").rest).toEqual({ text: "select 'a;", line: 1 });
  });
});
