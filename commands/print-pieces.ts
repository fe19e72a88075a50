/** Prints something long, a piece once that before it was taken. If the reader has gone, the rest is left. */
export async function printPieces(pieces: AsyncIterable<string>): Promise<void> {
  for await (const piece of pieces) if (await new Promise((written) => process.stdout.write(piece, written))) return;
}
