declare module 'subset-font' {
  export type Axis = number | { min: number; max: number };
  export default function subsetFont(
    font: Buffer,
    text: string,
    options: { targetFormat: 'woff2' | 'truetype'; variationAxes?: Record<string, Axis> },
  ): Promise<Buffer>;
}
