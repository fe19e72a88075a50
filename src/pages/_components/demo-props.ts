/** The data of a demo; undefined if the catalogue lacks it or did not answer. `failure` is the text to show then. */
export type DemoProps<Data> = { [Key in keyof Data]: Data[Key] | undefined } & { failure: string };
