/**
 * Reads what the evaluation has learned from Python's `weights.bin`: whole numbers of 16 bits, compressed
 * with zlib, first all low bytes, then all high bytes.
 */

/** The numbers of a file that is no longer compressed. */
export function unpackWeights(planes: Uint8Array): Int16Array<ArrayBuffer> {
  const length = planes.length >> 1
  return Int16Array.from({ length }, (_, i) => planes[i] | (planes[length + i] << 8))
}

/** The numbers in the answer to a request for the file. */
export async function readWeights(response: Response): Promise<Int16Array<ArrayBuffer>> {
  if (!response.ok || !response.body) throw new Error(`no weights: ${response.status} ${response.statusText}`)
  const planes = new Response(response.body.pipeThrough(new DecompressionStream('deflate')))
  return unpackWeights(new Uint8Array(await planes.arrayBuffer()))
}
