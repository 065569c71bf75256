/**
 * The content of a QR code: a text as bytes, with what is needed to mend a damaged picture.
 *
 * After ISO/IEC 18004, with error correction level M, in the smallest of the versions 1 to 6. Larger ones, which
 * have blocks of unequal length, are not needed: an address has at most 106 bytes.
 */

/** By version: all codewords, those for correction in each block, and the blocks, which are equally long. */
const VERSIONS = [
  { total: 26, correction: 10, blocks: 1 },
  { total: 44, correction: 16, blocks: 1 },
  { total: 70, correction: 26, blocks: 1 },
  { total: 100, correction: 18, blocks: 2 },
  { total: 134, correction: 24, blocks: 2 },
  { total: 172, correction: 16, blocks: 4 },
] as const

const BYTE_MODE = 0b0100
/** Bits of the mode and of the length. */
const HEAD = 12
const PADDING = [0xec, 0x11] as const
/** x^8 + x^4 + x^3 + x^2 + 1, the polynomial of the field with 256 elements. */
const FIELD = 0x11d

export interface Content {
  /** From 1, which sets the size of the picture. */
  readonly version: number
  readonly codewords: readonly number[]
}

/** The codewords of a text, in the order in which they are drawn. Throws `RangeError` if it is too long. */
export function encode(text: string): Content {
  const bytes = [...new TextEncoder().encode(text)]
  const index = VERSIONS.findIndex((each) => HEAD + 8 * bytes.length <= 8 * dataOf(each))
  if (index < 0) throw new RangeError(`a text of ${bytes.length} bytes is too long for a QR code`)
  const { correction, blocks } = VERSIONS[index]
  const data = pack(bytes, dataOf(VERSIONS[index]))
  const length = data.length / blocks
  const parts = Array.from({ length: blocks }, (_, block) => data.slice(block * length, (block + 1) * length))
  const ends = parts.map((part) => remainder(part, correction))
  return { version: index + 1, codewords: [...interleave(parts), ...interleave(ends)] }
}

function dataOf({ total, correction, blocks }: (typeof VERSIONS)[number]): number {
  return total - correction * blocks
}

/** Mode, length and bytes, filled up to `size` codewords. */
function pack(bytes: readonly number[], size: number): number[] {
  const bits = [...bitsOf(BYTE_MODE, 4), ...bitsOf(bytes.length, 8), ...bytes.flatMap((byte) => bitsOf(byte, 8))]
  while (bits.length % 8) bits.push(0) // and four zeros end the text: the mode has four bits
  const words = Array.from({ length: bits.length / 8 }, (_, index) =>
    bits.slice(8 * index, 8 * index + 8).reduce((word, bit) => 2 * word + bit, 0),
  )
  for (let turn = 0; words.length < size; turn = 1 - turn) words.push(PADDING[turn])
  return words
}

/** The lowest `length` bits of a number, the highest of them first. */
export function bitsOf(number: number, length: number): number[] {
  return Array.from({ length }, (_, index) => (number >> (length - 1 - index)) & 1)
}

/** The first of each part, then the second of each, and so on. */
function interleave(parts: readonly (readonly number[])[]): number[] {
  return parts[0].flatMap((_, index) => parts.map((part) => part[index]))
}

/** The Reed-Solomon codewords of a block: its remainder by the generator of that degree. */
function remainder(block: readonly number[], degree: number): number[] {
  const divisor = generator(degree)
  const rest = Array.from<number>({ length: degree }).fill(0)
  for (const word of block) {
    const factor = word ^ (rest.shift() ?? 0)
    rest.push(0)
    for (let index = 0; index < degree; index++) rest[index] ^= multiply(divisor[index], factor)
  }
  return rest
}

/** The product of (x - 2^i) for i below `degree`, without the leading 1. */
function generator(degree: number): number[] {
  const product = Array.from<number>({ length: degree }).fill(0)
  product[degree - 1] = 1
  for (let power = 1, step = 0; step < degree; step++, power = multiply(power, 2)) {
    for (let index = 0; index < degree; index++) {
      product[index] = multiply(product[index], power) ^ (product[index + 1] ?? 0)
    }
  }
  return product
}

function multiply(one: number, two: number): number {
  let product = 0
  for (let bit = 7; bit >= 0; bit--) {
    product = (product << 1) ^ ((product >> 7) * FIELD)
    product ^= ((two >> bit) & 1) * one
  }
  return product
}
