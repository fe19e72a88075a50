/**
 * Returns the value that a table has under a key from outside: a query, a path, a file, a command, the database. Every object also
 * inherits properties, such as `constructor`, which are no entries of it.
 */
export function own<Value>(table: Readonly<Partial<Record<string, Value>>>, key: string): Value | undefined {
  return Object.hasOwn(table, key) ? table[key] : undefined;
}
