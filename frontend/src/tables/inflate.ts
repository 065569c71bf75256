/** Decompresses raw deflate (RFC 1951) with what browsers, Node and Deno have. */

/** The content of deflated bytes, or null if they are damaged or the content is larger than `most`. */
export async function inflate(bytes: Uint8Array, most: number): Promise<Uint8Array | null> {
  const stream = new Blob([bytes as Uint8Array<ArrayBuffer>]).stream().pipeThrough(new DecompressionStream('deflate-raw'))
  const reader = stream.getReader()
  const content = new Uint8Array(most)
  let length = 0
  try {
    for (;;) {
      const { done, value } = await reader.read()
      if (done) return content.subarray(0, length)
      if (length + value.length > most) {
        await reader.cancel()
        return null
      }
      content.set(value, length)
      length += value.length
    }
  } catch {
    return null
  }
}
