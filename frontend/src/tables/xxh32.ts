/** XXH32, the 32-bit checksum of pages, blocks, models and catalogs. */

const [PRIME_1, PRIME_2, PRIME_3, PRIME_4, PRIME_5] = [0x9e3779b1, 0x85ebca77, 0xc2b2ae3d, 0x27d4eb2f, 0x165667b1]
const STRIPE = 16

/** The checksum of bytes, as an unsigned number. */
export function xxh32(bytes: Uint8Array, seed: number): number {
  const end = bytes.length
  let at = 0
  let hash: number
  if (end >= STRIPE) {
    let one = (seed + PRIME_1 + PRIME_2) | 0
    let two = (seed + PRIME_2) | 0
    let three = seed | 0
    let four = (seed - PRIME_1) | 0
    for (; at <= end - STRIPE; at += STRIPE) {
      one = mix(one, wordAt(bytes, at))
      two = mix(two, wordAt(bytes, at + 4))
      three = mix(three, wordAt(bytes, at + 8))
      four = mix(four, wordAt(bytes, at + 12))
    }
    hash = (rotate(one, 1) + rotate(two, 7) + rotate(three, 12) + rotate(four, 18)) | 0
  } else {
    hash = (seed + PRIME_5) | 0
  }
  hash = (hash + end) | 0
  for (; at <= end - 4; at += 4) {
    hash = Math.imul(rotate((hash + Math.imul(wordAt(bytes, at), PRIME_3)) | 0, 17), PRIME_4)
  }
  for (; at < end; at++) {
    hash = Math.imul(rotate((hash + Math.imul(bytes[at], PRIME_5)) | 0, 11), PRIME_1)
  }
  hash = Math.imul(hash ^ (hash >>> 15), PRIME_2)
  hash = Math.imul(hash ^ (hash >>> 13), PRIME_3)
  return (hash ^ (hash >>> 16)) >>> 0
}

function mix(lane: number, word: number): number {
  return Math.imul(rotate((lane + Math.imul(word, PRIME_2)) | 0, 13), PRIME_1)
}

function rotate(word: number, bits: number): number {
  return (word << bits) | (word >>> (32 - bits))
}

function wordAt(bytes: Uint8Array, at: number): number {
  return bytes[at] | (bytes[at + 1] << 8) | (bytes[at + 2] << 16) | (bytes[at + 3] << 24)
}
