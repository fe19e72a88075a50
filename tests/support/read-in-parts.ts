/** Reads a response as it arrives. Calls `seen` once `mark` has arrived; returns the text up to then, and the whole. */
export async function readInParts(address: string, mark: string, seen: () => void) {
  const answer = await fetch(address);
  let whole = '';
  let firstPart = '';
  for await (const chunk of (answer.body ?? new ReadableStream()).pipeThrough(new TextDecoderStream())) {
    whole += chunk;
    if (!firstPart && whole.includes(mark)) {
      firstPart = whole;
      seen();
    }
  }
  return { headers: answer.headers, firstPart, whole };
}
