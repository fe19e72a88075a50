import { unzipSync } from 'fflate';

type UnzipOptions = {
  /** Which parts to unpack. */
  wanted: (name: string) => boolean;
  /** The most bytes (unpacked) of all wanted parts together. */
  maxUnpacked: number;
  /**
   * The most bytes (packed) of all wanted parts together, by default those of the archive. The directory may understate what a part unpacks
   * to, which is at most 1,032 times as much.
   */
  maxPacked?: number;
};

const maxParts = 10_000;

/**
 * Unpacks parts of a zip archive, and lists the names of all in lower case. The directory is checked before anything is unpacked: the
 * number of parts, both sizes of each and their sums, that no parts overlap (together they are no larger than the archive), and that no
 * two names differ only in case, because programs disagree about which of them counts.
 * @returns undefined if the content is no archive, or one beyond these limits.
 */
export function unzipWithin(
  content: Uint8Array,
  { wanted, maxUnpacked, maxPacked = content.length }: UnzipOptions,
): { parts: Map<string, Uint8Array>; names: string[] } | undefined {
  const names = new Set<string>();
  const sums = { packed: 0, wantedPacked: 0, wantedUnpacked: 0 };
  try {
    // The library trusts the number of parts that the archive states, and reads the directory alone where nothing is wanted.
    unzipSync(content, {
      filter: ({ name, size, originalSize }) => {
        if (names.has(name.toLowerCase()) || names.size >= maxParts) throw new RangeError('Parts of one name, or too many');
        names.add(name.toLowerCase());
        sums.packed += size;
        if (wanted(name)) {
          sums.wantedPacked += size;
          sums.wantedUnpacked += originalSize;
        }
        const isTooLarge = sums.wantedPacked > maxPacked || sums.wantedUnpacked > maxUnpacked;
        if (sums.packed > content.length || isTooLarge) throw new RangeError('Parts that overlap, or are too large');
        return false;
      },
    });
    const parts = unzipSync(content, { filter: ({ name }) => wanted(name) });
    return { parts: new Map(Object.entries(parts)), names: [...names] };
  } catch {
    return undefined;
  }
}
