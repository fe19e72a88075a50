/** The names of the placeholders in a text, such as `count` in '{count} credits'. */
type Placeholder<T extends string> = T extends `${string}{${infer Name}}${infer Rest}` ? Name | Placeholder<Rest> : never;
/** A value for each placeholder. Of a text that is known only when the program runs, the compiler does not know them. */
type Values<T extends string> = Record<string extends T ? string : Placeholder<T>, string>;

/** Returns a text with its placeholders, such as `{count}`, replaced by values. Throws if one has no value. */
export function fill<T extends string>(text: T, values: Values<T>): string {
  return text.replace(/\{(\w+)\}/g, (_, name: string) => {
    const value = (values as Record<string, string | undefined>)[name];
    if (value === undefined) throw new Error(`No value for {${name}} in “${text}”`);
    return value;
  });
}
