/** What a demo shows, where the catalogue answered and has it; otherwise `failure` says why there is nothing. */
export type DemoProps<Data> = { [Key in keyof Data]: Data[Key] | undefined } & { failure: string };
