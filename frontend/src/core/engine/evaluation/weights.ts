/**
 * Reads what the evaluation has learned from Python's `weights.bin`: whole numbers of 16 bits, compressed
 * with zlib, first all low bytes, then all high bytes.
 */

/** The numbers of a file that is no longer compressed. */
export function unpackWeights(planes: Uint8Array): Int16Array<ArrayBuffer> {
  const weights = new Int16Array(planes.length >> 1)
  for (let i = 0; i < weights.length; i++) weights[i] = planes[i] | (planes[weights.length + i] << 8)
  return weights
}

/** The numbers in the answer to a request for the file. */
export async function readWeights(response: Response): Promise<Int16Array<ArrayBuffer>> {
  if (!response.ok || !response.body) throw new Error(`no weights: ${response.status} ${response.statusText}`)
  const planes = new Response(response.body.pipeThrough(new DecompressionStream('deflate')))
  return unpackWeights(new Uint8Array(await planes.arrayBuffer()))
}
